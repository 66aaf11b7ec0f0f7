//! The item that an increment creates.

use serde::Serialize;

use crate::{
    Entity, Error, ErrorKind, Result,
    item::{
        any_key::AnyKey,
        encode::{Encoded, encode_at},
        stamp::Stamp,
    },
    schema::{EntitySchema, Field},
};

/// The function [`encode_uncounted`] for one entity, instantiated where its bounds are known.
pub(crate) type EncodeUncounted = fn(&AnyKey, Option<u32>, Stamp) -> Result<Encoded>;

/// Encodes the entity under this key, with its counters at 0.
pub(crate) fn encode_uncounted<E: Entity + Serialize>(
    key: &AnyKey,
    shard: Option<u32>,
    stamp: Stamp,
) -> Result<Encoded> {
    let uncounted = E::__uncounted(&key.typed()).ok_or_else(|| {
        let message = "a value of the key is not valid for its field's type; let `KeyField::from_value` read what \
                       `to_value` writes";
        Error::new(ErrorKind::KeyValue, message).of_entity(key.entity().name)
    });
    encode_at::<E>(&uncounted?, shard, stamp)
}

/// Returns the counter's field.
pub(crate) fn counter_field(entity: &'static EntitySchema, field: u8) -> Result<&'static Field> {
    entity.fields.get(usize::from(field)).ok_or_else(|| {
        let message = format!("there is no field {field}; derive the entity again");
        Error::new(ErrorKind::InvalidArgument, message).of_entity(entity.name)
    })
}
