//! The laws of writes.

use std::fmt::Debug;

use keywright::{
    Conditional, Entity, Handle, Result, Table,
    client::{SweepReport, item_bytes},
};
use serde_json::Value as Json;

use super::{
    Probe, differences,
    json::{is_expected, to_item, to_json},
    parsed,
};

impl Probe {
    /// Writes items as another program would.
    pub async fn write<T: Table>(&mut self, table: &Handle<T>, stored: &[&str]) {
        for item in stored {
            let item = to_item(&parsed(item));
            self.largest_bytes = item.as_ref().map_or(0, item_bytes).max(self.largest_bytes);
            let put = table.client().put_item().table_name(table.table_name()).set_item(item);
            if let Err(error) = put.send().await {
                self.fail(format!("the model's item is refused: {error:?}"));
            }
        }
    }

    /// Deletes all items.
    pub async fn clear<T: Table>(&mut self, table: &Handle<T>) {
        let described = table.client().describe_table().table_name(table.table_name()).send().await;
        let Some(described) = described.ok().and_then(|described| described.table) else {
            return self.fail("the table cannot be described".into());
        };
        let names: Vec<&str> = described.key_schema().iter().map(|key| key.attribute_name()).collect();
        for item in self.items("clear", table).await {
            let mut key = to_item(&item).unwrap_or_default();
            key.retain(|name, _| names.contains(&name.as_str()));
            let delete = table.client().delete_item().table_name(table.table_name()).set_key(Some(key));
            if let Err(error) = delete.send().await {
                self.fail(format!("clear: {error:?}"));
            }
        }
    }

    /// Returns all stored items.
    async fn items<T: Table>(&mut self, law: &str, table: &Handle<T>) -> Vec<Json> {
        match table.client().scan().table_name(table.table_name()).send().await {
            Ok(answer) => answer.items().iter().map(to_json).collect(),
            Err(error) => {
                self.fail(format!("{law}: {error:?}"));
                Vec::new()
            }
        }
    }

    /// Compares all stored items with these.
    pub async fn stores<T: Table>(&mut self, law: &str, table: &Handle<T>, expected: &[&str]) {
        let mut found = self.items(law, table).await;
        let mut expected: Vec<Json> = expected.iter().map(|item| parsed(item)).collect();
        found.retain(|item| {
            let same = expected.iter().position(|expected| is_expected(item, expected));
            same.map(|place| expected.swap_remove(place)).is_none()
        });
        // The most similar one.
        let common = |found: &Json, expected: &Json| {
            let names = expected.as_object().into_iter().flatten();
            names.filter(|(name, value)| is_expected(&found[name.as_str()], value)).count()
        };
        let found = found.pop();
        let expected = expected.into_iter().max_by_key(|item| found.as_ref().map_or(0, |found| common(found, item)));
        match (found, expected) {
            (None, None) => {}
            (Some(found), Some(expected)) => self.fail(differences(law, &found, &expected)),
            (Some(found), None) => self.fail(format!("{law}\n      there is another item {found}")),
            (None, Some(expected)) => self.fail(format!("{law}\n      there is no item {expected}")),
        }
    }

    /// No item was found.
    pub fn absent<E: Debug>(&mut self, law: &str, found: Option<E>) {
        if found.is_some() {
            self.fail(format!("{law}: a get of the other item returns {found:?}"));
        }
    }

    /// A write answers `Ok`, or with an error of this kind.
    pub fn answers<A>(&mut self, law: &str, answer: Result<A>, expected: &str) {
        let (found, text) = match answer {
            Ok(_) => ("Ok".to_owned(), String::new()),
            Err(error) => (format!("{:?}", error.kind()), error.to_string()),
        };
        if found != expected {
            self.fail(format!("{law}\n      found    {found} {text}\n      expected {expected}"));
        }
    }
}

/// Returns the report of a sweep.
///
/// # Errors
///
/// If the sweep failed, or an item could not be written.
pub fn swept(answer: Result<SweepReport>) -> Result<SweepReport> {
    let mut report = answer?;
    match report.failed.pop() {
        Some(failed) => Err(failed.error),
        None => Ok(report),
    }
}

/// Returns the answer of a write whose condition was judged.
///
/// # Errors
///
/// If the write failed, or the condition does not hold.
pub fn applied<O, E: Entity>(answer: Result<Conditional<O, E>>) -> Result<O> {
    answer.and_then(Conditional::applied)
}
