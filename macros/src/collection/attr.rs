//! Reads `#[collection(..)]`, and the entity of each variant or field.

use proc_macro2::{Ident, TokenStream};
use quote::ToTokens as _;
use syn::{
    Data, DeriveInput, Fields, GenericArgument, PathArguments, Token, Type,
    ext::IdentExt,
    parse::{ParseStream, Parser},
    punctuated::Punctuated,
};

use super::model::{Collection, Field, Holds, Members, QueryName, Variant};
use crate::{
    docs::docs,
    errors::Errors,
    options::{Opt, Options, Value, only},
};

pub(crate) fn read<'a>(input: &'a DeriveInput, errors: &Errors) -> Collection<'a> {
    let mut options = match only(&input.attrs, "collection", errors) {
        Some(attribute) => Options::of(attribute, &["query", "index", "crate"], errors),
        None => Options::default(),
    };
    let query = options.take("query").and_then(|option| read_query(&option, errors));
    let default = || QueryName { name: Ident::new("query", input.ident.span()), arguments: Vec::new() };
    Collection {
        ident: &input.ident,
        visibility: &input.vis,
        docs: docs(&input.attrs),
        krate: options.take_crate(errors),
        index: options.take("index").and_then(|option| option.text("GSI1", errors)),
        query: query.unwrap_or_else(default),
        members: match &input.data {
            Data::Enum(data) => {
                let variants = data.variants.iter().filter_map(|variant| read_variant(variant, errors));
                Members::Variants(variants.collect())
            }
            Data::Struct(data) => Members::Fields(read_fields(&data.fields, errors)),
            Data::Union(_) => Members::Fields(Vec::new()),
        },
    }
}

/// `query = of_customer(id)`, or `query(id)` for the name `query`.
fn read_query(option: &Opt, errors: &Errors) -> Option<QueryName> {
    let read = match &option.value {
        Value::Is(tokens) => named_query.parse2(tokens.clone()),
        Value::List(tokens) => {
            arguments(tokens.clone()).map(|arguments| QueryName { name: Ident::new("query", option.span()), arguments })
        }
        Value::Word => Err(syn::Error::new(option.span(), "")),
    };
    if read.is_err() {
        option.refuse(
            "takes the function's name and the fields of the partition key, as in `query = of_customer(id)`, or those \
             alone, as in `query(id)`",
            errors,
        );
    }
    read.ok()
}

fn named_query(input: ParseStream) -> syn::Result<QueryName> {
    let name = input.parse()?;
    if input.is_empty() {
        return Ok(QueryName { name, arguments: Vec::new() });
    }
    let content;
    syn::parenthesized!(content in input);
    Ok(QueryName { name, arguments: arguments(content.parse()?)? })
}

fn arguments(tokens: TokenStream) -> syn::Result<Vec<Ident>> {
    let names = Punctuated::<Ident, Token![,]>::parse_terminated.parse2(tokens)?;
    Ok(names.into_iter().collect())
}

fn read_variant<'a>(variant: &'a syn::Variant, errors: &Errors) -> Option<Variant<'a>> {
    let ident = &variant.ident;
    match &variant.fields {
        Fields::Unnamed(fields) if fields.unnamed.len() == 1 => {
            let ty = &fields.unnamed.first()?.ty;
            let boxed = argument_of(ty, "Box");
            Some(Variant { ident, entity: boxed.unwrap_or(ty), boxed: boxed.is_some() })
        }
        fields => {
            let entity = match fields.iter().next() {
                Some(field) => field.ty.to_token_stream().to_string(),
                None => ident.unraw().to_string(),
            };
            let message = format!("a variant holds exactly one entity; write it as `{ident}({entity})`");
            match fields {
                Fields::Unit => errors.on(ident, message),
                fields => errors.on(fields, message),
            }
            None
        }
    }
}

fn read_fields<'a>(fields: &'a Fields, errors: &Errors) -> Vec<Field<'a>> {
    if let Fields::Unnamed(unnamed) = fields {
        errors.on(unnamed, "the fields of a collection have names; write them as `{ customer: Customer, .. }`");
    }
    let read = |field: &'a syn::Field| {
        let ident = field.ident.as_ref()?;
        let (entity, holds) = match (argument_of(&field.ty, "Vec"), argument_of(&field.ty, "Option")) {
            (Some(entity), _) => (entity, Holds::All),
            (None, Some(entity)) => (entity, Holds::AtMostOne),
            (None, None) => (&field.ty, Holds::One),
        };
        Some(Field { ident, entity, holds })
    };
    fields.iter().filter_map(read).collect()
}

/// `T` of `wrapper<T>`, however the path to the wrapper is written.
fn argument_of<'a>(ty: &'a Type, wrapper: &str) -> Option<&'a Type> {
    let Type::Path(path) = ty else { return None };
    let last = path.path.segments.last().filter(|last| last.ident == wrapper)?;
    let PathArguments::AngleBracketed(arguments) = &last.arguments else { return None };
    match arguments.args.first() {
        Some(GenericArgument::Type(ty)) if arguments.args.len() == 1 => Some(ty),
        _ => None,
    }
}
