//! Formats expansions as readable Rust for `macros/snapshots`. `UPDATE_EXPECT=1 cargo test` rewrites the snapshots.

use proc_macro2::TokenStream;

pub(crate) fn pretty(expansion: TokenStream) -> String {
    let file = syn::parse2(expansion).expect("an expansion is a sequence of items");
    prettyplease::unparse(&file)
}
