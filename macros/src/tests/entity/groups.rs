//! The constants of fields that are set together.

use quote::quote;
use syn::{DeriveInput, parse_quote};

use super::sound;

/// Returns the constants of several fields.
fn groups(keys: proc_macro2::TokenStream) -> Vec<String> {
    let input: DeriveInput = parse_quote! {
        #[entity(table = Season)]
        #[pk(template = "TEAM#<name>")]
        #[sk(template = "TEAM")]
        #keys
        struct Team {
            name: String,
            region: Option<String>,
            level: u32,
            cup: Option<String>,
            round: u32,
            points: u64,
            club: String,
        }
    };
    sound(&input, |entity| {
        let several = entity.field_constants().into_iter().filter(|constant| constant.fields.len() > 1);
        several.map(|constant| constant.name).collect()
    })
}

#[test]
fn fields_of_one_attribute_are_set_together() {
    let keys = quote!(#[gsi(index = "GSI1", query = a, pk = "LEVEL#<level>#<round>", sk = "<club>#<name>")]);
    assert_eq!(groups(keys), ["LEVEL_AND_ROUND"]);
    let keys = quote!(#[gsi(index = "GSI1", query = a, pk = "REGION#<region>", sk = "<points>")]);
    assert_eq!(groups(keys), ["REGION_AND_POINTS"]);
}

#[test]
fn a_field_that_may_be_an_attribute_itself_is_left_out_of_a_further_constant() {
    let keys = quote!(#[gsi(index = "GSI1", query = a, pk = "REGION#<region>#<level>", sk = "<points>")]);
    assert_eq!(groups(keys), ["REGION_AND_LEVEL_AND_POINTS", "REGION_AND_LEVEL"]);
    // If its value decides whether the item is in the index, it is not left out.
    let keys = quote!(#[gsi(index = "GSI1", query = a, pk = "CLUB#<club>#<level>", sk = "<region>")]);
    assert_eq!(groups(keys), ["REGION_AND_LEVEL_AND_CLUB"]);
}

#[test]
fn such_a_field_need_not_join_two_indexes() {
    let keys = quote! {
        #[gsi(index = "GSI1", query = a, pk = "REGION#<region>#<level>", sk = "<points>")]
        #[gsi(index = "GSI2", query = b, pk = "CUP#<cup>#<round>", sk = "<points>")]
    };
    assert_eq!(
        groups(keys),
        [
            "REGION_AND_LEVEL_AND_CUP_AND_ROUND_AND_POINTS",
            "REGION_AND_LEVEL",
            "CUP_AND_ROUND",
            "REGION_AND_LEVEL_AND_POINTS",
            "CUP_AND_ROUND_AND_POINTS",
        ]
    );
}

#[test]
fn many_such_fields_have_few_constants() {
    let indexes = (1..=12).map(|at| {
        let (index, query) = (format!("GSI{at}"), quote::format_ident!("by_{at}"));
        quote!(#[gsi(index = #index, query = #query, pk = "REGION#<region>#<level>#<cup>#<round>", sk = "<points>")])
    });
    assert!(groups(quote!(#(#indexes)*)).len() <= 9);
}
