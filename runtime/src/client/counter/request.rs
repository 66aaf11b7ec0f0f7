//! The update that adds to a counter, and creates its item if it does not exist.

use std::collections::HashMap;

use aws_sdk_dynamodb::{
    Client,
    operation::update_item::builders::UpdateItemFluentBuilder,
    types::{AttributeValue, ReturnValuesOnConditionCheckFailure},
};

use super::amount::{Amount, not_a_number};
use crate::{
    Item, Result,
    client::condition::Condition,
    item::{encode::Encoded, key_fields::key_fields, locate::key_item, lossy::with_stored_texts, names::is_derived},
    key::lossy::lossy_fields,
    schema::{EntitySchema, Field, Purpose},
};

/// The expressions of an addition.
pub(crate) struct Addition {
    pub(crate) key: Item,
    pub(crate) update: String,
    pub(crate) condition: String,
    pub(crate) names: HashMap<String, String>,
    pub(crate) values: HashMap<String, AttributeValue>,
}

/// Makes the request.
pub(super) fn request(client: &Client, table_name: &str, addition: Addition) -> UpdateItemFluentBuilder {
    let Addition { key, update, condition, names, values } = addition;
    let request = client.update_item().table_name(table_name).set_key(Some(key));
    request
        .update_expression(update)
        .condition_expression(condition)
        .set_expression_attribute_names(Some(names))
        .set_expression_attribute_values(Some(values))
        .return_values_on_condition_check_failure(ReturnValuesOnConditionCheckFailure::AllOld)
}

/// Makes the addition to the counter of an item. `encoded` is the item to create if it does not exist. `stored_texts`
/// is the stored item, if it has the times of the key in other texts.
pub(crate) fn addition(
    entity: &'static EntitySchema,
    encoded: Encoded,
    counter: &Field,
    amount: Amount,
    stored_texts: Option<&Item>,
) -> Result<Addition> {
    let Encoded { item, key, .. } = encoded;
    if let Some(other) = item.get(counter.attribute).filter(|value| !value.is_n()) {
        return Err(not_a_number(counter, other));
    }
    let key = key_item(entity, &key);
    let condition = condition(entity, &with_stored_texts(entity, &item, stored_texts), amount);
    let mut names = HashMap::from([("#counter".to_owned(), counter.attribute.to_owned())]);
    let mut values = HashMap::from([(":amount".to_owned(), AttributeValue::N(amount.value.to_string()))]);
    let mut sets = Vec::new();
    let mut removals = Vec::new();
    for (at, Set { attribute, aliases, value, keeps }) in sets_of(entity, item, &key, counter).into_iter().enumerate() {
        let name = |place: usize| format!("#s{at}_{place}");
        let kept = (0..aliases.len())
            .rfold(format!(":s{at}"), |kept, place| format!("if_not_exists({}, {kept})", name(place)));
        sets.push(match keeps {
            true => format!("#s{at} = if_not_exists(#s{at}, {kept})"),
            false => format!("#s{at} = :s{at}"),
        });
        removals.extend((0..aliases.len()).map(name));
        names.extend(aliases.iter().enumerate().map(|(place, alias)| (name(place), (*alias).to_owned())));
        names.insert(format!("#s{at}"), attribute);
        values.insert(format!(":s{at}"), value);
    }
    names.extend(condition.names);
    values.extend(condition.values.into_iter().flatten());
    let clause = |clause: &str, of: Vec<String>| match of.is_empty() {
        true => String::new(),
        false => format!("{clause} {} ", of.join(", ")),
    };
    let update = format!("{}{}ADD #counter :amount", clause("SET", sets), clause("REMOVE", removals));
    Ok(Addition { key, update, condition: condition.expression, names, values })
}

/// Returns the condition that the counter stays in its range, and that the key does not belong to another item
/// (possible if it contains only a part of a field).
fn condition(entity: &'static EntitySchema, item: &Item, amount: Amount) -> Condition {
    let (range, limit) = amount.condition();
    let lossy = lossy_fields(entity);
    let mut condition = match lossy.is_empty() {
        true => Condition { expression: range.to_owned(), names: HashMap::new(), values: None },
        false => {
            let same = Condition::absent(entity).or_same(entity, &lossy, item);
            Condition { expression: format!("({}) AND ({range})", same.expression), ..same }
        }
    };
    condition.values.get_or_insert_default().insert(":limit".to_owned(), limit);
    condition
}

/// An attribute that an increment writes in addition to the counter.
struct Set {
    attribute: String,
    /// The earlier names of the field, which are removed.
    aliases: &'static [&'static str],
    value: AttributeValue,
    /// Whether an existing value is kept.
    keeps: bool,
}

/// Returns the attributes that complete the item, by name: attributes derived from the key, the time of the write, and,
/// if they are missing, `created` and the other counters. `Option` fields are not written, apart from the NULL that one
/// with `#[serde(with = ..)]` needs.
fn sets_of(entity: &'static EntitySchema, item: Item, key: &Item, counter: &Field) -> Vec<Set> {
    let of_key = key_fields(entity);
    let mut sets = Vec::new();
    for (attribute, value) in item {
        if attribute == counter.attribute || key.contains_key(&attribute) {
            continue;
        }
        let place = entity.fields.iter().position(|field| field.attribute == attribute);
        let is_of_key = place.is_some_and(|place| of_key.iter().any(|field| usize::from(*field) == place));
        let field = place.and_then(|place| entity.fields.get(place));
        let is_completed = field.is_some_and(|field| field.is_counter() || field.purpose == Purpose::Created);
        // Functions of serde do not read a missing attribute, and have written a NULL for the `None`.
        let keeps = is_completed || value.is_null();
        let is_updated = field.is_some_and(|field| field.purpose == Purpose::Updated);
        if keeps || is_updated || is_of_key || is_derived(entity, &attribute) {
            let aliases = field.map_or(&[][..], |field| field.aliases);
            sets.push(Set { attribute, aliases, value, keeps });
        }
    }
    sets.sort_by(|a, b| a.attribute.cmp(&b.attribute));
    sets
}
