//! Compares requests by their effect, not by their placeholders.

use serde_json::{Map, Value};

/// Settings that change neither what is written nor which items are returned.
const SETTINGS: [&str; 3] = ["ClientRequestToken", "ReturnConsumedCapacity", "ReturnValuesOnConditionCheckFailure"];

const EXPRESSIONS: [&str; 3] = ["ConditionExpression", "KeyConditionExpression", "UpdateExpression"];

/// Returns a request with names and values in place of the placeholders in its expressions, without settings and
/// without DynamoDB's defaults. Requests that are equal in this form read or write the same items.
#[must_use]
pub fn normalized(mut request: Value) -> Value {
    let Some(members) = request.as_object_mut() else { return request };
    SETTINGS.into_iter().for_each(|setting| drop(members.remove(setting)));
    if members.get("ReturnValues").is_some_and(|returned| returned == "NONE") {
        members.remove("ReturnValues");
    }
    let names = map_of(members.remove("ExpressionAttributeNames"));
    let values = map_of(members.remove("ExpressionAttributeValues"));
    for name in EXPRESSIONS {
        if let Some(Value::String(expression)) = members.get_mut(name) {
            *expression = without_outer_parentheses(&resolved(expression, &names, &values)).to_owned();
        }
    }
    request
}

fn map_of(member: Option<Value>) -> Map<String, Value> {
    match member {
        Some(Value::Object(map)) => map,
        _ => Map::new(),
    }
}

/// Replaces the placeholders of an expression by names and values. Leaves unknown placeholders as they are.
fn resolved(expression: &str, names: &Map<String, Value>, values: &Map<String, Value>) -> String {
    let mut text = String::with_capacity(expression.len());
    let mut rest = expression;
    while let Some(start) = rest.find(['#', ':']) {
        let (before, placeholder) = rest.split_at(start);
        let length = placeholder.char_indices().skip(1).find(|(_, letter)| !is_of_word(*letter));
        let (placeholder, after) = placeholder.split_at(length.map_or(placeholder.len(), |(place, _)| place));
        text.push_str(before);
        match (names.get(placeholder), values.get(placeholder)) {
            (Some(Value::String(name)), _) => text.push_str(name),
            (_, Some(value)) => text.push_str(&value.to_string()),
            _ => text.push_str(placeholder),
        }
        rest = after;
    }
    text + rest
}

fn is_of_word(letter: char) -> bool {
    letter.is_ascii_alphanumeric() || letter == '_'
}

/// Returns `a OR b` for `(a OR b)`, but leaves `(a) OR (b)` unchanged.
fn without_outer_parentheses(expression: &str) -> &str {
    let Some(inner) = expression.strip_prefix('(').and_then(|rest| rest.strip_suffix(')')) else { return expression };
    let mut depth = 0;
    let closes_before_the_end = inner.chars().any(|letter| {
        depth += i32::from(letter == '(') - i32::from(letter == ')');
        depth < 0
    });
    if closes_before_the_end { expression } else { inner }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn update(expression: &str, condition: &str, names: Value, values: Value) -> Value {
        json!({
            "TableName": "calls",
            "UpdateExpression": expression,
            "ConditionExpression": condition,
            "ExpressionAttributeNames": names,
            "ExpressionAttributeValues": values,
        })
    }

    #[test]
    fn placeholders_do_not_matter() {
        let one = update(
            "SET #s = :s",
            "attribute_exists(#pk) AND #s = :s1",
            json!({ "#s": "status", "#pk": "PK" }),
            json!({ ":s": { "S": "paid" }, ":s1": { "S": "ok" } }),
        );
        let other = update(
            "SET #a = :a",
            "(attribute_exists(PK) AND #a = :b)",
            json!({ "#a": "status" }),
            json!({ ":a": { "S": "paid" }, ":b": { "S": "ok" } }),
        );
        let expected = normalized(one);
        assert_eq!(expected, normalized(other));
        assert_eq!(
            expected,
            json!({
                "TableName": "calls",
                "UpdateExpression": r#"SET status = {"S":"paid"}"#,
                "ConditionExpression": r#"attribute_exists(PK) AND status = {"S":"ok"}"#,
            })
        );
    }

    #[test]
    fn names_values_and_parentheses_matter() {
        let sets = |expression, name, value| update(expression, "a", json!({ "#a": name }), json!({ ":a": value }));
        let one = normalized(sets("SET #a = :a", "status", json!({ "S": "paid" })));
        for other in [
            sets("SET #a = :a", "state", json!({ "S": "paid" })),
            sets("SET #a = :a", "status", json!({ "S": "ok" })),
            sets("SET #a = :b", "status", json!({ "S": "paid" })),
        ] {
            assert_ne!(one, normalized(other));
        }
        assert_eq!(without_outer_parentheses("(a) OR (b)"), "(a) OR (b)");
        assert_eq!(without_outer_parentheses("((a) OR (b))"), "(a) OR (b)");
        let or = |condition| normalized(update("SET a = :a", condition, json!({}), json!({})));
        assert_ne!(or("a AND (b OR c)"), or("(a AND b) OR c"));
    }

    #[test]
    fn settings_and_defaults_do_not_matter() {
        let plain = json!({ "TableName": "calls", "Item": { "PK": { "S": "a" } } });
        let set = json!({
            "TableName": "calls",
            "Item": { "PK": { "S": "a" } },
            "ReturnConsumedCapacity": "TOTAL",
            "ReturnValues": "NONE",
            "ReturnValuesOnConditionCheckFailure": "ALL_OLD",
            "ClientRequestToken": "6f0c",
        });
        assert_eq!(normalized(plain.clone()), normalized(set));
        let old = json!({ "TableName": "calls", "Item": { "PK": { "S": "a" } }, "ReturnValues": "ALL_OLD" });
        assert_ne!(normalized(plain.clone()), normalized(old));
        let item = json!({ "TableName": "calls", "Item": { "PK": { "S": "b" } } });
        assert_ne!(normalized(plain), normalized(item));
    }
}
