//! The shards of one partition key, with the hashed fields resolved.

use proc_macro2::Span;
use syn::{Path, ext::IdentExt};

use super::Fields;
use crate::read::{
    entity::{GrowAttr, HashAttr, LegacyAttr, ShardAttr},
    instant::Instant,
    value::NamedValue,
};

/// The maximum number of shards of one partition key.
pub(crate) const MAX_COUNT: u32 = 10_000;

#[derive(Clone)]
pub(crate) struct Shard {
    pub(crate) count: u32,
    pub(crate) first: u32,
    pub(crate) by: ShardBy,
    pub(crate) grow: Vec<Growth>,
}

#[derive(Clone)]
pub(crate) enum ShardBy {
    Random,
    Hash { fields: Vec<u8>, with: Option<Path>, top_share: Option<f64> },
    TableKey,
}

/// More shards for items from an instant of the key's time.
#[derive(Clone)]
pub(crate) struct Growth {
    pub(crate) at: Instant,
    pub(crate) count: u32,
    /// The span of the instant's literal.
    pub(crate) place: Span,
}

impl Shard {
    /// Returns `None` if an error is reported because the shards are of neither kind, or of both. On an index, `random`
    /// means a hash of the table key.
    pub(super) fn new(attr: &ShardAttr, on_index: bool, fields: &Fields<'_>) -> Option<Self> {
        let (count, by) = match (&attr.random, &attr.hash) {
            (Some(random), None) if on_index => (Some(random), ShardBy::TableKey),
            (Some(random), None) => (Some(random), ShardBy::Random),
            (None, Some(hash)) => (attr.count.as_ref(), hashed(hash, attr.with.as_ref(), fields)),
            (Some(_), Some(_)) | (None, None) => return None,
        };
        let grow = attr.grow.iter().filter_map(|grow| Growth::of(grow)).collect();
        Some(Self { count: count_of(count), first: first_of(attr.first.as_ref()), by, grow })
    }

    /// The shards of an older key, if it had shards.
    pub(super) fn of_legacy(attr: &LegacyAttr, fields: &Fields<'_>) -> Option<Self> {
        let (count, by) = match (&attr.shards, &attr.hash) {
            (Some(shards), None) => (Some(shards), ShardBy::Random),
            (None, Some(hash)) => (attr.count.as_ref(), hashed(hash, attr.with.as_ref(), fields)),
            (Some(_), Some(_)) | (None, None) => return None,
        };
        Some(Self { count: count_of(count), first: first_of(attr.first.as_ref()), by, grow: Vec::new() })
    }

    /// The fields of which the shard is a hash.
    pub(crate) fn hashed(&self) -> &[u8] {
        match &self.by {
            ShardBy::Hash { fields, .. } => fields,
            ShardBy::Random | ShardBy::TableKey => &[],
        }
    }
}

impl Growth {
    fn of(attr: &GrowAttr) -> Option<Self> {
        let (at, count) = (attr.at.as_ref()?, attr.count.as_ref()?);
        Some(Self { at: at.value, count: count_of(Some(count)), place: at.value_place() })
    }
}

fn hashed(hash: &NamedValue<HashAttr>, with: Option<&NamedValue<Path>>, fields: &Fields<'_>) -> ShardBy {
    let mut hashed: Vec<u8> = Vec::new();
    for field in hash.value.fields.iter().filter_map(|name| fields.closest_field(&name.unraw().to_string())) {
        if !hashed.contains(&field) {
            hashed.push(field);
        }
    }
    let with = with.map(|with| with.value.clone());
    ShardBy::Hash { fields: hashed, with, top_share: hash.value.top_share }
}

/// The number of shards. If there is an error, the maximum.
fn count_of(count: Option<&NamedValue<u64>>) -> u32 {
    let count = count.and_then(|count| u32::try_from(count.value).ok());
    count.filter(|count| (2..=MAX_COUNT).contains(count)).unwrap_or(MAX_COUNT)
}

fn first_of(first: Option<&NamedValue<u32>>) -> u32 {
    first.map_or(0, |first| first.value)
}
