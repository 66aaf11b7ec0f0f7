//! A collection: its members, and its query.

use proc_macro2::Ident;
use syn::{Data, DeriveInput, Fields, FieldsUnnamed, GenericArgument, LitStr, PathArguments, Type, Visibility};

use crate::{
    crate_path::CratePath,
    docs::docs,
    read::collection::{CollectionAttr, QueryName},
};

pub(crate) struct Collection<'a> {
    pub(crate) ident: &'a Ident,
    pub(crate) visibility: &'a Visibility,
    pub(crate) docs: String,
    pub(crate) krate: CratePath,
    pub(crate) index: Option<LitStr>,
    pub(crate) query: QueryName,
    pub(crate) members: Members<'a>,
    /// Variants that contain no entity, or more than one.
    pub(crate) odd_variants: Vec<&'a syn::Variant>,
    /// The fields of a tuple struct.
    pub(crate) unnamed: Option<&'a FieldsUnnamed>,
}

pub(crate) enum Members<'a> {
    /// For an enum: each item becomes one of the variants.
    Variants(Vec<Variant<'a>>),
    /// For a struct: the items are assembled.
    Fields(Vec<Field<'a>>),
}

pub(crate) struct Variant<'a> {
    pub(crate) ident: &'a Ident,
    pub(crate) entity: &'a Type,
    /// Whether the variant contains a `Box` of the entity.
    pub(crate) boxed: bool,
}

pub(crate) struct Field<'a> {
    pub(crate) ident: &'a Ident,
    pub(crate) entity: &'a Type,
    pub(crate) cardinality: Cardinality,
}

/// The number of items of its entity that a field contains.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Cardinality {
    One,
    AtMostOne,
    All,
}

impl<'a> Collection<'a> {
    pub(crate) fn new(input: &'a DeriveInput, attr: CollectionAttr) -> Self {
        let (mut odd_variants, mut unnamed) = (Vec::new(), None);
        let members = match &input.data {
            Data::Enum(data) => {
                odd_variants = data.variants.iter().filter(|variant| Variant::new(variant).is_none()).collect();
                Members::Variants(data.variants.iter().filter_map(Variant::new).collect())
            }
            Data::Struct(data) => {
                if let Fields::Unnamed(fields) = &data.fields {
                    unnamed = Some(fields);
                }
                Members::Fields(data.fields.iter().filter_map(Field::new).collect())
            }
            Data::Union(_) => Members::Fields(Vec::new()),
        };
        let default = || QueryName { name: Ident::new("query", input.ident.span()), arguments: Vec::new() };
        Self {
            ident: &input.ident,
            visibility: &input.vis,
            docs: docs(&input.attrs),
            krate: CratePath(attr.krate),
            index: attr.index,
            query: attr.query.unwrap_or_else(default),
            members,
            odd_variants,
            unnamed,
        }
    }
}

impl<'a> Variant<'a> {
    /// Returns `None` unless the variant contains exactly one entity.
    fn new(variant: &'a syn::Variant) -> Option<Self> {
        let Fields::Unnamed(fields) = &variant.fields else { return None };
        let ty = &fields.unnamed.first().filter(|_| fields.unnamed.len() == 1)?.ty;
        let boxed = argument_of(ty, "Box");
        Some(Self { ident: &variant.ident, entity: boxed.unwrap_or(ty), boxed: boxed.is_some() })
    }
}

impl<'a> Field<'a> {
    fn new(field: &'a syn::Field) -> Option<Self> {
        let ident = field.ident.as_ref()?;
        let (entity, cardinality) = match (argument_of(&field.ty, "Vec"), argument_of(&field.ty, "Option")) {
            (Some(entity), _) => (entity, Cardinality::All),
            (None, Some(entity)) => (entity, Cardinality::AtMostOne),
            (None, None) => (&field.ty, Cardinality::One),
        };
        Some(Self { ident, entity, cardinality })
    }
}

impl Collection<'_> {
    /// For an expansion with an error: keeps one argument of each name.
    pub(crate) fn drop_repeated_arguments(&mut self) {
        let mut taken: Vec<Ident> = Vec::new();
        self.query.arguments.retain(|argument| {
            let is_free = !taken.contains(argument);
            taken.push(argument.clone());
            is_free
        });
    }

    /// The entities, in source order.
    pub(crate) fn entities(&self) -> Vec<&Type> {
        match &self.members {
            Members::Variants(variants) => variants.iter().map(|variant| variant.entity).collect(),
            Members::Fields(fields) => fields.iter().map(|field| field.entity).collect(),
        }
    }
}

/// Returns `T` in `wrapper<T>`, for any path of the wrapper.
fn argument_of<'a>(ty: &'a Type, wrapper: &str) -> Option<&'a Type> {
    let Type::Path(path) = ty else { return None };
    let last = path.path.segments.last().filter(|last| last.ident == wrapper)?;
    let PathArguments::AngleBracketed(arguments) = &last.arguments else { return None };
    match arguments.args.first() {
        Some(GenericArgument::Type(ty)) if arguments.args.len() == 1 => Some(ty),
        _ => None,
    }
}
