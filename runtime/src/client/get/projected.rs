//! Decodes parts of items.

use serde::de::DeserializeOwned;

use crate::{
    Entity, Projection, Result,
    item::{
        any_key::{Age, AnyKey, AnyValue, DecodeFound, decode_found},
        read_item::ReadItem,
        stored::{belongs, schema, wrong_entity},
    },
    key::ParsedKey,
    projection::{decode::project, requested::RequestedAttributes, sources::sources_in_table},
};

/// Decodes the projection of an item of the table.
fn of_table<P: Projection + DeserializeOwned>(item: ReadItem) -> Result<P> {
    project(sources_in_table::<P>(), item, &ParsedKey::default())
}

/// Returns the attributes that a read by keys requests for a projection, or `None` for whole items, and the function
/// that decodes them.
pub(crate) fn projection_of_key<E, P>() -> (Option<RequestedAttributes>, DecodeFound)
where
    E: Entity + DeserializeOwned,
    P: Projection + DeserializeOwned + Send + 'static,
{
    match RequestedAttributes::of_key(schema::<E>(), P::FIELDS) {
        None => (None, decode_projected::<E, P>),
        attributes => (attributes, decode_projected_by_key::<E, P>),
    }
}

/// Decodes a projection of a whole item, which identifies it.
fn decode_projected<E, P>(key: &AnyKey, found: ReadItem, age: Age) -> Result<Option<AnyValue>>
where
    E: Entity + DeserializeOwned,
    P: Projection + DeserializeOwned + Send + 'static,
{
    match decode_found::<E>(key, found.clone(), age)? {
        Some(_) => Ok(Some(Box::new(of_table::<P>(found)?))),
        None => Ok(None),
    }
}

/// Decodes a projection of an item of which only the projected attributes were read. The key identifies it.
fn decode_projected_by_key<E, P>(key: &AnyKey, found: ReadItem, age: Age) -> Result<Option<AnyValue>>
where
    E: Entity + DeserializeOwned,
    P: Projection + DeserializeOwned + Send + 'static,
{
    match age {
        Age::Current if belongs(key.entity(), &found) => Ok(Some(Box::new(of_table::<P>(found)?))),
        Age::Current => Err(wrong_entity(key.entity(), &found.into_item())),
        Age::Older => decode_projected::<E, P>(key, found, age),
    }
}
