//! The laws, as generated programs call them.

use std::{collections::HashMap, fmt::Debug};

use aws_sdk_dynamodb::{primitives::Blob, types::AttributeValue};
use keywright::{Entity, Handle, Item, Key, Result, Table, client::AnyQuery, entity::KnownKey};
use keywright_local::Local;
use serde::{Serialize, de::DeserializeOwned};
use serde_json::{Map, Value as Json, json};

/// Runs the laws of one schema, and keeps what breaks them.
pub struct Probe {
    local: Local,
    failures: Vec<String>,
}

impl Default for Probe {
    fn default() -> Self {
        Self { local: Local::builder().answer_inline().start(), failures: Vec::new() }
    }
}

/// Returns a day, as days since 1970-01-01.
pub fn day(days: i32) -> chrono::NaiveDate {
    chrono::NaiveDate::from_epoch_days(days).unwrap_or_default()
}

/// Returns an instant.
pub fn chrono_time(seconds: i64, nanos: u32) -> chrono::DateTime<chrono::Utc> {
    chrono::DateTime::from_timestamp(seconds, nanos).unwrap_or_default()
}

/// Returns an instant.
pub fn jiff_time(seconds: i64, nanos: i32) -> jiff::Timestamp {
    jiff::Timestamp::new(seconds, nanos).unwrap_or_default()
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

    /// Writes items as another program would.
    pub async fn write<T: Table>(&mut self, table: &Handle<T>, stored: &[&str]) {
        for item in stored {
            let item = serde_json::from_str(item).ok().and_then(|json: Json| to_item(&json));
            let put = table.client().put_item().table_name(table.table_name()).set_item(item);
            if let Err(error) = put.send().await {
                self.fail(format!("the model's item is refused: {error:?}"));
            }
        }
    }

    /// Compares all stored items with these.
    async fn stores<T: Table>(&mut self, law: &str, table: &Handle<T>, expected: &[&str]) {
        let scan = table.client().scan().table_name(table.table_name()).send().await;
        let mut found: Vec<String> = match scan {
            Ok(answer) => answer.items().iter().map(|item| to_json(item).to_string()).collect(),
            Err(error) => return self.fail(format!("{law}: {error:?}")),
        };
        let mut expected: Vec<String> = expected.iter().map(|item| (*item).to_owned()).collect();
        found.sort();
        expected.sort();
        if found != expected {
            found.retain(|item| !expected.contains(item));
            self.same(law, &found, &expected);
        }
    }

    /// Every read finds the items that another program wrote.
    ///
    /// # Errors
    ///
    /// If a read fails.
    pub async fn reads<T, E>(&mut self, table: &Handle<T>, keys: &[Key<E>], values: &[E]) -> Result<()>
    where
        T: Table,
        E: Entity<Table = T> + KnownKey + Clone + PartialEq + Debug + Serialize + DeserializeOwned,
    {
        for (key, value) in keys.iter().zip(values) {
            let found = table.get(key.clone()).await?;
            self.same("get", &found.as_ref(), &Some(value));
        }
        let all: Vec<_> = values.iter().cloned().map(Some).collect();
        self.same("batch_get", &table.batch_get(keys.to_vec()).await?, &all);
        self.same("transaction_get", &table.transaction_get(keys.to_vec()).await?, &all);
        let mut scanned = places(&table.scan::<E>().await?.items, values);
        scanned.sort_unstable();
        self.same("scan", &scanned, &(0..values.len()).collect());
        Ok(())
    }

    /// A query returns these items in order, whole and in pages of each size.
    ///
    /// # Errors
    ///
    /// If a request fails.
    pub async fn query<T, E, Q>(
        &mut self,
        table: &Handle<T>,
        law: &str,
        query: Q,
        values: &[E],
        groups: &[&[usize]],
    ) -> Result<()>
    where
        T: Table,
        E: Entity<Table = T> + PartialEq + Debug + DeserializeOwned,
        Q: AnyQuery<T, Item = E> + Clone,
    {
        for limit in [usize::MAX, 1, 2, 3] {
            let mut found = Vec::new();
            let mut cursor = None;
            for _ in 0..100 {
                let mut query = query.clone().cursor(cursor.clone());
                if limit != usize::MAX {
                    query = query.limit(limit);
                }
                let page = query.send(table).await?;
                found.extend(page.items);
                cursor = page.cursor;
                if cursor.is_none() {
                    break;
                }
            }
            let mut places = places(&found, values);
            // The order within a group is open.
            let mut at = 0;
            for group in groups {
                let end = (at + group.len()).min(places.len());
                places[at.min(end)..end].sort_unstable();
                at = end;
            }
            let of = if limit == usize::MAX { String::new() } else { format!(", in pages of {limit}") };
            self.same(&format!("{law}{of}"), &places, &groups.concat());
        }
        Ok(())
    }

    /// Items that are read and put back keep every byte, deletes remove them, and puts write what the model says.
    ///
    /// # Errors
    ///
    /// If a write fails.
    pub async fn writes<T, E>(
        &mut self,
        table: &Handle<T>,
        keys: &[Key<E>],
        values: &[E],
        stored: &[&str],
    ) -> Result<()>
    where
        T: Table,
        E: Entity<Table = T> + KnownKey + Clone + PartialEq + Debug + Serialize + DeserializeOwned,
    {
        for read in table.scan::<E>().await?.items {
            table.put(&read).await?;
        }
        self.stores("read and put back", table, stored).await;
        for key in keys {
            table.delete(key.clone()).await?;
        }
        self.stores("delete", table, &[]).await;
        for (value, stored) in values.iter().zip(stored) {
            let item = value.to_item()?;
            self.same("to_item", &to_json(&item).to_string(), &(*stored).to_owned());
            table.create(value).await?;
        }
        self.stores("create", table, stored).await;
        Ok(())
    }
}

/// Returns the places of the found items among the values, and `usize::MAX` for any other item.
fn places<E: PartialEq>(found: &[E], values: &[E]) -> Vec<usize> {
    found.iter().map(|item| values.iter().position(|value| value == item).unwrap_or(usize::MAX)).collect()
}

/// Converts DynamoDB's JSON to an item.
fn to_item(json: &Json) -> Option<Item> {
    json.as_object()?.iter().map(|(name, value)| Some((name.clone(), to_value(value)?))).collect()
}

fn to_value(json: &Json) -> Option<AttributeValue> {
    let (kind, value) = json.as_object()?.iter().next()?;
    let texts = || value.as_array()?.iter().map(|text| Some(text.as_str()?.to_owned())).collect::<Option<Vec<_>>>();
    Some(match kind.as_str() {
        "S" => AttributeValue::S(value.as_str()?.to_owned()),
        "N" => AttributeValue::N(value.as_str()?.to_owned()),
        "BOOL" => AttributeValue::Bool(value.as_bool()?),
        "NULL" => AttributeValue::Null(true),
        "SS" => AttributeValue::Ss(texts()?),
        "NS" => AttributeValue::Ns(texts()?),
        "L" => AttributeValue::L(value.as_array()?.iter().map(to_value).collect::<Option<_>>()?),
        "M" => AttributeValue::M(to_item(value)?),
        "B" => AttributeValue::B(Blob::new(value.as_str()?.as_bytes())),
        _ => return None,
    })
}

/// Converts an item to DynamoDB's JSON. Sets are sorted.
fn to_json(item: &HashMap<String, AttributeValue>) -> Json {
    Json::Object(item.iter().map(|(name, value)| (name.clone(), value_json(value))).collect::<Map<_, _>>())
}

fn value_json(value: &AttributeValue) -> Json {
    let sorted = |texts: &[String]| {
        let mut texts = texts.to_vec();
        texts.sort();
        texts
    };
    match value {
        AttributeValue::S(text) => json!({ "S": text }),
        AttributeValue::N(text) => json!({ "N": text }),
        AttributeValue::Bool(is) => json!({ "BOOL": is }),
        AttributeValue::Null(_) => json!({ "NULL": true }),
        AttributeValue::Ss(texts) => json!({ "SS": sorted(texts) }),
        AttributeValue::Ns(texts) => json!({ "NS": sorted(texts) }),
        AttributeValue::L(values) => json!({ "L": values.iter().map(value_json).collect::<Vec<_>>() }),
        AttributeValue::M(entries) => json!({ "M": to_json(entries) }),
        other => json!(format!("{other:?}")),
    }
}

/// A generated module: its name, and the function that runs it.
pub type Module = (&'static str, fn(&mut Probe) -> std::pin::Pin<Box<dyn Future<Output = Result<()>> + '_>>);

/// Runs each module, and prints a line for each failure: the module's name, a tab, and the failure as a JSON text.
pub fn main(modules: &[Module]) {
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build();
    let Ok(runtime) = runtime else { return println!("the runtime does not start") };
    for (name, run) in modules {
        let mut probe = Probe::default();
        let ran = std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| runtime.block_on(run(&mut probe))));
        match ran {
            Ok(Ok(())) => {}
            Ok(Err(error)) => probe.fail(format!("{error}")),
            Err(_) => probe.fail("it panics".into()),
        }
        for failure in probe.failures() {
            println!("{name}\t{}", json!(failure));
        }
    }
    println!("ran\t{}", modules.len());
}
