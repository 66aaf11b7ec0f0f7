//! Reads the values of options. Each message names the option, with an example.

use std::{fmt::Display, str::FromStr};

use darling::{Error, Result};
use proc_macro2::{Ident, Span, TokenStream};
use quote::ToTokens;
use syn::{
    Expr, ExprLit, LitFloat, LitInt, LitStr, Meta, Path, Token,
    parse::{Parse, Parser},
    punctuated::Punctuated,
    spanned::Spanned,
};

use crate::{suggest::suggest, template::Template};

/// A value with its option's name. Rules can underline either.
pub(crate) struct NamedValue<T> {
    pub(crate) name: Ident,
    pub(crate) value: T,
    is_word: bool,
    tokens: TokenStream,
}

impl<T> NamedValue<T> {
    /// Whether the option is a single word without a value.
    pub(crate) fn is_word(&self) -> bool {
        self.is_word
    }

    /// The span of the value.
    pub(crate) fn value_place(&self) -> Span {
        self.to_token_stream().span()
    }
}

/// Errors underline the value, or the name if the option has no value.
impl<T> ToTokens for NamedValue<T> {
    fn to_tokens(&self, tokens: &mut TokenStream) {
        if self.tokens.is_empty() { self.name.to_tokens(tokens) } else { self.tokens.to_tokens(tokens) }
    }
}

/// Combines an option's value with its name.
pub(crate) fn given<T>(option: &Meta, value: Result<Option<T>>) -> Result<Option<NamedValue<T>>> {
    let is_word = matches!(option, Meta::Path(_));
    Ok(value?.map(|value| NamedValue { name: name(option), value, is_word, tokens: written(option) }))
}

/// Reads `option = "text"`.
pub(crate) fn text(option: &Meta, example: &str) -> Result<Option<LitStr>> {
    match literal(option) {
        Some(text) => Ok(Some(text)),
        None => {
            let example = bare_word(option).map_or(example.to_owned(), |word| word.to_string());
            Err(refused(option, format!("needs a string, as in `{} = {example:?}`", name(option))))
        }
    }
}

/// Reads `option = "text"`, which must not be empty.
pub(crate) fn filled_text(option: &Meta, example: &str) -> Result<Option<LitStr>> {
    match text(option, example)? {
        Some(text) if text.value().trim().is_empty() => {
            Err(refused(option, format!("is empty; write `{} = {example:?}`", name(option))))
        }
        text => Ok(text),
    }
}

/// Reads `option = "USER#<id>"`.
pub(crate) fn template(option: &Meta, example: &str) -> Result<Option<Template>> {
    Ok(text(option, example)?.as_ref().map(Template::parse))
}

/// Reads one template, or a list with one for each attribute: `pk("<tenant>", "<region>")`.
pub(crate) fn templates(option: &Meta) -> Result<Vec<Template>> {
    let Meta::List(list) = option else { return Ok(template(option, "USER#<id>")?.into_iter().collect()) };
    match list.parse_args_with(Punctuated::<LitStr, Token![,]>::parse_terminated) {
        Ok(texts) if !texts.is_empty() => Ok(texts.iter().map(Template::parse).collect()),
        _ => {
            let example = format!("`{}(\"<a>\", \"<b>\")`", name(option));
            Err(refused(option, format!("needs a template for each attribute, as in {example}")))
        }
    }
}

/// Reads `option = path`.
pub(crate) fn path(option: &Meta, example: &str) -> Result<Option<Path>> {
    match value(option).and_then(|tokens| Path::parse_mod_style.parse2(tokens).ok()) {
        Some(path) => Ok(Some(path)),
        None => Err(refused(option, format!("needs a path, as in `{} = {example}`", name(option)))),
    }
}

/// Reads `crate = path`.
pub(crate) fn krate(option: &Meta) -> Result<Option<Path>> {
    path(option, "my_crate::keywright")
}

/// Reads `option = 5_000`.
pub(crate) fn number<N: FromStr<Err: Display>>(option: &Meta, example: &str) -> Result<Option<N>> {
    let number = literal::<LitInt>(option).filter(|number| number.suffix().is_empty());
    match number.and_then(|number| number.base10_parse().ok()) {
        Some(number) => Ok(Some(number)),
        None => Err(refused(option, format!("needs a whole number, as in `{} = {example}`", name(option)))),
    }
}

/// Reads `option = 50`, which must be greater than 0.
pub(crate) fn positive(option: &Meta, example: &str) -> Result<Option<u64>> {
    match number(option, example)? {
        Some(0) => Err(refused(option, format!("needs a number over 0, as in `{} = {example}`", name(option)))),
        number => Ok(number),
    }
}

/// Reads `option = 0.2`, which must be greater than 0 and at most 1.
pub(crate) fn share(option: &Meta) -> Result<Option<f64>> {
    let float = literal::<LitFloat>(option).and_then(|share| share.base10_parse().ok());
    let number = float.or_else(|| literal::<LitInt>(option)?.base10_parse().ok());
    match number.filter(|share| *share > 0.0 && *share <= 1.0) {
        Some(share) => Ok(Some(share)),
        None => Err(refused(option, format!("needs a share over 0 and at most 1, as in `{} = 0.2`", name(option)))),
    }
}

/// Reads `option = function_name`.
pub(crate) fn word(option: &Meta, example: &str) -> Result<Option<Ident>> {
    if let Some(word) = bare_word(option) {
        return Ok(Some(word));
    }
    let name = name(option);
    let quoted = literal::<LitStr>(option).and_then(|text| text.parse::<Ident>().ok());
    Err(refused(
        option,
        match quoted {
            Some(word) => format!("needs a function's name without quotes; write `{name} = {word}`"),
            None => format!("needs a function's name, as in `{name} = {example}`"),
        },
    ))
}

/// Reads `option = "one of these"`. Each choice is a pair of the text and the returned value.
pub(crate) fn choice<T: Copy>(option: &Meta, choices: &[(&str, T)]) -> Result<Option<T>> {
    let example = choices.first().map_or("", |(name, _)| *name);
    let Some(text) = text(option, example)?.map(|text| text.value()) else { return Ok(None) };
    match choices.iter().find(|(name, _)| *name == text) {
        Some((_, value)) => Ok(Some(*value)),
        None => {
            let help = suggest(&text, choices.iter().map(|(name, _)| *name)).replace('`', "\"");
            Err(refused(option, format!("cannot be {text:?}{help}")))
        }
    }
}

/// Reads a single word. A word with a value is kept and rejected by a rule, because its meaning is clear.
pub(crate) fn flag(option: &Meta) -> Result<Option<NamedValue<()>>> {
    given(option, Ok(Some(())))
}

/// Returns the option's name.
pub(crate) fn name(option: &Meta) -> Ident {
    let path = option.path();
    path.get_ident().cloned().unwrap_or_else(|| Ident::new("option", path.span()))
}

/// Returns the tokens that errors underline: the option's value, or its name if the option has no value.
pub(crate) fn tokens(option: &Meta) -> TokenStream {
    let tokens = written(option);
    if tokens.is_empty() { option.path().to_token_stream() } else { tokens }
}

/// Creates the error `` KW020: `name` MESSAGE ``, which underlines the value.
pub(crate) fn refused(option: &Meta, message: impl Display) -> Error {
    Error::custom(format!("KW020: `{}` {message}", name(option)))
}

/// Returns the value in `option = value` as a literal of one kind.
pub(crate) fn literal<L: Parse>(option: &Meta) -> Option<L> {
    let Meta::NameValue(meta) = option else { return None };
    match ungrouped(&meta.value) {
        Expr::Lit(ExprLit { lit, .. }) => syn::parse2(lit.to_token_stream()).ok(),
        _ => None,
    }
}

/// Returns the value in `option = word`.
pub(crate) fn bare_word(option: &Meta) -> Option<Ident> {
    value(option).and_then(|tokens| syn::parse2(tokens).ok())
}

/// Returns the tokens of the value in `option = value`.
pub(crate) fn value(option: &Meta) -> Option<TokenStream> {
    match option {
        Meta::NameValue(meta) => Some(ungrouped(&meta.value).to_token_stream()),
        Meta::Path(_) | Meta::List(_) => None,
    }
}

fn written(option: &Meta) -> TokenStream {
    match option {
        Meta::Path(_) => TokenStream::new(),
        Meta::List(list) => list.tokens.clone(),
        Meta::NameValue(meta) => meta.value.to_token_stream(),
    }
}

/// Removes the invisible group that `macro_rules!` puts around a `$number:literal`.
fn ungrouped(value: &Expr) -> &Expr {
    match value {
        Expr::Group(group) => ungrouped(&group.expr),
        value => value,
    }
}
