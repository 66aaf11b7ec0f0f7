//! Writes of a schema's first entity.

use crate::value::Value;

/// A write, and how it is sent.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Step {
    pub write: Write,
    pub way: Way,
}

/// What is written. Items are places in the list of the entity's items.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Write {
    /// Puts an item with other values in fields outside of the table's key.
    Put {
        item: usize,
        values: Vec<Value>,
    },
    Create {
        item: usize,
    },
    Replace {
        item: usize,
        values: Vec<Value>,
    },
    Delete {
        item: usize,
    },
    /// Sets these fields.
    Update {
        item: usize,
        changes: Vec<(usize, Value)>,
    },
    /// Adds to an integer.
    Add {
        item: usize,
        field: usize,
        amount: i64,
    },
    /// Sets all fields outside of the table's key.
    Upsert {
        item: usize,
        values: Vec<Value>,
    },
    Increment {
        item: usize,
        field: usize,
        amount: i64,
    },
    /// Changes a field of the table's key, and removes the values of others.
    Move {
        item: usize,
        field: usize,
        to: Value,
        emptied: Vec<usize>,
    },
    /// Puts another item with the same key, which contains only a part of a field.
    PutOther {
        item: usize,
        values: Vec<Value>,
    },
    /// Puts an item with a version that is not stored.
    PutStale {
        item: usize,
    },
    /// Deletes an item as it was read, perhaps with a version that is not stored.
    DeleteItem {
        item: usize,
        stale: bool,
    },
    /// Sets a field if it has this value, or one that no item has. With `unless`, if it does not have that one.
    UpdateWhen {
        item: usize,
        field: usize,
        is: Value,
        to: Value,
        unless: bool,
    },
    /// Sets a field of all items.
    UpdateEach {
        field: usize,
        to: Value,
    },
    /// Deletes all items with this value.
    DeleteEach {
        field: usize,
        like: Value,
    },
    Backfill,
    Rekey,
}

impl Write {
    /// Returns the place of the only item that it writes.
    pub fn item(&self) -> Option<usize> {
        match self {
            Self::Put { item, .. }
            | Self::Create { item }
            | Self::Replace { item, .. }
            | Self::Delete { item }
            | Self::Update { item, .. }
            | Self::Add { item, .. }
            | Self::Upsert { item, .. }
            | Self::Increment { item, .. }
            | Self::Move { item, .. }
            | Self::PutOther { item, .. }
            | Self::PutStale { item }
            | Self::DeleteItem { item, .. }
            | Self::UpdateWhen { item, .. } => Some(*item),
            Self::UpdateEach { .. } | Self::DeleteEach { .. } | Self::Backfill | Self::Rekey => None,
        }
    }
}

/// How a write is sent.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Way {
    Alone,
    Transaction,
    Batch,
}
