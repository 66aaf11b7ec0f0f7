//! Sixty schemas as practitioners write them: 20 light, 20 heavy and correct, 20 heavy and wrong.
//!
//! The first line of each schema names the compiler's expected response: `silent`, or the code of an error or a
//! warning. The silent ones are modules of this file, so that a warning fails the build. The messages for the wrong
//! ones are in their `.stderr`, which `fail.rs` compares.

#![deny(warnings)]
// No code uses the entities.
#![allow(dead_code)]

#[path = "../practice/light"]
mod light {
    mod audit_per_user;
    mod birthdays;
    mod chat_messages;
    mod counters;
    mod daily_report;
    mod device_registry;
    mod feature_flags;
    mod leader_lock;
    mod leaderboard;
    mod monthly_invoices;
    mod orders_by_customer;
    mod product_catalogue;
    mod product_pages;
    mod read_mostly_configuration;
    mod sessions;
    mod settings_singleton;
    mod status_index;
    mod tenant_configuration;
    mod unique_email;
    mod user_profile;
}

#[path = "../practice/right"]
mod right {
    mod channels_with_a_share;
    mod device_telemetry;
    mod hash_of_an_id;
    mod index_sharded_too;
    mod jobs_of_few_statuses;
    mod log_of_240_shards;
    mod log_of_32_shards;
    mod log_of_8_shards;
    mod log_of_a_raised_quota;
    mod log_that_is_read;
    mod log_without_a_bucket;
    mod moves_between_statuses;
    mod outbox;
    mod slots_of_a_byte;
    mod sparse_index;
    mod ticks_of_a_millisecond;
    mod transfers_in_transactions;
    mod two_entities_of_a_tenant;
    mod unique_signups;
    mod writes_of_users;
}

use std::{
    collections::BTreeSet,
    fs,
    path::{Path, PathBuf},
};

/// Returns the 20 schemas of a folder.
fn schemas(folder: &str) -> Vec<PathBuf> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("practice").join(folder);
    let files = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
    let mut schemas: Vec<_> =
        files.filter(|file| file.extension().is_some_and(|extension| extension == "rs")).collect();
    schemas.sort();
    assert_eq!(schemas.len(), 20);
    schemas
}

/// Returns the expected response from a schema's first line: `silent`, or a code.
fn expected(schema: &Path) -> String {
    let text = fs::read_to_string(schema).unwrap();
    let first = text.strip_prefix("//! ").and_then(|text| text.split_once(": ")).map(|(expected, _)| expected);
    first.unwrap_or_else(|| panic!("{}: no `//! silent: ..` or `//! KW..: ..`", schema.display())).to_owned()
}

/// Returns the codes of the errors, and of the warnings that a case denies.
fn codes(stderr: &str) -> BTreeSet<&str> {
    let errors = stderr.lines().filter(|line| line.starts_with("error"));
    errors.filter_map(|line| line.find("KW").and_then(|at| line.get(at..at + "KW000".len()))).collect()
}

#[test]
fn every_silent_schema_is_built() {
    let listed = include_str!("practice.rs");
    for folder in ["light", "right"] {
        let begin = format!("mod {folder} {{");
        let modules = listed.split_once(&begin).and_then(|(_, rest)| rest.split_once('}')).unwrap().0;
        for schema in schemas(folder) {
            assert_eq!(expected(&schema), "silent", "{}", schema.display());
            let module = format!(" mod {};", schema.file_stem().unwrap().display());
            assert!(modules.contains(&module), "{folder}:{module} is missing");
        }
    }
}

#[test]
fn every_wrong_schema_gets_its_code() {
    for schema in schemas("wrong") {
        let stderr = fs::read_to_string(schema.with_extension("stderr"))
            .unwrap_or_else(|error| panic!("{}: {error}", schema.with_extension("stderr").display()));
        assert_eq!(codes(&stderr), BTreeSet::from([expected(&schema).as_str()]), "{}", schema.display());
    }
}
