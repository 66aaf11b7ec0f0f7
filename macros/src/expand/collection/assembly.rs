//! Expands a struct: an enum of its entities, and their assembly.

use proc_macro2::{Ident, TokenStream};
use quote::{format_ident, quote};
use syn::{Type, ext::IdentExt, spanned::Spanned};

use crate::{
    model::collection::{Cardinality, Collection, Field},
    spans::respan,
};

impl Collection<'_> {
    pub(super) fn expand_assembly(&self, fields: &[Field<'_>], sound: bool) -> TokenStream {
        let ident = self.ident;
        let names: Vec<Ident> = (0..fields.len()).map(|at| format_ident!("__{at}")).collect();
        let entities = self.entities();
        let arm = |(name, entity): (&Ident, &&Type)| respan(quote!(Self::#name), entity.span());
        let arms: Vec<_> = names.iter().zip(&entities).map(arm).collect();
        let items = self.expand_items(&quote!(__Items), &arms, sound);
        let visibility = self.visibility();
        let query = self.expand_assembly_query();
        let assemble_fields = if sound { assemble_fields(fields, &names) } else { quote!(let _ = __of; loop {}) };
        quote! {
            #[doc(hidden)]
            #[allow(non_camel_case_types, private_interfaces, clippy::large_enum_variant)]
            #visibility enum __Items {
                #(#names(#entities),)*
            }
            #items
            #[automatically_derived]
            impl __kw::Assembly for #ident {
                type Items = __Items;
                fn __assemble(__of: __kw::Vec<Self::Items>) -> __kw::Result<Self> {
                    #assemble_fields
                }
            }
            #query
        }
    }
}

fn assemble_fields(fields: &[Field<'_>], names: &[Ident]) -> TokenStream {
    let held = fields.iter().zip(names).map(|(field, name)| {
        let (ident, text) = (field.ident, field.ident.unraw().to_string());
        match field.cardinality {
            Cardinality::One => quote!(#ident: __kw::one(#text, #name)?),
            Cardinality::AtMostOne => quote!(#ident: __kw::at_most_one(#text, #name)?),
            Cardinality::All => quote!(#ident: #name),
        }
    });
    quote! {
        #(let mut #names = __kw::Vec::new();)*
        for __item in __of {
            match __item {
                #(__Items::#names(__e) => #names.push(__e),)*
            }
        }
        __kw::Ok(Self { #(#held),* })
    }
}
