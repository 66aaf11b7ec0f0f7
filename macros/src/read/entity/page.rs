//! `page(items = 50, max_rcu = 40)` of a key.

use darling::FromMeta;

use crate::{
    errors::Errors,
    read::{
        attr::{Attr, Options},
        value::{self, NamedValue},
    },
};

/// The limits of the pages of a query.
#[derive(Default, FromMeta)]
#[darling(default)]
pub(crate) struct PageAttr {
    #[darling(with = |it| value::positive(it, "50"))]
    pub(crate) items: Option<u64>,
    #[darling(with = |it| value::given(it, value::positive(it, "40")))]
    pub(crate) max_rcu: Option<NamedValue<u64>>,
}

impl Options for PageAttr {
    const NAMES: &'static [&'static str] = &["items", "max_rcu"];
    const EXAMPLE: &'static str = "page(items = 50, max_rcu = 40)";
}

impl PageAttr {
    /// Reports the unreadable parts, and requires the number of items.
    pub(super) fn require(attr: &Attr<Self>, errors: &Errors) {
        attr.report(errors);
        attr.require("items", "write the most items of a page, as in `page(items = 50)`", errors);
    }
}
