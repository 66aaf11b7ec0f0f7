//! Tests that the JSON of every committed design, and of a complete table, has the published format.

use std::{fs, path::Path};

use keywright_tools::access_patterns::{self, Prices, VERSION};
use serde_json::{Value, json};

use crate::{older_keys, shop, unasked_indexes, validator::violations};

fn document() -> Value {
    shop::priced().to_json()
}

fn document_without_all_prices() -> Value {
    shop::patterns().priced(Prices { storage_gb_month: None, ..shop::prices() }).to_json()
}

#[test]
fn a_month_without_all_prices_matches_the_json_schema() {
    let document = document_without_all_prices();
    assert_eq!(violations(&access_patterns::json_schema(), &document), [""; 0]);
    let missing = document["month"]["not_included"][0].as_str().unwrap();
    assert!(missing.contains("add `storage_gb_month` to the price file"), "{missing}");
}

#[test]
fn a_table_with_all_features_matches_the_json_schema() {
    let document = document();
    assert_eq!(document["version"], VERSION);
    assert_eq!(violations(&access_patterns::json_schema(), &document), [""; 0]);
}

#[test]
fn committed_designs_match_the_json_schema() {
    let designs = Path::new(env!("CARGO_MANIFEST_DIR")).join("../examples/docs");
    let mut seen = 0;
    for design in fs::read_dir(designs).unwrap() {
        let path = design.unwrap().path().join("access-patterns.json");
        let document: Value = serde_json::from_str(&fs::read_to_string(&path).unwrap()).unwrap();
        assert_eq!(violations(&access_patterns::json_schema(), &document), [""; 0], "{}", path.display());
        seen += 1;
    }
    assert!(seen >= 6, "{seen} designs");
}

/// The validator finds what is missing, unknown or of another type, at any depth.
#[test]
fn violations_of_the_json_schema_are_found() {
    type Change = (&'static str, fn(&mut Value), &'static str);
    let changes: [Change; 6] = [
        ("version", |of| of["version"] = json!(2), "$.version"),
        ("a missing field", |of| drop(of["entities"][0].as_object_mut().unwrap().remove("reads")), "$.entities[0]"),
        ("an unknown field", |of| of["capacity"][0]["warm"] = json!(1), "$.capacity[0]"),
        ("a type", |of| of["entities"][0]["writes"][0]["peak"]["wcu"] = json!("1"), "$.entities[0].writes[0].peak"),
        ("a risk", |of| of["entities"][0]["writes"][0]["risk"] = json!({ "risk": "some" }), "writes[0].risk"),
        ("an enum", |of| of["entities"][0]["attributes"][0]["dynamodb_type"] = json!("X"), "attributes[0]"),
    ];
    for (name, change, place) in changes {
        let mut document = document();
        change(&mut document);
        let found = violations(&access_patterns::json_schema(), &document);
        assert!(found.iter().any(|violation| violation.contains(place)), "{name}: {found:?}");
    }
}

/// Each property of the schema occurs in the JSON of a design, so that no outdated property remains.
#[test]
fn every_property_of_the_json_schema_is_used() {
    let mut written = document().to_string() + &older_keys::patterns().to_json().to_string();
    written += &unasked_indexes::patterns().to_json().to_string();
    written += &document_without_all_prices().to_string();
    written += &access_patterns::json::<gradual::Site>("site").to_string();
    let designs = Path::new(env!("CARGO_MANIFEST_DIR")).join("../examples/docs");
    for design in fs::read_dir(designs).unwrap() {
        written += &fs::read_to_string(design.unwrap().path().join("access-patterns.json")).unwrap();
    }
    let mut properties = Vec::new();
    collect(&access_patterns::json_schema(), &mut properties);
    // No design has a risk of each kind.
    let missing = properties.iter().filter(|name| !written.contains(&format!("\"{name}\"")));
    let missing: Vec<_> = missing.filter(|name| !["keys", "percent"].contains(&name.as_str())).collect();
    assert!(missing.is_empty(), "{missing:?}");
}

fn collect(schema: &Value, into: &mut Vec<String>) {
    match schema {
        Value::Object(fields) => {
            if let Some(Value::Object(properties)) = fields.get("properties") {
                into.extend(properties.keys().cloned());
            }
            fields.values().for_each(|value| collect(value, into));
        }
        Value::Array(values) => values.iter().for_each(|value| collect(value, into)),
        _ => {}
    }
}

/// A table whose launch at its peak would need more warm throughput than it requests.
mod gradual {
    use keywright::{Entity, Table};
    use serde::{Deserialize, Serialize};

    #[derive(Table)]
    #[table(launch = "gradual")]
    #[entities(View)]
    pub(super) struct Site;

    #[derive(Entity, Serialize, Deserialize)]
    #[entity(table = Site)]
    #[pk(template = "VIEWS")]
    #[shard(random = 5)]
    #[sk(template = "<id>")]
    #[peak(creates = 2_000, item_bytes = 100)]
    pub(super) struct View {
        pub(super) id: String,
    }
}
