// The index does not hold whole items. `send` has this bound; it is written out here, because `send` needs the SDK.

use keywright::{
    Entity, Table,
    read::{Access, Query, Whole},
};
use serde::{Deserialize, Serialize};

#[derive(Table)]
#[gsi(name = "GSI1", pk = "GSI1PK", projection = include("at"))]
struct Platform;

#[derive(Entity, Serialize, Deserialize)]
#[entity(table = Platform)]
#[pk(template = "THREAT#<id>")]
#[sk(template = "THREAT")]
#[gsi(index = "GSI1", query = by_brand, pk = "BRAND#<brand>")]
struct Threat {
    id: String,
    brand: String,
}

fn send<A: Access, S>(_query: Query<A, S>)
where
    A::Whole: Whole<A::Entity>,
{
}

fn main() {
    send(Threat::query("t-17"));
    send(Threat::by_brand("abc"));
}
