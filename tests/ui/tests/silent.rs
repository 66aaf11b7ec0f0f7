//! Schemas on the silent side of a limit. Each is a module of this file, so that a warning fails the build. The cases
//! on the other side are in `fail`.

#![deny(warnings)]
// No code uses the entities.
#![allow(dead_code)]

#[path = "../silent/bounds_of_shares.rs"]
mod bounds_of_shares;
#[path = "../silent/collections.rs"]
mod collections;
#[path = "../silent/declared_reads.rs"]
mod declared_reads;
#[path = "../silent/functions_of_key_attributes.rs"]
mod functions_of_key_attributes;
#[path = "../silent/item_bytes.rs"]
mod item_bytes;
#[path = "../silent/launches.rs"]
mod launches;
#[path = "../silent/moves.rs"]
mod moves;
#[path = "../silent/pages.rs"]
mod pages;
#[path = "../silent/read_quota.rs"]
mod read_quota;
#[path = "../silent/reviewed.rs"]
mod reviewed;
#[path = "../silent/sentinels.rs"]
mod sentinels;
#[path = "../silent/shares_of_hashes.rs"]
mod shares_of_hashes;
#[path = "../silent/strong_regions.rs"]
mod strong_regions;
#[path = "../silent/times_of_collections.rs"]
mod times_of_collections;
#[path = "../silent/ttl_of_an_integer.rs"]
mod ttl_of_an_integer;
#[path = "../silent/unasked_indexes.rs"]
mod unasked_indexes;
#[path = "../silent/unknown_shares.rs"]
mod unknown_shares;
