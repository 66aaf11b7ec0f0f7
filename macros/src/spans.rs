//! Gives generated code the spans of the user's code.

use proc_macro2::{Group, Ident, Span, TokenStream, TokenTree};
use quote::{ToTokens, quote};
use syn::Attribute;

/// Sets the span of all tokens to `span`. If a check fails, rustc then marks the user's code.
pub(crate) fn respan(tokens: TokenStream, span: Span) -> TokenStream {
    let mut names_a_trait = false;
    let respanned = tokens.into_iter().map(|token| {
        let token = match token {
            TokenTree::Ident(ident) if names_a_trait && ident == "__kw" => runtime_at(span).into(),
            // A variable is resolved by its name and its expansion, and the user's code can come from several
            // expansions (`macro_rules!`).
            TokenTree::Ident(ident) if ident == CHECKED_KEY => of_expansion_at(CHECKED_KEY, span).into(),
            token => respan_tree(token, span),
        };
        names_a_trait = matches!(&token, TokenTree::Ident(ident) if ident == "as");
        token
    });
    respanned.collect()
}

fn respan_tree(token: TokenTree, span: Span) -> TokenTree {
    let mut token = match token {
        TokenTree::Group(group) => TokenTree::Group(Group::new(group.delimiter(), respan(group.stream(), span))),
        token => token,
    };
    token.set_span(span);
    token
}

/// Returns `__kw` for `<T as __kw::Trait>` at the user's code. It is resolved as part of the expansion, so that the
/// path is not linted as the user's (`unused_qualifications`, if a trait with that name is imported). Other `__kw` must
/// not use it: if the first token of a call belongs to the expansion, a message refers to the derive.
pub(crate) fn runtime_at(span: Span) -> Ident {
    of_expansion_at("__kw", span)
}

/// Returns a name with the user's span that is resolved as part of the expansion.
fn of_expansion_at(name: &str, span: Span) -> Ident {
    Ident::new(name, span.resolved_at(Span::call_site()))
}

/// The variable for a key of which several rules are checked.
const CHECKED_KEY: &str = "__key";

/// Returns the lint levels of a struct: its `#[allow(..)]`, `#[warn(..)]` and `#[deny(..)]`.
pub(crate) fn lint_levels(attributes: &[Attribute]) -> impl Iterator<Item = &Attribute> {
    let is_level =
        |attribute: &&Attribute| ["allow", "warn", "deny"].iter().any(|level| attribute.path().is_ident(level));
    attributes.iter().filter(is_level)
}

/// Generates warnings at one span of the user's code.
pub(crate) fn lint_at<'a>(
    span: Span,
    levels: impl IntoIterator<Item = &'a Attribute>,
    lints: TokenStream,
) -> TokenStream {
    lints_at(levels, [(span, lints)])
}

/// Generates warnings at several spans of the user's code: uses of constants that are deprecated for certain numbers.
pub(crate) fn lints_at<'a>(
    levels: impl IntoIterator<Item = &'a Attribute>,
    lints: impl IntoIterator<Item = (Span, TokenStream)>,
) -> TokenStream {
    let levels: TokenStream = levels.into_iter().map(ToTokens::to_token_stream).collect();
    let lints: TokenStream = lints.into_iter().map(|(span, lints)| respan(lints, span)).collect();
    quote!(#levels #[allow(path_statements)] const _: () = { #lints };)
}

/// Generates a check as a separate item with the user's span: `const _: () = CALL;`.
pub(crate) fn check_at(span: Span, call: TokenStream) -> TokenStream {
    respan(quote!(const _: () = #call;), span)
}

/// Generates checks that are evaluated in order, each with its own span of the user's code, up to the first that fails.
pub(crate) fn checks_in_sequence(checks: impl IntoIterator<Item = (Span, TokenStream)>) -> TokenStream {
    checks.into_iter().map(|(span, call)| respan(quote!(#call;), span)).collect()
}
