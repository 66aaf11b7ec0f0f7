//! Fields that the library has an eye on: an update counts the version by itself, and takes sentinels along.

use aws_sdk_dynamodb::types::AttributeValue;

use crate::{
    Entity, Error, ErrorKind, Result,
    client::unique::{has_unique, unique_fields},
    expression::Step,
    item::{stored::schema, version::version_field},
    schema::{EntitySchema, Field, Purpose},
    update::{Action, Fits, Operation},
};

/// Refuses what an update cannot do to an entity with a version or with unique fields.
///
/// # Errors
///
/// [`ErrorKind::InvalidArgument`] for a version that is given, for a time that the library writes, for an upsert of an
/// item with unique fields, and for a value of such a field that is not known before.
pub(super) fn check_managed(entity: &'static EntitySchema, given: &[Operation], makes: bool) -> Result<()> {
    let refused = |message: String| Err(Error::new(ErrorKind::InvalidArgument, message));
    if let Some(version) = version_field(entity).filter(|field| changes(given, field)) {
        return refused(format!(
            "`{}` counts the writes, and each update counts one by itself; leave it out, and demand a version by a \
             condition",
            version.name
        ));
    }
    if let Some((field, operation)) =
        entity.fields.iter().find_map(|field| Some((field, stamped(given, field, makes)?)))
    {
        let does = match (&operation.action, field.purpose) {
            (_, Purpose::Updated) => "is the time of the last write, which each update sets by itself",
            (Action::Remove, _) => "is the time at which the item was made, which stays with it",
            _ => "is the time at which the item was made, which an update leaves as it is",
        };
        let way_out = match field.purpose {
            Purpose::Updated => "leave it out",
            _ => "leave it out, or change it by `update_each` or `put`",
        };
        return refused(format!("`{}` {does}; {way_out}", field.name));
    }
    if makes {
        check_unique(entity)?;
    }
    let is_known = |operation: &&Operation| {
        operation.steps.len() == 1 && matches!(operation.action, Action::Set(_) | Action::Remove)
    };
    let unknown = given.iter().filter(|operation| !is_known(operation));
    match unknown.filter_map(|operation| kept(entity, operation)).next() {
        None => Ok(()),
        Some(field) => refused(format!(
            "`{}` is part of what is kept unique, and its new value has to be known before it is written; `set` it \
             whole",
            field.name
        )),
    }
}

/// What is done to a time that the library writes: but for `created` of an item that an upsert may make.
fn stamped<'o>(given: &'o [Operation], field: &Field, makes: bool) -> Option<&'o Operation> {
    given.iter().filter(|operation| is_on(operation, field)).find(|operation| match field.purpose {
        Purpose::Updated => true,
        Purpose::Created => !makes || operation.action == Action::Remove,
        _ => false,
    })
}

/// The field of those from which sentinels follow, or when they expire, that an operation changes.
fn kept(entity: &'static EntitySchema, operation: &Operation) -> Option<&'static Field> {
    let expiry = entity.fields.iter().filter(|field| field.purpose == Purpose::Ttl && has_unique(entity));
    let unique = unique_fields(entity).into_iter().filter_map(|field| entity.fields.get(usize::from(field)));
    unique.chain(expiry).find(|field| is_on(operation, field))
}

/// The field that makes an update one of sentinels too.
pub(crate) fn sentinel_field(entity: &'static EntitySchema, given: &[Operation]) -> Option<&'static Field> {
    given.iter().find_map(|operation| kept(entity, operation))
}

/// Refuses to hand out an update without its sentinels.
///
/// # Errors
///
/// [`ErrorKind::InvalidArgument`], with the way out.
pub(crate) fn check_alone(entity: &'static EntitySchema, given: &[Operation], way_out: &str) -> Result<()> {
    let Some(field) = sentinel_field(entity, given) else { return Ok(()) };
    let message = format!(
        "`{}` is part of what is kept unique, and an update of it reads the item first and is a transaction with its \
         sentinels; {way_out}",
        field.name
    );
    Err(Error::new(ErrorKind::InvalidArgument, message).of_entity(entity.name))
}

/// Refuses what makes an item whose values are kept unique.
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

/// That the version counts one more write, from nothing where there is none.
/// Above the greatest one nothing is counted, for the item could not be read again.
pub(super) fn next_version<E: Entity>() -> Option<Operation> {
    let field = version_field(schema::<E>())?;
    let steps = vec![Step::Name(field.attribute.to_owned())];
    let greatest = i128::from(E::__MOST_VERSION).saturating_sub(1);
    let fits = Fits { least: i64::MIN.into(), greatest, from_nothing: true };
    Some(Operation { steps, action: Action::Add(AttributeValue::N("1".into())), fits: Some(fits), by_field: true })
}

fn changes(given: &[Operation], field: &Field) -> bool {
    given.iter().any(|operation| is_on(operation, field))
}

fn is_on(operation: &Operation, field: &Field) -> bool {
    matches!(operation.steps.first(), Some(Step::Name(name)) if name == field.attribute)
}
