//! Looks up the fields of an entity by what they are for.

use super::{EntitySchema, Field, Purpose, TableSchema};

impl EntitySchema {
    /// An entity without a name, fields, keys and options.
    #[doc(hidden)]
    pub const BARE: Self = Self {
        name: "",
        docs: "",
        discriminator: "",
        constants: &[],
        fields: &[],
        flattens: false,
        keys: &[],
        unasked: &[],
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
