//! Expands the checks that need the entities, as constants with the span of the user's code that they check.

use proc_macro2::{Literal, TokenStream};
use quote::quote;
use syn::{ext::IdentExt, spanned::Spanned};

use crate::{
    model::collection::{Collection, Members},
    spans::check_at,
};

impl Collection<'_> {
    pub(super) fn expand_checks(&self) -> TokenStream {
        let items = match &self.members {
            Members::Variants(_) => {
                let ident = self.ident;
                quote!(#ident)
            }
            Members::Fields(_) => quote!(__Items),
        };
        let mut checks = quote!(const __C: &__kw::CollectionSchema = &<#items as __kw::Collection>::SCHEMA;);
        if let Some(index) = &self.index {
            checks.extend(check_at(index.span(), quote!(__kw::check::collected_index(__C))));
        }
        for (at, entity) in self.entities().into_iter().enumerate() {
            let at = Literal::usize_unsuffixed(at);
            checks.extend(check_at(entity.span(), quote!(__kw::check::collected(__C, #at))));
        }
        let names = self.query.arguments.iter().map(|name| name.unraw().to_string());
        let names = quote!(__kw::check::collected_by(__C, &[#(#names),*]));
        checks.extend(check_at(self.query.name.span(), names));
        checks
    }
}
