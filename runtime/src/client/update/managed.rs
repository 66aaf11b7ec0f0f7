//! Fields that the library has an eye on: an update counts the version by itself, and leaves unique values alone.

use aws_sdk_dynamodb::types::AttributeValue;

use super::super::{
    unique::{has_unique, unique_fields},
    version::version_field,
};
use crate::{
    Error, ErrorKind, Result,
    expression::Step,
    schema::{EntitySchema, Field, Purpose},
    update::{Action, Operation},
};

/// Refuses what an update cannot do to an entity with a version or with unique fields.
///
/// # Errors
///
/// [`ErrorKind::InvalidArgument`] for a version that is given, and for what would need another sentinel: a unique value, a
/// field within which it is unique, the expiry of such an item, and an item that an upsert makes.
pub(super) fn check_managed(entity: &'static EntitySchema, given: &[Operation], makes: bool) -> Result<()> {
    let refused = |message: String| Err(Error::new(ErrorKind::InvalidArgument, message));
    if let Some(version) = version_field(entity).filter(|field| changes(given, field)) {
        return refused(format!(
            "`{}` counts the writes, and each update counts one by itself; leave it out, and demand a version by a condition",
            version.name
        ));
    }
    if makes {
        check_unique(entity)?;
    }
    let expiry = entity.fields.iter().filter(|field| field.purpose == Purpose::Ttl && has_unique(entity));
    let unique = unique_fields(entity).into_iter().filter_map(|field| entity.fields.get(usize::from(field)));
    match unique.chain(expiry).find(|field| changes(given, field)) {
        None => Ok(()),
        Some(field) => refused(format!(
            "`{}` is part of what is kept unique, and an update does not read the value that it would free; read the item and \
             `put` or `replace` it",
            field.name
        )),
    }
}

/// Refuses what makes or moves an item whose values are kept unique.
///
/// # Errors
///
/// [`ErrorKind::InvalidArgument`] for an entity with unique fields.
pub(super) fn check_unique(entity: &'static EntitySchema) -> Result<()> {
    match entity.fields.iter().find(|field| field.unique.is_some()) {
        None => Ok(()),
        Some(field) => {
            let message = format!(
                "`{}` is unique, and its sentinel has to be written with the item; use `create`, `put` or `replace`, and \
                 `delete` for what was there",
                field.name
            );
            Err(Error::new(ErrorKind::InvalidArgument, message))
        }
    }
}

/// That the version counts one more write, from nothing where there is none.
pub(super) fn next_version(entity: &'static EntitySchema) -> Option<Operation> {
    let field = version_field(entity)?;
    let steps = vec![Step::Name(field.attribute.to_owned())];
    Some(Operation { steps, action: Action::Add(AttributeValue::N("1".into())), fits: None, by_field: true })
}

fn changes(given: &[Operation], field: &Field) -> bool {
    given.iter().any(|operation| matches!(operation.steps.first(), Some(Step::Name(name)) if name == field.attribute))
}
