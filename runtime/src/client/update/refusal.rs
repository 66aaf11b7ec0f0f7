//! Determines why the condition of an update did not hold.

use aws_sdk_dynamodb::types::AttributeValue;

use super::{AnyUpdate, managed_fields::next_version, own_condition::key_attributes};
use crate::{
    Error, ErrorKind, Item,
    client::{conditional::condition_failed, put::request::collision},
    expression::{Step, shown as shown_path},
    item::{
        aliases::under_current_names,
        expiry::is_expired,
        functions::EntityFunctions,
        stored::{belongs, shown_of, type_name, wrong_entity},
        version::{last_version, version_field},
    },
    key::{Timestamp, lossy::lossy_fields},
    schema::EntitySchema,
    update::Operation,
};

/// Returns why an update was refused, given the stored item.
pub(crate) fn refusal(update: &AnyUpdate, creates: bool, stored: Option<&Item>, now: Timestamp) -> Error {
    let Some(stored) = stored else {
        return match creates {
            true => condition_failed(None),
            false => Error::new(
                ErrorKind::NotFound,
                "the item does not exist; use `upsert` to make it, or `create` or `put` to write it whole",
            ),
        };
    };
    reason(update, creates, stored, now).unwrap_or_else(|| condition_failed(Some(stored)))
}

/// Returns whether an update is refused while this item is stored.
pub(super) fn explains_rejection(update: &AnyUpdate, creates: bool, stored: &Item, now: Timestamp) -> bool {
    let is_met = update.condition.as_ref().is_none_or(|condition| condition.holds(stored).unwrap_or(false));
    !is_met || reason(update, creates, stored, now).is_some()
}

/// Returns why an update is refused while this item is stored. `None` if only the caller's own condition remains.
fn reason(update: &AnyUpdate, creates: bool, stored: &Item, now: Timestamp) -> Option<Error> {
    let functions = update.key.functions();
    let entity = functions.schema;
    if is_expired(entity, stored, now) {
        return Some(match creates {
            true => Error::new(
                ErrorKind::ConditionFailed,
                "the item has expired, and dynamodb has not deleted it yet: an upsert would keep its old values; \
                 `upsert` it by itself, or `put` the whole item",
            ),
            false => Error::new(ErrorKind::NotFound, "the item has expired; use `create` or `put` to write it again"),
        });
    }
    if !belongs(entity, stored) {
        return Some(wrong_entity(entity, stored));
    }
    let ours = key_attributes(functions, &|field| update.key.value(field), &lossy_fields(entity));
    match ours.map(|ours| collision(entity, &ours, stored)) {
        Err(error) => return Some(error),
        Ok(Some(collision)) if creates => return Some(collision),
        Ok(Some(collision)) => {
            let message = format!("the item does not exist: {}", collision.message());
            return Some(Error::new(ErrorKind::NotFound, message));
        }
        Ok(None) => {}
    }
    let current = under_current_names(entity, stored);
    let mut operations = update.operations.list.iter();
    let addition_error = operations.find_map(|operation| addition_error(entity, operation, &current));
    addition_error.or_else(|| version_error(functions, stored))
}

/// Returns an error if the stored version is the maximum of its type, or is not a number.
fn version_error(functions: EntityFunctions, stored: &Item) -> Option<Error> {
    let (entity, operation) = (functions.schema, next_version(functions)?);
    let addition_error = addition_error(entity, &operation, stored)?;
    let field = version_field(entity).filter(|_| addition_error.kind() == ErrorKind::OutOfRange);
    let last = field.map(|field| {
        let found = shown_of(entity, field.attribute, stored.get(field.attribute));
        last_version(field.name, &found, functions.max_version)
    });
    last.or(Some(addition_error))
}

/// Returns an error if a stored number would leave its range, or is not a number.
fn addition_error(entity: &EntitySchema, operation: &Operation, stored: &Item) -> Option<Error> {
    let fits = operation.fits?;
    let place = shown_path(&operation.steps);
    let found = match find(stored, &operation.steps) {
        None if fits.from_nothing => return None,
        None => "nothing".to_owned(),
        Some(found @ AttributeValue::N(digits)) => match digits.parse::<i128>() {
            Ok(number) if (fits.least..=fits.greatest).contains(&number) => return None,
            _ => shown_of(entity, root(&operation.steps), Some(found)),
        },
        Some(found) => {
            let message =
                format!("`{place}` is {}, not a number; set a number first, or repair the item", type_name(found));
            return Some(Error::new(ErrorKind::Decode, message));
        }
    };
    let message = format!(
        "`{place}` holds {found}, and with the amount would be out of the range of its type; add less, or give the \
         field a wider type"
    );
    Some(Error::new(ErrorKind::OutOfRange, message))
}

/// Returns the attribute that contains a place.
fn root(steps: &[Step]) -> &str {
    match steps.first() {
        Some(Step::Name(name)) => name,
        _ => "",
    }
}

fn find<'a>(stored: &'a Item, steps: &[Step]) -> Option<&'a AttributeValue> {
    let (first, rest) = steps.split_first()?;
    let Step::Name(name) = first else { return None };
    rest.iter().try_fold(stored.get(&**name)?, |value, step| match (value, step) {
        (AttributeValue::M(map), Step::Name(name)) => map.get(&**name),
        (AttributeValue::L(list), Step::Index(index)) => list.get(*index),
        _ => None,
    })
}
