//! Expansions of entities name nothing that the user's code could mean differently.

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
    pub struct Result;
    /// Not the runtime's.
    pub struct Key;
    /// Not the runtime's.
    pub struct Query;
    /// Not the runtime's.
    pub struct KeyField;
    /// Not the runtime's.
    pub struct Entity;
    /// Not the runtime's.
    pub struct Table;
}

#[allow(unused_imports)]
use self::shadows::{Entity, Key, KeyField, None, Option, Query, Result, Some, Table, Vec};

/// A text of the user's own, with the name of the standard library's.
#[derive(::serde::Serialize, ::serde::Deserialize)]
pub struct String(::std::string::String);

impl ::keywright::KeyField for String {
    type Scalar = Self;
    const KIND: ::keywright::key::FieldKind = <::std::string::String as ::keywright::KeyField>::KIND;

    fn to_value(&self) -> ::std::option::Option<::keywright::KeyValue<'_>> {
        ::keywright::KeyField::to_value(&self.0)
    }

    fn from_value(value: ::keywright::KeyValue<'_>) -> ::std::option::Option<Self> {
        <::std::string::String as ::keywright::KeyField>::from_value(value).map(Self)
    }
}

impl ::keywright::Ordered for String {}

/// A table.
#[derive(::keywright::Table)]
#[gsi(name = "GSI1", pk = "GSI1PK", sk = "GSI1SK")]
#[entities(Item, Event, Pair, OfMacro)]
pub struct Platform;

/// An item whose fields have the names of generated arguments and of expansions' variables.
#[derive(::keywright::Entity, ::serde::Serialize, ::serde::Deserialize)]
#[entity(table = Platform, crate = storage::engine)]
#[pk(template = "ITEM#<field>")]
#[sk(template = "<value>#<number>")]
#[gsi(index = "GSI1", query = by_tag, pk = "TAG#<tag>", sk = "<number>", shard(hash(value, number), count = 4))]
pub struct Item {
    /// A field.
    pub field: String,
    /// A value.
    pub value: ::std::string::String,
    /// A number.
    pub number: u16,
    /// Absent from the index without it.
    pub tag: ::std::option::Option<String>,
}

/// An event in a random shard, with a field of that name.
#[derive(::keywright::Entity, ::serde::Serialize, ::serde::Deserialize)]
#[entity(table = Platform)]
#[pk(template = "EVENT")]
#[shard(random = 4)]
#[sk(template = "<shard_name>#<key>")]
pub struct Event {
    /// Where.
    pub shard_name: String,
    /// What.
    pub key: u8,
    /// In no key.
    pub shard: u8,
}

/// Fields that are set together.
#[derive(::keywright::Entity, ::serde::Serialize, ::serde::Deserialize)]
#[entity(table = Platform)]
#[pk(template = "PAIR#<id>")]
#[sk(template = "PAIR")]
#[gsi(index = "GSI1", query = by_both, pk = "BOTH#<one>#<other>", sk = "<id>")]
pub struct Pair {
    /// Which.
    pub id: String,
    /// One.
    pub one: String,
    /// The other.
    pub other: u8,
}

/// An entity whose texts are partly the macro's and partly its caller's, so that their spans have two contexts.
macro_rules! entity {
    ($name:ident: $sort:literal, $index:literal) => {
        /// An item.
        #[derive(::keywright::Entity, ::serde::Serialize, ::serde::Deserialize)]
        #[entity(table = Platform)]
        #[pk(template = "OF_MACRO#<one>")]
        #[sk(template = $sort)]
        #[gsi(index = "GSI1", query = by_other, pk = $index, sk = "<one>")]
        pub struct $name {
            /// One.
            pub one: String,
            /// The other.
            pub other: u8,
        }
    };
}

entity!(OfMacro: "OF_MACRO#<other>", "OTHER_OF_MACRO#<one>");

/// A query and its entity, as a user might name what both return.
pub struct PairByBoth;
/// Another such name.
pub struct PairQuery;

pub(super) fn main() {
    let text = |text: &str| String(::std::borrow::ToOwned::to_owned(text));
    let _ = Item::key(text("a"), "b", 7u16);
    let _ = Item::query(text("a")).then("b").between(1u16..9);
    let _ = Item::by_tag(text("t")).shard_of(("b", 7u16));
    let _ = Event::key_in_shard(3, text("a"), 1u8);
    let _ = Event::find(text("a"), 1u8);
    let _ = (Pair::by_both(text("a"), 1u8), PairByBoth, PairQuery);
    let update = ::keywright::update::ItemUpdate::new(Pair::key(text("a")));
    let _ = update.set(Pair::ONE_AND_OTHER, (text("b"), 2u8));
    let _ = OfMacro::by_other(text("a"));
}
