//! Counters: their functions take what the key is made of, and expansions name nothing of the user's.

#![no_implicit_prelude]
#![deny(warnings, missing_docs, unused_qualifications)]

use ::keywright::{Attributes, Counter, counter::CounterField};
use ::std::string::String;

/// Not the standard library's.
pub struct Default;

/// A table.
#[derive(::keywright::Table)]
#[gsi(name = "GSI1", pk = "GSI1PK", sk = "GSI1SK")]
#[entities(Votes, Hits)]
pub struct Platform;

/// Two counters, of a field with a name that Rust has for itself.
#[derive(::keywright::Entity, ::serde::Serialize, ::serde::Deserialize)]
#[entity(table = Platform)]
#[pk(template = "VOTES#<poll>")]
#[shard(random = 10)]
#[sk(template = "COUNT#<key>")]
#[gsi(index = "GSI1", query = labelled, pk = "LABEL#<label>", sk = "<poll>")]
pub struct Votes {
    poll: String,
    key: u32,
    #[entity(counter)]
    r#for: u64,
    /// Those who are not for it.
    #[entity(counter)]
    pub against: i8,
    label: ::std::option::Option<String>,
    /// Not stored.
    #[serde(skip)]
    pub cached: ::std::vec::Vec<u8>,
    #[serde(flatten)]
    others: Attributes,
}

/// Hashed, by day.
#[derive(::keywright::Entity, ::serde::Serialize, ::serde::Deserialize)]
#[entity(table = Platform)]
#[pk(template = "HITS#<at:day>")]
#[shard(hash(page), count = 4)]
#[sk(template = "<page>")]
pub struct Hits {
    page: String,
    at: ::chrono::DateTime<::chrono::Utc>,
    #[entity(counter)]
    hits: u16,
}

pub(super) fn main() {
    let _: Counter<Votes, u64> = Votes::r#for("poll", 7_u32);
    let borrowed: &u32 = &7;
    let _: Counter<Votes, i8> = Votes::against("poll", borrowed);
    let _: Counter<Hits, u16> = Hits::hits(::chrono::DateTime::UNIX_EPOCH, "/");
    ::std::assert_eq!(<u16 as CounterField>::MAX, 65_535);
    let counters = <Votes as ::keywright::Entity>::SCHEMA.fields;
    let counters = [2, 3].map(|at| (counters[at].name, counters[at].is_counter()));
    ::std::assert_eq!(counters, [("for", true), ("against", true)]);
}
