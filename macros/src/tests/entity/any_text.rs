//! For any text in the options of an entity, the expansion is valid Rust, with or without errors.

use proptest::{prelude::*, sample::select};
use syn::{DeriveInput, parse_quote};

use super::messages;
use crate::derive::entity as derive;

/// Generates any text, nearly valid texts, and valid texts.
fn text() -> impl Strategy<Value = String> {
    let texts = [
        "",
        "#",
        "<id>",
        "A#<id>",
        "<at:day>",
        "<at",
        "<<",
        "90d",
        "0d",
        "9999999999999999999w",
        "\u{fc}d",
        "2027-01-01T00:00:00Z",
        "2027-13-41T99:99:99Z",
        "2027-01-01T00:00:00.1234567890+99:99",
        "self",
        "r#type",
        "a b",
        "GSI1",
        "\0",
        "\"",
        "'",
    ];
    prop_oneof![2 => select(texts.to_vec()).prop_map(str::to_owned), 1 => any::<String>()]
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 500, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn any_template_text_expands_to_valid_rust(
        pk in text(), sk in text(), older in text(), until in text(), grow in text(),
        index in text(), retention in text(), constant in text(),
    ) {
        let input: DeriveInput = parse_quote! {
            #[entity(table = Platform, name = #constant, constants("kind" = #constant))]
            #[pk(template = #pk, legacy(template = #older, until = #until), retention = #retention)]
            #[shard(hash(id), count = 3, grow(at = #grow, count = 5))]
            #[sk(template = #sk)]
            #[gsi(index = #index, query = by_tag, pk = #older, sk = #sk)]
            struct Event {
                id: u64,
                at: Time,
                tag: String,
            }
        };
        prop_assert!(messages(&input).iter().all(|message| !message.is_empty()));
        let expansion = derive(&input);
        prop_assert!(syn::parse2::<syn::File>(expansion.clone()).is_ok(), "{expansion}");
    }
}
