//! A type for each way to read the entity.

use proc_macro2::{Literal, Span, TokenStream};
use quote::quote;
use syn::{Ident, ext::IdentExt};

use super::super::model::{Entity, Key};
use crate::{serde_attrs::pascal, spans::respan};

impl Entity<'_> {
    /// `OpsLogQuery` for `OpsLog::query`.
    pub(super) fn access(&self, key: &Key) -> Ident {
        Ident::new(&format!("{}{}", self.name, pascal(&key.query.unraw().to_string())), Span::call_site())
    }

    /// The struct's visibility, for what is generated beside it.
    pub(super) fn visibility(&self) -> TokenStream {
        let visibility = self.visibility;
        respan(quote!(#visibility), Span::call_site())
    }

    pub(super) fn expand_accesses(&self) -> TokenStream {
        let visibility = self.visibility();
        let accesses = self.keys.iter().map(|key| {
            let access = self.access(key);
            let docs = format!("How [`{}::{}`] reads.", self.name, key.query.unraw());
            quote! {
                #[doc = #docs]
                #visibility enum #access {}
            }
        });
        accesses.collect()
    }

    pub(super) fn expand_access_impls(&self) -> TokenStream {
        let entity = self.ident;
        let impls = self.keys.iter().enumerate().map(|(at, key)| {
            let access = self.access(key);
            let place = Literal::usize_unsuffixed(at);
            let strong = key.index.is_none() || key.local;
            let whole = match &key.index {
                None => quote!(true),
                Some(index) => {
                    let index = index.value();
                    quote!({ __kw::holds_whole_items(__kw::table_of::<#entity>(), #index) })
                }
            };
            quote! {
                #[automatically_derived]
                impl __kw::Access for #access {
                    type Entity = #entity;
                    const KEY: usize = #place;
                    type Place = __kw::At<#place>;
                    type Strong = __kw::Is<#strong>;
                    type Whole = __kw::Is<#whole>;
                }
            }
        });
        impls.collect()
    }
}
