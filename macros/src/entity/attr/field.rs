//! `#[entity(..)]` on a field.

use proc_macro2::Span;
use syn::{Attribute, Data, DeriveInput, ext::IdentExt, spanned::Spanned};

use super::unique::UniqueAttr;
use crate::{
    errors::Errors,
    options::{Opt, Options, Value, only},
};

/// What `#[entity(..)]` says of a field.
pub(crate) struct FieldAttr {
    /// The field's name, without `r#`.
    pub(crate) field: String,
    /// What it is for, and where that is said.
    pub(crate) purpose: Option<(Purpose, Span)>,
    /// Among which items its values are unique.
    pub(crate) unique: Option<UniqueAttr>,
    /// Where it is said that its values are kept out of errors and traces.
    pub(crate) sensitive: Option<Span>,
}

/// What a field is for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Purpose {
    Counter,
    Version,
    Created,
    Updated,
    Ttl,
}

impl Purpose {
    const ALL: [Self; 5] = [Self::Counter, Self::Version, Self::Created, Self::Updated, Self::Ttl];

    /// The option that says it.
    pub(crate) fn option(self) -> &'static str {
        match self {
            Self::Counter => "counter",
            Self::Version => "version",
            Self::Created => "created",
            Self::Updated => "updated",
            Self::Ttl => "ttl",
        }
    }

    /// Whether the field holds a time that says something of its item.
    pub(crate) fn is_time(self) -> bool {
        matches!(self, Self::Created | Self::Updated | Self::Ttl)
    }
}

/// What the fields say, those that say something.
pub(super) fn fields(input: &DeriveInput, errors: &Errors) -> Vec<FieldAttr> {
    let Data::Struct(data) = &input.data else { return Vec::new() };
    let mut fields = Vec::new();
    for field in &data.fields {
        refuse_keys(&field.attrs, errors);
        let attribute = only(&field.attrs, "entity", errors);
        if let (Some(attribute), Some(ident)) = (attribute, &field.ident) {
            fields.push(FieldAttr::read(ident.unraw().to_string(), attribute, errors));
        }
    }
    fields
}

impl FieldAttr {
    fn read(field: String, attribute: &Attribute, errors: &Errors) -> Self {
        let purposes = Purpose::ALL.into_iter().map(Purpose::option);
        let known: Vec<&str> = purposes.chain(["unique", "sensitive"]).collect();
        let mut options = Options::of(attribute, &known, errors);
        let mut purpose: Option<(Purpose, Span)> = None;
        for another in Purpose::ALL {
            let Some(option) = options.take(another.option()) else { continue };
            check_word(&option, errors);
            match purpose {
                None => purpose = Some((another, option.span())),
                Some((first, place)) => {
                    let message = format!(
                        "KW020: a field is `{}` or `{}`, not both; drop one of the two",
                        first.option(),
                        another.option()
                    );
                    errors.twice(place, option.span(), message);
                }
            }
        }
        let unique = options.take("unique").map(|option| UniqueAttr::of(&option, errors));
        let sensitive = options.take("sensitive").map(|option| {
            check_word(&option, errors);
            option.span()
        });
        Self { field, purpose, unique, sensitive }
    }
}

fn check_word(option: &Opt, errors: &Errors) {
    if !matches!(option.value, Value::Word) {
        option.refuse(&format!("takes no value; write `#[entity({})]`", option.name), errors);
    }
}

fn refuse_keys(attributes: &[Attribute], errors: &Errors) {
    for attribute in attributes {
        for name in ["pk", "sk", "shard", "gsi", "lsi", "peak"] {
            if attribute.path().is_ident(name) {
                let message =
                    format!("KW020: `#[{name}]` stands on the struct, not on a field; its template names the fields");
                errors.at(attribute.path().span(), message);
            }
        }
    }
}
