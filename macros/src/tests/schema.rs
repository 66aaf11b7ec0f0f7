use expect_test::expect_file;
use syn::{DeriveInput, parse_quote};

use crate::{derive::schema as derive, errors::Errors, read::schema::Attrs, rules, snapshot::pretty};

fn messages(input: DeriveInput) -> Vec<String> {
    let errors = Errors::new();
    if let Some(attrs) = Attrs::read(&input, &errors) {
        rules::schema::check(&attrs.entities, &errors);
    }
    errors.messages()
}

#[test]
fn a_schema_of_another_crate_expands_as_recorded() {
    let input = parse_quote! {
        #[schema(table = core::Platform, entities(ops::OpsLog, brand::Threat), crate = core::keywright)]
        struct PlatformSchema;
    };
    expect_file!["../../snapshots/schema.rs"].assert_eq(&pretty(derive(&input)));
}

#[test]
fn missing_options_are_all_reported() {
    assert_eq!(
        messages(parse_quote!(
            #[schema()]
            struct PlatformSchema;
        )),
        [
            "KW020: `entities` is missing; list the table's entities, as in `entities(OpsLog)`",
            "KW020: `table` is missing; name the table, as in `table = Platform`",
        ]
    );
    assert_eq!(
        messages(parse_quote!(
            struct PlatformSchema;
        )),
        ["KW020: `#[schema(..)]` is missing; add `#[schema(table = Platform, entities(OpsLog))]`"]
    );
}

#[test]
fn an_entity_listed_twice_is_rejected() {
    let found = messages(parse_quote! {
        #[schema(table = Platform, entities(OpsLog, brand::Threat, brand::Threat))]
        struct PlatformSchema;
    });
    assert_eq!(found, ["KW020: this entity is listed twice; keep one of the two", "first listed here"]);
}

#[test]
fn an_unreadable_list_is_one_error() {
    for list in ["entities", "entities = OpsLog", "entities(\"OpsLog\")", "entities(OpsLog Threat)"] {
        let list: proc_macro2::TokenStream = list.parse().unwrap();
        let found = messages(parse_quote! {
            #[schema(table = Platform, #list)]
            struct PlatformSchema;
        });
        assert_eq!(found.len(), 1, "{found:?}");
    }
}

#[test]
fn a_generic_struct_gets_no_impl_and_an_enum_does() {
    let generic = pretty(derive(&parse_quote! {
        #[schema(table = Platform, entities(OpsLog))]
        struct PlatformSchema<T>(T);
    }));
    assert!(generic.contains("no generic parameters") && !generic.contains("impl"), "{generic}");
    let other = pretty(derive(&parse_quote! {
        #[schema(table = Platform, entities(OpsLog))]
        enum PlatformSchema {}
    }));
    assert!(other.contains("derived for a struct") && other.contains("impl"), "{other}");
}
