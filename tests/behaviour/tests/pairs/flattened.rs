//! Flattened maps, enums and `Attributes` beside fields, keys and indexes.

use std::collections::HashMap;

use aws_sdk_dynamodb::types::AttributeValue;
use keywright::{Attribute, Attributes, Entity, ErrorKind, Handle, Item, Outcome, Result, Table};
use keywright_local::Local;
use serde::{Deserialize, Serialize};

#[derive(Table)]
#[allow(deprecated, reason = "no entity writes the local index")]
#[table(ttl = "ends", write_id = "_w")]
#[gsi(name = "GSI1", pk = "GSI1PK", sk = "GSI1SK")]
#[gsi(name = "GSI2", pk = "owner", sk = "GSI2SK")]
#[lsi(name = "LSI1", sk = "LSI1SK")]
#[entities(Note, Inbox, Shape, Loose)]
struct Store;

/// An item with names that its users choose.
#[derive(Debug, Clone, PartialEq, Entity, Serialize, Deserialize)]
#[entity(table = Store, constants("format" = "1"))]
#[pk(template = "NOTE#<id>")]
#[sk(template = "NOTE")]
#[gsi(index = "GSI2", query = of_owner, pk = "OWNER#<writer>", sk = "<id>")]
struct Note {
    id: u32,
    writer: String,
    #[serde(flatten)]
    labels: HashMap<String, String>,
}

#[derive(Debug, Clone, PartialEq, Entity, Serialize, Deserialize)]
#[entity(table = Store)]
#[pk(template = "MESSAGE#<id>")]
#[sk(template = "MESSAGE")]
#[gsi(index = "GSI1", query = of_user, pk = "INBOX#<user>", sk = "<id>")]
struct Inbox {
    id: u32,
    user: String,
}

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(tag = "shape", rename_all = "lowercase")]
enum Form {
    Circle { radius: u32 },
    Square { side: u32 },
}

#[derive(Debug, Clone, PartialEq, Entity, Serialize, Deserialize)]
#[entity(table = Store)]
#[pk(template = "SHAPE#<id>")]
#[sk(template = "SHAPE")]
struct Shape {
    id: u32,
    #[serde(flatten)]
    form: Form,
    #[serde(flatten)]
    others: Attributes,
}

/// `Attributes` before the enum.
#[derive(Debug, Clone, PartialEq, Entity, Serialize, Deserialize)]
#[entity(table = Store)]
#[pk(template = "LOOSE#<id>")]
#[sk(template = "LOOSE")]
struct Loose {
    #[serde(flatten)]
    others: Attributes,
    id: u32,
    #[serde(flatten)]
    form: Form,
}

async fn store() -> (Local, Handle<Store>) {
    let local = Local::start();
    let store = local.open::<Store>("store").await.unwrap();
    (local, store)
}

fn note(name: &str, value: &str) -> Note {
    Note { id: 7, writer: "ann".into(), labels: HashMap::from([(name.to_owned(), value.to_owned())]) }
}

async fn stored(store: &Handle<Store>) -> Vec<Item> {
    store.client().scan().table_name("store").send().await.unwrap().items().to_vec()
}

#[track_caller]
fn refused<T>(result: Result<T>, name: &str) {
    let Err(error) = result else { panic!("`{name}` is written") };
    assert_eq!((error.kind(), error.outcome()), (ErrorKind::Encode, Outcome::NotApplied), "{error}");
    assert!(error.to_string().contains(&format!("`{name}`")), "{error}");
    assert_eq!(error.key(), Some("NOTE#7 / NOTE"), "{error}");
}

#[tokio::test]
async fn a_map_cannot_write_a_field_a_key_or_what_belongs_to_the_table() {
    let (local, store) = store().await;
    local.clear_operations();
    let names = ["id", "writer", "PK", "SK", "_et", "GSI1PK", "GSI1SK", "owner", "GSI2SK", "LSI1SK", "ends", "_w"];
    for name in names.into_iter().chain(["format"]) {
        let note = note(name, "INBOX#victim");
        refused(note.to_item(), name);
        refused(store.put(&note).await, name);
        refused(store.create(&note).await, name);
        refused(store.replace(&note).await, name);
        refused(store.put(&note).when(Note::WRITER.eq("ann")).await, name);
        let report = store.batch_put([&note]).await.unwrap();
        assert!(format!("{:?}", report.leftovers[0].reason).contains(&format!("`{name}`")), "{report:?}");
        refused(store.transaction().put(&note).await, name);
    }
    assert_eq!(local.operations().len(), 0);
    assert!(stored(&store).await.is_empty());
    assert_eq!(Inbox::of_user("victim").count(&store).await.unwrap(), 0);
}

#[tokio::test]
async fn a_map_keeps_what_its_users_wrote_and_nothing_else() {
    let (_local, store) = store().await;
    let note = note("colour", "red");
    store.put(&note).await.unwrap();
    assert_eq!(store.get(Note::key(7)).await.unwrap(), Some(note.clone()));
    let found = Note::of_owner("ann").send(&store).await.unwrap();
    assert_eq!(found.items, std::slice::from_ref(&note));
    // Another writer puts the item into an index that the entity does not have.
    let key = store.get(Note::key(7)).params().unwrap().key.unwrap();
    let update = store.client().update_item().table_name("store").set_key(Some(key));
    update
        .update_expression("SET GSI1PK = :pk, ends = :ends")
        .expression_attribute_values(":pk", AttributeValue::S("INBOX#bob".into()))
        .expression_attribute_values(":ends", AttributeValue::N("4102444800".into()))
        .send()
        .await
        .unwrap();
    let read = store.get(Note::key(7)).await.unwrap().unwrap();
    assert_eq!(read, note, "the map has no key of another entity");
    assert_eq!(Note::from_item(stored(&store).await.remove(0)).unwrap(), note);
    store.put(&read).await.unwrap();
}

#[tokio::test]
async fn attributes_of_an_index_that_the_entity_does_not_have_survive_a_read_and_a_put() {
    let (_local, store) = store().await;
    let shape = Shape { id: 1, form: Form::Circle { radius: 2 }, others: Attributes::default() };
    let mut item = shape.to_item().unwrap();
    item.insert("GSI1PK".into(), AttributeValue::S("INBOX#bob".into()));
    item.insert("ends".into(), AttributeValue::N("4102444800".into()));
    item.insert("colour".into(), AttributeValue::Ss(vec!["red".into()]));
    store.client().put_item().table_name("store").set_item(Some(item.clone())).send().await.unwrap();
    let read = store.get(Shape::key(1)).await.unwrap().unwrap();
    assert!(read.others.get("GSI1PK").is_some());
    assert_eq!(Shape::from_item(item.clone()).unwrap(), read);
    store.put(&read).await.unwrap();
    let mut put = stored(&store).await.remove(0);
    assert!(put.remove("_w").is_some());
    assert_eq!(put, item);
}

#[tokio::test]
async fn a_change_of_a_flattened_enum_is_stored_beside_attributes() {
    let (_local, store) = store().await;
    let others: Attributes = [("colour", Attribute::S("red".into()))].into_iter().collect();
    let shape = Shape { id: 1, form: Form::Circle { radius: 2 }, others: others.clone() };
    store.put(&shape).await.unwrap();
    let mut read = store.get(Shape::key(1)).await.unwrap().unwrap();
    read.form = Form::Circle { radius: 3 };
    store.put(&read).await.unwrap();
    assert_eq!(store.get(Shape::key(1)).await.unwrap().unwrap().form, Form::Circle { radius: 3 });
    read.form = Form::Square { side: 4 };
    store.put(&read).await.unwrap();
    let square = store.get(Shape::key(1)).await.unwrap().unwrap();
    assert_eq!(square.form, Form::Square { side: 4 });
    assert_eq!(square.others.get("colour"), others.get("colour"));

    store.put(&Loose { others, id: 1, form: Form::Circle { radius: 2 } }).await.unwrap();
    let mut read = store.get(Loose::key(1)).await.unwrap().unwrap();
    read.form = Form::Circle { radius: 3 };
    store.put(&read).await.unwrap();
    assert_eq!(store.get(Loose::key(1)).await.unwrap().unwrap().form, Form::Circle { radius: 3 });
}
