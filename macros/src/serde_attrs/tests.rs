use quote::ToTokens;
use syn::{Attribute, parse_quote};

use super::{ContainerAttrs, ItemAttrs, RenameRule};

fn field_name(container: &[Attribute], field: syn::Field) -> String {
    let name = field.ident.clone().expect("a named field");
    ContainerAttrs::of(container).field_name(&name, &ItemAttrs::of(&field.attrs))
}

#[test]
fn rename_rules_match_those_of_serde() {
    let rules = [
        ("lowercase", "very_tasty", "verytasty"),
        ("UPPERCASE", "VERY_TASTY", "VERYTASTY"),
        ("PascalCase", "VeryTasty", "VeryTasty"),
        ("camelCase", "veryTasty", "veryTasty"),
        ("snake_case", "very_tasty", "very_tasty"),
        ("SCREAMING_SNAKE_CASE", "VERY_TASTY", "VERY_TASTY"),
        ("kebab-case", "very-tasty", "very-tasty"),
        ("SCREAMING-KEBAB-CASE", "VERY-TASTY", "VERY-TASTY"),
    ];
    for (name, field, variant) in rules {
        let rule = RenameRule::named(name).expect(name);
        assert_eq!(rule.of_field("very_tasty"), field, "{name}");
        assert_eq!(rule.of_variant("VeryTasty"), variant, "{name}");
    }
    assert_eq!(RenameRule::named("Title Case"), None);
}

#[test]
fn field_rename_takes_precedence_over_rename_all() {
    let camel = [parse_quote!(#[serde(deny_unknown_fields, rename_all = "camelCase")])];
    assert_eq!(field_name(&camel, parse_quote!(call_id: String)), "callId");
    assert_eq!(field_name(&camel, parse_quote!(#[serde(default, rename = "c")] call_id: String)), "c");
    assert_eq!(field_name(&[], parse_quote!(r#type: String)), "type");
}

#[test]
fn the_serialize_rename_gives_the_attribute_name() {
    let both = [parse_quote!(#[serde(rename_all(deserialize = "kebab-case", serialize = "camelCase"))])];
    assert_eq!(field_name(&both, parse_quote!(call_id: String)), "callId");
    let field = parse_quote!(#[serde(rename(serialize = "out", deserialize = "in"))] call_id: String);
    assert_eq!(field_name(&both, field), "out");
    let field = parse_quote!(#[serde(rename(deserialize = "in"))] call_id: String);
    assert_eq!(field_name(&both, field), "callId");
}

#[test]
fn skip_default_and_with_attributes_are_parsed() {
    let attrs = |field: syn::Field| ItemAttrs::of(&field.attrs);
    let skip = attrs(parse_quote!(#[serde(skip)] a: u8));
    assert!(skip.not_written && skip.not_read);
    let some = attrs(parse_quote!(#[serde(with = "m", skip_serializing_if = "Option::is_none", alias = "b")] a: u8));
    assert!(some.rename.is_none() && !some.not_written && !some.not_read && !some.flatten && some.default.is_none());
    let text = |path: &Option<syn::Path>| path.to_token_stream().to_string();
    assert_eq!(text(&some.serialize_with), "m :: serialize");
    assert_eq!(text(&some.skip_if), "Option :: is_none");
    let by = attrs(parse_quote!(#[serde(serialize_with = "a::b", default = "now")] a: u8));
    assert_eq!((text(&by.serialize_with).as_str(), by.default.is_some()), ("a :: b", true));
    assert!(attrs(parse_quote!(#[serde(default)] a: u8)).default.is_some());
    assert!(some.read_with && some.converted.is_some() && by.converted.is_some());
    assert!(
        attrs(parse_quote!(#[serde(deserialize_with = "a::b")] a: u8)).converted.is_some() && skip.converted.is_none()
    );
    assert!(attrs(parse_quote!(#[serde(bound(serialize = "T: X", deserialize = "T: Y"), flatten)] a: u8)).flatten);
}

#[test]
fn the_deserialize_rename_gives_the_read_name() {
    let read_name = |container: &[Attribute], field: syn::Field| {
        let name = field.ident.clone().expect("a named field");
        ContainerAttrs::of(container).read_name(&name, &ItemAttrs::of(&field.attrs))
    };
    let both = [parse_quote!(#[serde(rename_all(deserialize = "kebab-case", serialize = "camelCase"))])];
    assert_eq!(read_name(&both, parse_quote!(call_id: String)), "call-id");
    let one = [parse_quote!(#[serde(rename_all = "camelCase")])];
    assert_eq!(read_name(&one, parse_quote!(call_id: String)), "callId");
    let field = || parse_quote!(#[serde(rename(serialize = "out", deserialize = "in"))] call_id: String);
    assert_eq!(read_name(&both, field()), "in");
    assert_eq!(read_name(&both, parse_quote!(#[serde(rename(serialize = "out"))] call_id: String)), "call-id");
    assert_eq!(read_name(&[], parse_quote!(#[serde(rename = "c")] call_id: String)), "c");
    assert_eq!(read_name(&[], parse_quote!(#[serde(alias = "c")] r#type: String)), "type");
}

#[test]
fn containers_read_through_another_type_are_detected() {
    let serde_proxy = |attribute: Attribute| ContainerAttrs::of(&[attribute]).serde_proxy.is_some();
    assert!(serde_proxy(parse_quote!(#[serde(from = "Other")])));
    assert!(serde_proxy(parse_quote!(#[serde(default, try_from = "Other")])));
    assert!(serde_proxy(parse_quote!(#[serde(transparent)])));
    assert!(!serde_proxy(parse_quote!(#[serde(into = "Other", default)])));
}
