//! An update without the type of its entity.

use crate::{
    Entity,
    expression::Condition,
    item::{any_key::AnyKey, reencode::Reencode},
    schema::EntitySchema,
    update::{ItemUpdate, Operations},
};

/// An [`ItemUpdate`] without the type of its entity.
pub(crate) struct AnyUpdate {
    pub(crate) key: AnyKey,
    pub(crate) operations: Operations,
    /// The caller's condition.
    pub(crate) condition: Option<Box<Condition<()>>>,
    /// Decodes and checks an item that an upsert creates. `None` for an update, which does not create items.
    pub(crate) created: Option<Reencode>,
}

impl AnyUpdate {
    pub(crate) fn of<E: Entity>(update: ItemUpdate<E>) -> Self {
        Self {
            key: AnyKey::of(update.key),
            operations: update.operations,
            condition: update.condition.map(|condition| Box::new(condition.erased())),
            created: update.created,
        }
    }

    pub(crate) fn entity(&self) -> &'static EntitySchema {
        self.key.entity()
    }

    /// Requires a condition in addition to those before.
    pub(super) fn when(self, condition: Condition<()>) -> Self {
        let condition = match self.condition {
            Some(before) => *before & condition,
            None => condition,
        };
        Self { condition: Some(Box::new(condition)), ..self }
    }

    /// Whether it creates an item if its key has none.
    pub(crate) fn creates(&self) -> bool {
        self.created.is_some()
    }
}
