//! Some random schemas keep all laws.

use std::{env, process};

use keywright_schema_tests::{batch, compile::build_crates, draw::draw, source::module};

#[test]
fn random_schemas_do_what_they_declare() {
    let crates = build_crates().unwrap();
    let schemas: Vec<_> = (0..20).map(draw).collect();
    let folder = env::temp_dir().join(format!("keywright-schemas-slice-{}", process::id()));
    let outcome = batch::run(&crates, &folder, &schemas).unwrap();
    for (place, failures) in &outcome.failures {
        eprintln!("{}\n{}", failures.join("\n"), module(&schemas[*place]));
    }
    assert!(outcome.failures.is_empty());
    // Otherwise nothing is tested.
    assert!(outcome.ran.len() >= 10, "{:?}", outcome.refused);
    // A refusal has a code, or is a message of the types that generated functions need.
    for message in outcome.refused.values().flatten() {
        let has_code = message.contains("KW0") || message.contains("this query has no buckets");
        assert!(has_code, "{message}");
    }
}
