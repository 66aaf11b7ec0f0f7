//! Generates the impls of `Entity` and `KnownKey`.

use std::collections::BTreeSet;

use proc_macro2::{Literal, TokenStream};
use quote::{quote, quote_spanned};
use syn::spanned::Spanned;

use super::fields::constant;
use crate::{
    model::entity::{Entity, Key},
    read::entity::Purpose,
    spans::runtime_at,
};

impl Entity<'_> {
    pub(super) fn expand_impl(&self, sound: bool) -> TokenStream {
        let entity = self.ident;
        let table = self.table();
        let table = quote_spanned!(self.table_place()=> type Table = #table;);
        let schema = if sound { self.expand_schema() } else { self.expand_empty_schema() };
        let value = self.expand_value(sound);
        let other_attributes = self.fields.other_attributes.first().map(|field| {
            quote! {
                fn __attributes(&self) -> __kw::Option<&__kw::Attributes> {
                    __kw::Option::Some(&self.#field)
                }
                fn __attributes_mut(&mut self) -> __kw::Option<&mut __kw::Attributes> {
                    __kw::Option::Some(&mut self.#field)
                }
            }
        });
        let version = sound.then(|| self.expand_version());
        let reads = sound.then(|| self.expand_reads());
        let uncounted = sound.then(|| self.expand_uncounted());
        let stored = sound.then(|| self.expand_stored());
        let serialize_as = sound.then(|| self.expand_serialize_as());
        let tag = self.tag.as_ref().map(|(tag, _)| {
            let tag = tag.value();
            quote!(const __TAG: __kw::Option<&'static str> = __kw::Option::Some(#tag);)
        });
        quote! {
            #[automatically_derived]
            impl __kw::Entity for #entity {
                #table
                const SCHEMA: __kw::EntitySchema = #schema;
                #value
                #other_attributes
                #version
                #reads
                #uncounted
                #stored
                #serialize_as
                #tag
            }
        }
    }

    /// Expands the access to the version in the struct.
    fn expand_version(&self) -> Option<TokenStream> {
        let (_, field) = self.fields.with_purpose(Purpose::Version).next()?;
        let (name, ty) = (field.ident, field.ty);
        let kw = runtime_at(ty.span());
        let number = quote_spanned!(ty.span()=> <#ty as #kw::VersionField>);
        Some(quote! {
            const __MOST_VERSION: u64 = #number::__MOST;
            fn __version(&self) -> __kw::Option<__kw::Held> {
                __kw::Option::Some(#number::__held(&self.#name))
            }
        })
    }

    fn expand_value(&self, sound: bool) -> TokenStream {
        let places = if sound { self.key_fields() } else { Vec::new() };
        let times: Vec<_> = self.fields.times().filter(|(place, _)| sound && !places.contains(place)).collect();
        if places.is_empty() && times.is_empty() {
            return quote! {
                fn __value(&self, _: u8) -> __kw::Option<__kw::KeyValue<'_>> {
                    __kw::Option::None
                }
            };
        }
        let arms = places.iter().filter_map(|place| {
            let field = self.fields.at(*place)?;
            let (name, key, place) = (field.ident, field.key_field(), Literal::u8_unsuffixed(*place));
            let stored = field.is(Purpose::Ttl).then(|| quote!(.map(__kw::KeyValue::in_whole_seconds)));
            Some(quote!(#place => #key::to_value(&self.#name) #stored,))
        });
        let times = times.iter().map(|(place, field)| {
            let (name, time, place) = (field.ident, field.time_field(), Literal::u8_unsuffixed(*place));
            let stored = field.is(Purpose::Ttl).then(|| quote!(.map(__kw::KeyValue::in_whole_seconds)));
            quote!(#place => #time::__value(&self.#name) #stored,)
        });
        quote! {
            fn __value(&self, __f: u8) -> __kw::Option<__kw::KeyValue<'_>> {
                match __f {
                    #(#arms)*
                    #(#times)*
                    _ => __kw::Option::None,
                }
            }
        }
    }

    /// Reads the fields of an item's keys from the keys' values.
    fn expand_stored(&self) -> Option<TokenStream> {
        self.table_key()?;
        let in_keys: BTreeSet<u8> = self.keys.iter().flat_map(Key::fields).collect();
        let arms = in_keys.into_iter().filter_map(|place| {
            let field = self.fields.at(place)?;
            let (constant, place) = (constant(field), Literal::u8_unsuffixed(place));
            Some(quote!(#place => __kw::Probe(Self::#constant).of(__v),))
        });
        Some(quote! {
            fn __stored(__f: u8, __v: __kw::KeyValue<'static>) -> __kw::StoredField {
                match __f {
                    #(#arms)*
                    _ => __kw::Default::default(),
                }
            }
        })
    }

    /// Creates the entity of a key, if it has counters: each counter is 0, and each `Option` is `None`.
    fn expand_uncounted(&self) -> Option<TokenStream> {
        self.fields.counters().next()?;
        let of_key = self.table_key()?.key_arguments();
        let stored = self.fields.stored.iter().enumerate().map(|(at, field)| {
            let name = field.ident;
            let place = of_key.iter().find(|place| usize::from(**place) == at);
            match (place, field.is(Purpose::Counter)) {
                (Some(place), _) => {
                    let (key, place) = (field.key_field(), Literal::u8_unsuffixed(*place));
                    quote!(#name: #key::from_value(__key.__value(#place)?)?,)
                }
                (None, true) => {
                    let number = field.counter_field();
                    quote!(#name: #number::ZERO,)
                }
                (None, false) => quote!(#name: __kw::Default::default(),),
            }
        });
        let unstored = self.fields.unstored.iter().map(|(name, _)| quote!(#name: __kw::Default::default(),));
        Some(quote! {
            fn __uncounted(__key: &__kw::Key<Self>) -> __kw::Option<Self> {
                __kw::Option::Some(Self { #(#stored)* #(#unstored)* })
            }
        })
    }

    /// Expands the functions that read an item before it is written, to release its unique values.
    fn expand_reads(&self) -> Option<TokenStream> {
        let (_, _, unique) = self.fields.uniques().next()?;
        let reads = quote_spanned!(unique.place=> __kw::Reads::of());
        Some(quote! {
            fn __reads() -> __kw::Option<__kw::Reads<Self>> {
                __kw::Option::Some(#reads)
            }
        })
    }

    /// Implements `Versioned` if there is a version, even if an error is reported.
    pub(super) fn expand_versioned(&self) -> Option<TokenStream> {
        let entity = self.ident;
        self.fields.with_purpose(Purpose::Version).next()?;
        Some(quote! {
            #[automatically_derived]
            impl __kw::Versioned for #entity {}
        })
    }

    /// Implements `KnownKey` if no shard is random, so that the fields determine the key.
    pub(super) fn expand_known_key(&self) -> Option<TokenStream> {
        let entity = self.ident;
        let known = !self.table_key().is_some_and(Key::is_random);
        known.then(|| {
            quote! {
                #[automatically_derived]
                impl __kw::KnownKey for #entity {}
            }
        })
    }
}
