//! Looks up a key of an entity by its position.

use crate::{
    Error, ErrorKind, Result,
    schema::{EntitySchema, KeySchema},
};

/// Returns the declaration of a key.
pub(crate) fn schema(entity: &EntitySchema, key: usize) -> Result<&'static KeySchema> {
    entity.key_at(key).ok_or_else(|| {
        let message = format!("there is no key {key}: the entity declares {}; derive it again", entity.keys.len());
        Error::new(ErrorKind::InvalidArgument, message).of_entity(entity.name)
    })
}
