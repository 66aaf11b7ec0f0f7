//! What a transaction cannot do to items with unique fields.

use crate::{Error, ErrorKind, Result, schema::EntitySchema};

/// Refuses an action that gives values up: which ones, it would have to read.
pub(super) fn refuse(entity: &'static EntitySchema, name: &str) -> Result<()> {
    let Some(field) = entity.fields.iter().find(|field| field.unique.is_some()) else { return Ok(()) };
    let alone = if name == "delete_item" { "delete" } else { name };
    let message = format!(
        "`{}` is unique, and a {name} has to read first which value the item gives up, which transactions do not; use \
         `{alone}` by itself, or `create` here",
        field.name
    );
    Err(Error::new(ErrorKind::InvalidArgument, message))
}
