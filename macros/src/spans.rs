//! Moving generated code under what the user wrote.

use proc_macro2::{Group, Ident, Span, TokenStream, TokenTree};
use quote::{ToTokens, quote};
use syn::Attribute;

/// These tokens, each with the span `span`. rustc then marks the user's own text when a check fails.
pub(crate) fn respan(tokens: TokenStream, span: Span) -> TokenStream {
    let mut names_a_trait = false;
    let respanned = tokens.into_iter().map(|token| {
        let token = match token {
            TokenTree::Ident(ident) if names_a_trait && ident == "__kw" => runtime_at(span).into(),
            // A variable is found by its name and by the expansion that wrote it, and texts of the user can come from
            // several (`macro_rules!`).
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

/// `__kw` in `<T as __kw::Trait>` at the user's text. It stays the expansion's, so that the path is not linted as one
/// that the user wrote (`unused_qualifications`, where a trait of that name is imported). No other `__kw` needs it: a
/// message at a call whose first token is the expansion's would speak of the derive.
pub(crate) fn runtime_at(span: Span) -> Ident {
    of_expansion_at("__kw", span)
}

/// A name at the user's text that stays the expansion's.
fn of_expansion_at(name: &str, span: Span) -> Ident {
    Ident::new(name, span.resolved_at(Span::call_site()))
}

/// The variable that holds the key of which several rules are checked.
const CHECKED_KEY: &str = "__key";

/// What a struct says of lints: its `#[allow(..)]`, `#[warn(..)]` and `#[deny(..)]`.
pub(crate) fn lint_levels(attributes: &[Attribute]) -> impl Iterator<Item = &Attribute> {
    let is_level =
        |attribute: &&Attribute| ["allow", "warn", "deny"].iter().any(|level| attribute.path().is_ident(level));
    attributes.iter().filter(is_level)
}

/// Warnings at one text of the user.
pub(crate) fn lint_at<'a>(
    span: Span,
    levels: impl IntoIterator<Item = &'a Attribute>,
    lints: TokenStream,
) -> TokenStream {
    lints_at(levels, [(span, lints)])
}

/// Warnings: deprecated constants, each used at its own text of the user where a number says so.
pub(crate) fn lints_at<'a>(
    levels: impl IntoIterator<Item = &'a Attribute>,
    lints: impl IntoIterator<Item = (Span, TokenStream)>,
) -> TokenStream {
    let levels: TokenStream = levels.into_iter().map(ToTokens::to_token_stream).collect();
    let lints: TokenStream = lints.into_iter().map(|(span, lints)| respan(lints, span)).collect();
    quote!(#levels #[allow(path_statements)] const _: () = { #lints };)
}

/// A check, as an item of its own at the user's text: `const _: () = CALL;`.
pub(crate) fn check_at(span: Span, call: TokenStream) -> TokenStream {
    respan(quote!(const _: () = #call;), span)
}

/// Checks that are evaluated one after the other, each at its own text of the user, up to the first that fails.
pub(crate) fn checks_in_sequence(checks: impl IntoIterator<Item = (Span, TokenStream)>) -> TokenStream {
    checks.into_iter().map(|(span, call)| respan(quote!(#call;), span)).collect()
}
