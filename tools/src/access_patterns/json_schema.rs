//! Publishes the format of the JSON as a JSON Schema.

use serde_json::Value;

/// The version of the JSON format. Adding a field does not change it. Removing or renaming a field, or changing its
/// meaning, does.
pub const VERSION: u32 = 1;

const SCHEMA: &str = include_str!("json_schema/v1.json");

/// Returns the JSON Schema (draft 2020-12) of what [`AccessPatterns::to_json`](super::AccessPatterns::to_json) writes.
///
/// It is published as `tools/src/access_patterns/json_schema/v1.json` in the repository; `docs --format json-schema`
/// writes it, too.
pub fn json_schema() -> Value {
    // A test parses it: the fallback is never used.
    serde_json::from_str(SCHEMA).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_schema_names_its_version() {
        let schema = json_schema();
        assert_eq!(schema["properties"]["version"]["const"], VERSION);
        assert!(schema["$id"].as_str().is_some_and(|id| id.ends_with(&format!("json_schema/v{VERSION}.json"))));
    }
}
