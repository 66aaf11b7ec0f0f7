//! Doc comments as text.

use syn::{Attribute, Expr, ExprLit, Lit, Meta};

/// Returns the doc comment of an item. The space that rustdoc drops from each line, and blank lines at the ends, are
/// removed.
pub(crate) fn docs(attributes: &[Attribute]) -> String {
    let lines: Vec<String> = attributes.iter().filter_map(line).collect();
    let indent = lines
        .iter()
        .flat_map(|text| text.lines())
        .filter(|line| !line.trim().is_empty())
        .map(|line| line.len() - line.trim_start().len())
        .min()
        .unwrap_or(0);
    let text: Vec<&str> = lines
        .iter()
        .flat_map(|text| if text.is_empty() { vec![""] } else { text.lines().collect() })
        .map(|line| line.get(indent..).unwrap_or(line).trim_end())
        .collect();
    text.join("\n").trim_matches('\n').to_owned()
}

fn line(attribute: &Attribute) -> Option<String> {
    let Meta::NameValue(meta) = &attribute.meta else { return None };
    if !meta.path.is_ident("doc") {
        return None;
    }
    match &meta.value {
        Expr::Lit(ExprLit { lit: Lit::Str(text), .. }) => Some(text.value()),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use syn::parse_quote;

    use super::docs;

    #[test]
    fn lines_are_joined_and_keep_their_relative_indent() {
        let item: syn::ItemStruct = parse_quote! {
            /// An alert.
            ///
            /// - one
            ///   - two
            #[allow(dead_code)]
            struct Alert;
        };
        assert_eq!(docs(&item.attrs), "An alert.\n\n- one\n  - two");
    }

    #[test]
    fn an_item_without_doc_comments_has_empty_docs() {
        let item: syn::ItemStruct = parse_quote!(
            struct Alert;
        );
        assert_eq!(docs(&item.attrs), "");
    }
}
