use expect_test::expect;

use super::*;
use crate::{
    check::samples::{Design, TABLE, leak, message_text, text_attribute},
    key::FieldKind::Text,
    schema::{IndexProjection, Segment},
    template::declared_key::DeclaredKey,
};

fn brand() -> Design {
    Design::new("Brand", &[("id", Text)]).key("BRAND#<id>", "BRAND")
}

#[test]
fn an_undeclared_index_is_rejected() {
    expect![[r#"
        KW013: `Brand` writes into index GSI7, which the table `Platform` does not declare
          has   GSI1, GSI2, GSI3
          fix   index = "GSI1", or another of these
          or    #[gsi(name = "GSI7", pk = "GSI7PK", sk = "GSI7SK")]  on `Platform`"#]]
    .assert_eq(&message_text(refusal(brand().index("GSI7", "<id>", "<id>").build(), 1)));
    let bare = TableSchema { indexes: &[], ..TABLE };
    let bare = Design::in_table("Brand", bare, &[("id", Text)]).key("BRAND#<id>", "BRAND");
    expect![[r#"
        KW013: `Brand` writes into index GSI1, which the table `Platform` does not declare
          fix   #[gsi(name = "GSI1", pk = "GSI1PK", sk = "GSI1SK")]  on `Platform`"#]]
    .assert_eq(&message_text(refusal(bare.index("GSI1", "<id>", "<id>").build(), 1)));
}

#[test]
fn a_sort_key_on_an_index_without_one_is_rejected() {
    expect![[r#"
        KW013: index GSI3: `Brand` writes a sort key, and the index has none
          sk    <id>
          fix   drop the `sk` of `Brand`
          or    declare one on `Platform`: #[gsi(name = "GSI3", sk = "GSI3SK", ..)]"#]]
    .assert_eq(&message_text(refusal(brand().index("GSI3", "<id>", "<id>").build(), 1)));
}

#[test]
fn a_missing_sort_key_is_rejected() {
    expect![[r#"
        KW013: index GSI1: `Brand` writes no sort key: no item of it would be in the index
          has   the sort key attribute `GSI1SK`
          fix   sk = ".."  inside #[gsi(index = "GSI1", ..)]  on `Brand`"#]]
    .assert_eq(&message_text(refusal(brand().index("GSI1", "<id>", "").build(), 1)));
    let table = Design::new("Brand", &[("id", Text)]).key("BRAND#<id>", "");
    expect![[r#"
        KW013: `Brand` is stored in `Platform` without a sort key: every write would fail
          has   the sort key attribute `SK`
          fix   #[sk(template = "..")]  on `Brand`"#]]
    .assert_eq(&message_text(refusal(table.build(), 0)));
}

#[test]
fn a_sort_key_in_a_table_without_one_is_rejected() {
    let table = TableSchema { sort_key: None, ..TABLE };
    let with = |sort| Design::in_table("Brand", table, &[("id", Text)]).key("BRAND#<id>", sort);
    expect![[r#"
        KW013: `Brand` is stored in `Platform`, which has no sort key, and writes one
          sk    <id>
          fix   drop the `sk` of `Brand`
          or    declare one on `Platform`: #[table(sk = "SK")]"#]]
    .assert_eq(&message_text(refusal(with("<id>").build(), 0)));
    assert_eq!(message_text(refusal(with("").build(), 0)), "");
}

#[test]
fn declared_keys_pass() {
    let entity = brand().index("GSI1", "<id>", "<id>").index("GSI3", "<id>", "").build();
    for key in 0..4 {
        assert_eq!(message_text(refusal(entity, key)), "");
    }
}

/// Returns a template with this many attributes.
fn template(attributes: usize) -> Template {
    let segments = std::iter::once(Segment::Literal("A"));
    let more = std::iter::repeat_n([Segment::NextAttribute("B"), Segment::Literal("B")], attributes - 1);
    Template::new("A", leak(segments.chain(more.flatten()).collect()))
}

fn attributes(count: usize) -> KeyAttributes {
    KeyAttributes { first: text_attribute("A"), more: leak(vec![text_attribute("B"); count - 1]) }
}

#[test]
fn a_key_with_the_parts_of_its_index_is_accepted_and_no_other() {
    let (counts, options) = ([1, 2], [None, Some(1), Some(2)]);
    for (table_sort, of_index, sort_of_index) in combinations(&[false, true], &counts, &options) {
        let index = IndexSchema {
            name: "GSI1",
            partition_key: attributes(of_index),
            sort_key: sort_of_index.map(attributes),
            projection: IndexProjection::All,
        };
        let sort_key = table_sort.then(|| text_attribute("SK"));
        let table = TableSchema { sort_key, indexes: leak(vec![index]), ..TABLE };
        for (name, partition, sort) in combinations(&[None, Some("GSI1"), Some("GSI2")], &counts, &options) {
            let key =
                KeySchema { index: name, partition: template(partition), sort: sort.map(template), ..KeySchema::BARE };
            let design = Design::in_table("Brand", table, &[("id", Text)]).key("BRAND", "BRAND");
            let entity = design.with(|entity| entity.keys = leak(vec![key])).build();
            let has_parts = DeclaredKey::of(entity, 0).is_some_and(|key| key.has_parts_of_index());
            assert_eq!(has_parts, refusal(entity, 0).is_none(), "{key:?} in {table:?}");
        }
    }
}

/// Returns all combinations of one value from each list.
fn combinations<A: Copy, B: Copy, C: Copy>(a: &[A], b: &[B], c: &[C]) -> Vec<(A, B, C)> {
    a.iter().flat_map(|a| b.iter().flat_map(move |b| c.iter().map(move |c| (*a, *b, *c)))).collect()
}
