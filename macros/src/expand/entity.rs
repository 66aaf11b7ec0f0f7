//! Expands an entity: data, and calls into the runtime.

mod access;
mod checks;
mod fields;
mod functions;
mod implementation;
mod joined;
mod lifecycle;
mod partition;
mod schema;

use proc_macro2::{Span, TokenStream};
use quote::{quote, quote_spanned};
use syn::{Ident, spanned::Spanned};

use crate::{
    model::entity::{Entity, Field},
    spans::{respan, runtime_at},
};

/// `sound` is false if there is an error. The entity then has an empty schema and the usual functions, so that only its
/// mistakes are reported.
pub(crate) fn expand(entity: &Entity<'_>, sound: bool) -> TokenStream {
    let import = entity.krate.import();
    let readable = entity.expand_readable();
    let implementation = entity.expand_impl(sound);
    let known_key = entity.expand_known_key();
    let partitions = entity.expand_partitions();
    let versioned = entity.expand_versioned();
    let functions = entity.expand_functions();
    let fields = entity.expand_constants(sound);
    let groups = entity.expand_groups();
    // Also for an entity with an error, because the constants of its fields use the schema.
    let ident = entity.ident;
    let schema = quote!(const __S: &__kw::EntitySchema = &<#ident as __kw::Entity>::SCHEMA;);
    let checks = sound.then(|| entity.expand_checks());
    quote! {
        const _: () = {
            #import
            #readable
            #implementation
            #known_key
            #partitions
            #versioned
            #functions
            #fields
            #groups
            #schema
            #checks
        };
    }
}

impl Entity<'_> {
    /// The struct's visibility, for the generated items.
    fn visibility(&self) -> TokenStream {
        let visibility = self.visibility;
        respan(quote!(#visibility), Span::call_site())
    }

    /// The entity's table. Its tokens have the span of the user's code, so that a type that is not a table is reported
    /// there. rustc does not repeat equal messages, so it is reported once.
    fn table(&self) -> TokenStream {
        match &self.table {
            Some(table) => {
                let kw = runtime_at(table.span());
                quote_spanned!(table.span()=> <#table as #kw::IsTable>::Table)
            }
            None => quote!(__kw::NoTable),
        }
    }

    fn table_place(&self) -> Span {
        self.table.as_ref().map_or_else(Span::call_site, Spanned::span)
    }
}

impl Field<'_> {
    /// The field's type as a type for keys. It has the span of the user's code, so that an unsuitable type is reported
    /// there. rustc does not repeat equal messages, so it is reported once.
    fn key_field(&self) -> TokenStream {
        let ty = self.ty;
        let kw = runtime_at(ty.span());
        quote_spanned!(ty.span()=> <#ty as #kw::KeyField>)
    }

    /// The field's type as a type for counters, also with the span of the user's code.
    fn counter_field(&self) -> TokenStream {
        let ty = self.ty;
        let kw = runtime_at(ty.span());
        quote_spanned!(ty.span()=> <#ty as #kw::CounterField>)
    }

    /// The type that a caller passes for the field.
    fn scalar(&self) -> TokenStream {
        let ty = self.ty;
        match self.is_option() {
            true => quote!(__kw::Scalar<#ty>),
            false => quote!(#ty),
        }
    }
}

/// A generated name with the user's span, but without the user's lints.
fn generated(name: &str, place: Span) -> Ident {
    let span = place.resolved_at(Span::call_site());
    match name.strip_prefix("r#") {
        Some(name) => Ident::new_raw(name, span),
        None => Ident::new(name, span),
    }
}
