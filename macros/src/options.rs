//! The options of an attribute: `name = value`, `name(..)` or `name`, separated by commas.

use std::str::FromStr;

use proc_macro2::{Delimiter, Ident, Span, TokenStream, TokenTree};
use quote::ToTokens;
use syn::{
    Attribute, ExprLit, LitInt, LitStr, Meta, Path, Token,
    ext::IdentExt,
    parse::{Parse, ParseStream, Parser},
    punctuated::Punctuated,
    spanned::Spanned,
    token::Paren,
};

use crate::{crate_path::CratePath, errors::Errors, suggest::suggest};

/// The attributes of this name.
pub(crate) fn all<'a>(attributes: &'a [Attribute], name: &'static str) -> impl Iterator<Item = &'a Attribute> {
    attributes.iter().filter(move |attribute| attribute.path().is_ident(name))
}

/// The attribute of this name, which may stand once (KW020).
pub(crate) fn only<'a>(attributes: &'a [Attribute], name: &'static str, errors: &Errors) -> Option<&'a Attribute> {
    let mut found = all(attributes, name);
    let first = found.next()?;
    for second in found {
        let message = format!("KW020: `#[{name}]` is given twice; write one");
        errors.twice(first.path().span(), second.path().span(), message);
    }
    Some(first)
}

/// Options that may be given again: who reads them takes them one by one.
const REPEATED: [&str; 2] = ["legacy", "grow"];

/// The options of one attribute, each known and, but for the repeated ones, given once.
#[derive(Default)]
pub(crate) struct Options {
    list: Vec<Opt>,
    /// Something in it was refused: an option that seems to be missing may be just that.
    refused: bool,
}

pub(crate) struct Opt {
    pub(crate) name: Ident,
    pub(crate) value: Value,
}

pub(crate) enum Value {
    /// `name`
    Word,
    /// `name = value`
    Is(TokenStream),
    /// `name(..)`
    List(TokenStream),
}

impl Options {
    /// The options of `#[attribute(..)]`. One that is not among `known` is an error (KW020).
    pub(crate) fn of(attribute: &Attribute, known: &[&str], errors: &Errors) -> Self {
        let tokens = match &attribute.meta {
            Meta::Path(_) => return Self::default(),
            Meta::List(list) => list.tokens.clone(),
            Meta::NameValue(meta) => {
                let name = attribute.path().to_token_stream();
                errors.on(meta, format!("KW020: `{name}` takes its options in parentheses, as in `#[{name}(..)]`"));
                return Self { list: Vec::new(), refused: true };
            }
        };
        Self::parse(tokens, &format!("#[{}]", attribute.path().to_token_stream()), known, errors)
    }

    /// The options that stand in the parentheses of `owner`, which messages name.
    pub(crate) fn parse(tokens: TokenStream, owner: &str, known: &[&str], errors: &Errors) -> Self {
        let parsed = Punctuated::<Opt, Token![,]>::parse_terminated.parse2(tokens);
        let parsed = parsed.map_err(|error| {
            let help = format!("`{owner}` takes its options as `name = value`, with commas between them");
            errors.at(error.span(), format!("KW020: {error}; {help}"));
        });
        let mut options = Self { list: Vec::new(), refused: parsed.is_err() };
        for option in parsed.into_iter().flatten() {
            let name = option.name.to_string();
            if !known.contains(&name.as_str()) {
                let help = suggest(&name, known.iter().copied());
                errors.at(option.name.span(), format!("KW020: `{owner}` has no option `{name}`{help}"));
                options.refused = true;
            } else if let Some(first) = options.find(&option.name).filter(|_| !REPEATED.contains(&name.as_str())) {
                let message = format!("KW020: `{name}` is given twice; keep one of the two");
                errors.twice(first.name.span(), option.name.span(), message);
            } else {
                options.list.push(option);
            }
        }
        options
    }

    fn find(&self, name: &Ident) -> Option<&Opt> {
        self.list.iter().find(|option| option.name == *name)
    }

    /// Whether the option of this name is given.
    pub(crate) fn has(&self, name: &str) -> bool {
        self.list.iter().any(|option| option.name == name)
    }

    /// Takes the option of this name out.
    pub(crate) fn take(&mut self, name: &str) -> Option<Opt> {
        let at = self.list.iter().position(|option| option.name == name)?;
        Some(self.list.remove(at))
    }

    /// The same for an option that must be there; `missing` says what to add.
    pub(crate) fn require(&mut self, name: &str, place: Span, missing: &str, errors: &Errors) -> Option<Opt> {
        let option = self.take(name);
        if option.is_none() {
            self.missing(name, place, missing, errors);
        }
        option
    }

    /// Reports a missing option, unless another one was refused, which may be that option misspelt.
    pub(crate) fn missing(&self, name: &str, place: Span, missing: &str, errors: &Errors) {
        if !self.refused {
            errors.at(place, format!("KW020: `{name}` is missing; {missing}"));
        }
    }

    /// The option `crate = path`.
    pub(crate) fn take_crate(&mut self, errors: &Errors) -> CratePath {
        CratePath(self.take("crate").and_then(|option| option.path("my_crate::keywright", errors)))
    }
}

impl Opt {
    /// `name = "text"`
    pub(crate) fn text(&self, example: &str, errors: &Errors) -> Option<LitStr> {
        let text = match &self.value {
            Value::Is(tokens) => syn::parse2(tokens.clone()).ok(),
            _ => None,
        };
        if text.is_none() {
            let example = self.word().unwrap_or_else(|| example.to_owned());
            self.refuse(&format!("takes a string, as in `{} = {example:?}`", self.name), errors);
        }
        text
    }

    /// `name = path`
    pub(crate) fn path(&self, example: &str, errors: &Errors) -> Option<Path> {
        let path = match &self.value {
            Value::Is(tokens) => Path::parse_mod_style.parse2(tokens.clone()).ok(),
            _ => None,
        };
        if path.is_none() {
            self.refuse(&format!("takes a path, as in `{} = {example}`", self.name), errors);
        }
        path
    }

    /// `name = "one of these"`; of each pair the second is returned.
    pub(crate) fn choice<T: Clone>(&self, choices: &[(&str, T)], errors: &Errors) -> Option<T> {
        let (example, _) = choices.first()?;
        let text = self.text(example, errors)?;
        let found = choices.iter().find(|(name, _)| text.value() == *name);
        if found.is_none() {
            let help = suggest(&text.value(), choices.iter().map(|(name, _)| *name)).replace('`', "\"");
            errors.on(&text, format!("KW020: `{}` cannot be {:?}{help}", self.name, text.value()));
        }
        found.map(|(_, value)| value.clone())
    }

    /// `name = 5_000`
    pub(crate) fn number<N: FromStr<Err: std::fmt::Display>>(&self, example: &str, errors: &Errors) -> Option<N> {
        let number = self.literal::<LitInt>().filter(|number| number.suffix().is_empty());
        let number = number.and_then(|number| number.base10_parse().ok());
        if number.is_none() {
            self.refuse(&format!("takes a whole number, as in `{} = {example}`", self.name), errors);
        }
        number
    }

    /// The value as a literal of one kind.
    pub(crate) fn literal<L: Parse>(&self) -> Option<L> {
        let Value::Is(tokens) = &self.value else { return None };
        let literal: ExprLit = syn::parse2(ungrouped(tokens)).ok()?;
        syn::parse2(quote::quote!(#literal)).ok()
    }

    /// Whether it is `name = word`, without quotes.
    pub(crate) fn is_word(&self, word: &str) -> bool {
        self.word().is_some_and(|written| written == word)
    }

    fn word(&self) -> Option<String> {
        match &self.value {
            Value::Is(tokens) => syn::parse2::<Ident>(tokens.clone()).ok().map(|ident| ident.to_string()),
            Value::Word | Value::List(_) => None,
        }
    }

    /// An error at the option's value: `` KW020: `name` MESSAGE ``.
    pub(crate) fn refuse(&self, message: &str, errors: &Errors) {
        errors.on(self, format!("KW020: `{}` {message}", self.name));
    }

    /// The place of the option's name.
    pub(crate) fn span(&self) -> Span {
        self.name.span()
    }
}

/// What an error underlines: the value, or the name where there is no value.
impl ToTokens for Opt {
    fn to_tokens(&self, tokens: &mut TokenStream) {
        match &self.value {
            Value::Is(value) | Value::List(value) if !value.is_empty() => value.to_tokens(tokens),
            _ => self.name.to_tokens(tokens),
        }
    }
}

impl Parse for Opt {
    fn parse(input: ParseStream) -> syn::Result<Self> {
        let name = input.call(Ident::parse_any).map_err(|_| input.error("an option's name is missing"))?;
        let value = if input.peek(Token![=]) {
            input.parse::<Token![=]>()?;
            Value::Is(until_comma(input)?)
        } else if input.peek(Paren) {
            let content;
            syn::parenthesized!(content in input);
            Value::List(content.parse()?)
        } else {
            Value::Word
        };
        Ok(Self { name, value })
    }
}

/// Without the invisible group that `macro_rules!` puts around a `$number:literal`.
fn ungrouped(tokens: &TokenStream) -> TokenStream {
    let mut trees = tokens.clone().into_iter();
    match (trees.next(), trees.next()) {
        (Some(TokenTree::Group(group)), None) if group.delimiter() == Delimiter::None => group.stream(),
        _ => tokens.clone(),
    }
}

fn until_comma(input: ParseStream) -> syn::Result<TokenStream> {
    let mut tokens = TokenStream::new();
    while !input.is_empty() && !input.peek(Token![,]) {
        // A sign is refused with its number, by whoever reads the option.
        let literal = tokens.is_empty() && input.peek(syn::Lit) && !input.peek(Token![-]);
        tokens.extend([input.parse::<TokenTree>()?]);
        if literal && !input.is_empty() && !input.peek(Token![,]) {
            return Err(input.error("expected `,`"));
        }
    }
    if tokens.is_empty() {
        return Err(input.error("a value is missing after `=`"));
    }
    Ok(tokens)
}
