use expect_test::expect;

use super::*;
use crate::{
    check::samples::{Design, I32, TABLE, U64, message_text, text_attribute},
    key::FieldKind::{Text, Time},
    schema::TableSchema,
};

fn entity(name: &'static str, partition: &'static str, sort: &'static str) -> Design {
    let fields = [("brand", Text), ("at", Time), ("id", Text), ("word", Text)];
    Design::new(name, &fields).key(partition, sort)
}

fn message_of(a: Design, b: Design) -> String {
    message_text(refusal(&[a.build(), b.build()], 1))
}

#[test]
fn the_fix_adds_a_literal_to_the_entity_without_one() {
    let threat = entity("Threat", "BRAND#<brand>#<at:month>", "ALERT#<at>#<id>");
    let note = entity("ShortNote", "BRAND#<brand>#<id>", "<word>#<at>#<id>");
    expect![[r#"
        KW011: `Threat` and `ShortNote` can write the same key
          Threat     BRAND#<brand>#<at:month>  ALERT#<at>#<id>
          ShortNote  BRAND#<brand>#<id>        <word>#<at>#<id>
          fix   #[sk(template = "SHORT_NOTE#<word>#<at>#<id>")]  on `ShortNote`
          or    #[entity(may_overlap = "why no two items have one key")]  on `ShortNote`, where stored keys cannot change"#]]
    .assert_eq(&message_of(threat.clone(), note.clone()));
    expect![[r#"
        KW011: `ShortNote` and `Threat` can write the same key
          ShortNote  BRAND#<brand>#<id>        <word>#<at>#<id>
          Threat     BRAND#<brand>#<at:month>  ALERT#<at>#<id>
          fix   #[sk(template = "SHORT_NOTE#<word>#<at>#<id>")]  on `ShortNote`
          or    #[entity(may_overlap = "why no two items have one key")]  on `Threat`, where stored keys cannot change"#]]
    .assert_eq(&message_of(note, threat));
}

#[test]
fn without_literals_the_fix_changes_the_second_entity() {
    let a = entity("A", "BRAND#<brand>", "<at>#<id>");
    let b = entity("B", "BRAND#<id>", "<word>#<id>");
    expect![[r#"
        KW011: `A` and `B` can write the same key
          A  BRAND#<brand>  <at>#<id>
          B  BRAND#<id>     <word>#<id>
          fix   #[sk(template = "B#<word>#<id>")]  on `B`
          or    #[entity(may_overlap = "why no two items have one key")]  on `B`, where stored keys cannot change"#]]
    .assert_eq(&message_of(a, b));
}

#[test]
fn entities_of_one_name_need_two_literals() {
    let table = TableSchema { discriminator: None, ..TABLE };
    let fields = [("brand", Text), ("word", Text)];
    let note = || Design::in_table("Note", table, &fields).key("BRAND#<brand>", "<word>");
    expect![[r#"
        KW011: `Note` and `Note` can write the same key
          Note  BRAND#<brand>  <word>
          Note  BRAND#<brand>  <word>
          fix   #[sk(template = "NOTE#<word>")]  on `Note`
          and   use another word at the same position on the other `Note`
          or    #[entity(may_overlap = "why no two items have one key")]  on `Note`, where stored keys cannot change"#]]
    .assert_eq(&message_of(note(), note()));
}

#[test]
fn equal_keys_suggest_one_entity_with_an_enum() {
    let card = entity("Card", "PAYMENT#<brand>", "PAYMENT#<id>");
    let transfer = entity("Transfer", "PAYMENT#<brand>", "PAYMENT#<id>");
    expect![[r#"
        KW011: `Card` and `Transfer` can write the same key
          Card      PAYMENT#<brand>  PAYMENT#<id>
          Transfer  PAYMENT#<brand>  PAYMENT#<id>
          fix   #[sk(template = "TRANSFER#PAYMENT#<id>")]  on `Transfer`
          or    use one entity with an enum field, if one item can be of either kind
          or    #[entity(may_overlap = "why no two items have one key")]  on `Transfer`, where stored keys cannot change"#]]
    .assert_eq(&message_of(card, transfer));
}

#[test]
fn the_fix_changes_both_if_the_literal_is_the_other_entity_name() {
    let a = entity("Threat", "BRAND#<brand>", "NOTE#<id>");
    let b = entity("Note", "BRAND#<brand>", "<word>#<id>");
    expect![[r#"
        KW011: `Threat` and `Note` can write the same key
          Threat  BRAND#<brand>  NOTE#<id>
          Note    BRAND#<brand>  <word>#<id>
          fix   #[sk(template = "THREAT#NOTE#<id>")]  on `Threat`
          and   #[sk(template = "NOTE#<word>#<id>")]  on `Note`
          or    #[entity(may_overlap = "why no two items have one key")]  on `Note`, where stored keys cannot change"#]]
    .assert_eq(&message_of(a, b));
}

#[test]
fn entities_may_share_a_partition_key() {
    let order = entity("Order", "CUSTOMER#<brand>", "ORDER#<id>");
    let profile = entity("Profile", "CUSTOMER#<brand>", "PROFILE");
    assert_eq!(message_of(order, profile), "");
}

#[test]
fn legacy_keys_collide_with_current_keys() {
    let today = entity("OpsLog", "OPS#<at:day>", "<at>#<id>").legacy("OPS_LOG");
    let other = entity("Audit", "OPS_LOG", "<at>#<id>");
    expect![[r#"
        KW011: `OpsLog` and `Audit` can write the same key
          OpsLog  OPS_LOG  <at>#<id>  (legacy)
          Audit   OPS_LOG  <at>#<id>
          fix   #[pk(template = "AUDIT#OPS_LOG")]  on `Audit`
          or    #[entity(may_overlap = "why no two items have one key")]  on `Audit`, where stored keys cannot change"#]]
    .assert_eq(&message_of(today.clone(), other.clone()));
    assert!(message_of(other, today.clone()).starts_with("KW011: "));
    let both_old = entity("Audit", "AUDIT#<at:day>", "<at>#<id>").legacy("OPS_LOG");
    assert_eq!(message_of(today, both_old), "");
}

#[test]
fn discriminators_are_unique() {
    let a = entity("Threat", "THREAT#<id>", "A");
    let b = entity("Note", "NOTE#<id>", "A").with(|entity| entity.discriminator = "Threat");
    expect![[r#"
        KW011: `Threat` and `Note` have the same discriminator "Threat": their items cannot be distinguished
          fix   another name in `_et`: #[entity(name = "..")]  on one of them"#]]
    .assert_eq(&message_of(a, b));
    let table = TableSchema { discriminator: None, ..TABLE };
    let of = |name, partition| {
        let design = Design::in_table(name, table, &[("id", Text)]).key(partition, "A");
        design.with(|entity| entity.discriminator = "same")
    };
    assert_eq!(message_of(of("A", "A#<id>"), of("B", "B#<id>")), "");
}

#[test]
fn without_a_sort_key_partition_keys_collide() {
    let table = TableSchema { sort_key: None, partition_key: text_attribute("id"), ..TABLE };
    let of = |name, partition| Design::in_table(name, table, &[("id", Text), ("x", Text)]).key(partition, "");
    expect![[r#"
        KW011: `A` and `B` can write the same key
          A  <id>
          B  B#<x>
          fix   #[pk(template = "A#<id>")]  on `A`
          or    #[entity(may_overlap = "why no two items have one key")]  on `B`, where stored keys cannot change"#]]
    .assert_eq(&message_of(of("A", "<id>"), of("B", "B#<x>")));
    assert_eq!(message_of(of("A", "A#<x>"), of("B", "B#<x>")), "");
}

#[test]
fn numbers_collide_only_with_texts_that_they_can_write() {
    let of = |name, sort| {
        let fields = [("brand", Text), ("count", U64), ("other", U64), ("delta", I32)];
        Design::new(name, &fields).key("BRAND#<brand>", sort)
    };
    for (a, b) in [
        ("A-<count:plain>", "A-<count:plain>-<other:plain>"),
        ("<count:plain>", "-<count:plain>"),
        ("<delta:plain>", "<count:plain>-<other:plain>"),
        ("<delta:plain>", "-0<count:plain>"),
    ] {
        assert_eq!(message_of(of("A", a), of("B", b)), "");
        assert_eq!(message_of(of("B", b), of("A", a)), "");
    }
    for (a, b) in [
        ("A-<count:plain>", "A-<other:plain>"),
        ("A-<count:plain>", "A-<delta:plain>"),
        ("<delta:plain>", "-<count:plain>"),
    ] {
        let message = message_of(of("A", a), of("B", b));
        assert!(message.starts_with("KW011: `A` and `B` can write the same key"), "{a}, {b}: {message}");
    }
}

#[test]
fn stubs_are_skipped() {
    let stub = Design::new("Stub", &[("id", Text)]);
    assert_eq!(message_of(stub.clone(), entity("A", "A", "A")), "");
    assert_eq!(message_of(entity("A", "A", "A"), stub), "");
}
