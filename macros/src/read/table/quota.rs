//! The quota of a table: `quota = 80_000`, or `quota(writes = 80_000, reads = 120_000)`.

use darling::FromMeta;
use syn::Meta;

use crate::{
    errors::Errors,
    read::{
        attr::{Attr, Options},
        value::{self, NamedValue},
    },
};

/// How a quota is written.
pub(crate) enum QuotaForm {
    /// One number for writes and for reads.
    Both(u64),
    Each(Attr<QuotaAttr>),
}

/// `(writes = 80_000, reads = 120_000)`
#[derive(Default, FromMeta)]
#[darling(default)]
pub(crate) struct QuotaAttr {
    #[darling(with = |it| value::given(it, value::number(it, "80_000")))]
    pub(crate) writes: Option<NamedValue<u64>>,
    #[darling(with = |it| value::given(it, value::number(it, "80_000")))]
    pub(crate) reads: Option<NamedValue<u64>>,
}

impl Options for QuotaAttr {
    const NAMES: &'static [&'static str] = &["writes", "reads"];
}

impl FromMeta for QuotaForm {
    fn from_meta(meta: &Meta) -> darling::Result<Self> {
        let name = value::name(meta);
        if let Meta::List(list) = meta {
            return Ok(Self::Each(Attr::parse(list.tokens.clone(), "quota(..)", name.span())));
        }
        let number = value::number(meta, "80_000").ok().flatten();
        let message = "needs a whole number, as in `quota = 80_000`, or one of each kind, as in \
                       `quota(writes = 80_000, reads = 120_000)`";
        number.map(Self::Both).ok_or_else(|| value::refused(meta, message))
    }
}

/// Reports the unreadable parts of a quota.
pub(super) fn report(quota: &NamedValue<QuotaForm>, errors: &Errors) {
    let QuotaForm::Each(attr) = &quota.value else { return };
    attr.report(errors);
    if !["writes", "reads"].iter().any(|kind| attr.may_have(kind)) {
        errors.on(&quota.name, "KW020: `quota(..)` is empty; write `quota(writes = 80_000, reads = 80_000)`");
    }
}
