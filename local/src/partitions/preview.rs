//! Determines the result of an update before it is carried out.
//!
//! The size and the index entries after an update are known only when its expression has been evaluated, and the engine
//! cannot evaluate one without carrying it out. So the item is copied into a second in-memory engine and updated there.

use std::collections::HashSet;

use dynoxide::actions::create_table::CreateTableRequest;
use dynoxide::actions::delete_item::DeleteItemRequest;
use dynoxide::actions::put_item::PutItemRequest;
use dynoxide::actions::update_item::UpdateItemRequest;
use dynoxide::types::Item;
use dynoxide::{Database, DynoxideError};

use super::schema::Schema;

#[derive(Default)]
pub(super) struct UpdatePreview {
    stage: Option<Database>,
    tables: HashSet<String>,
}

impl UpdatePreview {
    /// Returns the item after the update, or the old item if its condition fails. `None` if the request is invalid.
    pub(super) fn update(
        &mut self,
        schema: &Schema,
        old: Option<&Item>,
        request: UpdateItemRequest,
    ) -> Option<Option<Item>> {
        let stage = self.stage(schema).ok()?;
        let table_name = schema.table.clone();
        if let Some(item) = old {
            let put =
                PutItemRequest { table_name: table_name.clone(), item: item.clone(), ..PutItemRequest::default() };
            stage.put_item(put).ok()?;
        }
        let delete = DeleteItemRequest { table_name, key: request.key.clone(), ..DeleteItemRequest::default() };
        let update = UpdateItemRequest {
            return_values: Some("ALL_NEW".to_owned()),
            return_consumed_capacity: None,
            return_item_collection_metrics: None,
            ..request
        };
        let outcome = match stage.update_item(update) {
            Ok(answer) => Some(answer.attributes),
            Err(DynoxideError::ConditionalCheckFailedException(..)) => Some(old.cloned()),
            Err(_) => None,
        };
        stage.delete_item(delete).ok()?;
        outcome
    }

    /// Drops the tables, because their keys may change.
    pub(super) fn clear(&mut self) {
        *self = Self::default();
    }

    fn stage(&mut self, schema: &Schema) -> Result<&Database, DynoxideError> {
        let stage = match &mut self.stage {
            Some(stage) => stage,
            none => none.insert(Database::memory()?),
        };
        if !self.tables.contains(&schema.table) {
            stage.create_table(CreateTableRequest {
                table_name: schema.table.clone(),
                key_schema: schema.key.elements.clone(),
                attribute_definitions: schema.definitions.clone(),
                billing_mode: Some("PAY_PER_REQUEST".to_owned()),
                ..CreateTableRequest::default()
            })?;
            self.tables.insert(schema.table.clone());
        }
        Ok(stage)
    }
}
