use expect_test::expect_file;
use quote::format_ident;
use syn::{DeriveInput, parse_quote};

use crate::{
    derive::key_enum as derive, errors::Errors, model::key_enum::KeyEnum, read::key_enum::Attrs, rules,
    snapshot::pretty,
};

fn messages(input: DeriveInput) -> Vec<String> {
    let errors = Errors::new();
    rules::key_enum::check(&KeyEnum::new(&input, &Attrs::read(&input, &errors)), &errors);
    errors.messages()
}

fn texts(input: DeriveInput) -> Vec<String> {
    let errors = Errors::new();
    let key_enum = KeyEnum::new(&input, &Attrs::read(&input, &errors));
    rules::key_enum::check(&key_enum, &errors);
    assert_eq!(errors.messages(), [""; 0]);
    key_enum.variants.into_iter().map(|variant| variant.text).collect()
}

#[test]
fn a_key_enum_expands_as_recorded() {
    let input = parse_quote! {
        #[key(crate = crate::storage::keywright)]
        #[serde(rename_all = "snake_case")]
        enum Severity {
            Low,
            #[key("hoch")]
            High,
            #[serde(rename = "crit")]
            Critical = 9,
        }
    };
    expect_file!["../../snapshots/key_enum.rs"].assert_eq(&pretty(derive(&input)));
}

#[test]
fn an_erroneous_key_enum_keeps_its_impl() {
    let input = parse_quote! {
        enum Severity {
            Low,
            Other(String),
        }
    };
    expect_file!["../../snapshots/key_enum_beside_an_error.rs"].assert_eq(&pretty(derive(&input)));
}

#[test]
fn the_text_of_a_variant_is_key_then_serde_then_name() {
    let found = texts(parse_quote! {
        #[serde(rename_all = "SCREAMING-KEBAB-CASE")]
        enum Severity {
            VeryLow,
            #[serde(rename = "mid")]
            Middle,
            #[serde(rename = "up")]
            #[key("#high%")]
            High,
            r#type,
        }
    });
    assert_eq!(found, ["VERY-LOW", "mid", "#high%", "TYPE"]);
    let found = texts(parse_quote!(
        enum Raw {
            r#Type,
        }
    ));
    assert_eq!(found, ["Type"]);
}

#[test]
fn variants_with_the_same_text_are_rejected() {
    let found = messages(parse_quote! {
        enum Severity {
            Low,
            #[key("Low")]
            Lower,
        }
    });
    assert_eq!(
        found,
        [
            "KW020: \"Low\" is the text of `Low` already; give `Lower` another, as in `#[key(\"..\")]`",
            "first used here"
        ]
    );
}

#[test]
fn every_mistake_is_reported_once() {
    let found = messages(parse_quote! {
        #[key(rename = "x")]
        enum Severity {
            #[key("")]
            Low,
            #[key]
            Middle,
            #[key(name = "high")]
            High,
            #[key("a")]
            #[key("b")]
            Higher,
            Other(String),
            Another {},
        }
    });
    expect_file!["../../snapshots/key_enum_mistakes.txt"].assert_eq(&format!("{}\n", found.join("\n")));
}

#[test]
fn structs_empty_enums_and_generic_enums_are_rejected() {
    let refused = |input: DeriveInput| pretty(derive(&input));
    assert!(
        refused(parse_quote!(
            struct Severity(u8);
        ))
        .contains("is not an enum")
    );
    assert!(
        refused(parse_quote!(
            enum Severity {}
        ))
        .contains("has no variants")
    );
    let generic = refused(parse_quote!(
        enum Severity<T> {
            Low,
            High(T),
        }
    ));
    assert!(generic.contains("no generic parameters") && !generic.contains("impl"), "{generic}");
}

#[test]
fn three_thousand_variants_are_accepted() {
    let names = (0..3_000).map(|at| format_ident!("V{at}"));
    let found = texts(parse_quote! {
        enum Code { #(#names),* }
    });
    assert_eq!(found.len(), 3_000);
    assert_eq!(found[2_999], "V2999");
}
