//! The path of the runtime: `::keywright`, or the one in `crate = path`.

use proc_macro2::TokenStream;
use quote::{ToTokens, quote};
use syn::Path;

/// The path of the runtime crate.
#[derive(Clone, Default)]
pub(crate) struct CratePath(pub(crate) Option<Path>);

impl CratePath {
    /// `use ::keywright::__private as __kw;`, the first line of every expansion's `const _`.
    pub(crate) fn import(&self) -> TokenStream {
        quote!(use #self::__private as __kw;)
    }
}

impl ToTokens for CratePath {
    fn to_tokens(&self, tokens: &mut TokenStream) {
        match &self.0 {
            Some(path) => path.to_tokens(tokens),
            None => quote!(::keywright).to_tokens(tokens),
        }
    }
}
