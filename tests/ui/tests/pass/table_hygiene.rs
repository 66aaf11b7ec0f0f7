//! Expansions of tables, lists and enums name nothing that the user's code could mean differently.

#![no_implicit_prelude]
#![deny(warnings, missing_docs, unused_qualifications)]

mod storage {
    pub extern crate keywright as engine;
}

/// Types with the names of what expansions use.
pub mod shadows {
    /// Not the standard library's.
    pub struct Option;
    /// Not the standard library's.
    pub struct String;
    /// Not the standard library's.
    pub struct Some;
    /// Not the runtime's.
    pub struct Table;
    /// Not the runtime's.
    pub struct KeyField;
}

#[allow(unused_imports)]
use self::shadows::{KeyField, Option, Some, String, Table};

/// A table.
#[derive(::keywright::Table)]
#[gsi(name = "GSI1", pk = "GSI1PK")]
pub struct Platform;

/// A table of a crate that re-exports the runtime.
#[derive(::keywright::Table)]
#[table(crate = crate::table_hygiene::storage::engine)]
#[entities()]
pub struct Reexported;

/// A list.
#[derive(::keywright::Schema)]
#[schema(table = Platform, entities(), crate = storage::engine)]
pub struct PlatformSchema;

/// An enum of variants with common names.
#[derive(::keywright::KeyEnum)]
#[key(crate = storage::engine)]
pub enum Severity {
    /// Not the standard library's.
    Some,
    /// Not the standard library's.
    None,
    /// No longer used.
    #[deprecated]
    Old,
}

pub(super) fn main() {}
