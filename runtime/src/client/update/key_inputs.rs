//! Finds the attributes of index keys that an update must write together with the fields that determine them.

use crate::{
    item::key_fields::{fields_of, key_fields},
    key::{KeyPart, attributes, part_template},
    schema::{EntitySchema, KeyAttribute, KeyAttributes, Template},
    template::{
        field_set::FieldSet,
        independence::{Inputs, is_rendered},
    },
};

/// Returns the attributes of a part of an index key that are rendered from fields, each with its position and template.
pub(super) fn rendered(
    entity: &'static EntitySchema,
    index: usize,
    part: KeyPart,
) -> impl Iterator<Item = (usize, Template, KeyAttribute)> {
    let template = part_template(entity, index, part);
    let attributes = attributes(entity, index, part).into_iter().flat_map(KeyAttributes::iter);
    attributes.enumerate().filter_map(move |(place, attribute)| {
        let template = template?.attribute(place)?;
        is_rendered(entity, index, part, place, &template).then_some((place, template, attribute))
    })
}

/// Returns the names of all attributes of an index key that are rendered from fields.
pub(super) fn rendered_attributes(entity: &'static EntitySchema, index: usize) -> impl Iterator<Item = &'static str> {
    let parts = [KeyPart::Partition, KeyPart::Sort].into_iter();
    parts.flat_map(move |part| rendered(entity, index, part)).map(|(_, _, of)| of.name)
}

/// The fields of an index key that are not part of the table key, and the attributes that depend on them.
pub(super) struct KeyInputs {
    /// The fields that determine the rendered attributes of the partition key, and those of the sort key.
    partition: Vec<u8>,
    sort: Vec<u8>,
    /// All fields of the key that can change, including those that are themselves its attributes.
    pub(super) changing: Vec<u8>,
    /// Whether both parts depend on all of the fields together. This is the case if one field can be absent, which
    /// removes both parts, or if the number of shards depends on a time.
    pub(super) is_whole: bool,
}

impl KeyInputs {
    pub(super) fn of(entity: &'static EntitySchema, index: usize) -> Self {
        let of_table = key_fields(entity);
        let mut changing = entity.keys.get(index).map(fields_of).unwrap_or_default();
        changing.retain(|field| !of_table.contains(field));
        let inputs = Inputs::of(entity, index);
        let among = |fields: FieldSet| changing.iter().copied().filter(|field| fields.has(*field)).collect();
        Self { partition: among(inputs.partition), sort: among(inputs.sort), changing, is_whole: inputs.is_whole }
    }

    pub(super) fn all(&self) -> impl Iterator<Item = &u8> {
        self.partition.iter().chain(&self.sort)
    }

    /// Returns the fields that determine the rendered attributes of a part.
    pub(super) fn inputs_of(&self, part: KeyPart) -> Vec<u8> {
        match part {
            _ if self.is_whole => self.all().copied().collect(),
            KeyPart::Partition => self.partition.clone(),
            KeyPart::Sort => self.sort.clone(),
        }
    }
}
