//! The generated documentation of every write with its keys, compared with the items in the table.

use std::collections::BTreeSet;

use keywright::{Entity as _, Item, Table as _};
use keywright_tools::access_patterns::{self, AccessPatterns, Risk, Write};
use serde_json::json;

use crate::support::platform::*;
use crate::support::stored;

/// The table's key attributes, and those of each index.
const PLACES: [(Option<&str>, &str, &str); 4] = [
    (None, "PK", "SK"),
    (Some("GSI1"), "GSI1PK", "GSI1SK"),
    (Some("GSI2"), "GSI2PK", "GSI2SK"),
    (Some("ByAge"), "brand", "seconds"),
];

fn document() -> AccessPatterns {
    access_patterns::access_patterns::<Platform>("platform")
}

/// Returns whether a documented template matches a stored key: its literal text, with any text for each placeholder.
fn describes(template: &str, key: &str) -> bool {
    let Some((head, rest)) = template.split_once('<') else { return template == key };
    let (_, tail) = rest.split_once('>').unwrap();
    let Some(key) = key.strip_prefix(head) else { return false };
    let ends = key.char_indices().map(|(at, letter)| at + letter.len_utf8());
    ends.into_iter().any(|end| describes(tail, &key[end..]))
}

fn is_described(write: &Write, partition: &str, sort: &str) -> bool {
    describes(&write.partition_key, partition)
        && write.sort_key.as_deref().is_some_and(|template| describes(template, sort))
}

fn attribute(item: &Item, name: &str) -> Option<String> {
    let value = item.get(name)?;
    value.as_s().or_else(|_| value.as_n()).ok().cloned()
}

#[tokio::test]
async fn documented_writes_match_the_stored_items() {
    let (_local, platform) = platform(5).await;
    platform.put(&log(0)).await.unwrap();
    platform.put(&threat("abc", 0)).await.unwrap();
    platform.put(&Brand { owner: Some("ann".into()), ..brand("b-1", "Acme") }).await.unwrap();
    platform.put(&setting("retries", 3)).await.unwrap();
    let document = document();
    let mut seen = BTreeSet::new();
    for item in stored::items(&platform).await {
        let name = stored::text(&item, "_et");
        let entity = document.entities.iter().find(|entity| entity.entity == name).unwrap();
        assert_eq!(entity.discriminator, Some(format!("_et = {name}")));
        for (index, partition, sort) in PLACES {
            // A single key attribute is not enough for an entry of the index.
            let (Some(partition), Some(sort)) = (attribute(&item, partition), attribute(&item, sort)) else { continue };
            let write = entity.writes.iter().find(|write| write.index == index);
            let write = write.unwrap_or_else(|| panic!("{name} writes {partition} into {index:?}: not documented"));
            assert!(is_described(write, &partition, &sort), "{write:?} is not {partition} / {sort}");
            seen.insert((name.clone(), index));
        }
    }
    let documented = document.entities.iter();
    let documented =
        documented.flat_map(|entity| entity.writes.iter().map(|write| (entity.entity.to_owned(), write.index)));
    assert_eq!(seen, documented.collect());
    assert_eq!(seen.len(), 1 + 4 + 3 + 2);
}

#[test]
fn page_lists_every_entity_and_write() {
    let page = access_patterns::markdown::<Platform>("platform");
    let rows = [
        "| OpsLog | table | `OPS_LOG#<at:day>#<shard>` | `<at>#<call_id>` | 10 a day; 2,000 creates/s (2,000 WCU/s) |",
        "| Threat | table | `THREAT#<brand>#<at:month>` | `ALERT#<at>#<id>` | many a month |",
        "| Threat | GSI1 | `BRAND#<brand>` | `THREAT#<at>#<id>` |  |",
        "| Threat | GSI2 | `SEVERITY#<severity>#<at:day>#<shard>` | `<at>#<id>` | 6 a day; 50 creates/s (50 WCU/s) |",
        "| Threat | ByAge | `<brand>` | `<seconds>` |  |",
        "| Brand | table | `BRAND#<id>` | `PROFILE` |  |",
        "| Brand | GSI1 | `BRAND_INDEX` | `<name>` | 1; see Risks |",
        "| Brand | GSI2 | `OWNER#<owner>` | `BRAND#<id>` |  |",
        "| Setting | table | `SETTINGS` | `<name>` | 1; 20 creates/s (20 WCU/s) |",
        "| Setting | GSI1 | `TEAM_SETTINGS` | `<team>#<name>` | 1; 20 creates/s (20 WCU/s) |",
    ];
    let section = page.split("\n## ").find(|section| section.starts_with("Writes\n")).unwrap();
    let found: Vec<_> = section.lines().filter(|line| line.starts_with('|')).skip(2).collect();
    assert_eq!(found, rows);
    for entity in Platform::LISTED.unwrap() {
        assert!(page.contains(&format!("| **{}**", entity.name)), "{page}");
    }
    let headings: Vec<_> = page.lines().filter_map(|line| line.strip_prefix("## ")).collect();
    let expected = [
        "Risks",
        "Table and indexes",
        "Writes",
        "Cost of a write",
        "Reads",
        "Entities",
        "Commands",
        "How to read this",
    ];
    assert_eq!(headings, expected);
}

#[test]
fn accepted_hot_keys_are_documented_with_reasons() {
    let document = document();
    let risky: Vec<_> = document
        .entities
        .iter()
        .flat_map(|entity| entity.writes.iter().map(|write| (entity.entity, write.index, &write.risk)))
        .filter(|(_, _, risk)| **risk != Risk::None)
        .collect();
    assert_eq!(risky, [("Brand", Some("GSI1"), &Risk::Accepted { reason: "50 a day" })]);
    let json = access_patterns::json::<Platform>("platform");
    let brand = json["entities"].as_array().unwrap().iter().find(|entity| entity["entity"] == "Brand").unwrap();
    assert_eq!(brand["writes"][1]["risk"], json!({ "risk": "accepted", "reason": "50 a day" }));
}

#[tokio::test]
async fn documented_lanes_and_requests_match_the_reads() {
    let (_local, platform) = platform(6).await;
    let document = document();
    let read = |entity: &str, call: &str| {
        let entity = document.entities.iter().find(|patterns| patterns.entity == entity).unwrap();
        let read = entity.reads.iter().find(|read| read.call.contains(call)).unwrap();
        (read.lanes as usize, read.requests as usize)
    };
    let day = hours(0)..hours(12);
    let logs = OpsLog::query().between(day.clone()).limit(50).send(&platform).await.unwrap();
    assert_eq!(read("OpsLog", "OpsLog::query()"), (logs.stats.lanes, logs.stats.requests));
    let threats = Threat::by_brand("abc").limit(50).send(&platform).await.unwrap();
    assert_eq!(read("Threat", "Threat::by_brand(brand)"), (threats.stats.lanes, threats.stats.requests));
    let severe = Threat::by_severity(Severity::High).between(day).limit(50).keys().send(&platform).await.unwrap();
    assert_eq!(read("Threat", "Threat::by_severity(severity)"), (severe.stats.lanes, severe.stats.requests));
    assert_eq!((logs.stats.lanes, threats.stats.lanes, severe.stats.lanes), (10, 1, 3));
    let names: Vec<_> = document.entities.iter().map(|entity| entity.reads.len()).collect();
    assert_eq!(names, [1 + 1, 1 + 4, 1 + 3, 1 + 2], "every entity by its key and by each of its queries");
}

#[test]
fn documented_sizes_match_the_compile_time_checks() {
    for entity in document().entities {
        let schema = Platform::LISTED.unwrap().iter().find(|schema| schema.name == entity.entity).unwrap();
        assert_eq!(entity.item_bytes_declared, schema.peak.is_some());
    }
    assert_eq!(OpsLog::SCHEMA.peak.unwrap().item_bytes, 700);
    assert_eq!(document().entities[0].item_bytes, 700);
}
