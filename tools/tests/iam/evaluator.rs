//! Evaluates the conditions of IAM policies that generated policies use.
//!
//! Follows AWS's documentation of [condition
//! operators](https://docs.aws.amazon.com/IAM/latest/UserGuide/reference_policies_elements_condition_operators.html),
//! of [several keys and
//! values](https://docs.aws.amazon.com/IAM/latest/UserGuide/reference_policies_condition-logic-multiple-context-keys-or-values.html)
//! and of [policy variables](https://docs.aws.amazon.com/IAM/latest/UserGuide/reference_policies_variables.html).

use std::collections::BTreeMap;

use serde_json::Value;

/// A request, with its context.
pub(crate) struct Request {
    action: String,
    resource: String,
    context: BTreeMap<String, Vec<String>>,
}

impl Request {
    pub(crate) fn new(action: &str, resource: &str) -> Self {
        Self { action: action.to_owned(), resource: resource.to_owned(), context: BTreeMap::new() }
    }

    pub(crate) fn with<V: AsRef<str>>(mut self, key: &str, values: impl AsRef<[V]>) -> Self {
        let values = values.as_ref().iter().map(|value| value.as_ref().to_owned()).collect();
        self.context.insert(key.to_owned(), values);
        self
    }
}

/// Returns whether a statement of the policy allows the request. Everything else is denied.
pub(crate) fn allows(policy: &Value, request: &Request) -> bool {
    assert_eq!(policy["Version"], "2012-10-17", "policy variables need this version");
    let statements = policy["Statement"].as_array().expect("statements");
    statements.iter().any(|statement| {
        assert_eq!(statement["Effect"], "Allow");
        let actions = texts(&statement["Action"]);
        actions.iter().any(|action| action.eq_ignore_ascii_case(&request.action))
            && texts(&statement["Resource"]).iter().any(|resource| is_like(&request.resource, resource, request))
            && statement.get("Condition").is_none_or(|condition| holds(condition, request))
    })
}

/// Whether a condition holds: all operators, and all keys of an operator, must hold.
fn holds(condition: &Value, request: &Request) -> bool {
    let operators = condition.as_object().expect("operators");
    operators.iter().all(|(operator, keys)| {
        keys.as_object().expect("keys").iter().all(|(key, values)| {
            let found = request.context.get(key).map(Vec::as_slice).unwrap_or_default();
            let values = texts(values);
            let like = |value: &String| values.iter().any(|pattern| is_like(value, pattern, request));
            let equals = |value: &String| values.iter().any(|text| is_equal(value, text, request));
            match operator.as_str() {
                // True if the key is absent.
                "ForAllValues:StringLike" => found.iter().all(like),
                "ForAllValues:StringEquals" => found.iter().all(equals),
                // Has one value. True if the key is absent.
                "StringNotLike" => !found.iter().any(like),
                "StringLike" => found.first().is_some_and(like),
                "StringEquals" => found.first().is_some_and(equals),
                "Null" => values.iter().any(|text| (text == "true") == found.is_empty()),
                other => panic!("an operator that no generated policy has: {other}"),
            }
        })
    })
}

fn texts(value: &Value) -> Vec<String> {
    match value {
        Value::String(text) => vec![text.clone()],
        Value::Array(all) => all.iter().map(|text| text.as_str().expect("a text").to_owned()).collect(),
        other => panic!("neither a text nor a list: {other}"),
    }
}

/// A part of a policy's text.
enum Part {
    Character(char),
    /// `?`
    One,
    /// `*`
    Any,
}

/// Returns the parts of a text, with its variables replaced. `None` if the request's context lacks one: then nothing
/// matches.
fn parts(text: &str, request: &Request) -> Option<Vec<Part>> {
    let (mut parts, mut rest) = (Vec::new(), text);
    while let Some(character) = rest.chars().next() {
        if let Some((variable, after)) = rest.strip_prefix("${").and_then(|rest| rest.split_once('}')) {
            let value = match variable {
                "*" | "?" | "$" => variable.to_owned(),
                variable => match request.context.get(variable)?.as_slice() {
                    [one] => one.clone(),
                    _ => return None,
                },
            };
            parts.extend(value.chars().map(Part::Character));
            rest = after;
            continue;
        }
        rest = &rest[character.len_utf8()..];
        parts.push(match character {
            '*' => Part::Any,
            '?' => Part::One,
            other => Part::Character(other),
        });
    }
    Some(parts)
}

/// Evaluates `StringLike`: case matters, `*` stands for any characters, and `?` for one.
fn is_like(value: &str, pattern: &str, request: &Request) -> bool {
    let Some(parts) = parts(pattern, request) else { return false };
    // The numbers of parts that can match the characters so far.
    let mut reached = vec![false; parts.len() + 1];
    reached[0] = true;
    let skip = |reached: &mut Vec<bool>| {
        for at in 0..parts.len() {
            reached[at + 1] |= reached[at] && matches!(parts[at], Part::Any);
        }
    };
    skip(&mut reached);
    for character in value.chars() {
        let mut next = vec![false; parts.len() + 1];
        for (at, part) in parts.iter().enumerate().filter(|(at, _)| reached[*at]) {
            match part {
                Part::Any => next[at] = true,
                Part::One => next[at + 1] = true,
                Part::Character(own) => next[at + 1] |= *own == character,
            }
        }
        skip(&mut next);
        reached = next;
    }
    reached[parts.len()]
}

/// Evaluates `StringEquals`: wildcards are ordinary characters, and variables are replaced.
fn is_equal(value: &str, text: &str, request: &Request) -> bool {
    let Some(parts) = parts(text, request) else { return false };
    let character = |part: &Part| match part {
        Part::Character(own) => *own,
        Part::One => '?',
        Part::Any => '*',
    };
    parts.iter().map(character).eq(value.chars())
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn one(operator: &str, key: &str, values: Value) -> Value {
        json!({ operator: { key: values } })
    }

    fn tags(values: &[&str]) -> Request {
        Request::new("a:A", "arn").with("k", values).with("aws:username", ["David"])
    }

    #[test]
    fn string_like_is_of_whole_texts_and_of_case() {
        let like = |values: Value, value: &str| holds(&one("StringLike", "k", values), &tags(&[value]));
        assert!(like(json!(["", "home/", "home/${aws:username}/*"]), "home/David/a"));
        assert!(!like(json!("home/${aws:username}/*"), "home/david/a"));
        assert!(like(json!("a?c*"), "abc") && !like(json!("a?c"), "ac") && !like(json!("b"), "abc"));
        assert!(like(json!("${*}${?}${$}"), "*?$") && !like(json!("${*}"), "x"));
        assert!(like(json!("*a*b"), "xaxbab") && !like(json!("*a*b"), "xaxba"));
    }

    /// `ForAllValues` is true if a key is absent. `Null` detects this.
    #[test]
    fn absent_keys() {
        let none = Request::new("a:A", "arn");
        assert!(holds(&one("ForAllValues:StringLike", "k", json!(["x"])), &none));
        assert!(!holds(&one("StringLike", "k", json!("*")), &none));
        assert!(holds(&one("StringNotLike", "k", json!("*")), &none));
        assert!(!holds(&one("Null", "k", json!("false")), &none) && holds(&one("Null", "k", json!("true")), &none));
        assert!(holds(&one("Null", "k", json!("false")), &tags(&["x"])));
    }

    #[test]
    fn all_values_need_a_match_each() {
        let all = one("ForAllValues:StringLike", "k", json!(["PostDateTime", "Message", "Tags"]));
        assert!(holds(&all, &tags(&["PostDateTime", "Message"])));
        assert!(!holds(&all, &tags(&["PostDateTime", "UserName"])));
    }

    /// A variable without exactly one value in the context matches nothing.
    #[test]
    fn unknown_variables_match_nothing() {
        assert!(!holds(&one("StringLike", "k", json!("${aws:PrincipalTag/t}")), &tags(&[""])));
        assert!(!holds(&one("ForAllValues:StringEquals", "k", json!(["${k}"])), &tags(&["a", "b"])));
    }

    /// The value of a variable is compared as it is.
    #[test]
    fn wildcards_of_a_variable_are_characters() {
        let request = tags(&["abc"]).with("v", ["*"]);
        assert!(!holds(&one("StringLike", "k", json!("${v}")), &request));
    }
}
