//! A collection: its members, and how it is queried.

use proc_macro2::Ident;
use syn::{LitStr, Type, Visibility};

use crate::crate_path::CratePath;

pub(crate) struct Collection<'a> {
    pub(crate) ident: &'a Ident,
    pub(crate) visibility: &'a Visibility,
    pub(crate) docs: String,
    pub(crate) krate: CratePath,
    pub(crate) index: Option<LitStr>,
    pub(crate) query: QueryName,
    pub(crate) members: Members<'a>,
}

/// The generated function: its name, and the partition key's fields as its arguments.
pub(crate) struct QueryName {
    pub(crate) name: Ident,
    pub(crate) arguments: Vec<Ident>,
}

pub(crate) enum Members<'a> {
    /// Of an enum: each item is one of them.
    Variants(Vec<Variant<'a>>),
    /// Of a struct: they are put together.
    Fields(Vec<Field<'a>>),
}

pub(crate) struct Variant<'a> {
    pub(crate) ident: &'a Ident,
    pub(crate) entity: &'a Type,
    /// Whether it holds a `Box` of the entity.
    pub(crate) boxed: bool,
}

pub(crate) struct Field<'a> {
    pub(crate) ident: &'a Ident,
    pub(crate) entity: &'a Type,
    pub(crate) holds: Holds,
}

/// How many of its entity a field holds.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Holds {
    One,
    AtMostOne,
    All,
}

impl Collection<'_> {
    /// The entities, in the order in which they are written.
    pub(crate) fn entities(&self) -> Vec<&Type> {
        match &self.members {
            Members::Variants(variants) => variants.iter().map(|variant| variant.entity).collect(),
            Members::Fields(fields) => fields.iter().map(|field| field.entity).collect(),
        }
    }
}
