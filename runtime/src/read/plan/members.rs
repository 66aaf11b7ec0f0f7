//! The entities that a plan reads: one, or those of a collection.

use super::Plan;
use crate::{
    key::{
        KeyPart, KeyScalar,
        redaction::{REDACTED, hides_sort_keys, shown_values},
    },
    schema::EntitySchema,
};

impl Plan {
    pub(crate) fn members(&self) -> impl Iterator<Item = &'static EntitySchema> {
        let one = self.entities.is_empty().then_some(self.entity);
        one.into_iter().chain(self.entities.iter().copied())
    }

    /// Returns whether items of one of them can expire.
    #[cfg(feature = "client")]
    pub(crate) fn has_ttl(&self) -> bool {
        self.members().any(|entity| entity.ttl_attribute().is_some())
    }

    /// Returns the entity among these that an item belongs to.
    #[cfg(feature = "client")]
    pub(crate) fn entity_of(&self, item: &impl crate::item::attributed::Attributed) -> &'static EntitySchema {
        match self.entities {
            [] => self.entity,
            entities => {
                entities.iter().find(|entity| crate::item::stored::belongs(entity, item)).unwrap_or(&self.entity)
            }
        }
    }

    /// Shows a partition key, redacting values that are sensitive in any of the entities.
    #[cfg(feature = "client")]
    pub(crate) fn shown_partition(&self, stored: &KeyScalar) -> String {
        self.shown_values(stored).join(", ")
    }

    /// Shows each attribute of the partition key.
    pub(super) fn shown_values(&self, stored: &KeyScalar) -> Vec<String> {
        let public = stored.values().iter().map(KeyScalar::to_string).collect();
        self.members().fold(public, |shown, entity| {
            let of_entity = shown_values(entity, self.place_in(entity), KeyPart::Partition, stored);
            let both = shown.into_iter().zip(of_entity).zip(stored.values());
            both.map(|((one, other), stored)| merge_redactions(one, other, &stored.to_string())).collect()
        })
    }

    /// Whether sort keys are not shown, because they contain values that are sensitive in one of the entities.
    pub(super) fn hides_sort_keys(&self) -> bool {
        self.members().any(|entity| hides_sort_keys(entity, self.place_in(entity)))
    }
}

/// Combines two redacted forms of one text, hiding what either of them hides.
fn merge_redactions(one: String, other: String, text: &str) -> String {
    match (one == text, other == text) {
        (_, true) => one,
        (true, false) => other,
        (false, false) if one == other => one,
        (false, false) => REDACTED.to_owned(),
    }
}
