//! Checks limits of expressions, and of the names of key attributes, that the engine itself does not check.

use std::collections::{BTreeMap, HashMap};

use dynoxide::types::AttributeValue;
use keywright::physics::{
    expression::operators,
    limits::{EXPRESSION_OPERATORS, EXPRESSION_VARIABLE_BYTES, KEY_NAME_CHARACTERS, PLACEHOLDER_BYTES},
};
use serde::Deserialize;
use serde::de::IgnoredAny;

/// Returns DynamoDB's error message for a request whose expressions or key attributes exceed a limit.
///
/// The engine itself checks the limits of 4 KB for an expression and of 400 KB for an item.
///
/// [Constraints: expression
/// parameters](https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/Constraints.html#limits-expression-parameters)
pub(crate) fn exceeded(body: &[u8]) -> Option<String> {
    // A shorter request cannot contain a placeholder that is too long, or this many operators.
    if body.len() <= PLACEHOLDER_BYTES {
        return None;
    }
    let Request { own, actions, definitions } = serde_json::from_slice(body).ok()?;
    if let Some(message) = key_name_too_long(&definitions) {
        return Some(message);
    }
    let actions = actions.into_iter().flat_map(BTreeMap::into_values);
    let exceeded = std::iter::once(own).chain(actions).find_map(|expressions| expressions.exceeded());
    exceeded.or_else(|| if body.len() as u64 > EXPRESSION_VARIABLE_BYTES { too_many_bytes(body) } else { None })
}

#[derive(Deserialize)]
struct Request<V> {
    #[serde(flatten)]
    own: Expressions<V>,
    #[serde(rename = "TransactItems", default = "Vec::new")]
    actions: Vec<BTreeMap<String, Expressions<V>>>,
    #[serde(rename = "AttributeDefinitions", default = "Vec::new")]
    definitions: Vec<Definition>,
}

/// A key attribute of a table or an index.
#[derive(Deserialize)]
struct Definition {
    #[serde(rename = "AttributeName", default)]
    name: String,
}

/// The expressions of one operation, with its names and values by placeholder.
#[derive(Deserialize)]
struct Expressions<V> {
    #[serde(rename = "ConditionExpression")]
    condition: Option<String>,
    #[serde(rename = "UpdateExpression")]
    update: Option<String>,
    #[serde(rename = "FilterExpression")]
    filter: Option<String>,
    #[serde(rename = "KeyConditionExpression")]
    key_condition: Option<String>,
    #[serde(rename = "ExpressionAttributeNames")]
    names: Option<HashMap<String, String>>,
    #[serde(rename = "ExpressionAttributeValues")]
    values: Option<HashMap<String, V>>,
}

impl Expressions<IgnoredAny> {
    fn exceeded(&self) -> Option<String> {
        let names = self.names.iter().flatten().map(|(key, _)| ("ExpressionAttributeNames", key));
        let values = self.values.iter().flatten().map(|(key, _)| ("ExpressionAttributeValues", key));
        let mut keys = names.chain(values);
        let expressions = [
            ("UpdateExpression", &self.update),
            ("ConditionExpression", &self.condition),
            ("FilterExpression", &self.filter),
            ("KeyConditionExpression", &self.key_condition),
        ];
        keys.find_map(|(map, key)| too_long(map, key))
            .or_else(|| expressions.into_iter().find_map(|(kind, text)| too_many_operators(kind, text.as_deref()?)))
    }
}

/// Checks the definitions, which contain every key attribute of a table and its indexes.
///
/// [Naming rules](https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/HowItWorks.NamingRulesDataTypes.html)
fn key_name_too_long(definitions: &[Definition]) -> Option<String> {
    let is_too_long = |definition: &Definition| definition.name.chars().count() > KEY_NAME_CHARACTERS;
    let at = definitions.iter().position(is_too_long)?;
    let name = &definitions.get(at)?.name;
    Some(format!(
        "1 validation error detected: Value '{name}' at 'attributeDefinitions.{}.member.attributeName' failed to \
         satisfy constraint: Member must have length less than or equal to {KEY_NAME_CHARACTERS}",
        at + 1
    ))
}

fn too_long(map: &str, key: &str) -> Option<String> {
    let message = "The expression attribute map contains a key that is too long; size of key";
    (key.len() > PLACEHOLDER_BYTES).then(|| format!("{map} contains invalid key: {message}: {}", key.len()))
}

/// Checks the number of operators. Like DynamoDB's, the message counts up to the first operator that is too many.
fn too_many_operators(kind: &str, expression: &str) -> Option<String> {
    let count = EXPRESSION_OPERATORS + 1;
    let message = format!("Invalid {kind}: The expression contains too many operators; operator count: {count}");
    (operators(expression) > EXPRESSION_OPERATORS).then_some(message)
}

/// Checks the size of names and values. AWS publishes the limit, but not the error message.
fn too_many_bytes(body: &[u8]) -> Option<String> {
    let Request::<AttributeValue> { own, actions, .. } = serde_json::from_slice(body).ok()?;
    let actions = actions.into_iter().flat_map(BTreeMap::into_values);
    std::iter::once(own).chain(actions).find_map(|Expressions { names, values, .. }| {
        let names: usize = names.iter().flatten().map(|(_, name)| name.len()).sum();
        let values: usize = values.iter().flatten().map(|(_, value)| value.size()).sum();
        let message = "The size of all expression attribute names and values has exceeded the maximum allowed size";
        ((names + values) as u64 > EXPRESSION_VARIABLE_BYTES).then(|| message.to_owned())
    })
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn joined(terms: usize) -> String {
        vec!["#a = :a"; terms].join(" AND ")
    }

    #[test]
    fn expressions_have_at_most_300_operators() {
        for kind in ["ConditionExpression", "FilterExpression", "KeyConditionExpression"] {
            let body = |terms| json!({ "TableName": "t", kind: joined(terms) }).to_string();
            assert_eq!(exceeded(body(150).as_bytes()), None);
            let message = format!("Invalid {kind}: The expression contains too many operators; operator count: 301");
            assert_eq!(exceeded(body(151).as_bytes()), Some(message));
        }
        let action = json!({ "TransactItems": [{ "Delete": { "ConditionExpression": joined(160) } }] });
        assert!(exceeded(action.to_string().as_bytes()).is_some_and(|said| said.contains("ConditionExpression")));
    }

    #[test]
    fn placeholders_have_at_most_255_bytes() {
        let body = |bytes: usize| json!({ "ExpressionAttributeNames": { format!("#{}", "a".repeat(bytes - 1)): "a" } });
        assert_eq!(exceeded(body(255).to_string().as_bytes()), None);
        let said = exceeded(body(256).to_string().as_bytes()).unwrap();
        assert!(said.ends_with("contains a key that is too long; size of key: 256"), "{said}");
    }

    #[test]
    fn key_attribute_names_have_at_most_255_characters() {
        let body = |name: &str| {
            let definitions = [("PK", "S"), (name, "S")];
            let definitions = definitions.map(|(name, of)| json!({ "AttributeName": name, "AttributeType": of }));
            json!({ "TableName": "t", "AttributeDefinitions": definitions }).to_string()
        };
        assert_eq!(exceeded(body(&"k".repeat(255)).as_bytes()), None);
        assert_eq!(exceeded(body(&"\u{e9}".repeat(255)).as_bytes()), None);
        let said = exceeded(body(&"k".repeat(256)).as_bytes()).unwrap();
        assert!(said.contains("'attributeDefinitions.2.member.attributeName'"), "{said}");
    }

    #[test]
    fn expression_values_have_at_most_2_mb() {
        let body = |bytes: usize| json!({ "ExpressionAttributeValues": { ":a": { "S": "x".repeat(bytes) } } });
        assert_eq!(exceeded(body(2 * 1_024 * 1_024).to_string().as_bytes()), None);
        assert!(exceeded(body(2 * 1_024 * 1_024 + 1).to_string().as_bytes()).is_some());
    }
}
