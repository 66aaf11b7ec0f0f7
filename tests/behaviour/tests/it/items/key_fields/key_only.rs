//! Fields that are in the key only, by choice: written items have the attributes of the published ones.

use aws_sdk_dynamodb::types::AttributeValue;
use futures_util::TryStreamExt as _;
use keywright::{Attributes, Entity, Handle, Item, Projection, Table, update::ItemUpdate};
use keywright_local::Local;
use serde::{Deserialize, Serialize};

use crate::support::stored::{self, s};

/// Game player profiles, without attributes for a player's or an item's id.
///
/// AWS: [gaming
/// profile](https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/data-modeling-schema-gaming-profile.html).
#[derive(Table)]
#[table(discriminator = "Type", encoding = "raw")]
#[gsi(name = "ByName", pk = "NamePK", sk = "NameSK")]
#[entities(Possession, Visit)]
struct Game;

#[derive(Debug, Clone, PartialEq, Entity, Serialize, Deserialize)]
#[entity(table = Game, name = "Item")]
#[pk(template = "<player>")]
#[sk(template = "ITEMS#<id>")]
#[serde(rename_all = "PascalCase")]
struct Possession {
    #[entity(key_only)]
    player: String,
    #[entity(key_only)]
    id: String,
    item_name: String,
    item_count: String,
    #[serde(flatten)]
    others: Attributes,
}

#[derive(Debug, PartialEq, Projection, Deserialize)]
#[projection(of = Possession)]
#[serde(rename_all = "PascalCase")]
struct Named {
    id: String,
    item_name: String,
}

/// An entity with a number and a text in the table's key, and in the key of an index.
#[derive(Debug, Clone, PartialEq, Entity, Serialize, Deserialize)]
#[entity(table = Game)]
#[pk(template = "<player>")]
#[sk(template = "VISIT#<number>")]
#[gsi(index = "ByName", query = by_name, pk = "VISIT#<name>", sk = "<number>#<player>")]
struct Visit {
    #[entity(key_only)]
    player: String,
    #[entity(key_only)]
    number: u32,
    name: Option<String>,
    minutes: u32,
}

fn item(attributes: impl IntoIterator<Item = (&'static str, AttributeValue)>) -> Item {
    attributes.into_iter().map(|(name, value)| (name.to_owned(), value)).collect()
}

/// Returns the published item.
fn potion_item() -> Item {
    let points = AttributeValue::M([("HP".to_owned(), AttributeValue::N("50".into()))].into());
    item([
        ("PK", s("player001")),
        ("SK", s("ITEMS#001")),
        ("Type", s("Item")),
        ("ItemName", s("Health Potion")),
        ("ItemType", s("Consumable")),
        ("ItemCount", s("5")),
        ("ItemAttributes", AttributeValue::M([("M".to_owned(), points)].into())),
    ])
}

fn visit(number: u32, name: Option<&str>) -> Visit {
    Visit { player: "player001".into(), number, name: name.map(str::to_owned), minutes: 10 }
}

fn visit_item(number: u32, minutes: u32) -> Item {
    let numbered = |text: &str| s(format!("{text}{number:010}"));
    item([
        ("PK", s("player001")),
        ("SK", numbered("VISIT#")),
        ("Type", s("Visit")),
        ("name", s("cave")),
        ("minutes", AttributeValue::N(minutes.to_string())),
        ("NamePK", s("VISIT#cave")),
        ("NameSK", s(format!("{number:010}#player001"))),
    ])
}

async fn game() -> Handle<Game> {
    Local::start().open::<Game>("game").await.unwrap()
}

#[tokio::test]
async fn items_read_and_put_back_are_unchanged() {
    for game in [game().await, game().await.parse_items_with_sdk()] {
        game.client().put_item().table_name("game").set_item(Some(potion_item())).send().await.unwrap();
        let key = || Possession::key("player001", "001");
        let read = game.get(key()).await.unwrap().unwrap();
        assert_eq!((read.player.as_str(), read.id.as_str(), read.item_count.as_str()), ("player001", "001", "5"));
        game.put(&read).await.unwrap();
        assert_eq!(stored::items(&game).await, [potion_item()]);
        game.replace(&read).await.unwrap();
        assert!(game.batch_put(std::slice::from_ref(&read)).await.unwrap().is_complete());
        game.transaction().put(&read).await.unwrap();
        assert_eq!(stored::items(&game).await, [potion_item()]);
        let swept = game.update_each(|it: Possession| Some(Possession { item_count: "6".into(), ..it })).await.unwrap();
        assert_eq!(swept.written, 1);
        let expected = item([("ItemCount", s("6"))]);
        assert_eq!(stored::items(&game).await, [potion_item().into_iter().chain(expected).collect::<Item>()]);
        let named = || Named { id: "001".into(), item_name: "Health Potion".into() };
        assert_eq!(game.get(key()).project::<Named>().await.unwrap(), Some(named()));
        let projected = Possession::query("player001").project::<Named>().send(&game).await.unwrap();
        assert_eq!(projected.items, [named()]);
    }
}

#[tokio::test]
async fn writes_omit_key_only_fields_and_reads_restore_them() {
    let game = game().await;
    game.create(&visit(1, Some("cave"))).await.unwrap();
    let upsert = game.upsert(Visit::key("player001", 2_u32));
    upsert.set(Visit::NAME, Some("cave".to_owned())).set(Visit::MINUTES, 10).await.unwrap();
    let update = game.update(Visit::key("player001", 1_u32)).set(Visit::MINUTES, 11);
    assert!(update.when(Visit::MINUTES.eq(10)).await.unwrap().is_applied());
    let update = ItemUpdate::new(Visit::key("player001", 1_u32)).add(Visit::MINUTES, 1);
    game.transaction().update(update).await.unwrap();
    assert_eq!(stored::under(&game, "player001").await, [visit_item(1, 12), visit_item(2, 10)]);
    let expected = [Visit { minutes: 12, ..visit(1, Some("cave")) }, visit(2, Some("cave"))];
    assert_eq!(Visit::query("player001").send(&game).await.unwrap().items, expected);
    assert_eq!(Visit::by_name("cave").send(&game).await.unwrap().items, expected);
    assert_eq!(game.scan::<Visit>().stream().try_collect::<Vec<_>>().await.unwrap(), expected);
    let moved = game.move_to(Visit::key("player001", 1_u32), |it| it.number = 3).await.unwrap();
    assert_eq!(moved.number, 3);
    assert_eq!(stored::under(&game, "player001").await, [visit_item(2, 10), visit_item(3, 12)]);
    game.update(Visit::key("player001", 2_u32)).set(Visit::NAME, None).await.unwrap();
    assert_eq!(game.get(Visit::key("player001", 2_u32)).await.unwrap(), Some(visit(2, None)));
    assert_eq!(Visit::by_name("cave").send(&game).await.unwrap().items.len(), 1);
}

#[tokio::test]
async fn key_returns_typed_fields() {
    let game = game().await;
    game.put(&visit(7, Some("cave"))).await.unwrap();
    let keys = Visit::by_name("cave").keys().send(&game).await.unwrap().items;
    assert_eq!((keys[0].field(Visit::PLAYER), keys[0].field(Visit::NUMBER)), (Some("player001".into()), Some(7)));
    assert_eq!(keys[0].field(Visit::NAME), None);
}

#[tokio::test]
async fn old_attribute_is_checked_on_read_and_dropped_on_write() {
    let game = game().await;
    let mut older = visit_item(1, 10);
    older.insert("number".into(), AttributeValue::N("1".into()));
    game.client().put_item().table_name("game").set_item(Some(older.clone())).send().await.unwrap();
    let read = game.get(Visit::key("player001", 1_u32)).await.unwrap().unwrap();
    game.put(&read).await.unwrap();
    assert_eq!(stored::items(&game).await, [visit_item(1, 10)]);
    older.insert("number".into(), AttributeValue::N("2".into()));
    game.client().put_item().table_name("game").set_item(Some(older)).send().await.unwrap();
    let error = game.get(Visit::key("player001", 1_u32)).await.unwrap_err().to_string();
    assert!(error.contains("field `number` is 2 in attribute `number` and 1 in the item's key"), "{error}");
}
