use expect_test::expect;
use proptest::{collection::vec, option, prelude::*, sample::select};

use super::*;
use crate::{
    check::samples::{Design, TABLE, leak, message_text, text_attribute},
    key::FieldKind::Text,
    schema::{Field, IndexProjection, LocalIndexSchema, Purpose, TableSchema},
};

fn message_for_field(attribute: &'static str) -> String {
    let design = Design::new("Brand", &[(attribute, Text), ("id", Text)]).key("BRAND#<id>", "BRAND");
    let design = design.with(|entity| entity.constants = &[("__edb_v__", "1")]);
    message_text(refusal(design.build(), 0))
}

#[test]
fn fields_stored_in_key_attributes_are_rejected() {
    expect![[r#"
        KW014: field `PK` of `Brand` is stored as `PK`, the partition key of the table
          fix   another attribute name: #[serde(rename = "..")]  on the field
          or    make the field the key: #[pk(template = "<PK>")]"#]]
    .assert_eq(&message_for_field("PK"));
    expect![[r#"
        KW014: field `GSI3PK` of `Brand` is stored as `GSI3PK`, the partition key of index GSI3
          fix   another attribute name: #[serde(rename = "..")]  on the field
          or    make the field the key: #[gsi(index = "GSI3", pk = "<GSI3PK>", ..)]"#]]
    .assert_eq(&message_for_field("GSI3PK"));
    assert!(message_for_field("SK").contains("the sort key of the table"));
}

#[test]
fn a_field_cannot_be_a_key_with_shards_or_older_keys() {
    let design = || Design::new("Brand", &[("PK", Text), ("id", Text)]).key("BRAND#<id>", "BRAND");
    for entity in [design().random(3).build(), design().legacy("OLD#<id>").build()] {
        expect![[r#"
            KW014: field `PK` of `Brand` is stored as `PK`, the partition key of the table
              fix   another attribute name: #[serde(rename = "..")]  on the field"#]]
        .assert_eq(&message_text(refusal(entity, 0)));
    }
}

#[test]
fn index_key_attributes_are_rejected_only_if_all_are_stored() {
    assert_eq!(message_for_field("GSI1PK"), "");
    assert_eq!(message_for_field("GSI2SK"), "");
    let both = Design::new("Brand", &[("GSI1PK", Text), ("GSI1SK", Text), ("id", Text)]).key("BRAND#<id>", "BRAND");
    let both = both.build();
    assert!(message_text(refusal(both, 0)).contains("the partition key of index GSI1"));
    assert!(message_text(refusal(both, 1)).contains("the sort key of index GSI1"));
}

#[test]
fn fields_named_like_discriminator_or_constants_are_rejected() {
    expect![[r#"
        KW014: field `_et` of `Brand` is stored as `_et`, the attribute that names an item's entity
          fix   another attribute name: #[serde(rename = "..")]  on the field
          or    #[table(discriminator = "..")]  on `Platform`"#]]
    .assert_eq(&message_for_field("_et"));
    expect![[r#"
        KW014: field `__edb_v__` of `Brand` is stored as `__edb_v__`, an attribute of `constants(..)`
          fix   another attribute name: #[serde(rename = "..")]  on the field"#]]
    .assert_eq(&message_for_field("__edb_v__"));
    assert_eq!(message_for_field("pk"), "");
}

#[test]
fn fields_and_constants_named_like_the_write_id_are_rejected() {
    let table: &'static TableSchema = Box::leak(Box::new(TableSchema { write_id: Some("_w"), ..TABLE }));
    let design = || Design::new("Brand", &[("_w", Text), ("id", Text)]).key("BRAND#<id>", "BRAND");
    let of = |table| design().with(|entity| (entity.table, entity.constants) = (table, &[("_w", "1")])).build();
    expect![[r#"
        KW014: field `_w` of `Brand` is stored as `_w`, the attribute of write ids
          fix   another attribute name: #[serde(rename = "..")]  on the field
          or    #[table(write_id = "..")]  on `Platform`"#]]
    .assert_eq(&message_text(refusal(of(table), 0)));
    expect![[r#"
        KW014: the constant "_w" of `Brand` is the attribute of write ids
          fix   another attribute name: constants(".." = "..")"#]]
    .assert_eq(&message_text(constant_refusal(of(table), 0, false)));
    assert_eq!(message_text(constant_refusal(of(&TABLE), 0, false)), "");
}

#[test]
fn constants_and_tags_in_reserved_attributes_are_rejected() {
    let message_of = |name: &'static str| {
        let constants: &'static [(&str, &str)] = vec![("__edb_v__", "1"), (name, "1")].leak();
        let design = Design::new("Brand", &[("id", Text)]).key("BRAND#<id>", "BRAND");
        let entity = design.with(|entity| entity.constants = constants).build();
        assert_eq!(message_text(constant_refusal(entity, 0, false)), "");
        message_text(constant_refusal(entity, 1, false))
    };
    expect![[r#"
        KW014: the constant "SK" of `Brand` is a key attribute of the table
          fix   another attribute name: constants(".." = "..")"#]]
    .assert_eq(&message_of("SK"));
    expect![[r#"
        KW014: the constant "GSI1PK" of `Brand` is a key attribute of index GSI1
          fix   another attribute name: constants(".." = "..")"#]]
    .assert_eq(&message_of("GSI1PK"));
    expect![[r#"
        KW014: the constant "_et" of `Brand` is the attribute that names an item's entity
          fix   another attribute name: constants(".." = "..")
          or    the same name in both: #[entity(name = "1")]"#]]
    .assert_eq(&message_of("_et"));
    let same: &'static [(&str, &str)] = &[("_et", "Brand"), ("SK", "Brand")];
    let design = Design::new("Brand", &[("id", Text)]).key("BRAND#<id>", "BRAND");
    let tagged = design.with(|entity| entity.constants = same).build();
    assert_eq!(message_text(constant_refusal(tagged, 0, true)), "");
    expect![[r#"
        KW014: serde's tag "SK" of `Brand` is a key attribute of the table
          fix   another attribute name: #[serde(tag = "..")]"#]]
    .assert_eq(&message_text(constant_refusal(tagged, 1, true)));
    assert_eq!(message_of("pk"), "");
}

#[test]
fn a_field_may_be_the_key_itself() {
    let table = TableSchema { partition_key: text_attribute("device"), ..TABLE };
    let device = |partition| Design::in_table("Device", table, &[("device", Text)]).key(partition, "DEVICE");
    assert_eq!(message_text(refusal(device("<device>").build(), 0)), "");
    assert!(message_text(refusal(device("DEVICE#<device>").build(), 0)).starts_with("KW014: "));
    assert_eq!(message_text(refusal(Design::new("Stub", &[("PK", Text)]).build(), 0)), "");
}

/// Returns the message for a field with this attribute and purpose, in a table with this TTL attribute.
fn message_for_ttl(attribute: &'static str, purpose: Purpose, ttl: Option<&'static str>) -> String {
    let table: &'static TableSchema = Box::leak(Box::new(TableSchema { ttl, ..TABLE }));
    let fields = [Field::new("id", "id", ""), Field::new("ends", attribute, "").for_purpose(purpose)];
    let design = Design::new("Session", &[("id", Text), ("ends", Text)]).key("SESSION#<id>", "SESSION");
    let design = design.with(|entity| {
        entity.table = table;
        entity.fields = Box::leak(Box::new(fields));
        entity.constants = &[("gone", "1")];
    });
    let entity = design.build();
    message_text(refusal(entity, 1)) + &message_text(constant_refusal(entity, 0, false))
}

#[test]
fn ttl_fields_must_be_stored_in_the_ttl_attribute() {
    assert_eq!(message_for_ttl("ends", Purpose::Ttl, Some("ends")), "");
    assert_eq!(message_for_ttl("ends", Purpose::Value, Some("ttl")), "");
    assert_eq!(message_for_ttl("ends", Purpose::Value, None), "");
    expect![[r#"
        KW014: field `ends` of `Session` is `ttl`, and `Platform` has no TTL attribute
          fix   #[table(ttl = "ends")]  on `Platform`"#]]
    .assert_eq(&message_for_ttl("ends", Purpose::Ttl, None));
    expect![[r#"
        KW014: field `ends` of `Session` is stored as `ends`, and the TTL attribute of `Platform` is `ttl`
          fix   #[serde(rename = "ttl")]  on the field"#]]
    .assert_eq(&message_for_ttl("ends", Purpose::Ttl, Some("ttl")));
    expect![[r#"
        KW014: field `ends` of `Session` is stored as `ends`, the TTL attribute of `Platform`
          fix   #[entity(ttl)]  on the field, if it says when the item expires
          or    another attribute name: #[serde(rename = "..")]  on the field"#]]
    .assert_eq(&message_for_ttl("ends", Purpose::Value, Some("ends")));
    expect![[r#"
        KW014: the constant "gone" of `Session` is the table's TTL attribute
          fix   another attribute name: constants(".." = "..")"#]]
    .assert_eq(&message_for_ttl("ends", Purpose::Value, Some("gone")));
}

fn name() -> impl Strategy<Value = &'static str> {
    select(vec!["PK", "SK", "a", "b", "id", "k", "_et", "ttl", "é", "name", "game"])
}

fn key_attributes() -> impl Strategy<Value = KeyAttributes> {
    (name(), option::of(name())).prop_map(|(first, second)| KeyAttributes {
        first: text_attribute(first),
        more: leak(second.into_iter().map(text_attribute).collect()),
    })
}

fn table() -> impl Strategy<Value = TableSchema> {
    let index = (key_attributes(), option::of(key_attributes())).prop_map(|(partition_key, sort_key)| IndexSchema {
        name: "GSI1",
        partition_key,
        sort_key,
        projection: IndexProjection::All,
    });
    let local = name().prop_map(|sort| LocalIndexSchema {
        name: "LSI1",
        sort_key: text_attribute(sort),
        projection: IndexProjection::All,
    });
    let special = [option::of(name()), option::of(name()), option::of(name()), option::of(name())];
    (name(), special, vec(index, 0..2), vec(local, 0..2)).prop_map(
        |(pk, [sk, discriminator, ttl, write_id], indexes, local_indexes)| TableSchema {
            partition_key: text_attribute(pk),
            sort_key: sk.map(text_attribute),
            discriminator,
            ttl,
            write_id,
            indexes: leak(indexes),
            local_indexes: leak(local_indexes),
            ..TABLE
        },
    )
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(2_000))]

    #[test]
    fn a_field_that_clashes_may_clash(table in table(), fields in vec(name(), 1..4), constants in vec(name(), 0..2)) {
        let fields: Vec<_> = fields.into_iter().map(|name| (name, Text)).collect();
        let constants = leak(constants.into_iter().map(|name| (name, "1")).collect());
        let design = Design::in_table("Brand", table, &fields).key("BRAND", "BRAND");
        let entity = design.with(|entity| entity.constants = constants).build();
        let named = fields.iter().any(|(name, _)| is_named_by_table(entity, name));
        prop_assert_eq!(may_clash(entity, reserved(entity.table)), named);
        let refused = (0..fields.len()).any(|field| refusal(entity, field).is_some());
        prop_assert!(named || !refused);
    }
}
