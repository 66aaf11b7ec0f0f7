//! Expands a projection: its fields as data, and the checks against the entity.

use proc_macro2::{Literal, TokenStream};
use quote::{ToTokens, quote, quote_spanned};
use syn::spanned::Spanned;

use crate::{
    model::projection::{Field, Projection},
    spans::{respan, runtime_at},
};

impl Projection<'_> {
    /// `sound` is false if there is an error. The impl then has no fields, but is kept so that uses of the type give no
    /// second error.
    pub(crate) fn expand(&self, sound: bool) -> TokenStream {
        let (projection, import) = (self.ident, self.krate.import());
        let fields = if sound { self.fields.as_slice() } else { &[] };
        let checks = fields.iter().enumerate().map(|(place, field)| self.expand_check(place, field));
        let of = &self.of;
        // A type that is not an entity is reported only where it is named.
        let kw = runtime_at(of.span());
        let implementation = quote_spanned! {of.span()=>
            #[automatically_derived]
            impl __kw::Projects for #projection {
                type Of = <#of as #kw::IsEntity>::Entity;
                const FIELDS: &'static [__kw::ProjectedField] = &[#(#fields),*];
                type Held = __kw::held_by_key!(#projection);
            }
        };
        quote! {
            const _: () = {
                #import
                #[allow(unused_imports)]
                use __kw::NotInKeys as _;
                #implementation
                #(#checks)*
            };
        }
    }

    /// Checks that the entity has the field, with this type, and that the items store it. Both checks are in one body,
    /// because the compiler skips the second if the first is an error.
    fn expand_check(&self, place: usize, field: &Field<'_>) -> TokenStream {
        let (projection, of, ident, ty) = (self.ident, &self.of, field.ident, field.ty);
        let place = Literal::usize_unsuffixed(place);
        let check = quote! {
            const _: () = {
                let _ = |__of: &#of| __kw::same_type::<#ty, _>(&__of.#ident);
                __kw::check::projected::<#projection>(#place)
            };
        };
        respan(check, ident.span())
    }
}

impl ToTokens for Field<'_> {
    fn to_tokens(&self, tokens: &mut TokenStream) {
        let Self { ty, name, read_as, .. } = self;
        let recover = match self.is_plain {
            true => quote!(__kw::InKeys::<#ty>::RECOVER),
            false => quote!(__kw::Option::None),
        };
        tokens.extend(quote!(__kw::ProjectedField { name: #name, read_as: #read_as, recover: #recover }));
    }
}
