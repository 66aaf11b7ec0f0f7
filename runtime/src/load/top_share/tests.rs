use super::TopShare;
use crate::{
    check::samples::{Design, FLAG},
    key::FieldKind,
    load::{KeyLoad, Verdict},
    schema::EntitySchema,
};

const FIELDS: &[(&str, FieldKind)] = &[
    ("tenant", FieldKind::Text),
    ("at", FieldKind::Time),
    ("city", FieldKind::Text),
    ("state", FieldKind::OneOf(&["open", "shut"])),
    ("paid", FLAG),
];

const UNKNOWN: TopShare = TopShare { least: 0.0, most: 1.0 };

fn design(table: &'static str, index: &'static str) -> Design {
    Design::new("Order", FIELDS).key(table, "<at>").index("GSI1", index, "<at>").peak(5_000, 300).top_share(0.05)
}

fn share(table: &'static str, index: &'static str) -> TopShare {
    KeyLoad::of(design(table, index).build(), 1).unwrap().share
}

#[test]
fn the_share_of_a_determining_table_key_is_a_lower_bound() {
    for (table, index) in [
        ("<tenant>#<city>", "<city>"),
        ("TENANT#<tenant>#<at:day>", "DAY#<at:day>"),
        ("TENANT#<tenant>", "HOUR#<at:hour>"),
        ("<tenant>#<state>", "<state>"),
    ] {
        assert_eq!(share(table, index), TopShare { least: 0.05, most: 1.0 }, "{table} {index}");
    }
}

#[test]
fn the_share_of_a_determined_table_key_is_an_upper_bound() {
    for (table, index) in
        [("<city>", "<city>#<tenant>"), ("<city>#<at:day>", "<tenant>#<city>"), ("<city:lower>", "<city>#<tenant>")]
    {
        assert_eq!(share(table, index), TopShare { least: 0.0, most: 0.05 }, "{table} {index}");
    }
}

#[test]
fn keys_that_determine_each_other_have_one_share() {
    for (table, index) in [
        ("<tenant>#<city>", "<city>#<tenant>"),
        ("<tenant>#<at:day>", "T#<tenant>"),
        ("<tenant>", "T#<tenant>#<at:hour>"),
        ("DAY#<at:day>", "D#<at:day>"),
    ] {
        assert_eq!(share(table, index), TopShare { least: 0.05, most: 0.05 }, "{table} {index}");
    }
}

#[test]
fn other_keys_have_no_bound() {
    for (table, index) in [
        ("<tenant>", "<city>"),
        ("<tenant:lower>", "<city>"),
        ("<tenant>", "ALL"),
        // The share of a day: other times have other shares.
        ("DAY#<at:day>", "<city>"),
        ("DAY#<at:day>", "HOUR#<at:hour>"),
    ] {
        assert_eq!(share(table, index), UNKNOWN, "{table} {index}");
    }
}

#[test]
fn a_share_of_its_own_is_exact() {
    let entity = design("<tenant>#<city>", "<city>").own_peak(5_000, 300).build();
    let mut keys = entity.keys.to_vec();
    keys[1].peak = keys[1].peak.map(|peak| peak.top_share(0.2));
    let entity: &'static EntitySchema = Box::leak(Box::new(EntitySchema { keys: keys.leak(), ..*entity }));
    assert_eq!(KeyLoad::of(entity, 1).unwrap().share, TopShare { least: 0.2, most: 0.2 });
}

/// Returns the verdict, and the share from which one of few values throttles.
fn judged(table: &'static str, index: &'static str, writes: u64, share: f64) -> (Verdict, Option<u64>) {
    let load = KeyLoad::of(design(table, index).peak(writes, 300).top_share(share).build(), 1).unwrap();
    (load.verdict(), load.share_that_throttles())
}

#[test]
fn a_lower_bound_refuses_and_silences_nothing() {
    let daily = judged("TENANT#<tenant>#<at:day>", "DAY#<at:day>", 5_000, 0.05);
    assert_eq!(daily.0, Verdict::Overloaded { keys: 1 });
    assert_eq!(judged("<tenant>#<city>", "<city>", 5_000, 0.3).0, Verdict::Popular);
    assert_eq!(judged("<tenant>#<city>", "<city>", 5_000, 0.05).0, Verdict::Fine);
    assert_eq!(judged("<tenant>#<state>", "<state>", 1_500, 0.05), (Verdict::Fine, Some(66)));
}

#[test]
fn an_upper_bound_silences_and_refuses_nothing() {
    assert_eq!(judged("<tenant>", "<state>", 1_500, 0.05), (Verdict::Fine, Some(66)));
    assert_eq!(judged("<at:minute>", "<state>", 1_500, 0.05), (Verdict::Fine, Some(66)));
    assert_eq!(judged("<state>", "<state>#<paid>", 1_500, 0.5), (Verdict::Fine, None));
    assert_eq!(judged("<state>", "<state>#<paid>", 1_500, 0.9), (Verdict::Fine, Some(66)));
}
