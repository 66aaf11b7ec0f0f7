//! Handles fields that the library manages: an update increments the version, and writes sentinels.

use aws_sdk_dynamodb::types::AttributeValue;

use crate::{
    Error, ErrorKind, Result,
    client::unique::{has_unique, unique_fields},
    expression::Step,
    item::{functions::EntityFunctions, version::version_field},
    schema::{EntitySchema, Field, Purpose},
    update::{Action, Fits, Operation},
};

/// Refuses unsupported updates of an entity with managed fields.
///
/// # Errors
///
/// [`ErrorKind::InvalidArgument`] for setting a version, for setting a time that the library writes, for an upsert of
/// an item with unique fields, and for a new value of a unique field that is not known in advance.
pub(super) fn check_managed(entity: &'static EntitySchema, given: &[Operation], creates: bool) -> Result<()> {
    let refused = |message: String| Err(Error::new(ErrorKind::InvalidArgument, message));
    if let Some(version) = version_field(entity).filter(|field| changes(given, field)) {
        return refused(format!(
            "`{}` counts the writes, and each update increments it by itself; leave it out, and require a version with \
             a condition",
            version.name
        ));
    }
    if let Some((field, operation)) =
        entity.fields.iter().find_map(|field| Some((field, stamped(given, field, creates)?)))
    {
        let does = match (&operation.action, field.purpose) {
            (_, Purpose::Updated) => "is the time of the last write, which each update sets by itself",
            (Action::Remove, _) => "is the time at which the item was created, which cannot be removed",
            _ => "is the time at which the item was created, which an update does not change",
        };
        let fix = match field.purpose {
            Purpose::Updated => "leave it out",
            _ => "leave it out, or change it by `update_each` or `put`",
        };
        return refused(format!("`{}` {does}; {fix}", field.name));
    }
    if creates {
        check_unique(entity)?;
    }
    let is_known = |operation: &&Operation| {
        operation.steps.len() == 1 && matches!(operation.action, Action::Set(_) | Action::Remove)
    };
    let unknown = given.iter().filter(|operation| !is_known(operation));
    match unknown.filter_map(|operation| kept(entity, operation)).next() {
        None => Ok(()),
        Some(field) => refused(format!(
            "`{}` is stored in a sentinel of a unique field, and its new value must be known before the write; `set` \
             it whole",
            field.name
        )),
    }
}

/// Returns the operation on a time that the library writes. An upsert that may create the item can set `created`.
fn stamped<'o>(given: &'o [Operation], field: &Field, creates: bool) -> Option<&'o Operation> {
    given.iter().find(|operation| {
        let is_stamped = match field.purpose {
            Purpose::Updated => true,
            Purpose::Created => !creates || operation.action == Action::Remove,
            _ => false,
        };
        is_stamped && is_on(operation, field)
    })
}

/// Returns the field that an operation changes, if the item's sentinels or their expiry depend on it.
fn kept(entity: &'static EntitySchema, operation: &Operation) -> Option<&'static Field> {
    let expiry = entity.fields.iter().filter(|field| field.purpose == Purpose::Ttl && has_unique(entity));
    let unique = unique_fields(entity).into_iter().filter_map(|field| entity.fields.get(usize::from(field)));
    unique.chain(expiry).find(|field| is_on(operation, field))
}

/// Returns a field that requires an update to also write sentinels.
pub(crate) fn sentinel_field(entity: &'static EntitySchema, given: &[Operation]) -> Option<&'static Field> {
    if !has_unique(entity) {
        return None;
    }
    given.iter().find_map(|operation| kept(entity, operation))
}

/// Refuses to return an update without its sentinels as a request.
///
/// # Errors
///
/// [`ErrorKind::InvalidArgument`], which names the alternative.
pub(crate) fn check_no_sentinels(entity: &'static EntitySchema, given: &[Operation], fix: &str) -> Result<()> {
    let Some(field) = sentinel_field(entity, given) else { return Ok(()) };
    let message = format!(
        "`{}` is stored in a sentinel of a unique field, so an update of it reads the item first and is a transaction; \
         {fix}",
        field.name
    );
    Err(Error::new(ErrorKind::InvalidArgument, message).of_entity(entity.name))
}

/// Refuses to create an item with unique values.
///
/// # Errors
///
/// [`ErrorKind::InvalidArgument`] for an entity with unique fields.
fn check_unique(entity: &'static EntitySchema) -> Result<()> {
    match entity.fields.iter().find(|field| field.unique.is_some()) {
        None => Ok(()),
        Some(field) => {
            let message = format!(
                "`{}` is unique, and an upsert does not read whether it makes the item and its sentinel; use `create`, \
                 `put` or `update`",
                field.name
            );
            Err(Error::new(ErrorKind::InvalidArgument, message))
        }
    }
}

/// Returns the operation that increments the version, from 0 if the item has none. Above the maximum of its type the
/// version is not incremented, because the item could no longer be decoded.
pub(super) fn next_version(entity: EntityFunctions) -> Option<Operation> {
    let field = version_field(entity.schema)?;
    let steps = vec![Step::Name(field.attribute.into())];
    let greatest = i128::from(entity.max_version).saturating_sub(1);
    let fits = Fits { least: i64::MIN.into(), greatest, from_nothing: true };
    Some(Operation { steps, action: Action::Add(AttributeValue::N("1".into())), fits: Some(fits), by_field: true })
}

fn changes(given: &[Operation], field: &Field) -> bool {
    given.iter().any(|operation| is_on(operation, field))
}

fn is_on(operation: &Operation, field: &Field) -> bool {
    matches!(operation.steps.first(), Some(Step::Name(name)) if name == field.attribute)
}
