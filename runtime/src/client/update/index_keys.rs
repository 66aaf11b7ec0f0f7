//! Computes the index keys that change with an update.

use std::collections::BTreeMap;

use aws_sdk_dynamodb::types::AttributeValue;

use super::key_inputs::{KeyInputs, rendered, rendered_attributes};
use crate::{
    Error, ErrorKind, Result,
    item::{
        encode::natives,
        key_fields::placed_fields,
        stored::{attribute, key_attributes},
    },
    key::{ItemKey, KeyPart, KeyScalar, KeyValue, TemplateRef, attribute_value, index_key, shard_of},
    schema::{EntitySchema, IndexSchema, KeyAttributes, KeySchema, Purpose},
};

/// The attributes that depend on new values and on the table key.
#[derive(Debug, Default)]
pub(super) struct IndexKeyChanges {
    /// Attributes by name. `None` for an attribute to remove.
    pub(super) attributes: BTreeMap<&'static str, Option<AttributeValue>>,
    /// The indexes whose keys are completely known.
    pub(super) indexes: Vec<(usize, Option<ItemKey>)>,
    /// The attributes to remove unless another index uses them, and for each the index that the item leaves.
    absent: BTreeMap<&'static str, &'static str>,
}

impl IndexKeyChanges {
    fn set_attributes(&mut self, attributes: KeyAttributes, key: &KeyScalar) {
        let values = attributes.iter().zip(key.values());
        self.attributes.extend(values.map(|(of, value)| (of.name, Some(attribute(value)))));
    }

    /// Adds the attributes of an index key that are themselves fields, in the form of the key. A created item also gets
    /// those of the table key's fields.
    fn set_native_attributes(
        &mut self,
        entity: &'static EntitySchema,
        index: usize,
        values: &Values<'_>,
        creates: bool,
    ) -> Result<()> {
        let (value, name) = (|field| values.value(field), index_name(entity, index));
        let is_given = |field: &u8| values.is_set(field) || creates && values.value(*field).is_some();
        for native in natives(entity, index).filter(|native| is_given(&native.field)) {
            let of = TemplateRef::new(entity, native.part, &native.template);
            match attribute_value((index, native.place), of, &value, None).map_err(|error| error.on_index(name))? {
                Some(scalar) => {
                    of.check_limit(&value, scalar.size()).map_err(|error| error.on_index(name))?;
                    self.attributes.insert(native.attribute, Some(attribute(&scalar)));
                }
                None => drop(self.absent.insert(native.attribute, name.unwrap_or_default())),
            }
        }
        Ok(())
    }

    /// Adds an index key whose fields are all known.
    fn set_known_key(
        &mut self,
        entity: &'static EntitySchema,
        index: usize,
        values: &Values<'_>,
        table_key: &ItemKey,
    ) -> Result<()> {
        let Some(attributes) = key_attributes(entity, index) else { return Ok(()) };
        let whole = index_key(entity, index, &|field| values.value(field), table_key)?;
        match &whole {
            Some(key) => {
                self.set_attributes(attributes.partition_key, &key.partition);
                if let Some((sort, key)) = attributes.sort_key.zip(key.sort.as_ref()) {
                    self.set_attributes(sort, key);
                }
            }
            None => self.remove_attributes(index_name(entity, index), rendered_attributes(entity, index)),
        }
        self.indexes.push((index, whole));
        Ok(())
    }

    /// Adds the rendered attributes of an index key whose fields are known in part: those of the parts that depend on
    /// known fields only.
    fn set_known_parts(
        &mut self,
        entity: &'static EntitySchema,
        (index, key): (usize, &KeySchema),
        inputs: &KeyInputs,
        values: &Values<'_>,
        (table_key, creates): (&ItemKey, bool),
    ) -> Result<()> {
        let is_absent =
            inputs.is_whole && inputs.all().any(|field| values.is_changed(field) && values.is_absent(field));
        for part in [KeyPart::Partition, KeyPart::Sort] {
            let inputs_of = inputs.inputs_of(part);
            let is_input_changed = inputs_of.iter().any(|field| values.is_changed(field));
            if !(is_input_changed || creates && inputs_of.is_empty()) {
                continue;
            }
            if !inputs_of.iter().all(|field| values.is_changed(field)) {
                return Err(unknown(entity, key, inputs, values));
            }
            if is_absent {
                self.remove_attributes(key.index, rendered(entity, index, part).map(|(_, _, of)| of.name));
            } else {
                self.render(entity, (index, part), &|field| values.value(field), table_key)?;
            }
        }
        Ok(())
    }

    /// Renders the attributes of a part of an index key from fields.
    fn render(
        &mut self,
        entity: &'static EntitySchema,
        (index, part): (usize, KeyPart),
        value: &dyn Fn(u8) -> Option<KeyValue<'static>>,
        table_key: &ItemKey,
    ) -> Result<()> {
        let name = index_name(entity, index);
        let shard = match part {
            KeyPart::Partition => shard_of(entity, index, value, Some(table_key))?,
            KeyPart::Sort => None,
        };
        for (place, template, of) in rendered(entity, index, part) {
            let template = TemplateRef::new(entity, part, &template);
            let scalar = attribute_value((index, place), template, value, shard);
            if let Some(scalar) = scalar.map_err(|error| error.on_index(name))? {
                template.check_limit(value, scalar.size()).map_err(|error| error.on_index(name))?;
                self.attributes.insert(of.name, Some(attribute(&scalar)));
            }
        }
        Ok(())
    }

    /// Removes these attributes, so that the item leaves an index.
    fn remove_attributes(&mut self, index: Option<&'static str>, names: impl Iterator<Item = &'static str>) {
        self.absent.extend(names.map(|name| (name, index.unwrap_or_default())));
    }
}

fn index_name(entity: &EntitySchema, index: usize) -> Option<&'static str> {
    entity.keys.get(index).and_then(|key| key.index)
}

/// The new values of fields. Those of the table key come from the key.
pub(super) struct Values<'a> {
    pub(super) set: &'a [(u8, Option<KeyValue<'static>>)],
    /// The fields whose new values are not known in advance. Each is itself the attribute of its index keys.
    pub(super) in_place: &'a [u8],
    pub(super) of_key: &'a dyn Fn(u8) -> Option<KeyValue<'static>>,
}

impl Values<'_> {
    fn value(&self, field: u8) -> Option<KeyValue<'static>> {
        match self.set.iter().find(|(set, _)| *set == field) {
            Some((_, value)) => value.clone(),
            None => (self.of_key)(field),
        }
    }

    fn is_set(&self, field: &u8) -> bool {
        self.set.iter().any(|(set, _)| set == field)
    }

    fn is_changed(&self, field: &u8) -> bool {
        self.is_set(field) || self.in_place.contains(field)
    }

    /// Returns whether the changes show that the item lacks the field after the update.
    fn is_absent(&self, field: &u8) -> bool {
        !self.in_place.contains(field) && self.value(*field).is_none()
    }
}

/// Computes the key attributes of every index that the new values affect. If `creates` is true, also computes those
/// that the new values determine completely. The result equals what a put of the whole item writes.
///
/// # Errors
///
/// A value that cannot be used in a key, and a key that depends on a field whose value is not known.
pub(super) fn index_key_changes(
    entity: &'static EntitySchema,
    values: &Values<'_>,
    table_key: &ItemKey,
    creates: bool,
) -> Result<IndexKeyChanges> {
    let mut changes = IndexKeyChanges::default();
    let mut touched = Vec::new();
    for (index, key) in entity.keys.iter().enumerate().skip(1) {
        changes.set_native_attributes(entity, index, values, creates)?;
        if !creates && !placed_fields(key).any(|field| values.is_changed(&field)) {
            continue;
        }
        let inputs = KeyInputs::of(entity, index);
        let is_touched = inputs.changing.iter().any(|field| values.is_changed(field));
        if !(is_touched || creates && inputs.all().next().is_none()) {
            continue;
        }
        touched.push(index);
        if inputs.changing.iter().all(|field| values.is_set(field)) {
            changes.set_known_key(entity, index, values, table_key)?;
        } else {
            changes.set_known_parts(entity, (index, key), &inputs, values, (table_key, creates))?;
        }
    }
    let absent = std::mem::take(&mut changes.absent);
    for (name, index) in absent {
        // Another index may use the same attribute and contain the item.
        if changes.attributes.contains_key(name) {
            continue;
        }
        let shares =
            |other: &usize| key_attributes(entity, *other).iter().flat_map(IndexSchema::keys).any(|of| of.name == name);
        if (1..entity.keys.len()).filter(|index| !touched.contains(index)).any(|index| shares(&index)) {
            let message = format!(
                "the item leaves index {index}, but its attribute `{name}` may belong to another index too, whose \
                 fields are not set; set those too, or `replace` the whole item"
            );
            return Err(Error::new(ErrorKind::InvalidArgument, message).of_entity(entity.name));
        }
        changes.attributes.insert(name, None);
    }
    changes.attributes.remove(entity.table.partition_key.name);
    if let Some(sort) = entity.table.sort_key {
        changes.attributes.remove(sort.name);
    }
    Ok(changes)
}

/// Returns the error for an index key that depends on fields of which some are not set. The compiler refuses most such
/// updates. It cannot detect an `Option` behind a type alias, nor an update that sets only the time of the update.
fn unknown(entity: &'static EntitySchema, key: &KeySchema, inputs: &KeyInputs, values: &Values<'_>) -> Error {
    let named = |is_set: bool| {
        let fields = inputs.all().filter(|field| values.is_changed(field) == is_set);
        let names = fields.filter_map(|field| entity.fields.get(usize::from(*field)));
        let mut names: Vec<String> = names.map(|field| format!("`{}`", field.name)).collect();
        names.dedup();
        names.join(", ")
    };
    let mut set = inputs.all().filter(|field| values.is_changed(field));
    let is_updated = |field: &u8| entity.field_for(Purpose::Updated).is_some_and(|(updated, _)| updated == *field);
    if set.all(is_updated) {
        let message = format!(
            "each update writes {}, which determines the index key together with {}; set these too, or `replace` the \
             whole item",
            named(true),
            named(false)
        );
        return Error::new(ErrorKind::InvalidArgument, message).of_entity(entity.name).on_index(key.index);
    }
    let message = format!(
        "{} and {} determine the index key together, as one of them may be absent, but only the first is set; write \
         the type as `Option<..>`, not as an alias, and set them together, or `replace` the whole item",
        named(true),
        named(false)
    );
    Error::new(ErrorKind::InvalidArgument, message).of_entity(entity.name).on_index(key.index)
}
