//! The item that an increment creates.

use crate::{
    Entity, Error, ErrorKind, Key, Result,
    item::{
        encode::{is_random, table_key},
        key_fields::sharding,
        stored::schema,
    },
    key::lossy::lossy_fields,
    schema::Field,
};

/// Returns the key with the first value of each field that the table key contains only in part. For example, all
/// increments of a day go to one counter.
pub(crate) fn first_key<E: Entity>(key: &Key<E>) -> Result<Key<E>> {
    let entity = schema::<E>();
    let lossy = lossy_fields(entity);
    if lossy.is_empty() {
        return Ok(key.clone());
    }
    let shard = sharding(entity).filter(|_| is_random(entity)).map(|sharding| sharding.first);
    let first = Key::<E>::from_item_key(&table_key(entity, &|field| key.value(field), shard)?)?;
    let mut key = key.clone();
    for (field, value) in &mut key.values {
        if let Some(first) = first.value(*field).filter(|_| lossy.contains(field)) {
            *value = first.into_owned();
        }
    }
    Ok(key)
}

/// Returns the entity under this key, with its counters at 0.
pub(crate) fn uncounted<E: Entity>(key: &Key<E>) -> Result<E> {
    E::__uncounted(key).ok_or_else(|| {
        let message = "a value of the key is not valid for its field's type; let `KeyField::from_value` read what \
                       `to_value` writes";
        Error::new(ErrorKind::KeyValue, message).of_entity(schema::<E>().name)
    })
}

/// Returns the counter's field.
pub(crate) fn counter_field<E: Entity>(field: u8) -> Result<&'static Field> {
    schema::<E>().fields.get(usize::from(field)).ok_or_else(|| {
        let message = format!("there is no field {field}; derive the entity again");
        Error::new(ErrorKind::InvalidArgument, message).of_entity(schema::<E>().name)
    })
}
