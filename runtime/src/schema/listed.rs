//! The entities that a table lists.

use std::fmt;

use super::EntitySchema;

/// The entities that `#[entities(..)]` on a table lists. Empty if a type that derives
/// [`Schema`](trait@crate::Schema) lists them.
///
/// A function returns the list, because each entity's schema refers to that of its table.
#[derive(Clone, Copy)]
pub struct ListedEntities(#[doc(hidden)] pub fn() -> &'static [&'static EntitySchema]);

impl ListedEntities {
    /// No list.
    pub const NONE: Self = Self(|| &[]);

    /// Returns the entities, in the order of the list.
    pub fn get(self) -> &'static [&'static EntitySchema] {
        (self.0)()
    }
}

impl fmt::Debug for ListedEntities {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(self.get().iter().map(|entity| entity.name)).finish()
    }
}
