//! The entities whose items a plan asks for: one, or those of a collection.

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

    /// Whether an item of one of them can expire.
    #[cfg(feature = "client")]
    pub(crate) fn has_ttl(&self) -> bool {
        self.members().any(|entity| entity.ttl_attribute().is_some())
    }

    /// That of them to which an item belongs.
    #[cfg(feature = "client")]
    pub(crate) fn entity_of(&self, item: &impl crate::item::attributed::Attributed) -> &'static EntitySchema {
        match self.entities {
            [] => self.entity,
            entities => {
                entities.iter().find(|entity| crate::item::stored::belongs(entity, item)).unwrap_or(&self.entity)
            }
        }
    }

    /// A partition key that is read, without what is sensitive in it to one of the entities.
    #[cfg(feature = "client")]
    pub(crate) fn shown_partition(&self, stored: &KeyScalar) -> String {
        self.shown_values(stored).join(", ")
    }

    /// What is shown of each attribute of the partition key.
    pub(super) fn shown_values(&self, stored: &KeyScalar) -> Vec<String> {
        let public = stored.values().iter().map(KeyScalar::to_string).collect();
        self.members().fold(public, |shown, entity| {
            let of_entity = shown_values(entity, self.place_in(entity), KeyPart::Partition, stored);
            let both = shown.into_iter().zip(of_entity).zip(stored.values());
            both.map(|((one, other), stored)| hidden_in_both(one, other, &stored.to_string())).collect()
        })
    }

    /// Whether no part of a sort key is shown, for it holds what is sensitive to one of the entities.
    pub(super) fn hides_sort_keys(&self) -> bool {
        self.members().any(|entity| hides_sort_keys(entity, self.place_in(entity)))
    }
}

/// Two ways to show one text, without what either of them hides.
fn hidden_in_both(one: String, other: String, text: &str) -> String {
    match (one == text, other == text) {
        (_, true) => one,
        (true, false) => other,
        (false, false) if one == other => one,
        (false, false) => REDACTED.to_owned(),
    }
}
