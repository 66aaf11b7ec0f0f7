//! The capabilities of each way to read the entity.

use proc_macro2::{Literal, TokenStream};
use quote::quote;

use crate::model::entity::Entity;

impl Entity<'_> {
    pub(super) fn expand_readable(&self) -> TokenStream {
        let entity = self.ident;
        let impls = self.keys.iter().enumerate().map(|(at, key)| {
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
                impl __kw::Readable<#place> for #entity {
                    type Strong = __kw::Is<#strong>;
                    type Whole = __kw::Is<#whole>;
                }
            }
        });
        impls.collect()
    }
}
