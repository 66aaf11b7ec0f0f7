//! `unique` and `unique(within = ..)` on a field.

use darling::{FromMeta, Result};
use syn::{Ident, Meta, Token, punctuated::Punctuated};

use crate::read::value::NamedValue;
use crate::{
    errors::Errors,
    read::{
        attr::{Attr, Options},
        value::{bare_word, flag, refused},
    },
};

/// The items among which a field's values are unique.
pub(crate) struct UniqueAttr {
    pub(crate) word: NamedValue<()>,
    within: Option<Attr<WithinAttr>>,
}

#[derive(Default, FromMeta)]
#[darling(default)]
struct WithinAttr {
    #[darling(with = agreeing)]
    within: Option<Vec<Ident>>,
}

impl Options for WithinAttr {
    const NAMES: &'static [&'static str] = &["within"];
}

impl UniqueAttr {
    /// The fields in which these items have equal values.
    pub(crate) fn within(&self) -> &[Ident] {
        self.within.as_ref().and_then(|list| list.within.as_deref()).unwrap_or_default()
    }

    /// Whether the option is written as `unique = value`.
    pub(crate) fn has_value(&self) -> bool {
        !self.word.is_word() && self.within.is_none()
    }

    pub(super) fn report(&self, errors: &Errors) {
        if let Some(list) = &self.within {
            list.report(errors);
            let help = "write `unique`, or name the field within which it is unique, as in `unique(within = tenant)`";
            list.require("within", help, errors);
        }
    }
}

impl FromMeta for UniqueAttr {
    fn from_meta(meta: &Meta) -> Result<Self> {
        let within = matches!(meta, Meta::List(_)).then(|| Attr::from_meta(meta)).transpose()?;
        match flag(meta)? {
            Some(word) => Ok(Self { word, within }),
            None => Err(refused(meta, "accepts no value")),
        }
    }
}

/// Reads `within = tenant` or `within(tenant, region)`.
fn agreeing(option: &Meta) -> Result<Option<Vec<Ident>>> {
    let names = match option {
        Meta::List(list) => list.parse_args_with(Punctuated::<Ident, Token![,]>::parse_terminated).ok(),
        option => bare_word(option).map(|name| Punctuated::from_iter([name])),
    };
    match names.filter(|names| !names.is_empty()) {
        Some(names) => Ok(Some(names.into_iter().collect())),
        None => Err(refused(option, "needs field names, as in `within = tenant` or `within(tenant, region)`")),
    }
}
