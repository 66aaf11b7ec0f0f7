use expect_test::expect_file;
use syn::{DeriveInput, parse_quote};

use crate::{derive::key_field as derive, errors::Errors, model::key_field::KeyField, rules, snapshot::pretty};

fn messages(input: DeriveInput) -> Vec<String> {
    let errors = Errors::new();
    if let Some(field) = rules::shape::check_newtype(&input, &errors) {
        rules::key_field::check(&KeyField::new(&input, field, None), &errors);
    }
    errors.messages()
}

#[test]
fn a_newtype_expands_as_recorded() {
    let input = parse_quote! {
        #[key(crate = crate::storage::keywright)]
        struct BrandId(String);
    };
    expect_file!["../../snapshots/key_field.rs"].assert_eq(&pretty(derive(&input)));
}

#[test]
fn a_checked_type_expands_as_recorded() {
    let input = parse_quote! {
        #[serde(try_from = "String", into = "String")]
        struct Email {
            text: String,
        }
    };
    expect_file!["../../snapshots/key_field_checked.rs"].assert_eq(&pretty(derive(&input)));
}

#[test]
fn types_that_serde_stores_as_their_field_are_accepted() {
    let inputs: [DeriveInput; 4] = [
        parse_quote! { struct Id(u64); },
        parse_quote! { #[serde(transparent)] struct Id { number: u64 } },
        parse_quote! { #[serde(from = "u64", into = "u64")] struct Id { number: u64 } },
        parse_quote! { #[serde(try_from = "chrono :: DateTime<Utc>")] struct At(chrono::DateTime<Utc>); },
    ];
    for input in inputs {
        assert_eq!(messages(input), [""; 0]);
    }
}

#[test]
fn types_that_serde_stores_as_another_type_are_rejected() {
    let inputs: [(DeriveInput, &str); 5] = [
        (parse_quote! { struct Id { number: u64 } }, "as a map"),
        (parse_quote! { #[serde(from = "u64")] struct Id { number: u64 } }, "as a map"),
        (parse_quote! { #[serde(into = "String")] struct Id(u64); }, "stores `Id` as `String`"),
        (parse_quote! { #[serde(try_from = "&str", into = "u64")] struct Id(u64); }, "stores `Id` as `&str`"),
        (parse_quote! { struct Id(#[serde(with = "hex")] u64); }, "how items store `Id`"),
    ];
    for (input, expected) in inputs {
        let found = messages(input);
        assert!(matches!(found.as_slice(), [one] if one.starts_with("KW020") && one.contains(expected)), "{found:?}");
    }
}

#[test]
fn types_other_than_plain_newtypes_are_rejected() {
    let inputs: [(DeriveInput, &str); 5] = [
        (parse_quote! { struct Pair(u8, u8); }, "has several fields"),
        (parse_quote! { struct Nothing; }, "has no field"),
        (parse_quote! { struct Id<T>(T); }, "no generic parameters"),
        (parse_quote! { enum Status { Open } }, "keywright::KeyEnum"),
        (parse_quote! { union Bits { byte: u8 } }, "is a union"),
    ];
    for (input, expected) in inputs {
        let found = messages(input);
        assert!(matches!(found.as_slice(), [one] if one.contains(expected)), "{found:?}");
    }
}
