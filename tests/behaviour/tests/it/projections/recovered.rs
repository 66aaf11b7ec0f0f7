//! Fields that an index does not project, read from its keys and the table's.

use chrono::{DateTime, Utc};
use keywright::{Entity, KeyField, KeyValue, Projection, Table, key::FieldKind};
use keywright_local::Local;
use serde::{Deserialize, Serialize};

use super::design::*;

/// All fields in the keys of GSI2, which has none of them as attributes.
#[derive(Debug, PartialEq, Projection, Deserialize)]
#[projection(of = Order)]
struct Listed {
    customer: String,
    id: u32,
    placed: DateTime<Utc>,
    status: Status,
    paid: bool,
    clerk: Option<String>,
}

#[tokio::test]
async fn fields_fully_contained_in_keys_are_recovered() {
    let (_local, shop) = shop().await;
    let odd = Order { customer: "Ann #%&\u{e9}".into(), clerk: Some("b#b%".into()), paid: true, ..order(3) };
    let paid = Order { status: Status::Paid, clerk: odd.clerk.clone(), ..order(2) };
    for order in [&odd, &paid] {
        shop.put(order).await.unwrap();
    }
    let listed = |order: &Order| Listed {
        customer: order.customer.clone(),
        id: order.id,
        placed: order.placed,
        status: order.status,
        paid: order.paid,
        clerk: order.clerk.clone(),
    };
    let page = Order::by_clerk("b#b%").project::<Listed>().send(&shop).await.unwrap();
    assert_eq!(page.items, [listed(&odd), listed(&paid)]);
    let params = Order::by_clerk("b#b%").project::<Listed>().send(&shop).params().unwrap();
    let mut asked: Vec<_> = params[0].expression_attribute_names().unwrap().values().map(String::as_str).collect();
    asked.sort_unstable();
    asked.dedup();
    assert_eq!(asked, ["GSI2PK", "GSI2SK", "PK", "SK"]);
    // By the table's own key, with the item's attributes.
    let got = shop.get(key(&odd)).project::<Listed>().await.unwrap();
    assert_eq!(got, Some(listed(&odd)));
}

/// A rank that counts down in keys and up in items.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
struct Rank(u16);

impl KeyField for Rank {
    type Scalar = Self;
    const KIND: FieldKind = u16::KIND;

    fn to_value(&self) -> Option<KeyValue<'_>> {
        (u16::MAX - self.0).to_value().map(KeyValue::into_owned)
    }

    fn from_value(value: KeyValue<'_>) -> Option<Self> {
        u16::from_value(value).map(|value| Self(u16::MAX - value))
    }
}

#[derive(Table)]
#[gsi(name = "GSI1", pk = "GSI1PK", sk = "GSI1SK", projection = "keys_only")]
#[entities(Player)]
struct Games;

#[derive(Debug, Clone, PartialEq, Entity, Serialize, Deserialize)]
#[entity(table = Games)]
#[pk(template = "PLAYER#<name>")]
#[sk(template = "PLAYER")]
#[gsi(index = "GSI1", query = ranking, pk = "GAME#<game>", sk = "<rank>")]
struct Player {
    name: String,
    game: String,
    rank: Rank,
    motto: String,
}

#[derive(Debug, PartialEq, Projection, Deserialize)]
#[projection(of = Player)]
struct Ranked {
    name: String,
    rank: Rank,
}

#[tokio::test]
async fn user_defined_key_types_are_recovered() {
    let local = Local::start();
    let games = Games::open(local.client(), "games");
    games.create_table().await.unwrap();
    for (name, rank) in [("ann", 1), ("bob", 9)] {
        let player = Player { name: name.into(), game: "chess".into(), rank: Rank(rank), motto: "always first".into() };
        games.put(&player).await.unwrap();
    }
    let page = Player::ranking("chess").project::<Ranked>().send(&games).await.unwrap();
    let ranked = |name: &str, rank| Ranked { name: name.into(), rank: Rank(rank) };
    assert_eq!(page.items, [ranked("bob", 9), ranked("ann", 1)]);
}
