//! Expands the fields with times of their item: its creation, last change, and expiry.

use proc_macro2::{Literal, TokenStream};
use quote::{quote, quote_spanned};
use syn::spanned::Spanned;

use crate::{
    model::entity::{Entity, Field},
    spans::runtime_at,
};

impl Entity<'_> {
    /// Expands how serde writes a time from the runtime instead of the struct's own.
    pub(super) fn expand_serialize_as(&self) -> Option<TokenStream> {
        self.fields.times().next()?;
        let arms = self.fields.times().map(|(place, field)| {
            let (time, place) = (field.time_field(), Literal::u8_unsuffixed(place));
            let write = field.serialize();
            quote!(#place => #time::__serialize(__v, __to, #write),)
        });
        Some(quote! {
            fn __serialize_as<__S: __kw::Serializer>(
                __f: u8,
                __v: __kw::KeyValue<'static>,
                __to: __S,
            ) -> __kw::Serialized<__S> {
                match __f {
                    #(#arms)*
                    _ => __kw::Option::None,
                }
            }
        })
    }
}

impl Field<'_> {
    /// The field's type as a type for times of an item, with the span of the user's code, as for keys.
    pub(super) fn time_field(&self) -> TokenStream {
        let ty = self.ty;
        let kw = runtime_at(ty.span());
        quote_spanned!(ty.span()=> <#ty as #kw::TimeField>)
    }

    /// An expression for whether the struct has a value for the field if an item has none.
    pub(super) fn may_be_absent(&self) -> TokenStream {
        if self.default.is_some() {
            return quote!(true);
        }
        let time = self.time_field();
        quote!(#time::__OPTIONAL)
    }

    /// The function with which serde writes the field.
    fn serialize(&self) -> TokenStream {
        let ty = self.ty;
        match &self.serialize_with {
            Some(path) => quote!(#path),
            None => {
                let kw = runtime_at(ty.span());
                quote_spanned!(ty.span()=> <#ty as #kw::Serialize>::serialize)
            }
        }
    }
}
