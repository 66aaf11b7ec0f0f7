//! The laws, as generated programs call them.

mod generated;
mod json;
mod load;
mod queries;
mod release;
mod values;
mod writes;

pub use load::LOAD;

use std::fmt::Debug;

use keywright::{
    Entity, Handle, Key, Result, Table, Transactional,
    streams::{Change, StreamEvent},
};
use keywright_local::Local;
use serde::{Serialize, de::DeserializeOwned};
use serde_json::{Value as Json, json};

use json::{is_expected, to_item, to_json};
pub use values::{
    any, attributes, chrono_civil, chrono_day, chrono_time, jiff_civil, jiff_day, jiff_time, time_civil, time_day,
    time_time,
};
pub use writes::{applied, swept};

/// Returns what a read by each key finds: nothing for an item that has expired.
fn visible<E: Clone>(values: &[E], expired: &[usize]) -> Vec<Option<E>> {
    let visible = |(place, value): (usize, &E)| (!expired.contains(&place)).then(|| value.clone());
    values.iter().enumerate().map(visible).collect()
}

/// Runs the laws of one schema, and keeps what breaks them.
pub struct Probe {
    local: Local,
    failures: Vec<String>,
    /// The size of the largest item that was written as the model says, in bytes.
    largest_bytes: u64,
}

impl Default for Probe {
    fn default() -> Self {
        Self { local: Local::builder().answer_inline().start(), failures: Vec::new(), largest_bytes: 0 }
    }
}

impl Probe {
    /// Returns what the program found.
    pub fn failures(self) -> Vec<String> {
        self.failures
    }

    /// Notes a failure that is not the answer of a law.
    pub fn fail(&mut self, failure: String) {
        self.failures.push(failure);
    }

    fn same<T: PartialEq + Debug>(&mut self, law: &str, found: &T, expected: &T) {
        if found != expected {
            self.failures.push(format!("{law}\n      found    {found:?}\n      expected {expected:?}"));
        }
    }

    /// Creates the table.
    ///
    /// # Errors
    ///
    /// If the engine refuses it.
    pub async fn open<T: Table>(&mut self) -> Result<Handle<T>> {
        self.local.open::<T>("schema").await
    }

    /// Items are encoded as the model says, and decoded from the table and from a stream. Keys are parsed.
    pub fn codec<E>(&mut self, values: &[E], keys: &[Key<E>], stored: &[&str], encoded: &[&str])
    where
        E: Entity + Clone + PartialEq + Debug + Serialize + DeserializeOwned,
    {
        for (place, value) in values.iter().enumerate() {
            let law = |name: &str| format!("{name} of item {place}");
            let (stored, expected) = (parsed(stored[place]), parsed(encoded[place]));
            match to_item(&stored).map(E::from_item) {
                Some(Ok(found)) => self.same(&law("from_item"), &found, value),
                Some(Err(error)) => self.fail(format!("{}: {error}", law("from_item"))),
                None => self.fail(format!("{}: no item", law("from_item"))),
            }
            match value.to_item() {
                Ok(item) => {
                    let found = to_json(&item);
                    if !is_expected(&found, &expected) {
                        self.fail(differences(&law("to_item"), &found, &expected));
                    }
                }
                Err(error) => self.fail(format!("{}: {error}", law("to_item"))),
            }
            let keys_of = value.keys().map(|keys| keys.len());
            if let Err(error) = keys_of {
                self.fail(format!("{}: {error}", law("keys")));
            }
            self.record(&law("stream record"), &stored, value);
            match keys[place].to_item_key().and_then(|key| Key::<E>::from_item_key(&key)?.to_item_key()) {
                Ok(parsed) => {
                    self.same(&law("key"), &Ok(parsed), &keys[place].to_item_key().map_err(|error| error.to_string()))
                }
                Err(error) => self.fail(format!("{}: {error}", law("key"))),
            }
        }
    }

    /// A record of a stream has the item.
    fn record<E>(&mut self, law: &str, stored: &Json, value: &E)
    where
        E: Entity + PartialEq + Debug + DeserializeOwned,
    {
        for (name, image) in [("INSERT", "NewImage"), ("REMOVE", "OldImage")] {
            let change = json!({ "Keys": {}, image: stored, "StreamViewType": "NEW_AND_OLD_IMAGES" });
            let event = json!({ "Records": [{ "eventName": name, "dynamodb": change }] });
            let event = serde_json::from_value::<StreamEvent>(event);
            match event.as_ref().map(|event| event.records[0].change::<E>()) {
                Ok(Ok(Some(Change::Inserted(found) | Change::Removed(found)))) => self.same(law, &found, value),
                other => self.fail(format!("{law}: {other:?}")),
            }
        }
    }

    /// Every read finds the items that another program wrote.
    ///
    /// # Errors
    ///
    /// If a read fails.
    pub async fn reads<T, E>(
        &mut self,
        table: &Handle<T>,
        keys: &[Key<E>],
        values: &[E],
        expired: &[usize],
    ) -> Result<()>
    where
        T: Table,
        E: Entity<Table = T> + Clone + PartialEq + Debug + DeserializeOwned,
    {
        let all = visible(values, expired);
        for (key, value) in keys.iter().zip(&all) {
            self.same("get", &table.get(key.clone()).await?, value);
        }
        self.same("batch_get", &table.batch_get(keys.to_vec()).await?, &all);
        self.scans(table, values, expired).await
    }

    /// A read at one instant finds the items that another program wrote.
    ///
    /// # Errors
    ///
    /// If the read fails.
    pub async fn reads_at_one_instant<T, E>(
        &mut self,
        table: &Handle<T>,
        keys: &[Key<E>],
        values: &[E],
        expired: &[usize],
    ) -> Result<()>
    where
        T: Transactional,
        E: Entity<Table = T> + Clone + PartialEq + Debug + DeserializeOwned,
    {
        self.same("transaction_get", &table.transaction_get(keys.to_vec()).await?, &visible(values, expired));
        Ok(())
    }

    /// A scan finds the items of an entity.
    ///
    /// # Errors
    ///
    /// If a request fails.
    pub async fn scans<T, E>(&mut self, table: &Handle<T>, values: &[E], expired: &[usize]) -> Result<()>
    where
        T: Table,
        E: Entity<Table = T> + PartialEq + DeserializeOwned,
    {
        let mut scanned = queries::places(&table.scan::<E>().await?.items, values);
        scanned.sort_unstable();
        self.same("scan", &scanned, &(0..values.len()).filter(|place| !expired.contains(place)).collect());
        Ok(())
    }
}

fn parsed(text: &str) -> Json {
    serde_json::from_str(text).unwrap_or_default()
}

/// Describes the attributes that are not as expected.
fn differences(law: &str, found: &Json, expected: &Json) -> String {
    let empty = serde_json::Map::new();
    let (found, expected) = (found.as_object().unwrap_or(&empty), expected.as_object().unwrap_or(&empty));
    let names: std::collections::BTreeSet<_> = found.keys().chain(expected.keys()).collect();
    let mut text = law.to_owned();
    for name in names {
        let (found, expected) = (found.get(name), expected.get(name));
        let is_same = matches!((found, expected), (Some(found), Some(expected)) if is_expected(found, expected));
        if !is_same {
            let shown = |value: Option<&Json>| value.map_or_else(|| "nothing".into(), Json::to_string);
            text += &format!("\n      {name}: found {}, expected {}", shown(found), shown(expected));
        }
    }
    text
}

/// A generated module: its name, and the function that runs it.
pub type Module = (&'static str, fn(&mut Probe) -> std::pin::Pin<Box<dyn Future<Output = Result<()>> + '_>>);

/// Runs the modules, those after `NAME` if the first argument is `>NAME`, and prints a line for each failure: the
/// module's name, a tab, and the failure as a JSON text.
///
/// A line with the name alone begins a module, so that the last one of an aborted program is known.
pub fn main(modules: &[Module]) {
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build();
    let Ok(runtime) = runtime else { return println!("the runtime does not start") };
    let after = std::env::args().nth(1).unwrap_or_default();
    let last = modules.iter().position(|(name, _)| after.strip_prefix('>') == Some(name));
    for (name, run) in &modules[last.map_or(0, |last| last + 1)..] {
        println!("{name}");
        let mut probe = Probe::default();
        if let Err(error) = runtime.block_on(run(&mut probe)) {
            probe.fail(format!("{error}"));
        }
        for failure in probe.failures() {
            println!("{name}\t{}", json!(failure));
        }
    }
    println!("end");
}
