//! Expands the functions for users: a query for each key, and the table key.

use proc_macro2::{Literal, Span, TokenStream};
use quote::quote;

use super::generated;
use crate::model::entity::{Entity, Field, Key};

impl Entity<'_> {
    pub(super) fn expand_functions(&self) -> TokenStream {
        let entity = self.ident;
        let queries = self.keys.iter().enumerate().map(|(place, key)| self.expand_query(place, key));
        let key = self.table_key().map(|key| match key.is_random() {
            true => self.expand_random_key(key),
            false => self.expand_key(key),
        });
        let counters = self.table_key().into_iter().flat_map(|key| {
            self.fields.counters().map(move |(place, counter)| self.expand_counter(place, counter, key))
        });
        quote! {
            #[allow(private_bounds, private_interfaces, clippy::too_many_arguments)]
            impl #entity {
                #(#queries)*
                #key
                #(#counters)*
            }
        }
    }

    /// Expands the function of a counter, with the fields of its key as arguments.
    fn expand_counter(&self, place: u8, counter: &Field<'_>, key: &Key) -> TokenStream {
        let visibility = self.visibility();
        let Field { ident, ty, .. } = counter;
        let name = generated(&ident.to_string(), ident.span());
        let docs = format!("The counter `{}`.", counter.name);
        let Arguments { declared, passed } = self.arguments(&key.key_arguments());
        let number = counter.counter_field();
        let place = Literal::u8_unsuffixed(place);
        quote! {
            #[doc = #docs]
            #[allow(clippy::self_named_constructors)]
            #visibility fn #name(#(#declared),*) -> __kw::Counter<Self, #ty> {
                #number::__counter(__kw::Key::__new(__kw::Option::None) #(#passed)*, #place)
            }
        }
    }

    fn expand_query(&self, place: usize, key: &Key) -> TokenStream {
        let visibility = self.visibility();
        let name = generated(&key.query.to_string(), key.query.span());
        let docs = query_docs(key);
        let place = Literal::usize_unsuffixed(place);
        let shape = self.expand_shape(key);
        let given = self.arguments(&key.partition_arguments());
        let Arguments { declared, passed } = &given;
        quote! {
            #[doc = #docs]
            #visibility fn #name(#(#declared),*) -> __kw::Query<__kw::ByKey<Self, #place>, #shape> {
                __kw::Query::__new() #(#passed)*
            }
        }
    }

    /// Expands the parts of the key that are not arguments of the query: the sort key's parts, then the bucket's range
    /// and the hashed fields, if any.
    fn expand_shape(&self, key: &Key) -> TokenStream {
        let scalar = |place: u8| self.fields.at(place).map(Field::scalar);
        let sort = key.sort_fields();
        let parts = sort.iter().rev().filter_map(|place| scalar(*place));
        let parts = parts.fold(quote!(__kw::End), |rest, part| quote!(__kw::Part<#part, #rest>));
        let during = key.during().and_then(scalar).map(|field| quote!(__kw::During<#field>));
        let hashed = key.hashed_unknown();
        if !hashed.is_empty() {
            let during = during.unwrap_or_else(|| quote!(__kw::NoBucket));
            let hashed = hashed.iter().filter_map(|place| scalar(*place));
            return quote!(#parts, #during, __kw::Hashed<(#(#hashed,)*)>);
        }
        match during {
            Some(during) => quote!(#parts, #during),
            None => parts,
        }
    }

    fn expand_key(&self, key: &Key) -> TokenStream {
        let visibility = self.visibility();
        let Arguments { declared, passed } = self.arguments(&key.key_arguments());
        quote! {
            /// The key of one item.
            #visibility fn key(#(#declared),*) -> __kw::Key<Self> {
                __kw::Key::__new(__kw::Option::None) #(#passed)*
            }
        }
    }

    fn expand_random_key(&self, key: &Key) -> TokenStream {
        let visibility = self.visibility();
        let places = key.key_arguments();
        let Arguments { declared, passed } = self.arguments(&places);
        let shard = generated("__shard", Span::call_site());
        let unknown_key = self.expand_unknown_key(&places);
        quote! {
            /// The key of the item in one shard.
            #visibility fn key_in_shard(#shard: u32, #(#declared),*) -> __kw::Key<Self> {
                __kw::Key::__new(__kw::Option::Some(#shard)) #(#passed)*
            }
            /// Finds the item with these key fields in any shard.
            #visibility fn find(#(#declared),*) -> __kw::Find<Self> {
                __kw::Find::__new(__kw::Key::__new(__kw::Option::None) #(#passed)*)
            }
            #unknown_key
        }
    }

    /// Expands a `key` function with a bound that never holds. The message of the bound explains why the entity has no
    /// `key` function.
    fn expand_unknown_key(&self, places: &[u8]) -> Option<TokenStream> {
        let visibility = self.visibility();
        let (first, rest) = places.split_first()?;
        let field = self.fields.at(*first)?;
        let (name, ty) = (field.ident, field.scalar());
        let Arguments { declared, .. } = self.arguments(rest);
        let Arguments { passed, .. } = self.arguments(places);
        Some(quote! {
            #[doc(hidden)]
            #visibility fn key<__P: __kw::KeyArg<#ty>>(#name: __P, #(#declared),*) -> __kw::Key<Self>
            where
                Self: __kw::KnownKey<__P>,
            {
                __kw::Key::__new(__kw::Option::None) #(#passed)*
            }
        })
    }

    fn arguments(&self, places: &[u8]) -> Arguments {
        let fields = places.iter().filter_map(|place| Some((*place, self.fields.at(*place)?)));
        let (declared, passed) = fields
            .map(|(place, field)| {
                let (name, ty, place) = (field.ident, field.scalar(), Literal::u8_unsuffixed(place));
                (quote!(#name: impl __kw::KeyArg<#ty>), quote!(.__arg(#place, #name)))
            })
            .unzip();
        Arguments { declared, passed }
    }
}

/// The arguments of a generated function, and how its body passes them on.
struct Arguments {
    declared: Vec<TokenStream>,
    passed: Vec<TokenStream>,
}

fn query_docs(key: &Key) -> String {
    let mut docs = format!("Reads `{}`", key.partition.source);
    if let Some(index) = &key.index {
        docs += &format!(" of index {}", index.value());
    }
    if let Some(sort) = &key.sort {
        docs += &format!(" in the order of `{}`", sort.source);
    }
    docs + "."
}
