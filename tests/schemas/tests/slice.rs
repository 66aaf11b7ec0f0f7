//! The corpus and some random schemas keep all laws.

use std::{env, process};

use keywright_schema_tests::{batch, compile::build_crates, corpus, draw::draw, source::module};

#[test]
fn schemas_do_what_they_declare() {
    let crates = build_crates().unwrap();
    let folder = env::temp_dir().join(format!("keywright-schemas-slice-{}", process::id()));
    let programs = corpus::programs().unwrap();
    assert!(!programs.is_empty());
    let (failures, refused) = batch::run_modules(&crates, &folder, &programs).unwrap();
    assert!(failures.is_empty(), "{failures:#?}");
    assert!(refused.is_empty(), "{refused:#?}");

    let schemas: Vec<_> = (0..30).map(draw).collect();
    let outcome = batch::run(&crates, &folder, &schemas).unwrap();
    for (place, failures) in &outcome.failures {
        eprintln!("{}\n{}", failures.join("\n"), module(&schemas[*place]));
    }
    assert!(outcome.failures.is_empty());
    // Otherwise nothing is tested.
    assert!(outcome.ran.len() >= 10, "{:?}", outcome.refused);
    assert!(outcome.fixes.applied >= 5, "{:?}", outcome.fixes);
}
