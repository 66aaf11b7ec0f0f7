use std::collections::BTreeMap;

use proptest::prelude::*;
use serde_json::{Value, json};

use super::*;
use crate::audit::{Audit, AuditOptions, IndexShape, StoredItem, TableShape, TopKey};

const TENANTS: [&str; 5] = ["acme", "pear", "umbrella", "wayne", "stark"];

fn options() -> AuditOptions {
    let mut shape = TableShape::new("PK", Some("SK".to_owned()));
    shape.indexes.push(IndexShape {
        name: "GSI1".to_owned(),
        local: false,
        partition_key: vec!["GSI1PK".to_owned()],
        sort_key: vec!["GSI1SK".to_owned()],
        projection: "ALL".to_owned(),
        included: Vec::new(),
    });
    AuditOptions { shape: Some(shape), ..AuditOptions::default() }
}

/// Returns an order of a tenant, a customer, or an event of a day, which is in the index, too.
fn item(kind: u8, n: u32) -> Value {
    let (tenant, day) = (TENANTS[n as usize % 5], n % 28 + 1);
    match kind {
        0 => json!({
            "PK": {"S": format!("TENANT#{tenant}")}, "SK": {"S": format!("ORDER#{n:06}")},
            "tenant": {"S": tenant}, "cents": {"N": (n * 7).to_string()}
        }),
        1 => json!({
            "PK": {"S": format!("CUSTOMER#{n}")}, "SK": {"S": "PROFILE"}, "email": {"S": format!("{n}@example.com")}
        }),
        _ => json!({
            "PK": {"S": format!("DAY#2026-06-{day:02}")},
            "SK": {"S": format!("2026-06-{day:02}T14:00:00.{:03}Z#{n}", n % 1_000)},
            "GSI1PK": {"S": format!("TENANT#{tenant}")}, "GSI1SK": {"S": format!("2026-06-{day:02}")},
            "tenant": {"S": tenant}
        }),
    }
}

/// Returns two values of each part of a key, which a single audit needs to distinguish values from literals.
fn seeds() -> impl Iterator<Item = (u8, u32)> {
    (0..3).flat_map(|kind| (0..40).map(move |n| (kind, n)))
}

fn audited(items: impl IntoIterator<Item = Value>) -> Auditor {
    let mut auditor = Auditor::new(options());
    for item in items {
        auditor.add(StoredItem::new(item.as_object().unwrap().clone()).unwrap()).unwrap();
    }
    auditor
}

/// Divides items as the segments of a scan do: by their partition key.
fn divided(items: &[Value], parts: usize) -> Vec<Vec<Value>> {
    let mut divided = vec![Vec::new(); parts];
    for item in items {
        let hash =
            item["PK"]["S"].as_str().unwrap().bytes().fold(7_usize, |hash, byte| hash * 31 % 1_009 + usize::from(byte));
        divided[hash % parts].push(item.clone());
    }
    divided
}

/// Returns the part of a report that does not depend on the order of the items.
fn facts(audit: &Audit) -> Value {
    let index_pattern = |index: usize, pattern: usize| audit.indexes[index].patterns[pattern].template.clone();
    let patterns: BTreeMap<_, _> = audit
        .patterns
        .iter()
        .map(|pattern| {
            let entries: BTreeMap<_, _> = pattern
                .entries
                .iter()
                .map(|entry| (index_pattern(entry.index, entry.pattern), json!([entry.items, entry.same_as])))
                .collect();
            let facts = json!([
                pattern.items,
                pattern.bytes,
                pattern.largest.bytes,
                pattern.near_limit,
                pattern.partition_keys,
                pattern.parts,
                pattern.attributes,
                pattern.has_more_attributes,
                entries
            ]);
            (pattern.template.clone(), facts)
        })
        .collect();
    let of_index: BTreeMap<_, _> = audit.indexes[0]
        .patterns
        .iter()
        .map(|pattern| (pattern.template.clone(), json!([pattern.items, pattern.partition_keys, pattern.parts])))
        .collect();
    json!([audit.items, audit.bytes, audit.keyless, patterns, of_index])
}

fn assert_top_bounded(top: &[TopKey], items: &[Value]) {
    for key in top {
        let exact = items.iter().filter(|item| item["PK"]["S"] == key.key.as_str()).count() as u64;
        assert!(key.items - key.error <= exact && exact <= key.items, "{key:?}: {exact}");
    }
}

fn assert_merged(items: &[Value], parts: usize) {
    let whole = audited(items.iter().cloned()).report().unwrap();
    let empty = Auditor::new(options());
    let merge = |merged: Auditor, part: Vec<Value>| {
        // Parts come from other processes.
        let part = serde_json::to_string(&audited(part)).unwrap();
        merged.merge(serde_json::from_str(&part).unwrap()).unwrap()
    };
    let merged = divided(items, parts).into_iter().fold(empty, merge).report().unwrap();
    assert_eq!(facts(&merged), facts(&whole));
    for pattern in &merged.patterns {
        assert_top_bounded(&pattern.top, items);
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 48, ..ProptestConfig::default() })]

    #[test]
    fn merged_parts_equal_one_audit(
        random in prop::collection::vec((0_u8..3, 0_u32..5_000), 0..1_500),
        parts in 1_usize..9,
    ) {
        let items: Vec<_> = seeds().chain(random).map(|(kind, n)| item(kind, n)).collect();
        assert_merged(&items, parts);
    }
}

/// There are more items than patterns are learned from, and more partition keys than are counted one by one.
#[test]
fn merged_parts_of_many_items_equal_one_audit() {
    let items: Vec<_> = (0..66_000).map(|n| item((n % 3) as u8, n / 3)).collect();
    assert_merged(&items, 2);
}

/// A part has one tenant and one day, and so takes both for literals.
#[test]
fn literals_of_one_part_become_values() {
    let of = |tenant: &str, n: u32| {
        let (partition, sort) = (format!("TENANT#{tenant}"), format!("DAY#2026-06-{:02}#{n}", n / 50 + 1));
        json!({ "PK": {"S": partition}, "SK": {"S": sort}, "tenant": {"S": tenant} })
    };
    let one = || audited((0..50).map(|n| of("acme", n)));
    assert_eq!(one().report().unwrap().patterns[0].template, "TENANT#acme  DAY#2026-06-01#<digits>");
    let two = || audited((0..500).map(|n| of(["acme", "pear"][n as usize % 2], 50 + n)));
    for mut merged in [one().merge(two()).unwrap(), two().merge(one()).unwrap()] {
        let audit = merged.report().unwrap();
        let [pattern] = &audit.patterns[..] else { panic!("{audit:#?}") };
        assert_eq!((pattern.template.as_str(), pattern.items), ("TENANT#<tenant>  DAY#<date>#<digits>", 550));
        assert_eq!(pattern.partition_keys.estimate, 2);
        assert_eq!(pattern.parts[1].distinct.estimate, 11);
    }
}

/// A part with both patterns shows that they are of two kinds of items.
#[test]
fn kinds_of_items_stay_apart() {
    let email = |n: u32| json!({ "PK": {"S": format!("U#{n}")}, "SK": {"S": "CONFIG#EMAIL"}, "address": {"S": "a"} });
    let push = |n: u32| json!({ "PK": {"S": format!("U#{n}")}, "SK": {"S": "CONFIG#PUSH"}, "token": {"S": "t"} });
    let one = audited((0..40).map(email));
    let two = audited((40..80).map(email).chain((40..80).map(push)));
    let whole = audited((0..80).map(email).chain((40..80).map(push))).report().unwrap();
    for audit in [one.merge(two).unwrap().report().unwrap(), whole] {
        let templates: Vec<_> = audit.patterns.iter().map(|pattern| (&*pattern.template, pattern.items)).collect();
        assert_eq!(templates, [("U#<digits>  CONFIG#EMAIL", 80), ("U#<digits>  CONFIG#PUSH", 40)]);
    }
}

#[test]
fn audits_that_do_not_belong_together_are_rejected() {
    let key = |text: &str| json!({ "PK": {"S": text}, "SK": {"S": "a"} });
    let other_options = Auditor::new(AuditOptions::default());
    assert!(audited([key("a#b")]).merge(other_options).unwrap_err().to_string().contains("the options"));
    let delimited = |delimiter: &str| audited((0..9).map(|n| key(&format!("USER{delimiter}{n}"))));
    let error = delimited("#").merge(delimited("|")).unwrap_err().to_string();
    assert!(error.contains("the delimiters `#` and `|`; give one with `--delimiter`"), "{error}");
}
