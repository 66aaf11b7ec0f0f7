//! Conditions that treat an expired item as absent.

use aws_sdk_dynamodb::types::AttributeValue;

use super::Condition;
use crate::{expression::Expression, key::Timestamp, schema::EntitySchema};

impl Condition {
    /// Also accepts an expired item. Call it last, on a condition whose terms are joined by `OR`.
    pub(crate) fn or_expired(self, entity: &EntitySchema, now: Timestamp) -> Self {
        self.expiring(" OR #ttl < :now", entity, now)
    }

    /// Also requires that the item is not expired. Call it last, on a condition whose terms are joined by `AND`.
    pub(crate) fn and_not_expired(self, entity: &EntitySchema, now: Timestamp) -> Self {
        self.expiring(" AND NOT #ttl < :now", entity, now)
    }

    fn expiring(mut self, words: &str, entity: &EntitySchema, now: Timestamp) -> Self {
        if let Some(name) = entity.ttl_attribute() {
            self.expression.push_str(words);
            let (of_name, of_value) = placeholders(name, now);
            self.names.extend([of_name]);
            self.values.get_or_insert_default().extend([of_value]);
        }
        self
    }
}

/// Makes a caller's condition treat an expired item as absent.
pub(crate) fn treat_expired_as_absent(
    mut condition: Expression,
    entity: &EntitySchema,
    now: Timestamp,
    accepts_absent: bool,
) -> Expression {
    if let Some(name) = entity.ttl_attribute() {
        let word = if accepts_absent { "OR" } else { "AND NOT" };
        condition.expression = format!("({}) {word} #ttl < :now", condition.expression);
        let (of_name, of_value) = placeholders(name, now);
        condition.names.extend([of_name]);
        condition.values.extend([of_value]);
    }
    condition
}

fn placeholders(name: &str, now: Timestamp) -> ((String, String), (String, AttributeValue)) {
    let now = AttributeValue::N(now.seconds.to_string());
    (("#ttl".to_owned(), name.to_owned()), (":now".to_owned(), now))
}
