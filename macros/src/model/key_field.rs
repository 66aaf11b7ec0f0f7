//! A newtype as the field that it contains.

use proc_macro2::{Ident, Span};
use quote::ToTokens;
use syn::{DeriveInput, Field, LitStr, Member, Path, Type};

use crate::{
    crate_path::CratePath,
    serde_attrs::{ContainerAttrs, ItemAttrs},
};

/// A struct that derives `KeyField`.
pub(crate) struct KeyField<'a> {
    pub(crate) ident: &'a Ident,
    pub(crate) krate: CratePath,
    /// The only field: `0`, or a name.
    pub(crate) member: Member,
    pub(crate) ty: &'a Type,
    /// How serde constructs the newtype from the field's type.
    pub(crate) construction: Construction,
    /// Whether serde writes and reads a struct with a named field as the field.
    pub(crate) is_transparent: bool,
    /// The type in `from`, `try_from` or `into`, if it is not the field's type.
    pub(crate) stored_as: Option<LitStr>,
    /// `with`, `serialize_with` or `deserialize_with` of the field.
    pub(crate) converted: Option<Span>,
}

/// How a newtype is constructed from its field's value.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Construction {
    /// By the struct's own constructor.
    Plainly,
    /// By `From`: `#[serde(from = "..")]`.
    From,
    /// By `TryFrom`: `#[serde(try_from = "..")]`.
    TryFrom,
}

impl<'a> KeyField<'a> {
    pub(crate) fn new(input: &'a DeriveInput, field: &'a Field, krate: Option<Path>) -> Self {
        let serde = ContainerAttrs::of(&input.attrs);
        let is_another = |name: &&LitStr| !names(name, &field.ty);
        Self {
            ident: &input.ident,
            krate: CratePath(krate),
            member: field.ident.clone().map_or(Member::Unnamed(0.into()), Member::Named),
            ty: &field.ty,
            construction: match (&serde.read_as, serde.is_read_fallibly) {
                (None, _) => Construction::Plainly,
                (Some(_), false) => Construction::From,
                (Some(_), true) => Construction::TryFrom,
            },
            is_transparent: serde.is_transparent || serde.read_as.is_some() && serde.written_as.is_some(),
            stored_as: [&serde.read_as, &serde.written_as].into_iter().flatten().find(is_another).cloned(),
            converted: ItemAttrs::of(&field.attrs).converted,
        }
    }
}

/// Whether this text names the type.
fn names(text: &LitStr, ty: &Type) -> bool {
    let text: Option<Type> = text.parse().ok();
    text.is_some_and(|text| text.to_token_stream().to_string() == ty.to_token_stream().to_string())
}
