//! Indexes that items enter unasked.

use super::*;
use crate::{
    check::{samples::text_attribute, unasked},
    schema::{IndexProjection, IndexSchema, KeyAttributes},
};

static INVERTED: [IndexSchema; 1] = [IndexSchema {
    name: "Inverted",
    partition_key: KeyAttributes::one(text_attribute("SK")),
    sort_key: Some(KeyAttributes::one(text_attribute("PK"))),
    projection: IndexProjection::All,
}];

fn design(sort: &'static str) -> Design {
    let table = TableSchema { indexes: &INVERTED, ..TABLE };
    Design::in_table("Profile", table, &[("id", STRING), ("kind", STRING), ("status", STATUS)]).key("USER#<id>", sort)
}

fn message(entity: &EntitySchema) -> String {
    message_text(unasked_refusal(entity))
}

#[test]
fn a_hot_key_is_refused_in_the_list() {
    let constant = |peak| design("PROFILE").peak(peak, 400).build();
    // The entity alone does not have the key.
    assert_eq!(message(constant(2_000)), "");
    expect![[r#"
        KW001: index Inverted: every `Profile` writes the same key "PROFILE"
          peak  2,000 WCU/s (2,000 writes/s x 1 WCU); one partition carries 1,000
          fix   #[gsi(name = "Inverted", pk = "InvertedPK", sk = "InvertedSK")]  on `Platform`: only entities with a `#[gsi]` for it then enter it
          or    put a field of many values into the template of `SK`
          or    #[gsi(index = "Inverted", query = by_index, pk = "PROFILE", sk = "USER#<id>", allow_hot = "why this stays small")]  on `Profile`
          note  `Profile` does not declare Inverted; its items enter it because they store `SK` and `PK`"#]].assert_eq(&message(constant(2_000).listed()));
    assert_eq!(message(constant(600).listed()), "");
    let declared = design("PROFILE").index("Inverted", "PROFILE", "USER#<id>").allow_hot().peak(2_000, 400);
    assert_eq!(message(declared.build().listed()), "");
}

#[test]
fn without_a_peak_only_few_values_matter() {
    assert!(message(design("PROFILE").build().listed()).starts_with("KW001: index Inverted: "));
    let (few, many) = (design("<status>").build().listed(), design("KIND#<kind>").build().listed());
    assert_eq!((message(few), message(many)), Default::default());
    assert!(unasked(&[few], 0) && !unasked(&[many], 0) && !unasked(&[few], 1));
}

#[test]
fn a_peak_without_margin_is_a_warning() {
    let warned = |peak| unasked(&[design("PROFILE").peak(peak, 400).build().listed()], 0);
    assert!(warned(950) && !warned(600));
}
