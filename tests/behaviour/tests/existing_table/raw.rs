//! Raw items in DynamoDB's JSON, and tables of them.

use std::{env, fs, path::Path};

use aws_sdk_dynamodb::types::AttributeValue;
use futures_util::TryStreamExt as _;
use keywright::{Handle, Item, Table, entity::StoredIn};
use keywright_tools::{
    audit::{Audit, AuditOptions, Auditor, StoredItem, TableShape},
    scaffold::scaffold,
};
use serde::{Serialize, de::DeserializeOwned};
use serde_json::Value;

/// Returns the items of a list.
pub(crate) fn items(list: Value) -> Vec<StoredItem> {
    let list = list.as_array().unwrap().iter();
    list.map(|item| StoredItem::new(item.as_object().unwrap().clone()).unwrap()).collect()
}

/// Returns an audit of the items.
pub(crate) fn audit(items: &[StoredItem], table: Option<&Value>) -> Audit {
    let mut options = AuditOptions::default();
    options.shape = table.map(|table| TableShape::described(table).unwrap());
    let mut auditor = Auditor::new(options);
    items.iter().for_each(|item| auditor.add(item.clone()).unwrap());
    auditor.report().unwrap()
}

/// Returns the templates of an audit, and the numbers of their items.
pub(crate) fn templates(audit: &Audit) -> Vec<(&str, u64)> {
    audit.patterns.iter().map(|pattern| (pattern.template.as_str(), pattern.items)).collect()
}

/// Checks that the source scaffolded from an audit is the one in `generated`.
pub(crate) fn assert_generated(audit: &Audit, name: &str, file: &str) {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/existing_table/generated");
    let (source, path) = (scaffold(audit, Some(name)), folder.join(file));
    if env::var_os("UPDATE_EXPECT").is_some() {
        fs::write(path, source).unwrap();
    } else {
        assert_eq!(fs::read_to_string(path).unwrap(), source, "{file}: UPDATE_EXPECT=1 writes it again");
    }
}

/// Returns the SDK's form of an item.
fn sdk_item(item: &StoredItem) -> Item {
    let value = |value: &Value| {
        let (letter, content) = value.as_object().unwrap().iter().next().unwrap();
        match letter.as_str() {
            "S" => AttributeValue::S(content.as_str().unwrap().to_owned()),
            "N" => AttributeValue::N(content.as_str().unwrap().to_owned()),
            "M" => {
                let entries = content.as_object().unwrap().iter();
                AttributeValue::M(entries.map(|(name, value)| (name.clone(), text(value))).collect())
            }
            other => panic!("{other}"),
        }
    };
    item.attributes().iter().map(|(name, it)| (name.clone(), value(it))).collect()
}

fn text(value: &Value) -> AttributeValue {
    AttributeValue::S(value["S"].as_str().unwrap().to_owned())
}

/// Puts raw items into a table, as another program would.
pub(crate) async fn store<T: Table>(table: &Handle<T>, items: &[StoredItem]) {
    for item in items {
        let put = table.client().put_item().table_name(table.table_name());
        put.set_item(Some(sdk_item(item))).send().await.unwrap();
    }
}

/// Returns all items of a table, in the order of their keys.
pub(crate) async fn stored<T: Table>(table: &Handle<T>) -> Vec<Item> {
    let items: Vec<Item> = table.scan_items().stream().try_collect().await.unwrap();
    sorted(items)
}

/// Returns the items in their stored form, in the order of their keys.
pub(crate) fn as_stored(items: &[StoredItem]) -> Vec<Item> {
    sorted(items.iter().map(sdk_item).collect())
}

fn sorted(mut items: Vec<Item>) -> Vec<Item> {
    let text = |item: &Item, name: &str| item.get(name).and_then(|value| value.as_s().ok().cloned());
    items.sort_by_key(|item| (text(item, "PK"), text(item, "SK")));
    items
}

/// Reads every item of an entity and puts it back. Returns the number of items.
pub(crate) async fn put_all_back<T, E>(table: &Handle<T>) -> usize
where
    T: Table,
    E: StoredIn<T> + Serialize + DeserializeOwned,
{
    let read: Vec<E> = table.scan::<E>().stream().try_collect().await.unwrap();
    for entity in &read {
        table.put(entity).await.unwrap();
    }
    read.len()
}
