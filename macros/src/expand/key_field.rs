//! Expands a newtype for keys: it is used in keys and conditions like its field.

use proc_macro2::TokenStream;
use quote::quote;

use crate::model::key_field::{Construction, KeyField};

/// Expands the impls of `KeyField`, and of each marker trait of the field's type.
///
/// The bound of a marker has an artificial lifetime, `for<'__kw>`. Without it, rustc rejects a bound that a known type
/// does not meet, but the impl should only not apply.
pub(crate) fn expand(key_field: &KeyField<'_>) -> TokenStream {
    let KeyField { ident, krate, member, ty, construction, .. } = key_field;
    let import = krate.import();
    let construction = match construction {
        Construction::Plainly => quote!(<#ty as __kw::KeyField>::from_value(__v).map(|__v| Self { #member: __v })),
        Construction::From => quote!(<#ty as __kw::KeyField>::from_value(__v).map(__kw::From::from)),
        Construction::TryFrom => quote! {
            <Self as __kw::TryFrom<#ty>>::try_from(<#ty as __kw::KeyField>::from_value(__v)?).ok()
        },
    };
    quote! {
        const _: () = {
            #import
            #[automatically_derived]
            impl __kw::KeyField for #ident {
                type Scalar = Self;
                const KIND: __kw::FieldKind = <#ty as __kw::KeyField>::KIND;
                const OPTIONAL: bool = <#ty as __kw::KeyField>::OPTIONAL;
                fn to_value(&self) -> __kw::Option<__kw::KeyValue<'_>> {
                    <#ty as __kw::KeyField>::to_value(&self.#member)
                }
                fn from_value(__v: __kw::KeyValue<'_>) -> __kw::Option<Self> {
                    #construction
                }
            }
            #[automatically_derived]
            #[diagnostic::do_not_recommend]
            impl __kw::Ordered for #ident where for<'__kw> #ty: __kw::Ordered {}
            #[automatically_derived]
            #[diagnostic::do_not_recommend]
            impl __kw::TextField for #ident where for<'__kw> #ty: __kw::TextField {}
            #[automatically_derived]
            #[diagnostic::do_not_recommend]
            impl __kw::Comparable for #ident where for<'__kw> #ty: __kw::Comparable {}
            #[automatically_derived]
            #[diagnostic::do_not_recommend]
            impl __kw::Textual for #ident where for<'__kw> #ty: __kw::Textual {}
        };
    }
}
