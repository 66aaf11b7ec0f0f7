//! Moving generated code under what the user wrote.

use proc_macro2::{Group, Span, TokenStream, TokenTree};
use quote::{ToTokens, quote};
use syn::Attribute;

/// The same tokens, every one of them at `span`. rustc then marks the user's own text when a check fails.
pub(crate) fn respan(tokens: TokenStream, span: Span) -> TokenStream {
    tokens.into_iter().map(|token| respan_tree(token, span)).collect()
}

fn respan_tree(token: TokenTree, span: Span) -> TokenTree {
    let mut token = match token {
        TokenTree::Group(group) => TokenTree::Group(Group::new(group.delimiter(), respan(group.stream(), span))),
        token => token,
    };
    token.set_span(span);
    token
}

/// What a struct says of lints: its `#[allow(..)]`, `#[warn(..)]` and `#[deny(..)]`.
pub(crate) fn lint_levels(attributes: &[Attribute]) -> impl Iterator<Item = &Attribute> {
    let is_level =
        |attribute: &&Attribute| ["allow", "warn", "deny"].iter().any(|level| attribute.path().is_ident(level));
    attributes.iter().filter(is_level)
}

/// A warning: a deprecated constant, used at the user's text where a number says so.
pub(crate) fn lint_at<'a>(
    span: Span,
    levels: impl IntoIterator<Item = &'a Attribute>,
    lints: TokenStream,
) -> TokenStream {
    let levels: TokenStream = levels.into_iter().map(ToTokens::to_token_stream).collect();
    let lints = respan(quote!(const _: () = { #lints };), span);
    quote!(#levels #[allow(path_statements)] #lints)
}

/// A check, as an item of its own at the user's text: `const _: () = CALL;`.
pub(crate) fn check_at(span: Span, call: TokenStream) -> TokenStream {
    respan(quote!(const _: () = #call;), span)
}
