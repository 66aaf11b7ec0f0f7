//! `constants("version" = "1")`: attributes with a constant text.

use darling::FromMeta;
use syn::{
    LitStr, Meta, Token,
    parse::{Parse, ParseStream},
    punctuated::Punctuated,
};

use crate::{errors::Errors, read::value::refused};

/// The constants as written, or the reason why they cannot be read.
#[derive(Default)]
pub(crate) struct Constants {
    pub(crate) list: Vec<(LitStr, LitStr)>,
    problem: Option<syn::Error>,
}

impl Constants {
    /// Reports why the constants cannot be read, at the mistake within the list.
    pub(super) fn report(&self, errors: &Errors) {
        if let Some(error) = &self.problem {
            let message = format!("KW020: {error}; `constants` needs strings, as in `constants(\"version\" = \"1\")`");
            errors.at(error.span(), message);
        }
    }
}

impl FromMeta for Constants {
    fn from_meta(meta: &Meta) -> darling::Result<Self> {
        let Meta::List(list) = meta else {
            return Err(refused(meta, "needs a list, as in `constants(\"version\" = \"1\")`"));
        };
        Ok(match list.parse_args_with(Punctuated::<Constant, Token![,]>::parse_terminated) {
            Ok(list) => {
                Self { list: list.into_iter().map(|Constant(name, text)| (name, text)).collect(), problem: None }
            }
            Err(problem) => Self { list: Vec::new(), problem: Some(problem) },
        })
    }
}

/// `"attribute" = "text"`
struct Constant(LitStr, LitStr);

impl Parse for Constant {
    fn parse(input: ParseStream<'_>) -> syn::Result<Self> {
        let name = input.parse()?;
        input.parse::<Token![=]>()?;
        Ok(Self(name, input.parse()?))
    }
}
