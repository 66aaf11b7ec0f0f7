//! Checks whether stored items survive a read and a put unchanged.
//!
//! Run this check before a program writes to a table that other programs have written. It reads items of that table as
//! entities, and names each attribute that a put would lose, add or write in another form.
//!
//! ```
//! use keywright::{Attributes, Entity, Table};
//! use keywright_tools::{audit::StoredItem, put_back::PutBack};
//! use serde::{Deserialize, Serialize};
//!
//! #[derive(Table)]
//! #[table(discriminator = none, encoding = "raw")]
//! #[entities(Profile)]
//! struct Users;
//!
//! #[derive(Entity, Serialize, Deserialize)]
//! #[entity(table = Users)]
//! #[pk(template = "USER#<user>")]
//! #[sk(template = "PROFILE")]
//! struct Profile {
//!     user: String,
//!     #[serde(flatten)]
//!     others: Attributes,
//! }
//!
//! # fn main() -> Result<(), Box<dyn std::error::Error>> {
//! let stored = serde_json::json!({ "PK": {"S": "USER#ann"}, "SK": {"S": "PROFILE"}, "age": {"N": "30"} });
//! let stored = StoredItem::new(stored.as_object().cloned().unwrap_or_default())?;
//! let report = PutBack::new().entity::<Profile>().check([&stored]);
//! assert_eq!(report.differing[0].to_string(), "Profile, USER#ann PROFILE: a put would add attribute `user`");
//! # Ok(()) }
//! ```

use std::{collections::BTreeSet, fmt};

use keywright::{Entity, ErrorKind, Item};
use serde::{Serialize, de::DeserializeOwned};
use serde_json::{Map, Value};

use crate::{audit::StoredItem, sdk_item};

/// Reads stored items as entities, and compares what a put would write with the stored item.
#[derive(Debug, Clone, Default)]
pub struct PutBack {
    entities: Vec<Checked>,
}

/// An entity to check items of.
#[derive(Debug, Clone, Copy)]
struct Checked {
    name: &'static str,
    /// The attributes of the key, which identify an item in the report.
    keys: [Option<&'static str>; 2],
    /// Returns what a put of the item would write after a read, or `None` for an item of another entity.
    put_back: fn(Item) -> keywright::Result<Option<Item>>,
}

/// The number of differences that a report lists.
const LISTED: usize = 100;

/// The outcome of a check.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct PutBackReport {
    /// Items that a put would not change.
    pub identical: u64,
    /// Items that a put would change, or that cannot be read.
    pub different: u64,
    /// The first 100 items that differ.
    pub differing: Vec<Difference>,
}

/// An item that a put would change, or that cannot be read.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct Difference {
    /// The entity, if the item's key or discriminator identifies one.
    pub entity: Option<&'static str>,
    /// The item's key.
    pub key: String,
    /// The difference, or why the item cannot be read.
    pub why: String,
}

impl PutBack {
    /// Creates a check without entities. Add them with [`entity`](Self::entity).
    pub fn new() -> Self {
        Self::default()
    }

    /// Adds an entity to the check. An item is read as the first entity that it matches.
    pub fn entity<E: Entity + Serialize + DeserializeOwned>(mut self) -> Self {
        let table = E::SCHEMA.table;
        self.entities.push(Checked {
            name: E::SCHEMA.name,
            keys: [Some(table.partition_key.name), table.sort_key.map(|sort| sort.name)],
            put_back: put_back::<E>,
        });
        self
    }

    /// Compares each item with what a put of it would write.
    pub fn check<'a>(&self, items: impl IntoIterator<Item = &'a StoredItem>) -> PutBackReport {
        let mut report = PutBackReport::default();
        for item in items {
            match self.difference(item) {
                None => report.identical += 1,
                Some((entity, why)) => {
                    report.different += 1;
                    if report.differing.len() < LISTED {
                        report.differing.push(Difference { entity, key: self.key(item), why });
                    }
                }
            }
        }
        report
    }

    fn difference(&self, item: &StoredItem) -> Option<(Option<&'static str>, String)> {
        let Some(stored) = sdk_item::from_json(item.attributes()) else {
            return Some((None, "not an item: binary values have to be base64".to_owned()));
        };
        for entity in &self.entities {
            match (entity.put_back)(stored.clone()) {
                Ok(None) => {}
                Ok(Some(written)) => {
                    return difference(item.attributes(), &sdk_item::to_json(&written))
                        .map(|why| (Some(entity.name), why));
                }
                Err(error) => return Some((Some(entity.name), error.to_string())),
            }
        }
        Some((None, "no entity has such a key".to_owned()))
    }

    fn key(&self, item: &StoredItem) -> String {
        let keys = self.entities.first().map(|entity| entity.keys).unwrap_or_default();
        let text = |name| item.scalar(name).map(|(_, text)| text);
        keys.into_iter().flatten().filter_map(text).collect::<Vec<_>>().join(" ")
    }
}

impl PutBackReport {
    /// Returns whether no put would change an item.
    pub fn is_identical(&self) -> bool {
        self.different == 0
    }
}

fn put_back<E: Entity + Serialize + DeserializeOwned>(item: Item) -> keywright::Result<Option<Item>> {
    match E::from_item(item) {
        Ok(entity) => entity.to_item().map(Some),
        Err(error) if error.kind() == ErrorKind::WrongEntity => Ok(None),
        Err(error) => Err(error),
    }
}

/// Returns the first difference, in the order of attribute names.
fn difference(stored: &Map<String, Value>, written: &Map<String, Value>) -> Option<String> {
    let names: BTreeSet<_> = stored.keys().chain(written.keys()).collect();
    names.into_iter().find_map(|name| match (stored.get(name), written.get(name)) {
        (Some(_), None) => Some(format!("a put would lose attribute `{name}`")),
        (None, Some(_)) => Some(format!("a put would add attribute `{name}`")),
        (Some(stored), Some(written)) if !is_same(stored, written) => {
            Some(format!("a put would write {written} instead of {stored} into attribute `{name}`"))
        }
        _ => None,
    })
}

/// Returns whether DynamoDB considers two values equal. The order of a set's elements does not matter.
fn is_same(one: &Value, two: &Value) -> bool {
    let set = |value: &Value| {
        let (letter, content) = value.as_object()?.iter().next()?;
        let members = content.as_array().filter(|_| ["SS", "NS", "BS"].contains(&letter.as_str()))?;
        let members: BTreeSet<_> = members.iter().filter_map(Value::as_str).map(str::to_owned).collect();
        Some((letter.clone(), members))
    };
    match (set(one), set(two)) {
        (Some(one), Some(two)) => one == two,
        _ => one == two,
    }
}

impl fmt::Display for Difference {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}, {}: {}", self.entity.unwrap_or("no entity"), self.key, self.why)
    }
}

/// Formats a line with the totals, and a line for each item that differs.
impl fmt::Display for PutBackReport {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "{} items are put back as they are, {} are not", self.identical, self.different)?;
        self.differing.iter().try_for_each(|difference| writeln!(f, "  {difference}"))?;
        match self.different.saturating_sub(self.differing.len() as u64) {
            0 => Ok(()),
            more => writeln!(f, "  and {more} more"),
        }
    }
}
