//! Moving generated code under what the user wrote.

use proc_macro2::{Group, Span, TokenStream, TokenTree};

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

/// A check, as an item of its own at the user's text: `const _: () = CALL;`.
pub(crate) fn check_at(span: Span, call: TokenStream) -> TokenStream {
    respan(quote::quote!(const _: () = #call;), span)
}
