//! An entity: its fields, its keys and its peak.

use super::{Field, KeySchema, Peak, Purpose, TableSchema};

/// An entity: its fields and the keys that it writes.
#[derive(Debug, Clone, Copy)]
pub struct EntitySchema {
    /// The name of the struct that derives `Entity`.
    pub name: &'static str,
    /// The struct's doc comment.
    pub docs: &'static str,
    /// The value of the table's discriminator attribute in the entity's items.
    pub discriminator: &'static str,
    /// Attributes with a fixed text that every item contains.
    pub constants: &'static [(&'static str, &'static str)],
    /// The fields, in the order of the struct, without those that serde skips or flattens.
    pub fields: &'static [Field],
    /// The keys that the entity writes: first the table's, then one for each index.
    ///
    /// Empty if a compile error is reported. The checks across entities skip such an entity.
    pub keys: &'static [KeySchema],
    /// The declared peak load.
    pub peak: Option<Peak>,
    /// The reason why no item has a key that another entity can write, although the templates allow it.
    pub may_overlap: Option<&'static str>,
    /// The table that stores it.
    pub table: &'static TableSchema,
}

impl EntitySchema {
    /// An entity without a name, fields, keys and options.
    #[doc(hidden)]
    pub const BARE: Self = Self {
        name: "",
        docs: "",
        discriminator: "",
        constants: &[],
        fields: &[],
        keys: &[],
        peak: None,
        may_overlap: None,
        table: &TableSchema::BARE,
    };

    /// Returns the field with this purpose, which at most one field of an entity has, and its position.
    pub fn field_for(&self, purpose: Purpose) -> Option<(u8, &'static Field)> {
        let place = self.fields.iter().position(|field| field.purpose == purpose)?;
        Some((u8::try_from(place).ok()?, self.fields.get(place)?))
    }

    /// Returns whether a field is sensitive.
    pub(crate) fn has_secrets(&self) -> bool {
        self.fields.iter().any(|field| field.sensitive)
    }

    /// Returns the table's TTL attribute, if items of this entity expire.
    pub fn ttl_attribute(&self) -> Option<&'static str> {
        self.field_for(Purpose::Ttl).map(|(_, field)| field.attribute)
    }
}

/// Returns whether a field in keys is the item's TTL. Keys contain it as the item stores it, in whole seconds.
pub(crate) const fn has_ttl_in_keys(entity: &EntitySchema) -> bool {
    let mut fields = entity.fields;
    while let [field, rest @ ..] = fields {
        if field.kind.is_some() && field.is_in_whole_seconds() {
            return true;
        }
        fields = rest;
    }
    false
}

/// Returns whether the field at this position is the item's TTL.
pub(crate) fn is_ttl(entity: &EntitySchema, field: u8) -> bool {
    entity.fields.get(usize::from(field)).is_some_and(Field::is_in_whole_seconds)
}
