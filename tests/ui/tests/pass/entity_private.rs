//! What is generated is as visible as the struct: private entities, and private types in keys.

#![deny(warnings, private_interfaces, private_bounds)]

use keywright::{Entity, KeyEnum, Schema, Table};
use serde::{Deserialize, Serialize};

#[derive(Table)]
#[gsi(name = "GSI1", pk = "GSI1PK", sk = "GSI1SK")]
struct Platform;

#[derive(Schema)]
#[schema(table = Platform, entities(orders::Order, orders::Line))]
struct PlatformSchema;

mod orders {
    use super::*;

    #[derive(Clone, Copy, KeyEnum, Serialize, Deserialize)]
    enum Status {
        Open,
        Sent,
    }

    #[derive(Entity, Serialize, Deserialize)]
    #[entity(table = super::Platform)]
    #[pk(template = "ORDER#<id>")]
    #[sk(template = "ORDER#<status>")]
    #[gsi(index = "GSI1", query = by_status, pk = "STATUS#<status>#<id>", sk = "<id>")]
    pub(super) struct Order {
        pub(super) id: u32,
        status: Status,
    }

    #[derive(Entity, Serialize, Deserialize)]
    #[entity(table = Platform)]
    #[pk(template = "ORDER#<id>")]
    #[sk(template = "LINE#<number>")]
    pub(in crate::entity_private) struct Line {
        id: u32,
        number: u16,
    }

    pub(super) fn order(id: u32) -> Order {
        let _ = Order::query(id).then(Status::Open);
        let _ = Order::by_status(Status::Sent, id);
        let _ = Order::key(id, Status::Open);
        Order { id, status: Status::Open }
    }

    pub(super) fn line(id: u32) -> Line {
        Line { id, number: 1 }
    }

    mod inner {
        use super::*;

        #[derive(Entity, Serialize, Deserialize)]
        #[entity(table = Platform)]
        #[pk(template = "SECRET#<id>")]
        #[sk(template = "SECRET")]
        #[gsi(index = "GSI1", query = by_status, pk = "SECRETS#<status>#<rank>", sk = "<id>")]
        struct Secret {
            id: String,
            status: Status,
            rank: u8,
        }

        pub(super) fn secret() -> impl Entity {
            let _ = (Secret::query("a"), Secret::key("a"));
            Secret { id: String::new(), status: Status::Open, rank: 0 }
        }
    }

    pub(super) fn secret() -> impl Entity {
        inner::secret()
    }
}

pub(super) fn main() {
    let _ = (orders::order(7).id, orders::line(7), orders::secret());
    let _ = orders::Line::query(7u32).between(1u16..);
    assert_eq!(PlatformSchema::ENTITIES.len(), 2);
}
