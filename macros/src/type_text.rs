//! A type as text, for documentation.

use proc_macro2::{Delimiter, TokenStream, TokenTree};
use quote::ToTokens;
use syn::Type;

/// Formats a type as a programmer writes it. Unlike the output of token printers, the spaces are always the same.
pub(crate) fn type_text(ty: &Type) -> String {
    let mut text = String::new();
    write(ty.to_token_stream(), &mut text);
    text
}

fn write(tokens: TokenStream, text: &mut String) {
    for token in tokens {
        match token {
            TokenTree::Group(group) => {
                let (open, close) = match group.delimiter() {
                    Delimiter::Parenthesis => ("(", ")"),
                    Delimiter::Brace => ("{", "}"),
                    Delimiter::Bracket => ("[", "]"),
                    Delimiter::None => ("", ""),
                };
                text.push_str(open);
                write(group.stream(), text);
                text.truncate(text.trim_end().len());
                text.push_str(close);
            }
            TokenTree::Punct(punct) => match punct.as_char() {
                ',' | ';' => text.extend([punct.as_char(), ' ']),
                '+' => text.push_str(" + "),
                other => text.push(other),
            },
            word => {
                // Two words, as in `&'a str` and `dyn Trait`.
                if text.ends_with(|last: char| last.is_alphanumeric() || last == '_') {
                    text.push(' ');
                }
                text.push_str(&word.to_string());
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn types_are_written_as_in_source() {
        for text in [
            "String",
            "Option<DateTime<Utc>>",
            "std::collections::BTreeMap<String, Vec<u8>>",
            "Cow<'static, str>",
            "&'a str",
            "[u8; 16]",
            "(u32, String)",
            "Box<dyn Send + Sync>",
        ] {
            let ty: Type = syn::parse_str(text).unwrap();
            assert_eq!(type_text(&ty), text);
        }
    }
}
