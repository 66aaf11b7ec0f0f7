//! The attributes that a read requests.

use super::{ProjectedField, holds, holds_attribute, place};
use crate::{
    item::{aliases::names, encode::is_random, stored::key_attributes},
    key::lossy::lossy_fields,
    schema::EntitySchema,
};

/// Requested attributes, as a projection expression. Names are replaced by `#k0`, `#k1` and so on, because they could
/// be reserved words.
#[derive(Debug, Clone)]
pub(crate) struct RequestedAttributes(Vec<&'static str>);

impl RequestedAttributes {
    /// Returns the attributes that a get of these fields requests. `None` if the whole item is needed to check that it
    /// is the one of the key.
    pub(crate) fn of_key(entity: &'static EntitySchema, fields: &[ProjectedField]) -> Option<Self> {
        let has_older = entity.keys.first().is_some_and(|key| !key.legacy.is_empty());
        let is_sufficient = lossy_fields(entity).is_empty() && (!has_older || is_random(entity));
        is_sufficient.then(|| Self(of_fields(entity, 0, fields)))
    }

    /// Returns the expression, such as `#k0, #k1`, and the name of each placeholder.
    pub(crate) fn expression(&self) -> (String, impl Iterator<Item = (String, &'static str)> + '_) {
        expression(&self.0)
    }
}

/// Returns the attributes that identify an item of a key, and those of these fields.
pub(crate) fn of_fields(entity: &'static EntitySchema, key: usize, fields: &[ProjectedField]) -> Vec<&'static str> {
    let mut attributes = Vec::with_capacity(5 + fields.len());
    let add_key = |attributes: &mut Vec<&'static str>, of: usize| {
        attributes.extend(key_attributes(entity, of).iter().flat_map(|key| key.keys()).map(|attribute| attribute.name));
    };
    add_key(&mut attributes, 0);
    add_key(&mut attributes, key);
    attributes.extend(entity.table.discriminator);
    attributes.extend(entity.ttl_attribute());
    for field in fields {
        let Some(place) = place(entity, field.name).filter(|place| holds(entity, key, *place)) else { continue };
        attributes.extend(entity.fields.get(place).into_iter().flat_map(names));
    }
    attributes.retain(|name| holds_attribute(entity, key, name));
    attributes.sort_unstable();
    attributes.dedup();
    attributes
}

/// Returns a projection expression of these attributes, and the name of each placeholder.
pub(crate) fn expression<'a>(
    attributes: &'a [&'static str],
) -> (String, impl Iterator<Item = (String, &'static str)> + 'a) {
    let placeholder = |place: usize| format!("#k{place}");
    let placeholders: Vec<String> = (0..attributes.len()).map(placeholder).collect();
    (placeholders.join(", "), attributes.iter().enumerate().map(move |(place, name)| (placeholder(place), *name)))
}
