//! Builds the item that an upsert creates, and checks before a request that it can be decoded.

use std::borrow::Cow;

use aws_sdk_dynamodb::types::AttributeValue;

use crate::{
    Error, ErrorKind, Item, Result,
    expression::{Step, shown},
    item::{names::is_derived, reencode::Reencode, stamp::attributes_of},
    schema::{EntitySchema, Purpose},
    update::{Action, Operation},
};

/// Builds the item that an upsert creates. Refuses an item that would not decode, or that would not be in the same
/// indexes as after a put.
pub(super) fn build_created_item(
    entity: &'static EntitySchema,
    key: Item,
    operations: &[Cow<'_, Operation>],
    reencode: Reencode,
) -> Result<Item> {
    let mut item = key;
    for operation in operations {
        let Operation { steps, action, .. } = &**operation;
        let [Step::Name(name)] = steps.as_slice() else {
            let message = format!(
                "`{}` lies inside a field, which an item that the upsert makes does not have; set the whole field, or \
                 use `update`",
                shown(steps)
            );
            return Err(Error::new(ErrorKind::InvalidArgument, message));
        };
        match action {
            Action::Set(value)
            | Action::SetIfAbsent(value)
            | Action::Append(value)
            | Action::Prepend(value)
            | Action::Add(value) => {
                item.insert(name.clone().into_owned(), value.clone());
            }
            Action::Take(_) | Action::Remove => {}
        }
    }
    let whole = reencode(item.clone()).map_err(|error| {
        let cause = error.message().split(';').next().unwrap_or_default().to_owned();
        let message = format!(
            "an item that the upsert creates could not be read: {cause}; set every field that has no \
             `#[serde(default)]`, or use `update`"
        );
        Error::new(ErrorKind::InvalidArgument, message).caused_by(error)
    })?;
    // A put would write these attributes at another time, and in another call.
    let mut of_time = attributes_of(entity, &[Purpose::Updated]);
    of_time.extend(entity.table.write_id);
    let derived = |item: &Item| -> Vec<(String, AttributeValue)> {
        let mut derived: Vec<_> = item
            .iter()
            .filter(|(name, _)| is_derived(entity, name) && !of_time.contains(&name.as_str()))
            .map(|(name, value)| (name.clone(), value.clone()))
            .collect();
        derived.sort_by(|(one, _), (other, _)| one.cmp(other));
        derived
    };
    let (ours, theirs) = (derived(&item), derived(&whole));
    let differs = theirs.iter().find(|attribute| !ours.contains(attribute));
    match differs.or_else(|| ours.iter().find(|attribute| !theirs.contains(attribute))) {
        None => Ok(item),
        Some((name, _)) => {
            let way = match attributes_of(entity, &[Purpose::Created]).as_slice() {
                [created, of_keys @ ..] if of_keys.contains(&name.as_str()) => format!(
                    ": its key contains `{created}`, the time of creation; set it, too, or use `create` for a new item \
                     and `update` for an existing one"
                ),
                _ => "; set every field of that key, or use `update`".to_owned(),
            };
            let message = format!(
                "an item that the upsert creates would lack `{name}`, or have another value for it than a put \
                 writes{way}"
            );
            Err(Error::new(ErrorKind::InvalidArgument, message))
        }
    }
}
