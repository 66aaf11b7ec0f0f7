//! Expands the impl of `Collection`.

use proc_macro2::{Literal, TokenStream};
use quote::{quote, quote_spanned};
use syn::{ext::IdentExt, spanned::Spanned};

use crate::{
    model::collection::{Collection, Variant},
    spans::{respan, runtime_at},
};

/// Generates the conversion of each entity into its variant. It has the user's span, so that a type that is not an
/// entity is reported there. rustc does not repeat equal messages, so it is reported once.
pub(super) fn arms(variants: &[Variant<'_>]) -> Vec<TokenStream> {
    let arm = |variant: &Variant<'_>| {
        let (name, entity) = (variant.ident, variant.entity);
        let span = entity.span();
        match variant.boxed {
            true => {
                let (name, kw) = (respan(quote!(#name), span), runtime_at(span));
                quote_spanned!(span=> |__e: #entity| Self::#name(#kw::Box::new(__e)))
            }
            false => respan(quote!(Self::#name), span),
        }
    };
    variants.iter().map(arm).collect()
}

impl Collection<'_> {
    /// Expands the impl for an enum of these variants, one for each entity.
    pub(super) fn expand_items(&self, items: &TokenStream, variants: &[TokenStream], sound: bool) -> TokenStream {
        let (name, docs, query) = (self.ident.unraw().to_string(), &self.docs, self.query.name.unraw().to_string());
        let index = match &self.index {
            Some(index) => quote!(__kw::Option::Some(#index)),
            None => quote!(__kw::Option::None),
        };
        let strong = self.index.is_none();
        let entities = if sound { self.entities() } else { Vec::new() };
        let table = match entities.first() {
            Some(first) => {
                let kw = runtime_at(first.span());
                quote_spanned!(first.span()=> <#first as #kw::Entity>::Table)
            }
            None => quote!(__kw::NoTable),
        };
        let listed =
            entities.iter().map(|entity| quote_spanned!(entity.span()=> __kw::listed_entity::<#table, #entity>()));
        let visits = variants.iter().zip(&entities).enumerate().map(|(at, (variant, entity))| {
            let at = Literal::usize_unsuffixed(at);
            let visit = quote_spanned!(entity.span()=> __kw::Visit::visit);
            quote!(#at => __kw::Option::Some(#visit(__to, #variant)),)
        });
        let unvisited = if entities.is_empty() { quote!(let _ = __to;) } else { TokenStream::new() };
        quote! {
            #[automatically_derived]
            impl __kw::Collection for #items {
                type Table = #table;
                type Strong = __kw::Is<#strong>;
                type Alike = __kw::Is<{ __kw::sorts_alike(&<#items as __kw::Collection>::SCHEMA) }>;
                const SCHEMA: __kw::CollectionSchema = __kw::CollectionSchema {
                    name: #name,
                    docs: #docs,
                    index: #index,
                    query: #query,
                    entities: &[#(#listed),*],
                };
                fn __visit<__V: __kw::Visit>(__at: usize, __to: __V) -> __kw::Option<__V::Output<Self>> {
                    #unvisited
                    match __at {
                        #(#visits)*
                        _ => __kw::Option::None,
                    }
                }
            }
        }
    }
}
