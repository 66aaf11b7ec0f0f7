//! Refuses updates that DynamoDB would refuse or that would leave an index key stale, before a request.

use std::borrow::Cow;

use aws_sdk_dynamodb::types::AttributeValue;

use crate::{
    Error, ErrorKind, Item, Result,
    expression::{Step, shown},
    item::{
        encode::check_bytes,
        names::is_derived,
        size::{item_bytes, value_bytes},
        storable,
    },
    physics::item::attribute_bytes,
    schema::EntitySchema,
    update::{Action, Operation},
};

/// Checks the operations that the caller gives.
pub(super) fn check_operations(entity: &'static EntitySchema, operations: &[Operation]) -> Result<()> {
    for (at, operation) in operations.iter().enumerate() {
        check_place(entity, operation)?;
        if let Some(other) = operations.iter().take(at).find(|other| overlap(&other.steps, &operation.steps)) {
            let (one, two) = (shown(&other.steps), shown(&operation.steps));
            let message = match one == two {
                true => format!("the update changes `{one}` twice; change it once"),
                false => format!(
                    "the update changes `{one}` and `{two}`, one of which contains the other; change one of them"
                ),
            };
            return Err(Error::new(ErrorKind::InvalidArgument, message));
        }
    }
    Ok(())
}

/// Checks the written values against the limits of DynamoDB and, if their sizes are known, those of an item.
pub(super) fn check_values(
    entity: &'static EntitySchema,
    key: &Item,
    operations: &[Cow<'_, Operation>],
) -> Result<u64> {
    let mut known = item_bytes(key);
    for operation in operations {
        if let Some(value) = value_of(&operation.action) {
            let name = shown(&operation.steps);
            storable::check_attribute(entity, &name, value)?;
            if let Action::Set(value) = &operation.action {
                known = known.saturating_add(attribute_bytes(&name, value_bytes(value)));
            }
        }
    }
    check_bytes(entity, known)
}

fn value_of(action: &Action) -> Option<&AttributeValue> {
    match action {
        Action::Set(value)
        | Action::SetIfAbsent(value)
        | Action::Append(value)
        | Action::Prepend(value)
        | Action::Add(value)
        | Action::Take(value) => Some(value),
        Action::Remove => None,
    }
}

/// Checks that a path does not lead to an attribute of a key, because a path does not update keys.
fn check_place(entity: &'static EntitySchema, operation: &Operation) -> Result<()> {
    let Some(Step::Name(name)) = operation.steps.first() else { return Ok(()) };
    if operation.steps.iter().any(|step| matches!(step, Step::Name(name) if name.is_empty())) {
        return Err(Error::new(ErrorKind::InvalidArgument, "an attribute or an entry has an empty name; name it"));
    }
    if operation.by_field {
        return Ok(());
    }
    let in_keys = entity.fields.iter().any(|field| field.kind.is_some() && field.attribute == name);
    let renamed = entity.fields.iter().find(|field| field.aliases.contains(&&**name));
    if let Some(field) = renamed {
        let message = format!(
            "`{name}` is an earlier name of `{}`, which reads ignore if the item has the current one; set the field by \
             its constant",
            field.attribute
        );
        return Err(Error::new(ErrorKind::InvalidArgument, message));
    }
    let message = match () {
        () if in_keys => format!("`{name}` is part of a key, which a path cannot set; set the field by its constant"),
        () if is_derived(entity, name) => {
            format!("`{name}` is written for a key, or as discriminator or constant; set the fields that determine it")
        }
        () if operation.steps.len() <= DEPTH => return Ok(()),
        () => format!("a path has more than {DEPTH} steps; nest the value less deeply"),
    };
    Err(Error::new(ErrorKind::InvalidArgument, message))
}

/// The maximum number of steps in a path: an item can be nested 32 levels deep.
///
/// AWS: *Constraints in Amazon DynamoDB*, "Nested attribute depth".
const DEPTH: usize = 32;

/// Returns whether one place equals the other or contains it.
fn overlap(one: &[Step], other: &[Step]) -> bool {
    one.iter().zip(other).all(|(one, other)| one == other)
}
