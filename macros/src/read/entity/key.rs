//! `#[pk(..)]` with `#[sk(..)]` and `#[shard(..)]`, `#[gsi(..)]`, and `#[lsi(..)]`.

use darling::FromMeta;
use proc_macro2::Span;
use syn::{DeriveInput, Ident, LitStr};

use super::{IndexPeakAttr, LegacyAttr, PageAttr, ShardAttr};
use crate::{
    errors::Errors,
    read::{
        attr::{Attr, Options},
        duration::seconds,
        instant::{Instant, instant},
        value::{self, NamedValue},
    },
    template::Template,
};

/// A key that the entity writes, of the table or of an index.
pub(crate) struct KeyAttr {
    pub(crate) index: Option<LitStr>,
    pub(crate) query: Ident,
    /// One template for each attribute.
    pub(crate) partition: Vec<Template>,
    /// The templates of the sort key. Empty if there is no sort key.
    pub(crate) sort: Vec<Template>,
    pub(crate) bucket: Option<NamedValue<LitStr>>,
    pub(crate) shard: Option<Attr<ShardAttr>>,
    /// The instant from which items, by the key's time, are written under this key.
    pub(crate) since: Option<NamedValue<Instant>>,
    pub(crate) legacy: Vec<Attr<LegacyAttr>>,
    pub(crate) allow_hot: Option<LitStr>,
    pub(crate) peak: Option<Attr<IndexPeakAttr>>,
    pub(crate) retention: Option<u64>,
    pub(crate) page: Option<Attr<PageAttr>>,
}

/// The entity's key in a local secondary index: another sort key under the table's partition key.
pub(crate) struct LocalAttr {
    pub(crate) index: LitStr,
    pub(crate) query: Ident,
    pub(crate) sort: Template,
    pub(crate) page: Option<Attr<PageAttr>>,
}

/// `#[pk(..)]`
#[derive(Default, FromMeta)]
#[darling(default)]
struct PkAttr {
    #[darling(with = |it| value::template(it, "USER#<id>"))]
    template: Option<Template>,
    #[darling(with = |it| value::given(it, value::text(it, "day")))]
    bucket: Option<NamedValue<LitStr>>,
    #[darling(with = |it| value::word(it, "recent"))]
    query: Option<Ident>,
    #[darling(with = |it| value::given(it, instant(it)))]
    since: Option<NamedValue<Instant>>,
    #[darling(multiple)]
    legacy: Vec<Attr<LegacyAttr>>,
    #[darling(with = |it| value::filled_text(it, "50 writes a day"))]
    allow_hot: Option<LitStr>,
    #[darling(with = seconds)]
    retention: Option<u64>,
    page: Option<Attr<PageAttr>>,
}

impl Options for PkAttr {
    const NAMES: &'static [&'static str] =
        &["template", "bucket", "query", "since", "legacy", "allow_hot", "retention", "page"];
    const REPEATED: &'static [&'static str] = &["legacy"];
    const WITHIN: &'static [(&'static str, &'static [&'static str])] = &[("page", PageAttr::NAMES)];

    fn report_within(&self, errors: &Errors) {
        self.legacy.iter().for_each(|legacy| legacy.report(errors));
        self.page.iter().for_each(|page| PageAttr::require(page, errors));
    }
}

/// `#[sk(..)]`
#[derive(Default, FromMeta)]
#[darling(default)]
struct SkAttr {
    #[darling(with = |it| value::template(it, "USER#<id>"))]
    template: Option<Template>,
}

impl Options for SkAttr {
    const NAMES: &'static [&'static str] = &["template"];
}

/// `#[gsi(..)]`
#[derive(Default, FromMeta)]
#[darling(default)]
struct GsiAttr {
    #[darling(with = |it| value::filled_text(it, "GSI1"))]
    index: Option<LitStr>,
    #[darling(with = |it| value::word(it, "by_brand"))]
    query: Option<Ident>,
    #[darling(default, with = value::templates)]
    pk: Vec<Template>,
    #[darling(default, with = value::templates)]
    sk: Vec<Template>,
    #[darling(with = |it| value::given(it, value::text(it, "day")))]
    bucket: Option<NamedValue<LitStr>>,
    shard: Option<Attr<ShardAttr>>,
    peak: Option<Attr<IndexPeakAttr>>,
    #[darling(with = |it| value::filled_text(it, "50 writes a day"))]
    allow_hot: Option<LitStr>,
    #[darling(with = |it| value::given(it, instant(it)))]
    since: Option<NamedValue<Instant>>,
    #[darling(multiple)]
    legacy: Vec<Attr<LegacyAttr>>,
    #[darling(with = seconds)]
    retention: Option<u64>,
    page: Option<Attr<PageAttr>>,
}

impl Options for GsiAttr {
    const NAMES: &'static [&'static str] =
        &["index", "query", "pk", "sk", "bucket", "shard", "peak", "allow_hot", "since", "legacy", "retention", "page"];
    const REPEATED: &'static [&'static str] = &["legacy"];
    const WITHIN: &'static [(&'static str, &'static [&'static str])] =
        &[("peak", IndexPeakAttr::NAMES), ("page", PageAttr::NAMES)];

    fn report_within(&self, errors: &Errors) {
        self.legacy.iter().for_each(|legacy| legacy.report(errors));
        self.shard.iter().for_each(|shard| shard.report(errors));
        self.peak.iter().for_each(|peak| peak.report(errors));
        self.page.iter().for_each(|page| PageAttr::require(page, errors));
    }
}

/// `#[lsi(..)]`
#[derive(Default, FromMeta)]
#[darling(default)]
struct LsiAttr {
    #[darling(with = |it| value::filled_text(it, "LSI1"))]
    index: Option<LitStr>,
    #[darling(with = |it| value::word(it, "by_amount"))]
    query: Option<Ident>,
    #[darling(with = |it| value::template(it, "<amount>"))]
    sk: Option<Template>,
    page: Option<Attr<PageAttr>>,
}

impl Options for LsiAttr {
    const NAMES: &'static [&'static str] = &["index", "query", "sk", "page"];
    const WITHIN: &'static [(&'static str, &'static [&'static str])] = &[("page", PageAttr::NAMES)];

    fn report_within(&self, errors: &Errors) {
        self.page.iter().for_each(|page| PageAttr::require(page, errors));
    }
}

impl KeyAttr {
    /// Returns the table's key, then those of global secondary indexes. A key without a partition key cannot be
    /// checked, and is omitted.
    pub(super) fn all(input: &DeriveInput, errors: &Errors) -> Vec<Self> {
        let table = Self::of_table(input, errors);
        let indexes = Attr::<GsiAttr>::all(&input.attrs, "gsi", errors);
        table.into_iter().chain(indexes.into_iter().filter_map(|gsi| Self::of_index(gsi, errors))).collect()
    }

    fn of_table(input: &DeriveInput, errors: &Errors) -> Option<Self> {
        let sort = Attr::<SkAttr>::only(&input.attrs, "sk", errors).and_then(|attr| {
            attr.require("template", "write `#[sk(template = \"<at>#<id>\")]`", errors);
            attr.into_options().template
        });
        let shard = Attr::only(&input.attrs, "shard", errors);
        let Some(attr) = Attr::<PkAttr>::only(&input.attrs, "pk", errors) else {
            let message =
                "KW020: `#[pk(..)]` is missing; add the partition key, as in `#[pk(template = \"USER#<id>\")]`";
            errors.on(&input.ident, message);
            return None;
        };
        attr.require("template", "write the partition key, as in `template = \"USER#<id>\"`", errors);
        let PkAttr { template, bucket, query, since, legacy, allow_hot, retention, page } = attr.into_options();
        require_within(shard.as_ref(), &legacy, errors);
        Some(Self {
            index: None,
            query: query.unwrap_or_else(|| Ident::new("query", Span::call_site())),
            partition: vec![template?],
            sort: sort.into_iter().collect(),
            bucket,
            shard,
            since,
            legacy,
            allow_hot,
            peak: None,
            retention,
            page,
        })
    }

    fn of_index(attr: Attr<GsiAttr>, errors: &Errors) -> Option<Self> {
        attr.require("index", "name an index of the table, as in `index = \"GSI1\"`", errors);
        attr.require("query", "name the query function, as in `query = by_brand`", errors);
        attr.require("pk", "write its partition key, as in `pk = \"BRAND#<brand>\"`", errors);
        let place = attr.place;
        let GsiAttr { index, query, pk, sk, bucket, shard, peak, allow_hot, since, legacy, retention, page } =
            attr.into_options();
        require_within(shard.as_ref(), &legacy, errors);
        if pk.is_empty() {
            return None;
        }
        Some(Self {
            // An error is reported, but the query function is still generated.
            index: index.or_else(|| Some(LitStr::new("", place))),
            query: query?,
            partition: pk,
            sort: sk,
            bucket,
            shard,
            since,
            legacy,
            allow_hot,
            peak,
            retention,
            page,
        })
    }
}

fn require_within(shard: Option<&Attr<ShardAttr>>, legacy: &[Attr<LegacyAttr>], errors: &Errors) {
    if let Some(shard) = shard {
        ShardAttr::require(shard, errors);
    }
    legacy.iter().for_each(|legacy| LegacyAttr::require(legacy, errors));
}

impl LocalAttr {
    /// Returns the keys with a known query function and template.
    pub(super) fn all(input: &DeriveInput, errors: &Errors) -> Vec<Self> {
        let local = Attr::<LsiAttr>::all(&input.attrs, "lsi", errors).into_iter();
        local.filter_map(|attr| Self::of(attr, errors)).collect()
    }

    fn of(attr: Attr<LsiAttr>, errors: &Errors) -> Option<Self> {
        attr.require("index", "name a local index of the table, as in `index = \"LSI1\"`", errors);
        attr.require("query", "name the query function, as in `query = by_amount`", errors);
        attr.require("sk", "write its sort key, as in `sk = \"<amount>\"`; its partition key is the table's", errors);
        let place = attr.place;
        let LsiAttr { index, query, sk, page } = attr.into_options();
        // An error is reported, but the query function is still generated.
        Some(Self { index: index.unwrap_or_else(|| LitStr::new("", place)), query: query?, sort: sk?, page })
    }
}
