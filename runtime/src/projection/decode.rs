//! Decodes a stored item, or its requested attributes, into a projection.

use std::borrow::Cow;

use aws_sdk_dynamodb::types::AttributeValue;
use serde::de::DeserializeOwned;

use crate::{
    Item, Projection, Result,
    item::{
        aliases::{names, rename_to_current},
        attributed::Attributed,
        decode::{Field, PartOfBody, read, read_part},
        fields_from_keys::{is_recovered_from_keys, values_from_keys},
        form::{empty_set, is_empty_if_absent},
        functions::EntityFunctions,
        native::native_values,
        read_item::ReadItem,
        stamp::readable_form,
        stored::{key_text, schema, stored_key},
        version::missing_version,
        wire::{BodyItem, Value},
    },
    key::ParsedKey,
};

use super::{
    ProjectedField,
    sources::{Source, Sources},
};

/// Decodes the projection of an item, or of its requested attributes.
///
/// `from_keys` are the values in the item's keys. Does not check whether the item belongs to the entity.
pub(crate) fn project<P: Projection + DeserializeOwned>(
    sources: &'static Sources,
    item: ReadItem,
    from_keys: &ParsedKey,
) -> Result<P> {
    match item {
        ReadItem::Parsed(item) => project_parsed(sources, item, from_keys),
        ReadItem::InBody(item) => project_in_body(sources, &item, from_keys),
    }
}

/// Decodes the projection of an item in a response body. Its other attributes are not decoded.
fn project_in_body<P: Projection + DeserializeOwned>(
    sources: &'static Sources,
    item: &BodyItem,
    from_keys: &ParsedKey,
) -> Result<P> {
    let entity = schema::<P::Of>();
    let functions = EntityFunctions::of::<P::Of>();
    let version = missing_version(entity, item);
    let mut natives = native_values(functions, item);
    let from_keys = with_missing_fields::<P>(sources, item, from_keys);
    let mut fields = Vec::with_capacity(P::FIELDS.len());
    for (field, source) in P::FIELDS.iter().zip(sources) {
        let (Source::Attribute(place) | Source::Key(place)) = *source else { continue };
        let Some(of) = entity.fields.get(usize::from(place)) else { continue };
        let (attribute, read_as) = (of.attribute, field.read_as);
        let (stored, form) = match *source {
            Source::Attribute(_) => {
                let stored = names(of).find_map(|name| item.get(name));
                let read = || readable_form(functions, place, stored.map(Value::to_attribute).as_ref());
                let form = if of.is_time() { read() } else { None };
                let older =
                    || Some(version.clone().filter(|(version, _)| stored.is_none() && *version == attribute)?.1);
                let is_recovered_from_keys = stored.is_none() && is_recovered_from_keys(entity, item, of);
                let by_key = || recovered(&from_keys, place, field).filter(|_| is_recovered_from_keys);
                let empty = || (stored.is_none() && is_empty_if_absent(of)).then(empty_set);
                (stored, form.or_else(older).or_else(by_key).or_else(empty))
            }
            _ => (None, recovered(&from_keys, place, field)),
        };
        let native = natives.iter().position(|(of, _)| *of == place).map(|at| natives.swap_remove(at).1);
        fields.extend(match (form, stored, native) {
            (Some(form), _, Some(meant)) => Some(PartOfBody::native(attribute, read_as, form, meant)),
            (Some(form), _, None) => Some(PartOfBody::form(attribute, read_as, form)),
            (None, Some(stored), Some(meant)) => {
                Some(PartOfBody::native(attribute, read_as, stored.to_attribute(), meant))
            }
            (None, Some(stored), None) => Some(PartOfBody::stored(attribute, read_as, stored)),
            (None, None, _) => None,
        });
    }
    read_part(entity, fields).map_err(|error| {
        let key = stored_key(entity, 0, item);
        error.of_entity(entity.name).at_key(key.map_or("unknown".into(), |key| key_text(entity, &key)))
    })
}

fn project_parsed<P: Projection + DeserializeOwned>(
    sources: &'static Sources,
    mut item: Item,
    from_keys: &ParsedKey,
) -> Result<P> {
    let entity = schema::<P::Of>();
    rename_to_current(entity, &mut item);
    let key = stored_key(entity, 0, &item);
    let functions = EntityFunctions::of::<P::Of>();
    let version = missing_version(entity, &item);
    let mut natives = native_values(functions, &item);
    let from_keys = with_missing_fields::<P>(sources, &item, from_keys);
    let mut fields = Vec::with_capacity(P::FIELDS.len());
    for (field, source) in P::FIELDS.iter().zip(sources) {
        let (place, value) = match *source {
            Source::Attribute(place) => {
                let Some(of) = entity.fields.get(usize::from(place)) else { continue };
                let is_recovered_from_keys = is_recovered_from_keys(entity, &item, of);
                let stored = item.remove(of.attribute);
                let older = || Some(version.clone().filter(|(version, _)| *version == of.attribute)?.1);
                let value = readable_form(functions, place, stored.as_ref()).or(stored).or_else(older);
                let value = value.or_else(|| recovered(&from_keys, place, field).filter(|_| is_recovered_from_keys));
                (place, value.or_else(|| is_empty_if_absent(of).then(empty_set)))
            }
            Source::Key(place) => (place, recovered(&from_keys, place, field)),
            Source::Nowhere => continue,
        };
        let (Some(value), Some(of)) = (value, entity.fields.get(usize::from(place))) else { continue };
        let native = natives.iter().position(|(of, _)| *of == place).map(|at| natives.swap_remove(at).1);
        fields.push(Field { attribute: of.attribute.to_owned(), read_as: Some(field.read_as), value, native });
    }
    read(entity, fields).map_err(|error| {
        error.of_entity(entity.name).at_key(key.map_or("unknown".into(), |key| key_text(entity, &key)))
    })
}

/// Adds the values in the item's keys for the fields of the projection whose attributes it lacks.
fn with_missing_fields<'t, P: Projection>(
    sources: &'static Sources,
    item: &impl Attributed,
    from_keys: &'t ParsedKey,
) -> Cow<'t, ParsedKey> {
    let entity = schema::<P::Of>();
    let lacks = |place: u8| {
        let field = entity.fields.get(usize::from(place));
        field.is_some_and(|field| {
            is_recovered_from_keys(entity, item, field) && item.attribute(field.attribute).is_none()
        })
    };
    let lacking = |source: &Source| match *source {
        Source::Attribute(place) | Source::Key(place) => Some(place).filter(|place| lacks(*place)),
        Source::Nowhere => None,
    };
    let lacking = P::FIELDS.iter().zip(sources).filter_map(|(_, source)| lacking(source));
    let lacking: Vec<u8> = lacking.filter(|place| from_keys.value(*place).is_none()).collect();
    if lacking.is_empty() {
        return Cow::Borrowed(from_keys);
    }
    let mut all = from_keys.clone();
    all.values.extend(values_from_keys(entity, item, &lacking).values);
    Cow::Owned(all)
}

/// Returns a field's value in a key, as serde writes it.
fn recovered(from_keys: &ParsedKey, place: u8, field: &ProjectedField) -> Option<AttributeValue> {
    let from_keys = from_keys.value(place).filter(|from_keys| from_keys.is_a_value())?;
    Some(field.recover?(from_keys.value.clone())?.0)
}
