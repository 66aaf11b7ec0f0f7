//! `legacy(..)`: a partition key of an older design, which reads still use.

use darling::FromMeta;
use syn::{Ident, Path};

use super::unique::fields;
use crate::{
    errors::Errors,
    read::{
        attr::{Attr, Options},
        instant::{Instant, instant},
        value::{self, Given},
    },
    template::Template,
};

#[derive(Default, FromMeta)]
#[darling(default)]
pub(crate) struct LegacyAttr {
    #[darling(with = |it| value::template(it, "OPS_LOG"))]
    pub(crate) template: Option<Template>,
    #[darling(with = |it| value::given(it, value::number(it, "10")))]
    pub(crate) shards: Option<Given<u64>>,
    #[darling(with = |it| value::given(it, fields(it)))]
    pub(crate) hash: Option<Given<Vec<Ident>>>,
    #[darling(with = |it| value::given(it, value::number(it, "10")))]
    pub(crate) count: Option<Given<u64>>,
    #[darling(with = |it| value::given(it, value::path(it, "crate::shard_of")))]
    pub(crate) with: Option<Given<Path>>,
    #[darling(with = |it| value::given(it, value::number(it, "1")))]
    pub(crate) first: Option<Given<u32>>,
    /// The first instant of the key's time at which items had it.
    #[darling(with = |it| value::given(it, instant(it)))]
    pub(crate) since: Option<Given<Instant>>,
    /// The first instant of the key's time from which items never had it.
    #[darling(with = |it| value::given(it, instant(it)))]
    pub(crate) until: Option<Given<Instant>>,
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
