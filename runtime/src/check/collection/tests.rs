use super::*;
use crate::{
    check::samples::{Design, STATUS, TABLE, U64},
    key::{FieldKind, Timestamp},
    schema::{Encoding, Growth, ShardBy, TableSchema},
};

const FIELDS: &[(&str, FieldKind)] = &[
    ("tenant", FieldKind::Text),
    ("customer", FieldKind::Text),
    ("at", FieldKind::Time),
    ("number", U64),
    ("status", STATUS),
];
/// Fields of the same types with other names, in another order.
const OTHERS: &[(&str, FieldKind)] =
    &[("when", FieldKind::Time), ("id", FieldKind::Text), ("of", FieldKind::Text), ("count", U64), ("state", STATUS)];

fn one(design: Design) -> &'static EntitySchema {
    design.build()
}

fn collection(index: Option<&'static str>, entities: &[&'static EntitySchema]) -> CollectionSchema {
    CollectionSchema { name: "Item", docs: "", index, query: "of", entities: entities.to_vec().leak() }
}

/// Returns the error at the second of two entities.
fn refusal_of_second(a: Design, b: Design) -> Option<String> {
    refusal(&collection(None, &[one(a), one(b)]), 1)
}

fn refusal(collection: &CollectionSchema, at: usize) -> Option<String> {
    member_refusal(collection, at).map(|text| text.as_str().to_owned())
}

fn order(partition: &'static str) -> Design {
    Design::new("Order", FIELDS).key(partition, "ORDER")
}

fn note(partition: &'static str) -> Design {
    Design::new("Note", OTHERS).key(partition, "NOTE")
}

#[test]
fn shared_partition_keys_may_differ_only_in_field_names() {
    let alike = [
        ("T#<tenant>", "T#<id>"),
        ("T#<tenant>#<customer>", "T#<of>#<id>"),
        ("T#<tenant>#<at:day>", "T#<id>#<when:day>"),
        ("N#<number:w8>", "N#<count:w8>"),
        ("S#<status>", "S#<state>"),
        ("<tenant:lower,raw>", "<id:lower,raw>"),
        ("CONSTANT", "CONSTANT"),
    ];
    for (a, b) in alike {
        assert_eq!(refusal_of_second(order(a), note(b)), None, "{a} and {b}");
    }
    let apart = [
        ("T#<tenant>", "U#<id>"),
        ("T#<tenant>", "T#<count>"),
        ("T#<tenant>", "T#<state>"),
        ("T#<tenant>", "T#<id>#X"),
        ("T#<tenant>", "T#<id:lower>"),
        ("T#<tenant>", "T#<id:raw>"),
        ("T#<at:day>", "T#<when:month>"),
        ("T#<at>", "T#<when:s>"),
        ("N#<number:w8>", "N#<count:w9>"),
        ("N#<number:plain>", "N#<count>"),
    ];
    for (a, b) in apart {
        let text = refusal_of_second(order(a), note(b)).unwrap_or_default();
        assert!(text.starts_with("KW011: `Order` and `Note` do not share a partition key"), "{a} and {b}: {text}");
        assert!(text.contains(a) && text.contains(b), "{text}");
    }
}

#[test]
fn native_keys_and_template_keys_of_text_are_not_shared() {
    let table = TableSchema { encoding: Encoding::Escaped, ..TABLE };
    let native = Design::in_table("A", table, &[("PK", FieldKind::Text)]).key("<PK>", "A");
    let other = Design::in_table("B", table, &[("id", FieldKind::Text)]).key("<id>", "B");
    assert!(refusal_of_second(native.clone(), other).is_some());
    let also = Design::in_table("B", table, &[("PK", FieldKind::Text)]).key("<PK>", "B");
    assert_eq!(refusal_of_second(native, also), None);
}

#[test]
fn native_and_template_keys_with_equal_bytes_are_shared() {
    let day = |name, field: &'static str, template, table| {
        Design::in_table(name, table, &[(field, FieldKind::Date)]).key(template, name)
    };
    assert_eq!(refusal_of_second(day("A", "PK", "<PK>", TABLE), day("B", "day", "<day>", TABLE)), None);
    let raw = TableSchema { encoding: Encoding::Raw, ..TABLE };
    let id = |name, field: &'static str, template, table| {
        Design::in_table(name, table, &[(field, FieldKind::Text)]).key(template, name)
    };
    assert_eq!(refusal_of_second(id("A", "PK", "<PK>", raw), id("B", "id", "<id>", raw)), None);
    let apart = refusal_of_second(id("A", "PK", "<PK>", TABLE), id("B", "id", "<id>", TABLE)).unwrap();
    assert!(apart.contains("a field is stored unescaped in one, and escaped in the other"), "{apart}");
    assert!(!apart.contains("same types"), "{apart}");
}

#[test]
fn shared_keys_need_equal_shard_counts() {
    let (hall, of) = (|| order("T#<tenant>"), || note("T#<id>"));
    assert_eq!(refusal_of_second(hall().random(4), of().random(4)), None);
    assert_eq!(refusal_of_second(hall().random(4), of().hash(&[3], 4)), None);
    assert_eq!(refusal_of_second(hall().hash(&[1], 4), of().hash(&[3], 4)), None);
    // The query knows the hashed field of only one entity, so it would read one shard.
    assert!(refusal_of_second(hall().hash(&[0], 4), of().hash(&[3], 4)).is_some());
    assert_eq!(refusal_of_second(hall().hash(&[0], 4), of().hash(&[1], 4)), None);
    let own =
        |design: Design, field| design.shard(4, ShardBy::Hash { fields: field, with: Some(|_| 7), top_share: None });
    assert!(refusal_of_second(own(hall(), &[0]), own(of(), &[1])).is_some());
    for other in [of(), of().random(5), of().hash(&[3], 3)] {
        let text = refusal_of_second(hall().random(4), other).unwrap_or_default();
        assert!(text.contains("do not share"), "{text}");
    }
    let text = refusal_of_second(hall().random(4), of().random(5)).unwrap_or_default();
    assert!(text.contains("do not share the shards") && text.contains("5 shards"), "{text}");
}

#[test]
fn shared_keys_need_equal_growth() {
    const GROW: &[Growth] = &[Growth { at: Timestamp { seconds: 9, nanos: 0 }, count: 8 }];
    const LATER: &[Growth] = &[Growth { at: Timestamp { seconds: 9, nanos: 1 }, count: 8 }];
    let grown = |design: Design, grow: &'static [Growth]| {
        let entity = design.build();
        let mut key = entity.keys[0];
        key.shard = key.shard.map(|shard| Sharding { grow, ..shard });
        let keys: &'static [KeySchema] = vec![key].leak();
        let grown: &'static EntitySchema = Box::leak(Box::new(EntitySchema { keys, ..*entity }));
        grown
    };
    let a = grown(order("T#<tenant>").random(4), GROW);
    for (grow, alike) in [(GROW, true), (LATER, false), (&[], false)] {
        let b = grown(note("T#<id>").random(4), grow);
        assert_eq!(refusal(&collection(None, &[a, b]), 1).is_none(), alike);
    }
}

#[test]
fn shared_keys_need_equal_legacy_keys_in_order() {
    let a = || order("T#<tenant>").legacy("A#<tenant>").legacy("B");
    assert_eq!(refusal_of_second(a(), note("T#<id>").legacy("A#<id>").legacy("B")), None);
    for other in [
        note("T#<id>"),
        note("T#<id>").legacy("A#<id>"),
        note("T#<id>").legacy("B").legacy("A#<id>"),
        note("T#<id>").legacy("A#<of>#<id>").legacy("B"),
    ] {
        let text = refusal_of_second(a(), other).unwrap_or_default();
        assert!(text.contains("older keys (`legacy`)") && text.contains("legacy A#<tenant>, legacy B"), "{text}");
    }
}

#[test]
fn errors_reported_elsewhere_are_not_repeated() {
    let empty = Design::new("Stub", FIELDS).build();
    assert_eq!(refusal(&collection(None, &[empty, one(note("T#<id>"))]), 1), None);
    assert_eq!(refusal(&collection(None, &[one(note("T#<id>")), empty]), 1), None);
    assert_eq!(refusal(&collection(None, &[]), 0), None);
    assert!(arguments_refusal(&collection(None, &[]), &["id"]).is_none());
    assert!(index_refusal(&collection(Some("GSI9"), &[])).is_none());
}

#[test]
fn query_arguments_are_the_unbucketed_fields_of_the_first_entity() {
    let refused = |partition, names: &[&str]| {
        arguments_refusal(&collection(None, &[one(order(partition))]), names).map(|text| text.as_str().to_owned())
    };
    for (partition, names) in [
        ("CONSTANT", &[][..]),
        ("T#<at:day>", &[]),
        ("T#<tenant>#<at:day>#<customer>", &["tenant", "customer"]),
        ("<tenant>#<customer>#<tenant>", &["tenant", "customer"]),
        ("<at:day>#<at>", &["at"]),
    ] {
        assert_eq!(refused(partition, names), None, "{partition}");
    }
    for names in [&[][..], &["tenant"], &["customer", "tenant"], &["tenant", "customer", "at"]] {
        let text = refused("T#<tenant>#<at:day>#<customer>", names).unwrap_or_default();
        assert!(text.starts_with("KW006: ") && text.contains("query = of(tenant, customer)"), "{text}");
    }
    assert!(refused("CONSTANT", &["id"]).unwrap_or_default().ends_with("query = of"));
}

#[test]
fn the_index_must_be_declared_and_project_all_attributes() {
    let entity = |index| one(order("T#<tenant>").index(index, "I#<customer>", "<at>"));
    let refused =
        |index| index_refusal(&collection(Some(index), &[entity(index)])).map(|text| text.as_str().to_owned());
    assert_eq!(refused("GSI1"), None);
    assert!(refused("GSI2").unwrap_or_default().starts_with("KW015: index GSI2: `Item` contains whole entities"));
    assert!(refused("GSI3").unwrap_or_default().starts_with("KW015"));
    assert!(refused("GSI9").unwrap_or_default().starts_with("KW013: `Item` reads index GSI9"));
    let both = collection(Some("GSI1"), &[entity("GSI1"), one(note("T#<id>"))]);
    assert!(refusal(&both, 1).unwrap_or_default().starts_with("KW006: index GSI1: `Note` writes nothing into"));
}
