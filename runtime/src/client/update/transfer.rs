//! Moves an item to another key in one transaction, if the item is unchanged.

use aws_sdk_dynamodb::types::{AttributeValue, ConditionCheck, Delete, TransactWriteItem};

use crate::{
    Error, ErrorKind, Item, Result,
    client::{Connection, condition::Condition, legacy::relocate::put_absent, transport::failure::build_error},
    expression::{Expression, Placeholders},
    item::{locate::key_item, stored::stored_key, version::version_field},
    key::{ItemKey, clock::now, lossy::lossy_fields},
    physics::limits::TRANSACTION_ITEMS,
    schema::EntitySchema,
};

/// Returns actions that write an item under its key, which must be unused, and delete the given items, if their
/// attributes are unchanged.
/// The first action of the transaction is the write.
///
/// AWS charges twice for a transaction: two units for each KB of the written item, and of each deleted item.
pub(super) fn actions(
    handle: &Connection,
    entity: &'static EntitySchema,
    item: &Item,
    from: &[Item],
) -> Result<Vec<TransactWriteItem>> {
    if from.len() >= TRANSACTION_ITEMS {
        let message = format!(
            "the item is stored under {} keys, and a transaction deletes at most {}; delete some of them first",
            from.len(),
            TRANSACTION_ITEMS - 1
        );
        return Err(Error::new(ErrorKind::InvalidArgument, message));
    }
    let deletes =
        from.iter().filter_map(|stored| Some((stored, stored_key(entity, 0, stored)?))).map(|(stored, key)| {
            let unchanged = unchanged(entity, stored)?;
            let delete = Delete::builder()
                .table_name(handle.table_name())
                .set_key(Some(key_item(entity, &key)))
                .condition_expression(unchanged.expression)
                .set_expression_attribute_names(Some(unchanged.names))
                .set_expression_attribute_values(Some(unchanged.values));
            Ok(TransactWriteItem::builder().delete(delete.build().map_err(build_error)?).build())
        });
    let put = put_absent(handle, entity, item, None, now());
    std::iter::once(put).chain(deletes).collect()
}

/// Returns the check that the item is not under the current key `was`, if it was found only under older keys.
///
/// Another writer can put the item under the current key meanwhile. That item supersedes the older copies, so they must
/// not be moved. If the key holds a field only in part, another item may have this key. Returns `None` if one of `from`
/// is under the current key, or if the item moves to that key.
pub(super) fn still_absent(
    handle: &Connection,
    entity: &'static EntitySchema,
    (from_key, to): (&ItemKey, &ItemKey),
    from: &[Item],
) -> Result<Option<TransactWriteItem>> {
    let is_current = |stored: &Item| stored_key(entity, 0, stored).as_ref() == Some(from_key);
    if from_key == to || from.iter().any(is_current) {
        return Ok(None);
    }
    let absent = Condition::absent(entity).or_expired(entity, now());
    let lossy = lossy_fields(entity);
    let condition = match from.first().filter(|_| !lossy.is_empty()) {
        Some(item) => absent.or_other(entity, &lossy, item),
        None => absent,
    };
    let check = ConditionCheck::builder()
        .table_name(handle.table_name())
        .set_key(Some(key_item(entity, from_key)))
        .condition_expression(condition.expression)
        .set_expression_attribute_names(Some(condition.names))
        .set_expression_attribute_values(condition.values);
    Ok(Some(TransactWriteItem::builder().condition_check(check.build().map_err(build_error)?).build()))
}

/// Requires that the stored item has all attributes of this item with the same values, and no field that this item
/// lacks.
///
/// If these are more than DynamoDB compares in one expression, requires the same [version](crate::version), which each
/// write increments.
///
/// # Errors
///
/// `InvalidArgument` if an entity without a version has such an item.
fn unchanged(entity: &'static EntitySchema, item: &Item) -> Result<Expression> {
    match (all_unchanged(entity, item), version_field(entity)) {
        (Err(_), Some(version)) => {
            let kept = [Some(version.attribute), entity.table.discriminator];
            let kept = kept.into_iter().flatten().filter_map(|name| item.get_key_value(name));
            let absent = Some(version.attribute).filter(|name| !item.contains_key(*name));
            equal(kept.collect(), absent.into_iter().collect())
        }
        (Err(error), None) => {
            let attributes = item.len();
            let message = format!(
                "the item has {attributes} attributes, which a move compares all at once: {}; give the entity a \
                 version, which is compared in their place",
                error.message()
            );
            Err(Error::new(ErrorKind::InvalidArgument, message))
        }
        (all, _) => all,
    }
}

fn all_unchanged(entity: &'static EntitySchema, item: &Item) -> Result<Expression> {
    let mut attributes: Vec<_> = item.iter().collect();
    attributes.sort_by_key(|(name, _)| name.as_str());
    let absent = entity.fields.iter().filter(|field| !item.contains_key(field.attribute));
    equal(attributes, absent.map(|field| field.attribute).collect())
}

/// Requires that these attributes have these values, and that others are absent.
fn equal(attributes: Vec<(&String, &AttributeValue)>, absent: Vec<&'static str>) -> Result<Expression> {
    Expression::of(Placeholders::REQUIRED_CONDITION, |expression| {
        let mut and = "";
        for (name, value) in attributes {
            expression.text(std::mem::replace(&mut and, " AND "));
            expression.attribute(name);
            expression.text(" = ");
            expression.value(value.clone());
        }
        for name in absent {
            expression.text(std::mem::replace(&mut and, " AND "));
            expression.text("attribute_not_exists(");
            expression.attribute(name);
            expression.text(")");
        }
    })
}
