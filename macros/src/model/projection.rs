//! A projection, as the expansion needs it.

use proc_macro2::Span;
use syn::{DeriveInput, FieldsNamed, Ident, Path, Type, ext::IdentExt};

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
    /// The fields that an item gives. Those that serde skips are not among them.
    pub(crate) fields: Vec<Field<'a>>,
    /// Where serde flattens a field.
    pub(crate) flattened: Vec<&'a Ident>,
    /// Where serde reads it by something else than its fields.
    pub(crate) stand_in: Option<Span>,
}

/// A field of the entity.
pub(crate) struct Field<'a> {
    pub(crate) ident: &'a Ident,
    pub(crate) ty: &'a Type,
    /// Its name, without `r#`.
    pub(crate) name: String,
    /// The name under which serde reads it.
    pub(crate) read_as: String,
    /// Whether serde reads it as its type is read.
    pub(crate) is_plain: bool,
}

impl<'a> Projection<'a> {
    /// `None` where it is not known whose fields they are.
    pub(crate) fn new(input: &'a DeriveInput, named: &'a FieldsNamed, attr: ProjectionAttr) -> Option<Self> {
        let serde = ContainerAttrs::of(&input.attrs);
        let mut projection = Self {
            ident: &input.ident,
            krate: CratePath(attr.krate),
            of: attr.of?,
            fields: Vec::new(),
            flattened: Vec::new(),
            stand_in: serde.stand_in,
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
