//! What must compile without a warning, and run. Each module is a program that begins as a user's crate does: with its
//! lints, and without the names of the others.

#![deny(warnings)]

use std::{collections::BTreeSet, fs, path::Path};

pub mod collection_hygiene;
pub mod counters;
pub mod disjoint_keys;
pub mod entity_every_option;
pub mod entity_hygiene;
pub mod entity_lifecycle;
pub mod entity_native_keys;
pub mod entity_private;
pub mod entity_raw_table;
pub mod entity_serde;
pub mod key_enum;
pub mod key_field;
pub mod may_overlap;
pub mod names_and_lints;
pub mod platform;
pub mod projection_hygiene;
pub mod table;
pub mod table_hygiene;
pub mod update_native_keys;
pub mod warnings_answered;

/// A test of each program.
macro_rules! programs {
    ($($name:ident)*) => {
        const PROGRAMS: &[&str] = &[$(stringify!($name)),*];

        $(
            #[test]
            fn $name() {
                self::$name::main();
            }
        )*
    };
}

programs! {
    collection_hygiene
    counters
    disjoint_keys
    entity_every_option
    entity_hygiene
    entity_lifecycle
    entity_native_keys
    entity_private
    entity_raw_table
    entity_serde
    key_enum
    key_field
    may_overlap
    names_and_lints
    platform
    projection_hygiene
    table
    table_hygiene
    update_native_keys
    warnings_answered
}

#[test]
fn every_program_runs() {
    let files = fs::read_dir(Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/pass")).unwrap();
    let names = files.map(|file| file.unwrap().path().file_stem().unwrap().to_string_lossy().into_owned());
    let programs: BTreeSet<_> = names.filter(|name| name != "main").collect();
    assert_eq!(programs, PROGRAMS.iter().map(|name| (*name).to_owned()).collect());
}
