//! The item before and after a write that is not carried out yet.

use dynoxide::actions::get_item::GetItemRequest;
use dynoxide::actions::update_item::UpdateItemRequest;
use dynoxide::types::Item;
use dynoxide::{Database, DynoxideError};

use super::keys::Keys;
use super::preview::UpdatePreview;
use super::schema::Schema;

/// A write of one item.
pub(super) enum Write {
    Put(Item),
    Delete(Item),
    ConditionCheck(Item),
    Update(Box<UpdateItemRequest>),
}

#[derive(Debug)]
pub(super) struct Images {
    pub(super) keys: Keys,
    pub(super) old: Option<Item>,
    pub(super) new: Option<Item>,
}

impl Images {
    /// Determines the item before and after a write. `None` if the request is invalid, which the engine will report.
    pub(super) fn of(database: &Database, preview: &mut UpdatePreview, schema: &Schema, write: Write) -> Option<Self> {
        let key = match &write {
            Write::Put(item) => schema.key.of(item)?,
            Write::Delete(key) | Write::ConditionCheck(key) => key.clone(),
            Write::Update(request) => request.key.clone(),
        };
        let keys = schema.key.keys(&key)?;
        let old = stored(database, schema, key).ok()?;
        let new = match write {
            Write::Put(item) => Some(item),
            Write::Delete(_) => None,
            Write::ConditionCheck(_) => old.clone(),
            Write::Update(request) => preview.update(schema, old.as_ref(), *request)?,
        };
        Some(Self { keys, old, new })
    }
}

/// Returns the item that is currently in the engine.
pub(super) fn stored(database: &Database, schema: &Schema, key: Item) -> Result<Option<Item>, DynoxideError> {
    let request = GetItemRequest {
        table_name: schema.table.clone(),
        key,
        consistent_read: Some(true),
        ..GetItemRequest::default()
    };
    Ok(database.get_item(request)?.item)
}
