//! Validates the subset of JSON Schema that the published schema uses. An unknown keyword fails the test.

use serde_json::{Map, Value};

/// Returns the parts of a value that violate a schema, each with its location.
pub(crate) fn violations(schema: &Value, value: &Value) -> Vec<String> {
    let mut found = Vec::new();
    Validator { root: schema, found: &mut found }.check(schema, value, "$");
    found
}

struct Validator<'a> {
    root: &'a Value,
    found: &'a mut Vec<String>,
}

impl Validator<'_> {
    fn check(&mut self, schema: &Value, value: &Value, at: &str) {
        let schema = schema.as_object().unwrap();
        for (keyword, rule) in schema {
            match keyword.as_str() {
                "$schema" | "$id" | "$defs" | "title" | "description" => {}
                "$ref" => {
                    let name = rule.as_str().unwrap().strip_prefix("#/$defs/").unwrap();
                    let target = self.root["$defs"].get(name).unwrap_or_else(|| panic!("no {name} in $defs")).clone();
                    self.check(&target, value, at);
                }
                "type" => self.demand(has_type(rule, value), at, rule, value),
                "const" => self.demand(rule == value, at, rule, value),
                "enum" => self.demand(rule.as_array().unwrap().contains(value), at, rule, value),
                "minimum" => {
                    let fits = value.as_f64().is_none_or(|number| number >= rule.as_f64().unwrap());
                    self.demand(fits, at, rule, value);
                }
                "items" => {
                    for (place, item) in value.as_array().into_iter().flatten().enumerate() {
                        self.check(rule, item, &format!("{at}[{place}]"));
                    }
                }
                "anyOf" => {
                    let mut fits = rule.as_array().unwrap().iter();
                    let fits = fits.any(|one| {
                        let mut found = Vec::new();
                        Validator { root: self.root, found: &mut found }.check(one, value, at);
                        found.is_empty()
                    });
                    self.demand(fits, at, rule, value);
                }
                "properties" | "required" | "additionalProperties" => {}
                unknown => panic!("{unknown} is not known here"),
            }
        }
        if let Some(fields) = value.as_object() {
            self.check_fields(schema, fields, at);
        }
    }

    fn check_fields(&mut self, schema: &Map<String, Value>, fields: &Map<String, Value>, at: &str) {
        let Some(properties) = schema.get("properties") else { return };
        assert_eq!(schema["additionalProperties"], false, "{at}");
        for name in schema["required"].as_array().unwrap() {
            let name = name.as_str().unwrap();
            if !fields.contains_key(name) {
                self.found.push(format!("{at} has no {name}"));
            }
        }
        for (name, value) in fields {
            match properties.get(name) {
                Some(rule) => self.check(rule, value, &format!("{at}.{name}")),
                None => self.found.push(format!("{at} has an unknown {name}")),
            }
        }
    }

    fn demand(&mut self, fits: bool, at: &str, rule: &Value, value: &Value) {
        if !fits {
            self.found.push(format!("{at} is {value}, not {rule}"));
        }
    }
}

fn has_type(rule: &Value, value: &Value) -> bool {
    let is = |name: &str| match name {
        "string" => value.is_string(),
        "integer" => value.is_u64() || value.is_i64(),
        "number" => value.is_number(),
        "boolean" => value.is_boolean(),
        "array" => value.is_array(),
        "object" => value.is_object(),
        "null" => value.is_null(),
        unknown => panic!("{unknown} is not a type"),
    };
    match rule {
        Value::Array(types) => types.iter().any(|name| is(name.as_str().unwrap())),
        name => is(name.as_str().unwrap()),
    }
}
