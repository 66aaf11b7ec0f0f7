//! Reads one attribute, or one list within an attribute: `#[pk(..)]`, `legacy(..)`.
//!
//! Each attribute or list is a struct that derives [`FromMeta`], with a field for each option. darling stops at the
//! first mistake of a list, so a first pass checks the names and removes what cannot be read. A misspelt option must
//! not hide other mistakes.

use std::ops::Deref;

use darling::{FromMeta, ast::NestedMeta};
use proc_macro2::{Ident, Span, TokenStream};
use quote::ToTokens;
use syn::{Attribute, Expr, Lit, Meta, MetaNameValue, spanned::Spanned};

use super::value;
use crate::{errors::Errors, suggest::suggest};

/// The options of an attribute or of a list within one.
pub(crate) trait Options: FromMeta + Default {
    /// The names of the options. The message about an unknown option lists them.
    const NAMES: &'static [&'static str];
    /// The options that may be repeated.
    const REPEATED: &'static [&'static str] = &[];
    /// The lists within the attribute, with their options. A message names the list if one of its options is written
    /// outside of it.
    const WITHIN: &'static [(&'static str, &'static [&'static str])] = &[];
    /// An example of this list within an attribute.
    const EXAMPLE: &'static str = "";

    /// Reports the unreadable parts of the lists within the attribute.
    fn report_within(&self, _errors: &Errors) {}
}

/// The readable part of an attribute.
pub(crate) struct Attr<T> {
    options: T,
    /// The span of the attribute's name.
    pub(crate) place: Span,
    /// All known options that are written, readable or not.
    written: Vec<Ident>,
    /// Whether the attribute contains an unknown name. An option that seems to be missing may then be misspelt.
    misspelt: bool,
    problems: Vec<syn::Error>,
}

impl<T: Options> Attr<T> {
    /// Returns the attribute with this name, which may occur once.
    pub(crate) fn only(attributes: &[Attribute], name: &str, errors: &Errors) -> Option<Self> {
        only(attributes, name, errors).map(|attribute| Self::of(attribute, errors))
    }

    /// Returns the attributes with this name, in order.
    pub(crate) fn all(attributes: &[Attribute], name: &str, errors: &Errors) -> Vec<Self> {
        let named = attributes.iter().filter(|attribute| attribute.path().is_ident(name));
        named.map(|attribute| Self::of(attribute, errors)).collect()
    }

    fn of(attribute: &Attribute, errors: &Errors) -> Self {
        let (name, place) = (attribute.path().to_token_stream(), attribute.path().span());
        let attr = match &attribute.meta {
            Meta::Path(_) => Self::empty(place),
            Meta::List(list) => Self::parse(list.tokens.clone(), &format!("#[{name}]"), place),
            Meta::NameValue(meta) => {
                let message = format!("KW020: `{name}` needs its options in parentheses, as in `#[{name}(..)]`");
                let problems = vec![syn::Error::new_spanned(meta, message)];
                Self { misspelt: true, problems, ..Self::empty(place) }
            }
        };
        attr.report(errors);
        attr
    }

    fn empty(place: Span) -> Self {
        Self { options: T::default(), place, written: Vec::new(), misspelt: false, problems: Vec::new() }
    }

    /// Parses the options in the parentheses of `owner`, which is used in messages.
    pub(crate) fn parse(tokens: TokenStream, owner: &str, place: Span) -> Self {
        #[cfg(test)]
        tests::assert_every_name_is_a_field::<T>();
        let mut attr = Self::empty(place);
        let items = NestedMeta::parse_meta_list(tokens).unwrap_or_else(|error| {
            let help = format!("`{owner}` needs its options as `name = value`, separated by commas");
            let what = error.to_string();
            let what = if what.starts_with("expected identifier") { "an option's name is missing" } else { &what };
            attr.misspelt = true;
            attr.problems.push(syn::Error::new(error.span(), format!("KW020: {what}; {help}")));
            Vec::new()
        });
        let mut options: Vec<NestedMeta> = Vec::new();
        if let Some(NestedMeta::Lit(literal)) = items.iter().find(|item| matches!(item, NestedMeta::Lit(_))) {
            attr.refuse(literal, &nameless(literal, owner), owner);
            return attr;
        }
        for item in items {
            options.extend(attr.option(item, owner));
        }
        attr.options = T::from_list(&options).unwrap_or_else(|_| {
            options.retain(|option| attr.is_readable(option));
            T::from_list(&options).unwrap_or_default()
        });
        attr
    }

    /// Returns the item as an option, if its name is known and not repeated.
    fn option(&mut self, item: NestedMeta, owner: &str) -> Option<NestedMeta> {
        let meta = match item {
            NestedMeta::Meta(meta) => meta,
            // The value is not an expression, for example a keyword. The option itself decides whether to accept it.
            NestedMeta::NameValueInvalidExpr(meta) if !meta.value.is_empty() => {
                let value = Expr::Verbatim(meta.value);
                Meta::NameValue(MetaNameValue { path: meta.path, eq_token: meta.eq_token, value })
            }
            NestedMeta::NameValueInvalidExpr(meta) => {
                self.refuse(meta.eq_token, "a value is missing after `=`", owner);
                return None;
            }
            NestedMeta::Lit(_) => return None,
        };
        let Some(name) = meta.path().get_ident().cloned() else {
            self.refuse(meta.path(), "an option's name is one word", owner);
            return None;
        };
        let text = name.to_string();
        if !T::NAMES.contains(&text.as_str()) {
            let within = T::WITHIN.iter().find(|(_, names)| names.contains(&text.as_str()));
            let help = match within {
                Some((list, _)) => format!("; it belongs inside `{list}(..)`: write `{list}({text} = ..)`"),
                None => suggest(&text, T::NAMES.iter().copied()),
            };
            self.misspelt = true;
            self.problems.push(syn::Error::new(name.span(), format!("KW020: `{owner}` has no option `{text}`{help}")));
            return None;
        }
        let first = self.written.iter().find(|first| **first == name).map(Ident::span);
        self.written.push(name.clone());
        match first.filter(|_| !T::REPEATED.contains(&text.as_str())) {
            None => Some(NestedMeta::Meta(meta)),
            Some(first) => {
                let message = format!("KW020: `{text}` is given twice; keep one of the two");
                self.problems.push(Errors::duplicate_error(first, name.span(), message));
                None
            }
        }
    }

    fn refuse(&mut self, place: impl ToTokens, what: &str, owner: &str) {
        let message = format!("KW020: {what}; `{owner}` needs its options as `name = value`, separated by commas");
        self.misspelt = true;
        self.problems.push(syn::Error::new_spanned(place, message));
    }

    /// Whether the option's value can be read. Otherwise records an error that underlines the whole value, because
    /// darling's has only a single span.
    fn is_readable(&mut self, option: &NestedMeta) -> bool {
        let Err(error) = T::from_list(std::slice::from_ref(option)) else { return true };
        let NestedMeta::Meta(meta) = option else { return false };
        let message = syn::Error::from(error).to_string();
        self.problems.push(syn::Error::new_spanned(value::tokens(meta), message));
        false
    }

    /// Reports the unreadable parts.
    pub(crate) fn report(&self, errors: &Errors) {
        self.problems.iter().cloned().for_each(|problem| errors.push(problem));
        self.options.report_within(errors);
    }

    /// Whether the option with this name is written, readable or not, or may be misspelt.
    pub(crate) fn may_have(&self, name: &str) -> bool {
        self.misspelt || self.written.iter().any(|written| written == name)
    }

    /// Reports a required option that is not written. Gives no error if a name was misspelt, because that may be the
    /// option.
    pub(crate) fn require(&self, name: &str, help: &str, errors: &Errors) {
        if !self.may_have(name) {
            errors.at(self.place, format!("KW020: `{name}` is missing; {help}"));
        }
    }

    pub(crate) fn into_options(self) -> T {
        self.options
    }
}

impl<T> Deref for Attr<T> {
    type Target = T;

    fn deref(&self) -> &T {
        &self.options
    }
}

/// A list within an attribute: `legacy(template = "OPS_LOG")`.
impl<T: Options> FromMeta for Attr<T> {
    fn from_meta(meta: &Meta) -> darling::Result<Self> {
        let name = value::name(meta);
        match meta {
            Meta::List(list) => Ok(Self::parse(list.tokens.clone(), &format!("{name}(..)"), name.span())),
            _ => Err(value::refused(meta, format!("needs a list, as in `{}`", T::EXAMPLE))),
        }
    }
}

/// Returns the attribute with this name, which may occur once.
pub(crate) fn only<'a>(attributes: &'a [Attribute], name: &str, errors: &Errors) -> Option<&'a Attribute> {
    let mut found = attributes.iter().filter(|attribute| attribute.path().is_ident(name));
    let first = found.next()?;
    for second in found {
        let message = format!("KW020: `#[{name}]` is given twice; write one");
        errors.duplicate(first.path().span(), second.path().span(), message);
    }
    Some(first)
}

/// Returns the message for a value without a name. It suggests the option's name if only one is possible.
fn nameless(literal: &Lit, owner: &str) -> String {
    match (literal, owner) {
        (Lit::Str(template), "#[pk]" | "#[sk]") => {
            format!("an option's name is missing; write `template = {:?}`", template.value())
        }
        _ => "an option's name is missing".to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use darling::ast::NestedMeta;

    use super::Options;

    /// Checks that darling knows each name in the list. Called whenever a test reads options. The tests with every
    /// option check that each field is in the list.
    pub(super) fn assert_every_name_is_a_field<T: Options>() {
        for name in T::NAMES {
            let options = NestedMeta::parse_meta_list(name.parse().expect("a word")).expect("an option");
            let error = T::from_list(&options).err().map(|error| error.to_string());
            assert!(!error.is_some_and(|error| error.contains("Unknown field")), "{name}");
        }
    }
}
