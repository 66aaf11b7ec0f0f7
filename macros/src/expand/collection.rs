//! Expands a collection: its entities as data, the conversion of each, and the query.

mod assembly;
mod checks;
mod items;
mod query;

use proc_macro2::{Span, TokenStream};
use quote::quote;

use crate::{
    model::collection::{Collection, Members},
    spans::respan,
};

/// `sound` is false if there is an error. The list of entities is then empty, so that uses of the collection give no
/// second error.
pub(crate) fn expand(collection: &Collection<'_>, sound: bool) -> TokenStream {
    let import = collection.krate.import();
    let body = match &collection.members {
        Members::Variants(variants) => {
            let ident = collection.ident;
            let items = collection.expand_items(&quote!(#ident), &items::arms(variants), sound);
            let query = collection.expand_query();
            quote!(#items #query)
        }
        Members::Fields(fields) => collection.expand_assembly(fields, sound),
    };
    let checks = sound.then(|| collection.expand_checks());
    quote! {
        const _: () = {
            #import
            #body
            #checks
        };
    }
}

impl Collection<'_> {
    /// The type's visibility, for the generated items.
    fn visibility(&self) -> TokenStream {
        let visibility = self.visibility;
        respan(quote!(#visibility), Span::call_site())
    }
}
