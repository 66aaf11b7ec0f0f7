//! Expansions of projections name nothing that the user's code could mean differently.

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
    pub struct Some;
    /// Not the standard library's.
    pub struct None;
    /// Not the runtime's.
    pub struct Is;
    /// Not the runtime's.
    pub struct InKeys;
    /// Not the runtime's.
    pub trait NotInKeys {}
    /// Not the runtime's.
    pub trait Projects {}
}

#[allow(unused_imports)]
use self::shadows::{InKeys, Is, None, NotInKeys, Option, Projects, Some};

/// A table.
#[derive(::keywright::Table)]
#[gsi(name = "GSI1", pk = "GSI1PK", sk = "GSI1SK", projection = "keys_only")]
#[entities(Item)]
pub struct Platform;

/// An item whose fields have the names of expansions' variables, and one that stands in no key.
#[derive(::keywright::Entity, ::serde::Serialize, ::serde::Deserialize)]
#[entity(table = Platform, crate = storage::engine)]
#[pk(template = "ITEM#<of>")]
#[sk(template = "<value>#<type>")]
#[gsi(index = "GSI1", query = by_tag, pk = "TAG#<tag>", sk = "<type>")]
pub struct Item {
    /// A field.
    pub of: ::std::string::String,
    /// A value.
    pub value: ::std::string::String,
    /// A number.
    pub r#type: u16,
    /// Absent from the index without it.
    pub tag: ::std::option::Option<::std::string::String>,
    /// A type that belongs to no key.
    pub parts: ::std::vec::Vec<f64>,
}

/// All that the keys of the index hold.
#[derive(::keywright::Projection, ::serde::Deserialize)]
#[projection(of = Item, crate = storage::engine)]
pub struct Listed {
    /// A field.
    pub of: ::std::string::String,
    /// A number.
    pub r#type: u16,
    /// Absent from the index without it.
    pub tag: ::std::option::Option<::std::string::String>,
}

/// The others.
#[derive(::keywright::Projection, ::serde::Deserialize)]
#[projection(of = Item)]
#[serde(rename_all = "camelCase")]
pub struct Parts {
    /// A type that belongs to no key.
    pub parts: ::std::vec::Vec<f64>,
    /// Not the item's.
    #[serde(skip)]
    pub seen: ::std::option::Option<bool>,
}

fn held<A: ::keywright::projection::Holds<P>, P, S>(_: ::keywright::read::Query<A, S>) {}

pub(super) fn main() {
    held::<_, Listed, _>(Item::query("a"));
    held::<_, Parts, _>(Item::query("a"));
    held::<_, Listed, _>(Item::by_tag("t"));
}
