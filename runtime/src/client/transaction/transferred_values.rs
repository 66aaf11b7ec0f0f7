//! Merges the actions on a unique value that one item of a transaction releases and another one takes.

use std::collections::HashMap;

use aws_sdk_dynamodb::types::AttributeValue;

use super::action::Part;
use crate::{item::locate::key_item, key::ItemKey, schema::EntitySchema};

/// A part of a transaction, with the position of its input and its own position within that input.
pub(super) struct PositionedPart {
    pub(super) position: usize,
    pub(super) number: usize,
    pub(super) entity: &'static EntitySchema,
    pub(super) part: Part,
}

/// Merges two actions on one sentinel into one, because DynamoDB allows one action per item: the sentinel is put for
/// the item that takes the value, on the condition that it belongs to the item that releases it, or does not exist.
pub(super) fn merge_transfers(mut placed: Vec<PositionedPart>) -> Vec<PositionedPart> {
    let is_taken = |part: &Part| part.released_by.is_none();
    let mut releasing_owners: HashMap<ItemKey, ItemKey> = HashMap::new();
    for PositionedPart { part, .. } in &placed {
        releasing_owners.extend(part.released_by.clone().map(|giver| (part.key.clone(), giver)));
    }
    if releasing_owners.is_empty() {
        return placed;
    }
    let mut merged = Vec::new();
    for PositionedPart { entity, part, .. } in placed.iter_mut().filter(|placed| is_taken(&placed.part)) {
        let (Some(giver), Some(put)) = (releasing_owners.get(&part.key), &mut part.write.put) else { continue };
        let Some(condition) = &mut put.condition_expression else { continue };
        condition.push_str(" OR #owner = :giver");
        let giver = AttributeValue::M(key_item(entity, giver));
        put.expression_attribute_values.get_or_insert_default().insert(":giver".to_owned(), giver);
        merged.push(part.key.clone());
    }
    placed.retain(|PositionedPart { part, .. }| is_taken(part) || !merged.contains(&part.key));
    placed
}
