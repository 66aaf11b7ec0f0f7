//! Expands the capabilities of each way to read the entity.

use proc_macro2::{Literal, TokenStream};
use quote::quote;

use crate::model::entity::Entity;

impl Entity<'_> {
    pub(super) fn expand_readable(&self) -> TokenStream {
        let entity = self.ident;
        let impls = self.keys.iter().enumerate().map(|(at, key)| {
            let place = Literal::usize_unsuffixed(at);
            let strong = if key.index.is_none() || key.local { quote!(__kw::Can) } else { quote!(__kw::Cannot) };
            let whole = match &key.index {
                None => quote!(__kw::Can),
                Some(index) => {
                    let index = index.value();
                    quote!(__kw::Is<{ __kw::holds_whole_items(__kw::table_of::<#entity>(), #index) }>)
                }
            };
            quote! {
                #[automatically_derived]
                impl __kw::Readable<#place> for #entity {
                    type Strong = #strong;
                    type Whole = #whole;
                }
            }
        });
        impls.collect()
    }
}
