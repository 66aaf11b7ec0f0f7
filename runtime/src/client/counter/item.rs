//! The item that an increment creates.

use crate::{Entity, Error, ErrorKind, Key, Result, item::stored::schema, schema::Field};

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
