//! A projection for the expansion.

use proc_macro2::Span;
use syn::{DeriveInput, FieldsNamed, Ident, Path, Type, ext::IdentExt, spanned::Spanned};

use crate::{
    crate_path::CratePath,
    read::projection::ProjectionAttr,
    serde_attrs::{ContainerAttrs, ItemAttrs},
};

/// A struct that derives `Projection`.
pub(crate) struct Projection<'a> {
    pub(crate) ident: &'a Ident,
    pub(crate) krate: CratePath,
    /// The entity.
    pub(crate) of: Path,
    /// The fields that are read from an item, except those that serde skips.
    pub(crate) fields: Vec<Field<'a>>,
    /// The fields that serde flattens.
    pub(crate) flattened: Vec<&'a Ident>,
    /// The attribute with which serde reads something other than the fields of the struct.
    pub(crate) serde_proxy: Option<Span>,
}

/// A field of the entity.
pub(crate) struct Field<'a> {
    pub(crate) ident: &'a Ident,
    pub(crate) ty: &'a Type,
    /// The name, without `r#`.
    pub(crate) name: String,
    /// The name under which serde reads the field.
    pub(crate) read_as: String,
    /// Whether serde reads the field with its type's own `Deserialize`.
    pub(crate) is_plain: bool,
}

impl<'a> Projection<'a> {
    /// Returns `None` if the entity is not known.
    pub(crate) fn new(input: &'a DeriveInput, named: &'a FieldsNamed, attr: ProjectionAttr) -> Option<Self> {
        let serde = ContainerAttrs::of(&input.attrs);
        let mut projection = Self {
            ident: &input.ident,
            krate: CratePath(attr.krate),
            of: attr.of?,
            fields: Vec::new(),
            flattened: Vec::new(),
            serde_proxy: serde.serde_proxy.as_ref().map(Spanned::span),
        };
        for field in &named.named {
            if let Some(ident) = &field.ident {
                projection.add(ident, &field.ty, &ItemAttrs::of(&field.attrs), &serde);
            }
        }
        Some(projection)
    }

    fn add(&mut self, ident: &'a Ident, ty: &'a Type, serde: &ItemAttrs, container: &ContainerAttrs) {
        if serde.flatten {
            self.flattened.push(ident);
        } else if !serde.not_read {
            let (name, read_as) = (ident.unraw().to_string(), container.read_name(ident, serde));
            self.fields.push(Field { ident, ty, name, read_as, is_plain: !serde.read_with });
        }
    }
}
