//! `legacy(..)`: a partition key of an older design, which reads still use.

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
    template::Template,
};

#[derive(Default, FromMeta)]
#[darling(default)]
pub(crate) struct LegacyAttr {
    #[darling(with = |it| value::template(it, "OPS_LOG"))]
    pub(crate) template: Option<Template>,
    #[darling(with = |it| value::given(it, value::number(it, "10")))]
    pub(crate) shards: Option<NamedValue<u64>>,
    #[darling(with = |it| value::given(it, hashed(it)))]
    pub(crate) hash: Option<NamedValue<HashAttr>>,
    #[darling(with = |it| value::given(it, value::number(it, "10")))]
    pub(crate) count: Option<NamedValue<u64>>,
    #[darling(with = |it| value::given(it, value::path(it, "crate::shard_of")))]
    pub(crate) with: Option<NamedValue<Path>>,
    #[darling(with = |it| value::given(it, value::number(it, "1")))]
    pub(crate) first: Option<NamedValue<u32>>,
    /// The instant from which items, by the key's time, had this key.
    #[darling(with = |it| value::given(it, instant(it)))]
    pub(crate) since: Option<NamedValue<Instant>>,
    /// The instant from which items, by the key's time, never had this key.
    #[darling(with = |it| value::given(it, instant(it)))]
    pub(crate) until: Option<NamedValue<Instant>>,
}

impl Options for LegacyAttr {
    const NAMES: &'static [&'static str] = &["template", "shards", "hash", "count", "with", "first", "since", "until"];
    const EXAMPLE: &'static str = "legacy(template = \"OPS_LOG\", shards = 4)";
}

impl LegacyAttr {
    pub(super) fn require(attr: &Attr<Self>, errors: &Errors) {
        attr.require("template", "write the older key, as in `template = \"OPS_LOG\"`", errors);
    }
}
