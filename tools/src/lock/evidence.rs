//! Evidence that no item of an entity is left under an older key.

use keywright::key::Timestamp;
use serde_json::{Value, json};

use crate::instant;

/// The result of a `rekey` of a whole table: the number of items of an entity that are under the key that its schema
/// writes, and the number of those that are not.
///
/// `lock --evidence FILE` reads its [JSON](Self::to_json), and then accepts that the older keys of the entity are
/// removed from the schema.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Evidence {
    /// The entity's name.
    pub(super) entity: String,
    /// The template of the partition key under which the items were expected.
    pub(super) key: String,
    /// The instant from which items are written under that key, if earlier ones are written under older keys.
    pub(super) since: Option<Timestamp>,
    /// The templates of the older keys that were looked for.
    pub(super) older: Vec<String>,
    /// The name of the table.
    pub(super) table: String,
    /// The items under their own key.
    pub(super) items: u64,
    /// The items under an older key, and those whose key is not known.
    pub(super) elsewhere: u64,
    /// Whether the whole table was read.
    pub(super) is_whole: bool,
    /// When it was made.
    pub(super) at: Timestamp,
}

impl Evidence {
    /// Makes the evidence of a run that has ended now.
    #[cfg(feature = "client")]
    pub fn of<E: keywright::Entity>(table_name: &str, report: &keywright::client::SweepReport) -> Self {
        let schema = &E::SCHEMA;
        let key = schema.keys.first();
        Self {
            entity: schema.name.to_owned(),
            key: key.map_or("", |key| key.partition.source).to_owned(),
            older: key.into_iter().flat_map(|key| key.legacy).map(|older| older.partition.source.to_owned()).collect(),
            table: table_name.to_owned(),
            items: report.unchanged,
            elsewhere: report.matched.saturating_sub(report.unchanged),
            since: key.and_then(|key| key.since),
            is_whole: report.covers_table(),
            at: instant::now(),
        }
    }

    /// Returns the evidence as JSON, for a file.
    pub fn to_json(&self) -> String {
        let Self { entity, key, since, older, table, items, elsewhere, is_whole, at } = self;
        let (at, since) = (instant::text(*at), since.map(instant::text));
        let value = json!({
            "keywright": "rekey", "table": table, "entity": entity, "key": key, "since": since, "older_keys": older,
            "items": items, "under_other_keys": elsewhere, "whole_table": is_whole, "at": at,
        });
        format!("{value:#}\n")
    }

    /// Reads what [`to_json`](Self::to_json) wrote.
    ///
    /// # Errors
    ///
    /// If the text is not the evidence of a `rekey`.
    pub fn from_json(text: &str) -> Result<Self, String> {
        let value: Value = serde_json::from_str(text).map_err(|error| error.to_string())?;
        if value["keywright"] != "rekey" {
            return Err("it is not the evidence of a `rekey`".to_owned());
        }
        let missing = |name: &str| format!("it lacks `{name}`; make the evidence again");
        let text = |name: &str| value[name].as_str().map(str::to_owned).ok_or_else(|| missing(name));
        let number = |name: &str| value[name].as_u64().ok_or_else(|| missing(name));
        let older = value["older_keys"].as_array().ok_or_else(|| missing("older_keys"))?;
        let older = older.iter().map(|of| of.as_str().map(str::to_owned).ok_or_else(|| missing("older_keys")));
        Ok(Self {
            entity: text("entity")?,
            key: text("key")?,
            since: match &value["since"] {
                Value::Null => None,
                since => Some(since.as_str().and_then(instant::parse).ok_or_else(|| missing("since"))?),
            },
            older: older.collect::<Result<_, _>>()?,
            table: text("table")?,
            items: number("items")?,
            elsewhere: number("under_other_keys")?,
            is_whole: value["whole_table"].as_bool().ok_or_else(|| missing("whole_table"))?,
            at: instant::parse(&text("at")?).ok_or_else(|| missing("at"))?,
        })
    }

    /// Whether it shows that no item of an entity is under this older key, although the release before reads it.
    ///
    /// # Errors
    ///
    /// If it is of this key and does not show this. The error is the reason.
    pub(super) fn shows(&self, entity: &str, key: &str, since: Option<Timestamp>, older: &str) -> Result<bool, String> {
        if self.entity != entity || self.key != key || !self.older.iter().any(|of| of == older) {
            return Ok(false);
        }
        if self.since != since {
            return Err("the evidence was made with another `since`, by which other items have this key: run `rekey` \
                        again"
                .into());
        }
        if !self.is_whole {
            return Err("the evidence is of a part of the table, or of a run that continued an earlier one: run \
                        `rekey` over the whole table, from the beginning"
                .into());
        }
        match self.elsewhere {
            0 => Ok(true),
            items => Err(format!("the evidence counts {items} items under other keys: run `rekey` again")),
        }
    }

    /// Describes it for the history of a lock.
    pub(super) fn describe(&self) -> String {
        format!(
            "{} items of {} are under the current key, none under other keys, at {}",
            self.items,
            self.table,
            instant::text(self.at)
        )
    }
}
