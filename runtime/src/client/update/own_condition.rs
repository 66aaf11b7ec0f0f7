//! Builds the condition that an update itself places on the stored item.

use aws_sdk_dynamodb::types::AttributeValue;

use crate::{
    Error, ErrorKind, Item, Result,
    expression::{Expression, Placeholders, Step, aliases_of, native},
    item::{
        any_key::AnyKey,
        functions::{EntityFunctions, ValueOf},
        lossy::{has_other_texts, lossy_fields},
    },
    key::Timestamp,
    schema::EntitySchema,
    update::{Fits, Operation},
};

/// Requires that the item exists (unless the update creates it), has not expired, is the item that the key identifies,
/// and has numbers to which the amounts can be added. `lossy` has the attributes of the `lossy_fields`, which the key
/// contains only in part. Adds names and values to those of the update, and returns the condition, or `None` if there
/// are no requirements.
pub(super) fn own_condition<'a>(
    expression: &mut Expression,
    entity: &'static EntitySchema,
    (lossy_fields, lossy): (&[u8], &Item),
    operations: impl Iterator<Item = &'a Operation>,
    creates: bool,
    now: Timestamp,
) -> Result<Option<String>> {
    let condition = expression.write_another(Placeholders::REQUIRED_CONDITION, |condition| {
        let mut all = Terms::default();
        let is_distinguishable = entity.table.discriminator.is_some() || !lossy_fields.is_empty();
        if creates && is_distinguishable {
            condition.text("(attribute_not_exists(");
            condition.attribute(entity.table.partition_key.name);
            condition.text(") OR ");
        } else if !creates {
            all.next(condition);
            condition.text("attribute_exists(");
            condition.attribute(entity.table.partition_key.name);
            condition.text(")");
        }
        let mut same = if creates { Terms::default() } else { all };
        if let Some(discriminator) = entity.table.discriminator {
            same.next(condition);
            condition.text("(attribute_not_exists(");
            condition.attribute(discriminator);
            condition.text(") OR ");
            condition.attribute(discriminator);
            condition.text(" = ");
            condition.value(AttributeValue::S(entity.discriminator.to_owned()));
            condition.text(")");
        }
        for field in lossy_fields.iter().filter_map(|field| entity.fields.get(usize::from(*field))) {
            same.next(condition);
            match lossy.get(field.attribute) {
                Some(value) => {
                    condition.attribute(field.attribute);
                    condition.text(" = ");
                    condition.value(value.clone());
                }
                None => {
                    condition.text("attribute_not_exists(");
                    condition.attribute(field.attribute);
                    condition.text(")");
                }
            }
        }
        if creates && is_distinguishable {
            condition.text(")");
        }
        let mut all = if creates { Terms { any: is_distinguishable } } else { same };
        if let Some(ttl) = entity.ttl_attribute() {
            all.next(condition);
            condition.text("NOT ");
            condition.attribute(ttl);
            condition.text(" < ");
            condition.value(AttributeValue::N(now.seconds.to_string()));
        }
        for (steps, fits) in operations.filter_map(|operation| Some((&operation.steps, operation.fits?))) {
            all.next(condition);
            let aliases = aliases_of(entity, steps);
            if !aliases.is_empty() {
                write_fits_of_names(condition, steps, aliases, fits);
                continue;
            }
            if fits.from_nothing {
                condition.text("(attribute_not_exists(");
                condition.path(steps);
                condition.text(") OR ");
            }
            condition.path(steps);
            condition.text(" BETWEEN ");
            condition.value(number(fits.least));
            condition.text(" AND ");
            condition.value(number(fits.greatest));
            if fits.from_nothing {
                condition.text(")");
            }
        }
    })?;
    Ok(Some(condition).filter(|condition| !condition.is_empty()))
}

fn number(limit: i128) -> AttributeValue {
    AttributeValue::N(limit.to_string())
}

/// Requires a number to which an amount can be added under the first name of a field that the item has.
fn write_fits_of_names(condition: &mut Expression, steps: &[Step], aliases: &[&'static str], fits: Fits) {
    let (least, greatest) = (condition.new_value(number(fits.least)), condition.new_value(number(fits.greatest)));
    let aliases = aliases.iter().map(|alias| vec![Step::Name((*alias).into())]);
    let names: Vec<Vec<Step>> = std::iter::once(steps.to_vec()).chain(aliases).collect();
    let write_absent = |condition: &mut Expression, name: &[Step]| {
        condition.text("attribute_not_exists(");
        condition.path(name);
        condition.text(")");
    };
    condition.text("(");
    for (at, name) in names.iter().enumerate() {
        if at > 0 {
            condition.text(" OR ");
        }
        for earlier in names.iter().take(at) {
            write_absent(condition, earlier);
            condition.text(" AND ");
        }
        condition.text("(");
        condition.path(name);
        condition.text(&format!(" BETWEEN {least} AND {greatest})"));
    }
    if fits.from_nothing {
        for (at, name) in names.iter().enumerate() {
            condition.text(if at == 0 { " OR " } else { " AND " });
            write_absent(condition, name);
        }
    }
    condition.text(")");
}

/// Returns whether an item that refused an update is the item of the key, with its times in another text.
pub(crate) fn is_of_other_texts(key: &AnyKey, stored: &Item) -> bool {
    let functions = key.functions();
    let ours = key_attributes(functions, &|field| key.value(field), &lossy_fields(functions.schema));
    ours.is_ok_and(|ours| has_other_texts(functions.schema, &ours, stored))
}

/// Returns the attributes that an item has for these fields of its table key, as a put writes them: in the form of a
/// key if the field is itself the attribute of one, for example of an index. `key` has the values of its fields.
pub(super) fn key_attributes(functions: EntityFunctions, key: ValueOf<'_, '_>, fields: &[u8]) -> Result<Item> {
    let entity = functions.schema;
    let mut attributes = Item::new();
    for place in fields {
        let field = entity.fields.get(usize::from(*place)).filter(|field| !field.key_only);
        let (Some(value), Some(field)) = (key(*place), field) else { continue };
        if let Some(native) = native(entity, *place, Some(&value)) {
            attributes.extend(native?.map(|value| (field.attribute.to_owned(), value)));
            continue;
        }
        let stored = (functions.stored)(*place, value.into_owned()).attribute.unwrap_or_else(|| {
            let message = format!(
                "the key's value of `{}` cannot be written as the item stores it; implement `Serialize` for its type, \
                 and a `KeyField` that reads what it writes",
                field.name
            );
            Err(Error::new(ErrorKind::Encode, message).of_entity(entity.name))
        });
        attributes.extend(stored?.map(|value| (field.attribute.to_owned(), value)));
    }
    Ok(attributes)
}

/// Terms that are joined by AND.
#[derive(Default)]
struct Terms {
    any: bool,
}

impl Terms {
    fn next(&mut self, expression: &mut Expression) {
        if self.any {
            expression.text(" AND ");
        }
        self.any = true;
    }
}
