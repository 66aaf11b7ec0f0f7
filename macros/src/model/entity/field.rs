//! The fields of an entity.

use std::collections::BTreeSet;

use proc_macro2::Span;
use syn::{
    Attribute, DeriveInput, FieldsNamed, GenericArgument, Ident, LitStr, Path, PathArguments, Type, ext::IdentExt,
};

use super::Unique;
use crate::{
    docs::docs,
    read::entity::{FieldAttr, Purpose},
    serde_attrs::{ContainerAttrs, ItemAttrs, Precision},
    suggest::nearest,
};

/// A field that the item stores.
pub(crate) struct Field<'a> {
    pub(crate) ident: &'a Ident,
    pub(crate) ty: &'a Type,
    /// The name, without `r#`.
    pub(crate) name: String,
    /// The item's attribute, as serde names it.
    pub(crate) attribute: String,
    /// Earlier names of the attribute, which serde also reads.
    pub(crate) aliases: Vec<LitStr>,
    /// Another name under which serde reads the field, if it does not read the attribute, and the field's `rename`.
    /// Without that, the struct's `rename_all` says so.
    pub(crate) read_as: Option<(String, Option<Span>)>,
    pub(crate) docs: String,
    /// The function that writes the value instead of serde, and the condition under which the value is omitted.
    pub(crate) serialize_with: Option<Path>,
    pub(crate) skip_if: Option<Path>,
    /// The attribute with which functions write or read the field instead of serde.
    pub(crate) converted: Option<Span>,
    /// Whether items without the field do not decode even if it is an `Option`. Only a field that serde reads by its
    /// type may be missing.
    pub(crate) needed: bool,
    /// The purpose, and the attribute that declares it.
    pub(crate) purpose: Option<(Purpose, Span)>,
    /// The items among which the field's values are unique.
    pub(crate) unique: Option<Unique>,
    /// Whether the values are omitted from errors and traces.
    pub(crate) sensitive: bool,
    /// The precision of a time that these functions write or read.
    pub(crate) precision: Precision,
    /// The attribute with which serde uses a default value if the item has none.
    pub(crate) default: Option<Span>,
    /// Whether the default value is `None`.
    pub(crate) defaults_to_none: bool,
    /// The attribute with which items store the field only in their keys.
    pub(crate) key_only: Option<Span>,
    /// The attribute with which writes truncate the field to the form of its key.
    pub(crate) trunc: Option<Span>,
    /// The difference between the attribute and what serde writes.
    pub(crate) form: Form,
}

/// The difference between a field's attribute and what serde writes: `AttributeForm` of the runtime.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Form {
    Plain,
    /// A DynamoDB set.
    Set {
        absent_is_empty: bool,
    },
    /// An `Option` of an `Option`.
    Nullable,
}

impl Form {
    /// The form of a type that serde writes without functions.
    fn of(ty: &Type, has_default: bool) -> Self {
        let within = within_option(ty);
        let (of, is_option) = (within.unwrap_or(ty), within.is_some());
        match () {
            () if is_named(of, "BTreeSet") || is_named(of, "HashSet") => {
                Self::Set { absent_is_empty: !is_option && !has_default }
            }
            () if is_option && is_named(of, "Option") => Self::Nullable,
            () => Self::Plain,
        }
    }
}

/// The reason why an item does not store a field whose own fields replace it.
pub(crate) const FLATTENS: &str = "flattens";

/// The fields of a struct, as serde treats them.
pub(crate) struct Fields<'a> {
    /// The stored fields. Their positions are those in the schema.
    pub(crate) stored: Vec<Field<'a>>,
    /// The fields that are not stored, each with the reason.
    pub(crate) unstored: Vec<(&'a Ident, &'static str)>,
    /// The fields that serde only writes or only reads, each with its attribute.
    pub(crate) one_way: Vec<(&'a Ident, String)>,
    /// The fields of type `Attributes` with `#[serde(flatten)]`.
    pub(crate) other_attributes: Vec<&'a Ident>,
    /// The maps of `Attribute` with `#[serde(flatten)]`.
    pub(crate) flattened_maps: Vec<&'a Ident>,
}

impl<'a> Fields<'a> {
    pub(crate) fn new(input: &'a DeriveInput, named: &'a FieldsNamed, attrs: &[FieldAttr]) -> Self {
        let container = ContainerAttrs::of(&input.attrs);
        let mut fields = Self {
            stored: Vec::new(),
            unstored: Vec::new(),
            one_way: Vec::new(),
            other_attributes: Vec::new(),
            flattened_maps: Vec::new(),
        };
        for field in &named.named {
            if let Some(ident) = &field.ident {
                fields.add(ident, &field.ty, &field.attrs, &container);
            }
        }
        fields.mark(attrs);
        fields
    }

    fn add(&mut self, ident: &'a Ident, ty: &'a Type, attributes: &[Attribute], container: &ContainerAttrs) {
        let serde = ItemAttrs::of(attributes);
        let name = ident.unraw().to_string();
        if serde.flatten {
            if is_named(ty, "Attributes") {
                self.other_attributes.push(ident);
            } else if last_argument(ty).is_some_and(|value| is_named(value, "Attribute")) {
                self.flattened_maps.push(ident);
            }
            self.unstored.push((ident, FLATTENS));
        } else if serde.not_written || serde.not_read {
            if !serde.not_written {
                self.one_way.push((ident, container.field_name(ident, &serde)));
            } else if !serde.not_read {
                self.one_way.push((ident, container.read_name(ident, &serde)));
            }
            self.unstored.push((ident, "skips"));
        } else {
            let (attribute, read_name) = (container.field_name(ident, &serde), container.read_name(ident, &serde));
            let is_read = read_name == attribute || serde.aliases.iter().any(|alias| alias.value() == attribute);
            let default = serde.default.or(container.default);
            let defaults_to_none = is_named(ty, "Option") && serde.default.is_some() && serde.default_by.is_none();
            let needed = serde.read_with && default.is_none();
            let ItemAttrs { serialize_with, skip_if, converted, precision, mut aliases, .. } = serde;
            // An alias with the attribute's name makes the name under which serde reads the field an alias.
            aliases.extend(is_read.then(|| LitStr::new(&read_name, serde.rename_at.unwrap_or_else(|| ident.span()))));
            let read_as = (!is_read).then_some((read_name, serde.rename_at));
            aliases.retain(|alias| alias.value() != attribute);
            let form = if converted.is_some() { Form::Plain } else { Form::of(ty, default.is_some()) };
            self.stored.push(Field {
                ident,
                ty,
                name,
                attribute,
                aliases,
                read_as,
                docs: docs(attributes),
                serialize_with,
                skip_if,
                converted,
                precision,
                default,
                defaults_to_none,
                key_only: None,
                trunc: None,
                form,
                needed,
                purpose: None,
                unique: None,
                sensitive: false,
            });
        }
    }

    /// A stored field's index in the schema.
    pub(crate) fn place(&self, name: &str) -> Option<u8> {
        self.stored.iter().position(|field| field.name == name).and_then(|place| u8::try_from(place).ok())
    }

    /// The field at this position.
    pub(crate) fn at(&self, place: u8) -> Option<&Field<'a>> {
        self.stored.get(usize::from(place))
    }

    /// The reason why an item does not store a field.
    pub(crate) fn why_unstored(&self, name: &str) -> Option<&'static str> {
        self.unstored.iter().find(|(unstored, _)| unstored.unraw() == name).map(|(_, why)| *why)
    }

    /// Whether serde flattens a field.
    pub(crate) fn flattens(&self) -> bool {
        self.unstored.iter().any(|(_, why)| *why == FLATTENS)
    }

    /// Sets the purposes of the stored fields. Rules check the purposes of other fields.
    fn mark(&mut self, attrs: &[FieldAttr]) {
        for FieldAttr { field, purposes, unique, sensitive, key_only, trunc, .. } in attrs {
            let Some(place) = self.place(field) else { continue };
            let unique = unique.as_ref().map(|attr| Unique::new(place, attr, |name| self.closest_field(name)));
            if let Some(stored) = self.stored.get_mut(usize::from(place)) {
                stored.purpose = purposes.first().map(|(purpose, word)| (*purpose, word.name.span()));
                (stored.unique, stored.sensitive) = (unique, sensitive.is_some());
                stored.key_only = key_only.as_ref().map(|word| word.name.span());
                stored.trunc = trunc.as_ref().map(|word| word.name.span());
            }
        }
    }

    /// The unique fields with their indices.
    pub(crate) fn uniques(&self) -> impl Iterator<Item = (u8, &Field<'a>, &Unique)> {
        let places = self.stored.iter().enumerate();
        places.filter_map(|(at, field)| Some((u8::try_from(at).ok()?, field, field.unique.as_ref()?)))
    }

    /// The counters with their indices.
    pub(crate) fn counters(&self) -> impl Iterator<Item = (u8, &Field<'a>)> {
        self.with_purpose(Purpose::Counter)
    }

    /// The fields with this purpose, with their indices.
    pub(crate) fn with_purpose(&self, purpose: Purpose) -> impl Iterator<Item = (u8, &Field<'a>)> {
        let places = self.stored.iter().enumerate();
        places
            .filter(move |(_, field)| field.is(purpose))
            .filter_map(|(at, field)| Some((u8::try_from(at).ok()?, field)))
    }

    /// The fields that are a time of their item, with their indices.
    pub(crate) fn times(&self) -> impl Iterator<Item = (u8, &Field<'a>)> {
        let places = self.stored.iter().enumerate();
        places.filter(|(_, field)| field.is_time()).filter_map(|(at, field)| Some((u8::try_from(at).ok()?, field)))
    }

    /// Those of these fields that functions write or read instead of serde, without duplicates, and the attributes that
    /// name the functions.
    pub(crate) fn converted(&self, of: impl Iterator<Item = u8>) -> impl Iterator<Item = (u8, Span)> {
        let of: BTreeSet<u8> = of.collect();
        of.into_iter().filter_map(|place| Some((place, self.at(place)?.converted?)))
    }

    /// The field with this name, or the one that was probably meant.
    pub(crate) fn closest_field(&self, name: &str) -> Option<u8> {
        self.place(name).or_else(|| match self.why_unstored(name) {
            Some(_) => None,
            None => nearest(name, &self.names()).and_then(|near| self.place(near)),
        })
    }

    /// Whether the field's type has the name of a time type, for a better example in a message.
    pub(crate) fn looks_like_a_time(&self, name: &str) -> bool {
        const TIMES: [&str; 5] = ["DateTime", "OffsetDateTime", "Timestamp", "UtcDateTime", "Zoned"];
        let field = self.stored.iter().find(|field| field.name == name);
        field.is_some_and(|field| TIMES.iter().any(|time| is_named(field.ty, time)))
    }

    /// The names of the stored fields.
    pub(crate) fn names(&self) -> Vec<&str> {
        self.stored.iter().map(|field| field.name.as_str()).collect()
    }
}

impl Field<'_> {
    /// Whether the field has this purpose.
    pub(crate) fn is(&self, purpose: Purpose) -> bool {
        self.purpose.is_some_and(|(of, _)| of == purpose)
    }

    /// Whether the field is a time of its item.
    pub(crate) fn is_time(&self) -> bool {
        self.purpose.is_some_and(|(purpose, _)| purpose.is_time())
    }

    /// Whether the type is written as an `Option`.
    pub(crate) fn is_option(&self) -> bool {
        is_named(self.ty, "Option")
    }
}

/// The type within an `Option`.
fn within_option(ty: &Type) -> Option<&Type> {
    match ty {
        Type::Path(path) => {
            let last = path.path.segments.last().filter(|segment| segment.ident == "Option")?;
            let PathArguments::AngleBracketed(arguments) = &last.arguments else { return None };
            arguments.args.iter().find_map(|argument| match argument {
                GenericArgument::Type(within) => Some(within),
                _ => None,
            })
        }
        Type::Group(group) => within_option(&group.elem),
        Type::Paren(paren) => within_option(&paren.elem),
        _ => None,
    }
}

/// The last type argument of a type, such as the values of a map.
fn last_argument(ty: &Type) -> Option<&Type> {
    let Type::Path(path) = ty else { return None };
    let PathArguments::AngleBracketed(arguments) = &path.path.segments.last()?.arguments else { return None };
    arguments.args.iter().rev().find_map(|argument| match argument {
        GenericArgument::Type(of) => Some(of),
        _ => None,
    })
}

fn is_named(ty: &Type, name: &str) -> bool {
    match ty {
        Type::Path(path) => path.path.segments.last().is_some_and(|segment| segment.ident == name),
        Type::Group(group) => is_named(&group.elem, name),
        Type::Paren(paren) => is_named(&paren.elem, name),
        _ => false,
    }
}
