//! Conditions on the item that is already stored under a key.

mod expiry;
mod version;

use std::collections::HashMap;

use aws_sdk_dynamodb::types::AttributeValue;

use crate::{Item, expression::Expression, item::lossy::is_zero_count, schema::EntitySchema};

pub(crate) use expiry::treat_expired_as_absent;

/// A condition expression, with the names and values that it uses.
#[derive(Debug, Clone)]
pub(crate) struct Condition {
    pub(crate) expression: String,
    pub(crate) names: HashMap<String, String>,
    pub(crate) values: Option<HashMap<String, AttributeValue>>,
}

impl Condition {
    /// Requires that no item is stored under the key.
    pub(crate) fn absent(entity: &EntitySchema) -> Self {
        Self::on_key(entity, "attribute_not_exists(#pk)")
    }

    /// Requires that an item is stored under the key.
    pub(crate) fn present(entity: &EntitySchema) -> Self {
        Self::on_key(entity, "attribute_exists(#pk)")
    }

    /// Converts the condition of the caller.
    pub(crate) fn of_caller(expression: &Expression) -> Self {
        let Expression { expression, names, values, .. } = expression.clone();
        Self { expression, names, values: (!values.is_empty()).then_some(values) }
    }

    fn on_key(entity: &EntitySchema, expression: &str) -> Self {
        let names = HashMap::from([("#pk".to_owned(), entity.table.partition_key.name.to_owned())]);
        Self { expression: expression.to_owned(), names, values: None }
    }

    /// Also accepts a stored item that has the same values in these fields.
    pub(crate) fn or_same(self, entity: &EntitySchema, fields: &[u8], item: &Item) -> Self {
        self.joined("OR", entity, fields, item)
    }

    /// Also requires that the stored item has the same values in these fields.
    pub(crate) fn and_same(self, entity: &EntitySchema, fields: &[u8], item: &Item) -> Self {
        self.joined("AND", entity, fields, item)
    }

    /// Also accepts a stored item of another entity, or with another value in one of these fields.
    ///
    /// A stored item without the attribute of a field or of the discriminator can be this item: its key then contains
    /// the field, or it is older than the discriminator. So only attributes that exist are compared.
    pub(crate) fn or_other(mut self, entity: &EntitySchema, fields: &[u8], item: &Item) -> Self {
        let fields = fields.iter().filter_map(|field| entity.fields.get(usize::from(*field)));
        let fields = fields.filter_map(|field| Some((field.attribute, item.get(field.attribute)?.clone())));
        let discriminator = AttributeValue::S(entity.discriminator.to_owned());
        let discriminator = entity.table.discriminator.map(|name| (name, discriminator));
        for (at, (name, value)) in fields.chain(discriminator).enumerate() {
            self.expression.push_str(&format!(" OR (attribute_exists(#o{at}) AND #o{at} <> :o{at})"));
            self.names.insert(format!("#o{at}"), name.to_owned());
            self.values.get_or_insert_default().insert(format!(":o{at}"), value);
        }
        self
    }

    /// Also accepts that no item is stored under the key.
    pub(crate) fn or_absent(mut self, entity: &EntitySchema) -> Self {
        let absent = Self::absent(entity);
        self.expression = format!("{} OR {}", absent.expression, self.expression);
        self.names.extend(absent.names);
        self
    }

    /// Also requires the other condition, if there is one. Their placeholders must have different names.
    pub(crate) fn and(mut self, other: impl Into<Option<Self>>) -> Self {
        let Some(other) = other.into() else { return self };
        self.expression = format!("({}) AND ({})", self.expression, other.expression);
        self.names.extend(other.names);
        self.values.get_or_insert_default().extend(other.values.into_iter().flatten());
        self.values = self.values.filter(|values| !values.is_empty());
        self
    }

    /// Requires all conditions that are given. `None` if there are none.
    pub(crate) fn all(conditions: impl IntoIterator<Item = Option<Self>>) -> Option<Self> {
        conditions.into_iter().flatten().reduce(Self::and)
    }

    fn joined(mut self, word: &str, entity: &EntitySchema, fields: &[u8], item: &Item) -> Self {
        let mut terms = Vec::new();
        let mut values = self.values.take().unwrap_or_default();
        for field in fields.iter().filter_map(|field| entity.fields.get(usize::from(*field))) {
            let at = terms.len();
            self.names.insert(format!("#f{at}"), field.attribute.to_owned());
            match item.get(field.attribute) {
                Some(value) => {
                    terms.push(match is_zero_count(field, value) {
                        // DynamoDB refuses redundant parentheses.
                        true if fields.len() > 1 => format!("(#f{at} = :f{at} OR attribute_not_exists(#f{at}))"),
                        true => format!("#f{at} = :f{at} OR attribute_not_exists(#f{at})"),
                        false => format!("#f{at} = :f{at}"),
                    });
                    values.insert(format!(":f{at}"), value.clone());
                }
                None => terms.push(format!("attribute_not_exists(#f{at})")),
            }
        }
        self.expression = format!("{} {word} ({})", self.expression, terms.join(" AND "));
        self.values = (!values.is_empty()).then_some(values);
        self
    }
}
