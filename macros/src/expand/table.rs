//! Expands a table: its schema, and the list of its entities.

use proc_macro2::{Ident, Literal, Span, TokenStream};
use quote::{ToTokens, quote};

use super::schema::{expand_checks, expand_list};
use crate::{
    model::table::{Index, IndexProjection, KeyAttribute, KeyAttributes, LocalIndex, Table, Variant},
    spans::lint_at,
};

/// Expands the impls of a table. `sound` is false if there is an error. The impls are then kept, so that uses of the
/// table give no second error. The checks across the entities are omitted, and the checks of an entity skip a table
/// without a name.
pub(crate) fn expand(table: &Table, sound: bool) -> TokenStream {
    let ident = &table.ident;
    let import = table.krate.import();
    let schema = expand_schema(table, sound);
    let entities = table.entities.as_ref().map(|entities| {
        let list = expand_list(entities, &ident.clone().into(), ident);
        let checks = sound.then(|| expand_checks(entities, ident, &table.lint_levels));
        let local = sound.then(|| expand_local_checks(table));
        quote!(#list #checks #local)
    });
    let listed = table.entities.as_ref().map(|_| {
        quote! {
            const LISTED: __kw::Option<&'static [&'static __kw::EntitySchema]> =
                __kw::Option::Some(<#ident as __kw::Schema>::ENTITIES);
        }
    });
    let transactional = (!table.has_strong_regions()).then(|| {
        quote! {
            #[automatically_derived]
            impl __kw::Transactional for #ident {}
        }
    });
    quote! {
        const _: () = {
            #import
            #[automatically_derived]
            impl __kw::Table for #ident {
                const SCHEMA: __kw::TableSchema = #schema;
                #listed
            }
            #transactional
            #entities
        };
    }
}

/// Expands the checks of local secondary indexes. Each has the span of the name of the index's sort key.
fn expand_local_checks(table: &Table) -> TokenStream {
    let ident = &table.ident;
    let checks = table.local_indexes.iter().enumerate().map(|(place, index)| {
        let place = Literal::usize_unsuffixed(place);
        let list = quote!(<#ident as __kw::Schema>::ENTITIES);
        let is_empty = quote!(__kw::check::empty_local_index(#list, &<#ident as __kw::Table>::SCHEMA, #place));
        let lint = quote!(__kw::lint::KW013::<{ #is_empty }>::NO_ENTITY_HAS_ITS_SORT_KEY;);
        lint_at(index.sort_key.name.span(), &table.lint_levels, lint)
    });
    checks.collect()
}

fn expand_schema(table: &Table, sound: bool) -> TokenStream {
    let Table { docs, indexes, local_indexes, .. } = table;
    let name = if sound { table.name.as_str() } else { "" };
    let partition_key = &table.partition_key;
    let sort_key = option(table.sort_key.as_ref());
    let discriminator = option(table.discriminator.as_ref());
    let delimiter = Literal::byte_character(table.delimiter);
    let ttl = option(table.ttl.as_ref());
    let quota = table.quota.map_or_else(|| quote!(__kw::DEFAULT_QUOTA), number);
    let read_quota = table.read_quota.map_or_else(|| quote!(__kw::DEFAULT_READ_QUOTA), number);
    let write_id = option(table.write_id.as_ref());
    let encoding = variant(table.encoding);
    let undeclared_peak = variant(table.undeclared_peak);
    let undeclared_share = variant(table.undeclared_share);
    let launch = variant(table.launch);
    let regions = variant(table.regions);
    let entities = match table.entities {
        Some(_) => {
            let ident = &table.ident;
            quote!(__kw::ListedEntities(|| <#ident as __kw::Schema>::ENTITIES))
        }
        None => quote!(__kw::ListedEntities::NONE),
    };
    quote! {
        __kw::TableSchema {
            name: #name,
            docs: #docs,
            partition_key: #partition_key,
            sort_key: #sort_key,
            discriminator: #discriminator,
            delimiter: #delimiter,
            encoding: __kw::Encoding::#encoding,
            undeclared_peak: __kw::UndeclaredPeak::#undeclared_peak,
            undeclared_share: __kw::UndeclaredShare::#undeclared_share,
            launch: __kw::Launch::#launch,
            regions: __kw::Regions::#regions,
            quota: #quota,
            read_quota: #read_quota,
            ttl: #ttl,
            write_id: #write_id,
            indexes: &[#(#indexes),*],
            local_indexes: &[#(#local_indexes),*],
            entities: #entities,
        }
    }
}

impl ToTokens for KeyAttribute {
    fn to_tokens(&self, tokens: &mut TokenStream) {
        let Self { name, kind } = self;
        let kind = variant(kind);
        tokens.extend(quote!(__kw::KeyAttribute { name: #name, kind: __kw::AttributeKind::#kind }));
    }
}

impl ToTokens for KeyAttributes {
    fn to_tokens(&self, tokens: &mut TokenStream) {
        let Self { first, more } = self;
        tokens.extend(match more.is_empty() {
            true => quote!(__kw::KeyAttributes::one(#first)),
            false => quote!(__kw::KeyAttributes { first: #first, more: &[#(#more),*] }),
        });
    }
}

impl ToTokens for Index {
    fn to_tokens(&self, tokens: &mut TokenStream) {
        let Self { name, partition_key, projection, .. } = self;
        let sort_key = option(self.sort_key.as_ref());
        tokens.extend(quote! {
            __kw::IndexSchema {
                name: #name,
                partition_key: #partition_key,
                sort_key: #sort_key,
                projection: #projection,
            }
        });
    }
}

impl ToTokens for LocalIndex {
    fn to_tokens(&self, tokens: &mut TokenStream) {
        let Self { name, sort_key, projection, .. } = self;
        tokens.extend(quote! {
            __kw::LocalIndexSchema {
                name: #name,
                sort_key: #sort_key,
                projection: #projection,
            }
        });
    }
}

impl ToTokens for IndexProjection {
    fn to_tokens(&self, tokens: &mut TokenStream) {
        tokens.extend(match self {
            Self::All => quote!(__kw::IndexProjection::All),
            Self::KeysOnly => quote!(__kw::IndexProjection::KeysOnly),
            Self::Include(names) => quote!(__kw::IndexProjection::Include(&[#(#names),*])),
        });
    }
}

fn option(value: Option<&impl ToTokens>) -> TokenStream {
    match value {
        Some(value) => quote!(__kw::Option::Some(#value)),
        None => quote!(__kw::Option::None),
    }
}

fn number(number: u64) -> TokenStream {
    Literal::u64_unsuffixed(number).into_token_stream()
}

fn variant(name: Variant) -> Ident {
    Ident::new(name, Span::call_site())
}
