//! From a stored item, or the attributes that were asked for, to a projection.

use serde::de::DeserializeOwned;

use crate::{
    Item, Projection, Result,
    item::{
        decode::{Field, read},
        native::native_values,
        stamp::read_form,
        stored::{key_text, schema, stored_key},
        version::missing_version,
    },
    key::ParsedKey,
};

use super::sources::{Source, Sources};

/// The projection of an item, or of the attributes of it that were asked for.
///
/// `told` is what its keys say. Whether the item is the entity's is not judged here.
pub(crate) fn project<P: Projection + DeserializeOwned>(
    sources: &'static Sources,
    mut item: Item,
    told: &ParsedKey,
) -> Result<P> {
    let entity = schema::<P::Of>();
    let key = stored_key(entity, 0, &item);
    let version = missing_version(entity, &item);
    let mut natives = native_values(entity, &item);
    let mut fields = Vec::with_capacity(P::FIELDS.len());
    for (field, source) in P::FIELDS.iter().zip(sources) {
        let (place, value) = match *source {
            Source::Attribute(place) => {
                let Some(of) = entity.fields.get(usize::from(place)) else { continue };
                let stored = item.remove(of.attribute);
                let older = || Some(version.clone().filter(|(version, _)| *version == of.attribute)?.1);
                (place, read_form::<P::Of>(place, stored.as_ref()).or(stored).or_else(older))
            }
            Source::Key(place) => (
                place,
                told.value(place).zip(field.recover).and_then(|(told, recover)| Some(recover(told.value.clone())?.0)),
            ),
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
