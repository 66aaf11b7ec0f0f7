//! Expands an enum for keys: conversions from and to its texts.

use proc_macro2::TokenStream;
use quote::quote;

use crate::model::key_enum::KeyEnum;

/// Expands the impl of `KeyField`. `sound` is false if there is an error. The impl then has no values, but is kept so
/// that uses of the enum give no second error.
pub(crate) fn expand(key_enum: &KeyEnum<'_>, sound: bool) -> TokenStream {
    let ident = key_enum.ident;
    let import = key_enum.krate.import();
    let variants = if sound { key_enum.variants.as_slice() } else { &[] };
    let names: Vec<_> = variants.iter().map(|variant| variant.ident).collect();
    let texts: Vec<_> = variants.iter().map(|variant| &variant.text).collect();
    let (to_value, from_value) = if sound {
        (
            quote!(__kw::Option::Some(__kw::text(match self { #(Self::#names => #texts,)* }))),
            quote! {
                match __kw::as_text(&__v)? {
                    #(#texts => __kw::Option::Some(Self::#names),)*
                    _ => __kw::Option::None,
                }
            },
        )
    } else {
        (quote!(__kw::Option::None), quote!(let _ = __v; __kw::Option::None))
    };
    quote! {
        const _: () = {
            #import
            #[automatically_derived]
            #[allow(deprecated)]
            impl __kw::KeyField for #ident {
                type Scalar = Self;
                const KIND: __kw::FieldKind = __kw::FieldKind::OneOf(&[#(#texts),*]);
                fn to_value(&self) -> __kw::Option<__kw::KeyValue<'_>> {
                    #to_value
                }
                fn from_value(__v: __kw::KeyValue<'_>) -> __kw::Option<Self> {
                    #from_value
                }
            }
        };
    }
}
