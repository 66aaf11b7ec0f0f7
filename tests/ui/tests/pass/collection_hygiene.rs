//! Expansions of collections name nothing that the user's code could mean differently.

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
    /// Not the standard library's.
    pub struct Vec;
    /// Not the standard library's.
    pub struct Ok;
    /// Not the standard library's.
    pub struct Box;
    /// Not the standard library's.
    pub struct Result;
    /// Not the runtime's.
    pub struct Collection;
    /// Not the runtime's.
    pub struct CollectionQuery;
    /// Not the runtime's.
    pub struct Partition;
    /// Not the runtime's.
    pub struct Visit;
    /// Not the runtime's.
    pub fn one() {}
    /// Not the runtime's.
    pub fn at_most_one() {}
}

#[allow(unused_imports)]
use self::shadows::{
    Box, Collection, CollectionQuery, None, Ok, Option, Partition, Result, Some, Vec, Visit, at_most_one, one,
};

/// A table.
#[derive(::keywright::Table)]
#[entities(Customer, Order, Vip)]
pub struct Shop;

/// A status that nobody outside of the crate sees.
#[derive(::keywright::KeyEnum, ::serde::Serialize, ::serde::Deserialize)]
enum Kind {
    Person,
    Company,
}

/// A parent, with a field of a private type in its partition key.
#[derive(::keywright::Entity, ::serde::Serialize, ::serde::Deserialize)]
#[entity(table = Shop)]
#[pk(template = "<kind>#<visit>")]
#[sk(template = "CUSTOMER")]
pub struct Customer {
    kind: Kind,
    visit: ::std::string::String,
}

/// A child.
#[derive(::keywright::Entity, ::serde::Serialize, ::serde::Deserialize)]
#[entity(table = Shop)]
#[pk(template = "<kind>#<entity>")]
#[sk(template = "ORDER#<number>")]
pub struct Order {
    kind: Kind,
    entity: ::std::string::String,
    number: u32,
}

/// Another child.
#[derive(::keywright::Entity, ::serde::Serialize, ::serde::Deserialize)]
#[entity(table = Shop)]
#[pk(template = "<kind>#<of>")]
#[sk(template = "VIP")]
pub struct Vip {
    kind: Kind,
    of: ::std::string::String,
}

/// Item by item, by a function with a keyword's name.
#[derive(::keywright::Collection)]
#[collection(query = r#match(kind, visit), crate = storage::engine)]
pub enum Item {
    /// A variant with the name of what the runtime has.
    Collection(Customer),
    /// In a box of the standard library's.
    Some(::std::boxed::Box<Order>),
    /// With a keyword's name.
    #[allow(non_camel_case_types)]
    r#type(Vip),
}

/// Put together.
#[derive(::keywright::Collection)]
#[collection(query(kind, visit))]
pub struct Whole {
    /// The parent.
    pub items: Customer,
    /// The children.
    pub item: ::std::vec::Vec<Order>,
    /// One or none.
    pub r#match: ::std::option::Option<Vip>,
}

/// Visible where its entity is.
#[derive(::keywright::Collection)]
#[collection(query = of(kind, of))]
pub(crate) struct Vips {
    _vips: ::std::vec::Vec<Vip>,
}

pub(super) fn main() {
    let _ = Item::r#match(Kind::Person, "a").limit(3).sort_begins_with("ORDER#").explain();
    let _ = Whole::query(Kind::Company, "a").newest_first().explain();
    let _ = Vips::of(Kind::Person, "a").consistent().explain();
}
