//! Finds risks in an audit: keys that can become hot, and sizes near DynamoDB's limits.

use super::{
    finding::{Finding, Risk},
    report::{Audit, Estimate, IndexPatternAudit, KeyAttributeAudit, KeyPart, PartAudit, PatternAudit, TopKey},
};
use crate::number::{counted, grouped};
use keywright::physics::limits::{GB, ITEM_BYTES, KB, PARTITION_BYTES, PARTITION_READ_UNITS, PARTITION_WRITE_UNITS};

/// The number of partition keys below which a pattern has few.
const FEW_KEYS: u64 = 100;

/// The number of items from which shares of them are meaningful.
const MIN_ITEMS: u64 = 1_000;

/// The share of a pattern's items that makes one partition key dominant, in per cent.
const DOMINANT_PER_CENT: u64 = 10;

/// The part of a limit from which a size is near it, in fifths.
const NEAR_FIFTHS: u64 = 4;

/// Returns all findings, the worst first.
pub(crate) fn findings(audit: &Audit) -> Vec<Finding> {
    let mut findings: Vec<_> = collections(audit).collect();
    for pattern in &audit.patterns {
        findings.extend(item_size(pattern));
        findings.extend(Keys::of_table(pattern).finding());
    }
    for index in &audit.indexes {
        let of_index = index.patterns.iter().filter_map(|pattern| Keys::of_index(pattern).finding());
        findings.extend(of_index.map(|finding| Finding { index: Some(index.name.clone()), ..finding }));
    }
    findings.sort_by_key(|finding| finding.risk);
    findings
}

/// The partition keys of a pattern.
struct Keys<'a> {
    template: &'a str,
    /// The values in the partition key.
    parts: Vec<&'a PartAudit>,
    /// The first value of the sort key.
    sort: Option<&'a PartAudit>,
    items: u64,
    partition_keys: Estimate,
    top: &'a [TopKey],
}

impl<'a> Keys<'a> {
    fn of_table(pattern: &'a PatternAudit) -> Self {
        Self::of(
            &pattern.template,
            &pattern.key,
            1,
            &pattern.parts,
            pattern.items,
            pattern.partition_keys,
            &pattern.top,
        )
    }

    fn of_index(pattern: &'a IndexPatternAudit) -> Self {
        let IndexPatternAudit { template, key, partition_attributes, items, partition_keys, top, parts } = pattern;
        Self::of(template, key, *partition_attributes, parts, *items, *partition_keys, top)
    }

    fn of(
        template: &'a str,
        key: &'a [KeyAttributeAudit],
        partition_attributes: usize,
        parts: &'a [PartAudit],
        items: u64,
        partition_keys: Estimate,
        top: &'a [TopKey],
    ) -> Self {
        let part = |part: &KeyPart| match part {
            KeyPart::Value(position) => parts.get(*position),
            KeyPart::Literal(_) => None,
        };
        let (partition, sort) = key.split_at(partition_attributes.min(key.len()));
        let of_partition = partition.iter().flat_map(|attribute| &attribute.parts).filter_map(part).collect();
        let first = sort.iter().flat_map(|attribute| &attribute.parts).find_map(part);
        Self { template, parts: of_partition, sort: first, items, partition_keys, top }
    }

    fn finding(&self) -> Option<Finding> {
        let shard = "spread it over shards: https://docs.rs/keywright, `#[shard(..)]`";
        let items = grouped(self.items);
        let keys = self.partition_keys.estimate;
        let top_share = self.top.first().map_or(0, |top| (top.items - top.error) * 100 / self.items.max(1));
        let (risk, text) = if self.parts.is_empty() {
            (Risk::OnePartitionKey, format!("all {items} items are under one partition key"))
        } else if self.parts.iter().all(|part| part.kind.is_bucket() || part.epoch.is_some()) {
            let kind = self.parts.first().map(|part| part.kind.to_string()).unwrap_or_default();
            (
                Risk::OneKeyAtATime,
                format!("the items of one {kind} are under one partition key: {}", counted(keys, "key")),
            )
        } else if self.items < MIN_ITEMS {
            return None;
        } else if keys < FEW_KEYS && self.items / keys.max(1) >= FEW_KEYS {
            (Risk::FewPartitionKeys, format!("{items} items are under {}", counted(keys, "partition key")))
        } else if top_share >= DOMINANT_PER_CENT {
            let key = self.top.first().map(|top| top.key.as_str()).unwrap_or_default();
            (Risk::DominantKey, format!("`{key}` has {top_share} % of the {items} items"))
        } else {
            return None;
        };
        let rises = self.sort.is_some_and(|part| part.kind.rises_with_time() || part.epoch.is_some());
        let note = match rises {
            true => "its sort keys rise with time, so that DynamoDB does not split it for heat".to_owned(),
            false => {
                "it is harmless if it is written and read less often than that; items do not tell the rate".to_owned()
            }
        };
        Some(Finding {
            risk,
            index: None,
            key: self.template.to_owned(),
            text: format!("{text}; one partition carries {}", limits()),
            fix: shard.to_owned(),
            note,
        })
    }
}

/// Describes the throughput limits of one partition.
fn limits() -> String {
    format!("{} WCU/s and {} RCU/s", grouped(PARTITION_WRITE_UNITS), grouped(PARTITION_READ_UNITS))
}

fn item_size(pattern: &PatternAudit) -> Option<Finding> {
    (pattern.near_limit > 0).then(|| Finding {
        risk: Risk::ItemLimit,
        index: None,
        key: pattern.template.clone(),
        text: format!(
            "{} of more than {} KB; `{}` has {} of at most {} bytes",
            counted(pattern.near_limit, "item"),
            ITEM_BYTES / 5 * NEAR_FIFTHS / KB,
            pattern.largest.key,
            grouped(pattern.largest.bytes),
            grouped(ITEM_BYTES)
        ),
        fix: "keep the large part elsewhere, such as in S3, or divide it into several items".to_owned(),
        note: "DynamoDB refuses a write that makes an item larger".to_owned(),
    })
}

/// Finds large item collections. They are limited to 10 GB only in tables with local indexes.
///
/// Source: [item
/// collections](https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/LSI.html#LSI.ItemCollections).
fn collections(audit: &Audit) -> impl Iterator<Item = Finding> + '_ {
    let near = |bytes: u64| bytes >= PARTITION_BYTES / 5 * NEAR_FIFTHS;
    let large = audit.collections.iter().filter(move |collection| near(collection.bytes - collection.error));
    large.map(|collection| {
        let bounded = audit.table.has_local_indexes();
        let size = format!("its items have {} GB", (collection.bytes - collection.error) / GB);
        let (risk, text, note) = match bounded {
            true => (
                Risk::CollectionLimit,
                format!("{size}; with local indexes, a partition key can have {} GB", PARTITION_BYTES / GB),
                "DynamoDB refuses further writes to it; the entries of the local indexes count, too",
            ),
            false => (
                Risk::LargeCollection,
                format!("{size}; one partition stores {} GB", PARTITION_BYTES / GB),
                "no limit applies: the limit of 10 GB holds only for tables with local indexes",
            ),
        };
        Finding {
            risk,
            index: None,
            key: collection.key.clone(),
            text,
            fix: "divide it by time or by a hash in the partition key, or delete what is old".to_owned(),
            note: note.to_owned(),
        }
    })
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;
    use crate::audit::{AuditOptions, Auditor, CollectionAudit, IndexShape, StoredItem};

    fn audit(items: impl Iterator<Item = serde_json::Value>) -> Audit {
        let mut auditor = Auditor::new(AuditOptions::default());
        for item in items {
            auditor.add(StoredItem::new(item.as_object().unwrap().clone()).unwrap()).unwrap();
        }
        auditor.report().unwrap()
    }

    fn key(partition: &str, sort: &str) -> serde_json::Value {
        json!({ "PK": {"S": partition}, "SK": {"S": sort} })
    }

    fn risks(audit: &Audit) -> Vec<(Risk, &str)> {
        audit.findings.iter().map(|finding| (finding.risk, finding.text.as_str())).collect()
    }

    #[test]
    fn constant_few_daily_and_dominant_keys_are_found() {
        let one = audit((0..1_000).map(|n| key("OPS_LOG", &format!("2026-06-22T14:00:00.{n:03}Z"))));
        let carries = "one partition carries 1,000 WCU/s and 3,000 RCU/s";
        assert_eq!(
            risks(&one),
            [(Risk::OnePartitionKey, &*format!("all 1,000 items are under one partition key; {carries}"))]
        );
        assert!(one.findings[0].note.starts_with("its sort keys rise with time"));
        let few = audit((0..1_000).map(|n| key(&format!("JOB#{}", n % 7), &format!("{n}"))));
        assert_eq!(
            risks(&few),
            [(Risk::FewPartitionKeys, &*format!("1,000 items are under 7 partition keys; {carries}"))]
        );
        assert!(few.findings[0].note.starts_with("it is harmless if"));
        let day = audit((0..30).map(|n| key(&format!("DAY#2026-06-{:02}", n + 1), "SUM")));
        assert_eq!(risks(&day)[0].0, Risk::OneKeyAtATime);
        // Many keys with few items each.
        let even = audit((0..1_000).map(|n| key(&format!("USER#{}", n % 300), &format!("{n}"))));
        assert_eq!(risks(&even), []);
        let large = audit((0..2_000).map(|n| key(&format!("USER#{}", if n < 500 { 0 } else { n }), &format!("{n}"))));
        assert_eq!(risks(&large), [(Risk::DominantKey, &*format!("`USER#0` has 25 % of the 2,000 items; {carries}"))]);
    }

    #[test]
    fn items_near_the_limit_are_found() {
        let item =
            |n: usize| json!({ "PK": {"S": format!("PAGE#{n}")}, "SK": {"S": "PAGE"}, "html": {"S": "x".repeat(n)} });
        let audit = audit([10, 327_000, 328_000, 400_000].into_iter().map(item));
        let text = "2 items of more than 320 KB; `PAGE#400000 PAGE` has 400,023 of at most 409,600 bytes";
        assert_eq!(risks(&audit), [(Risk::ItemLimit, text)]);
    }

    #[test]
    fn the_collection_limit_applies_only_with_local_indexes() {
        let mut audit = audit([key("USER#1", "1"), key("USER#2", "1")].into_iter());
        let collection = |gigabytes: u64| CollectionAudit { key: "USER#1".to_owned(), bytes: gigabytes * GB, error: 0 };
        audit.collections = vec![collection(9), collection(7)];
        let without = findings(&audit);
        assert_eq!((without.len(), without[0].risk), (1, Risk::LargeCollection));
        assert!(without[0].note.starts_with("no limit applies"));
        audit.table.indexes.push(IndexShape {
            name: "LSI1".to_owned(),
            local: true,
            partition_key: vec!["PK".to_owned()],
            sort_key: vec!["LSI1SK".to_owned()],
            projection: "ALL".to_owned(),
            included: Vec::new(),
        });
        let with = findings(&audit);
        assert_eq!((with.len(), with[0].risk), (1, Risk::CollectionLimit));
        assert_eq!(with[0].text, "its items have 9 GB; with local indexes, a partition key can have 10 GB");
    }
}
