//! `#[shard(..)]`, and `shard(..)` of an index.

use darling::FromMeta;
use syn::Path;

use super::hash::{HashAttr, hashed};
use crate::{
    errors::Errors,
    read::{
        attr::{Attr, Options},
        instant::{Instant, instant},
        value::{self, NamedValue},
    },
};

/// The shards of one partition key.
#[derive(Default, FromMeta)]
#[darling(default)]
pub(crate) struct ShardAttr {
    #[darling(with = |it| value::given(it, value::number(it, "10")))]
    pub(crate) random: Option<NamedValue<u64>>,
    #[darling(with = |it| value::given(it, hashed(it)))]
    pub(crate) hash: Option<NamedValue<HashAttr>>,
    #[darling(with = |it| value::given(it, value::number(it, "10")))]
    pub(crate) count: Option<NamedValue<u64>>,
    #[darling(with = |it| value::given(it, value::path(it, "crate::shard_of")))]
    pub(crate) with: Option<NamedValue<Path>>,
    #[darling(with = |it| value::given(it, value::number(it, "1")))]
    pub(crate) first: Option<NamedValue<u32>>,
    #[darling(multiple)]
    pub(crate) grow: Vec<Attr<GrowAttr>>,
}

impl Options for ShardAttr {
    const NAMES: &'static [&'static str] = &["random", "hash", "count", "with", "first", "grow"];
    const REPEATED: &'static [&'static str] = &["grow"];
    const EXAMPLE: &'static str = "shard(random = 10)";

    fn report_within(&self, errors: &Errors) {
        self.grow.iter().for_each(|grow| grow.report(errors));
    }
}

/// `grow(at = "..", count = N)`: more shards from an instant of the key's time.
#[derive(Default, FromMeta)]
#[darling(default)]
pub(crate) struct GrowAttr {
    #[darling(with = |it| value::given(it, instant(it)))]
    pub(crate) at: Option<NamedValue<Instant>>,
    #[darling(with = |it| value::given(it, value::number(it, "10")))]
    pub(crate) count: Option<NamedValue<u64>>,
}

impl Options for GrowAttr {
    const NAMES: &'static [&'static str] = &["at", "count"];
    const EXAMPLE: &'static str = "grow(at = \"2027-01-01T00:00:00Z\", count = 40)";
}

impl ShardAttr {
    /// Requires that the shards of a key are random or a hash, and that growth has an instant.
    pub(super) fn require(attr: &Attr<Self>, errors: &Errors) {
        if !attr.may_have("hash") {
            attr.require("random", "write `random = 10`, or `hash(field), count = 10`", errors);
        }
        for grow in &attr.grow {
            let at = "write the first instant that has the shards, as in `at = \"2027-01-01T00:00:00Z\"`";
            grow.require("at", at, errors);
            grow.require("count", "write how many there are from then on, as in `count = 40`", errors);
        }
    }
}
