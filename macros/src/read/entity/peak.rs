//! `#[peak(..)]`, and `peak(..)` of an index.

use darling::FromMeta;

use crate::{
    errors::Errors,
    read::{
        attr::{Attr, Options},
        value::{self, NamedValue},
    },
};

/// The options of every peak. An index's peak may omit options, and then uses the entity's.
#[derive(Default, FromMeta)]
#[darling(default)]
pub(crate) struct PeakAttr {
    #[darling(with = |it| value::given(it, value::number(it, "5_000")))]
    pub(crate) writes_per_second: Option<NamedValue<u64>>,
    #[darling(with = |it| value::given(it, value::number(it, "5_000")))]
    pub(crate) creates: Option<NamedValue<u64>>,
    #[darling(with = |it| value::number(it, "500"))]
    pub(crate) updates: Option<u64>,
    #[darling(with = |it| value::number(it, "100"))]
    pub(crate) deletes: Option<u64>,
    #[darling(with = |it| value::given(it, value::number(it, "700")))]
    pub(crate) item_bytes: Option<NamedValue<u64>>,
    #[darling(with = |it| value::given(it, value::number(it, "1_000")))]
    pub(crate) reads_per_second: Option<NamedValue<u64>>,
    pub(crate) reads: Option<Attr<ReadsAttr>>,
    #[darling(with = value::share)]
    pub(crate) top_share: Option<f64>,
}

/// `reads(queries = 500, items = 50, gets = 2_000)`: the reads of a peak, by kind.
#[derive(Default, FromMeta)]
#[darling(default)]
pub(crate) struct ReadsAttr {
    #[darling(with = |it| value::number(it, "500"))]
    pub(crate) queries: Option<u64>,
    #[darling(with = |it| value::given(it, value::number(it, "50")))]
    pub(crate) items: Option<NamedValue<u64>>,
    #[darling(with = |it| value::given(it, value::number(it, "2_000")))]
    pub(crate) gets: Option<NamedValue<u64>>,
    #[darling(with = |it| value::given(it, value::share(it)))]
    pub(crate) consistent: Option<NamedValue<f64>>,
    #[darling(with = value::share)]
    pub(crate) top_share: Option<f64>,
}

impl Options for ReadsAttr {
    const NAMES: &'static [&'static str] = &["queries", "items", "gets", "consistent", "top_share"];
    const EXAMPLE: &'static str = "reads(queries = 500, items = 50)";
}

/// The peak of an entity.
#[derive(Default, FromMeta)]
#[darling(default)]
pub(crate) struct EntityPeakAttr {
    #[darling(flatten)]
    pub(crate) peak: PeakAttr,
    #[darling(with = value::share)]
    pub(crate) in_transactions: Option<f64>,
    #[darling(with = |it| value::given(it, value::share(it)))]
    pub(crate) mean: Option<NamedValue<f64>>,
    #[darling(with = |it| value::given(it, value::number(it, "5_000_000")))]
    pub(crate) per_month: Option<NamedValue<u64>>,
}

/// The peak of an index.
#[derive(Default, FromMeta)]
#[darling(default)]
pub(crate) struct IndexPeakAttr {
    #[darling(flatten)]
    pub(crate) peak: PeakAttr,
    #[darling(with = value::share)]
    pub(crate) moves: Option<f64>,
}

impl Options for EntityPeakAttr {
    const NAMES: &'static [&'static str] = &[
        "writes_per_second",
        "creates",
        "updates",
        "deletes",
        "item_bytes",
        "in_transactions",
        "reads_per_second",
        "reads",
        "top_share",
        "mean",
        "per_month",
    ];
    const WITHIN: &'static [(&'static str, &'static [&'static str])] = &[("reads", ReadsAttr::NAMES)];

    fn report_within(&self, errors: &Errors) {
        self.peak.report_reads(errors);
    }
}

impl Options for IndexPeakAttr {
    const NAMES: &'static [&'static str] = &[
        "writes_per_second",
        "creates",
        "updates",
        "deletes",
        "item_bytes",
        "moves",
        "reads_per_second",
        "reads",
        "top_share",
    ];
    const WITHIN: &'static [(&'static str, &'static [&'static str])] = &[("reads", ReadsAttr::NAMES)];
    const EXAMPLE: &'static str = "peak(writes_per_second = 500)";

    fn report_within(&self, errors: &Errors) {
        self.peak.report_reads(errors);
    }
}

impl PeakAttr {
    /// Reports the unreadable parts of the reads, and requires a rate.
    fn report_reads(&self, errors: &Errors) {
        let Some(reads) = &self.reads else { return };
        reads.report(errors);
        if !reads.may_have("gets") {
            let rates = "write the rate of each kind of read, as in `queries = 500, items = 50, gets = 2_000`";
            reads.require("queries", rates, errors);
        }
    }
}

impl EntityPeakAttr {
    /// Requires that the entity's peak has a rate and a size.
    pub(super) fn require(attr: &Attr<Self>, errors: &Errors) {
        if !["creates", "updates", "deletes"].iter().any(|rate| attr.may_have(rate)) {
            let rates =
                "add `writes_per_second = 5_000`, or the rate of each kind as in `creates = 3_000, updates = 500`";
            attr.require("writes_per_second", rates, errors);
        }
        attr.require("item_bytes", "add `item_bytes = 700`, the stored item's size", errors);
    }
}
