//! Moves of items from older keys to the current one, interrupted and resumed, with concurrent writers.

use std::{collections::BTreeMap, future::IntoFuture as _, sync::Mutex, time::Duration};

use keywright::{Entity, Handle, Table, client::Checkpoint};
use keywright_local::{Failure, Faults, Local, Rule};

use serde::{Deserialize, Serialize};

#[derive(Table)]
#[gsi(name = "GSI1", pk = "GSI1PK", sk = "GSI1SK", projection = "all")]
struct Notes;

mod before {
    use keywright::Entity;
    use serde::{Deserialize, Serialize};

    #[derive(Entity, Serialize, Deserialize)]
    #[entity(table = super::Notes)]
    #[pk(template = "USER#<user>")]
    #[sk(template = "NOTE#<number>")]
    #[gsi(index = "GSI1", query = by_topic, pk = "TOPIC#<topic>", sk = "<number>", shard(random = 3))]
    pub(super) struct Note {
        pub(super) user: String,
        pub(super) number: u32,
        pub(super) topic: String,
        pub(super) text: String,
    }
}

#[derive(Debug, Clone, PartialEq, Entity, Serialize, Deserialize)]
#[entity(table = Notes)]
#[pk(template = "ACCOUNT#<user>", legacy(template = "USER#<user>"))]
#[sk(template = "NOTE#<number>")]
#[gsi(index = "GSI1", query = by_topic, pk = "TOPIC#<topic>", sk = "<number>", shard(random = 3))]
struct Note {
    user: String,
    number: u32,
    topic: String,
    text: String,
}

const NOTES: u32 = 250;

fn note(number: u32) -> Note {
    let text = format!("text {number}");
    Note { user: format!("u{}", number % 7), number, topic: "valves".to_owned(), text }
}

/// Writes notes under older keys, and every tenth also under the current one, with another text.
async fn written(local: &Local) -> (Handle<Notes>, BTreeMap<u32, Note>) {
    let notes = local.open::<Notes>("notes").await.unwrap();
    let mut stored = BTreeMap::new();
    for number in 0..NOTES {
        let Note { user, number, topic, text } = note(number);
        notes.put(&before::Note { user, number, topic, text }).await.unwrap();
        let mut newest = note(number);
        if number.is_multiple_of(10) {
            newest.text = "newer".to_owned();
            notes.put(&newest).await.unwrap();
        }
        stored.insert(number, newest);
    }
    (notes, stored)
}

/// Checks that the table has exactly these notes, each once under the current key, and that the index agrees.
async fn holds(notes: &Handle<Notes>, stored: &BTreeMap<u32, Note>) {
    let mut scanned = notes.scan::<Note>().await.unwrap().items;
    scanned.sort_by_key(|note| note.number);
    assert_eq!(scanned, stored.values().cloned().collect::<Vec<_>>());
    let raw = notes.scan_items().await.unwrap().items;
    assert!(raw.iter().all(|item| item["PK"].as_s().unwrap().starts_with("ACCOUNT#")));
    let indexed = Note::by_topic("valves").limit(1_000).send(notes).await.unwrap().items;
    assert_eq!(indexed, stored.values().filter(|note| note.topic == "valves").cloned().collect::<Vec<_>>());
    for note in stored.values() {
        // In an index that is sharded by the table key, the entry is in the shard of the new key.
        let item = raw.iter().find(|item| item["number"].as_n().unwrap() == &note.number.to_string()).unwrap();
        assert_eq!(item["GSI1PK"], note.to_item().unwrap()["GSI1PK"]);
    }
    for user in 0..7 {
        let user = format!("u{user}");
        let mut found = Note::query(&*user).limit(1_000).send(notes).await.unwrap().items;
        found.sort_by_key(|note| note.number);
        assert_eq!(found, stored.values().filter(|note| note.user == user).cloned().collect::<Vec<_>>());
    }
}

#[tokio::test(start_paused = true)]
async fn every_item_moves_once_and_then_nothing_is_left() {
    let local = Local::start();
    let (notes, stored) = written(&local).await;
    let would = notes.rekey::<Note>().dry_run().await.unwrap();
    // Every tenth is found under both keys.
    assert_eq!((would.matched, would.written, would.superseded, would.unchanged), (275, 225, 25, 25));
    assert!(!would.is_settled());
    local.clear_operations();
    let report = notes.rekey::<Note>().segments(3).await.unwrap();
    assert_eq!((report.written, report.superseded, report.failures), (225, 25, 0));
    assert!(report.is_complete() && !report.is_settled());
    holds(&notes, &stored).await;
    let proof = notes.rekey::<Note>().consistent().include_expired().dry_run().await.unwrap();
    assert_eq!((proof.matched, proof.unchanged, proof.wcu), (250, 250, 0.0));
    assert!(proof.is_settled());
}

#[tokio::test(start_paused = true)]
async fn a_move_that_is_cut_off_continues_from_its_checkpoint() {
    for (segments, crash) in [(1, 20), (3, 40), (3, 90)] {
        let local = Local::start();
        let (notes, stored) = written(&local).await;
        let saved = Mutex::new(None::<String>);
        let first = notes
            .rekey::<Note>()
            .segments(segments)
            .write_units_per_second(10)
            .checkpoint(|checkpoint, _| *saved.lock().unwrap() = Some(checkpoint.to_string()));
        let cut_off = tokio::time::timeout(Duration::from_secs(crash), first.into_future()).await;
        assert!(cut_off.is_err(), "{segments} segments, {crash} s");
        let saved: Option<Checkpoint> = saved.into_inner().unwrap().map(|text| text.parse().unwrap());
        let is_resumed = saved.is_some();
        let report = notes.rekey::<Note>().segments(segments).resume(saved).await.unwrap();
        assert_eq!(report.resumed, is_resumed);
        assert!(report.is_complete());
        // The second scan finds items that the first run moved behind its position, under their current keys.
        assert!(report.written > 0 && report.written < u64::from(NOTES));
        holds(&notes, &stored).await;
        let again = notes.rekey::<Note>().await.unwrap();
        assert!(again.is_settled(), "{again:?}");
    }
}

#[tokio::test(start_paused = true)]
async fn other_writers_lose_nothing_to_a_move() {
    let local = Local::start();
    let (notes, mut stored) = written(&local).await;
    let writer = async {
        for number in 0..NOTES {
            tokio::time::sleep(Duration::from_millis(300)).await;
            let key = Note::key(format!("u{}", number % 7), number);
            match number % 5 {
                0 => notes.update(key).set(Note::TEXT, "changed").await.unwrap(),
                1 => notes.delete(key).await.unwrap(),
                2 => drop(notes.replace(&Note { text: "replaced".into(), ..note(number) }).await.unwrap()),
                3 => assert!(notes.create(&note(number)).await.is_err()),
                _ => assert!(notes.get(key).await.unwrap().is_some()),
            }
        }
    };
    let (report, ()) = tokio::join!(notes.rekey::<Note>().write_units_per_second(10), writer);
    assert!(report.unwrap().is_complete());
    for number in 0..NOTES {
        match number % 5 {
            0 => stored.get_mut(&number).unwrap().text = "changed".to_owned(),
            1 => drop(stored.remove(&number)),
            2 => stored.get_mut(&number).unwrap().text = "replaced".to_owned(),
            _ => {}
        }
    }
    let rest = notes.rekey::<Note>().await.unwrap();
    assert!(rest.is_complete());
    holds(&notes, &stored).await;
}

#[tokio::test(start_paused = true)]
async fn a_lost_answer_moves_an_item_once() {
    for carried_out in [false, true] {
        let local = Local::start();
        let (notes, stored) = written(&local).await;
        let lost = Failure::Disconnected { carried_out };
        // Never two in a row: a run ends if a request stays without an answer.
        let rule = Rule::on(["TransactWriteItems"]).unwrap().every(20).unwrap().fail(lost);
        local.set_faults(Faults::seeded(3).rule(rule));
        let report = notes.rekey::<Note>().await.unwrap();
        assert!(report.is_complete(), "{report:?}");
        assert_eq!(report.written + report.in_doubt + report.superseded + report.unchanged, report.matched);
        local.clear_faults();
        assert!(notes.rekey::<Note>().await.unwrap().is_complete());
        holds(&notes, &stored).await;
    }
}

#[tokio::test]
async fn an_item_of_a_time_before_since_stays_under_the_older_key() {
    use crate::releases::{Log, Platform, Release as _, SINCE, at, new, old};

    let local = Local::start();
    let platform = local.open::<Platform>("platform").await.unwrap();
    let (before, after) = (old::Replica(platform.clone()), new::Replica(platform.clone()));
    let log = |hour| Log {
        at: at(SINCE) + chrono::Duration::hours(hour),
        call_id: format!("c{hour}"),
        agent: "ann".into(),
        note: 0,
    };
    for hour in -5..5 {
        before.put(&log(hour)).await;
    }
    // The stragglers' items move to days, and leave the index keys without months.
    let report = platform.rekey::<new::OpsLog>().await.unwrap();
    assert_eq!((report.matched, report.written, report.unchanged), (10, 5, 5));
    assert!(platform.rekey::<new::OpsLog>().await.unwrap().is_settled());
    let range = at("2026-06-15T00:00:00Z")..at("2026-06-30T00:00:00Z");
    let all: Vec<Log> = (-5..5).map(log).collect();
    assert_eq!(after.between(range.clone(), 100, false).await, all);
    assert_eq!(after.of_agent("ann", range.clone()).await, all);
    assert_eq!(before.between(range, 100, false).await, all[..5]);
}

#[derive(Debug, Clone, PartialEq, Entity, Serialize, Deserialize)]
#[entity(table = Notes)]
#[pk(template = "PLAYS#<song>", legacy(template = "OLD#<song>"))]
#[sk(template = "PLAYS")]
struct Plays {
    song: String,
    #[entity(counter)]
    plays: u64,
}

/// A count is the sum over all keys, so no part of it may be deleted.
#[tokio::test]
async fn counters_are_refused_before_a_request() {
    let local = Local::start();
    let notes = local.open::<Notes>("notes").await.unwrap();
    local.clear_operations();
    let error = notes.rekey::<Plays>().await.unwrap_err();
    assert_eq!((error.kind(), error.entity()), (keywright::ErrorKind::InvalidArgument, Some("Plays")));
    assert!(error.to_string().contains("a count is the sum of the items under all keys"), "{error}");
    assert_eq!(local.operations().len(), 0);
}

/// A readable older copy is not deleted in favor of an unreadable newer one.
#[tokio::test]
async fn a_copy_stays_while_the_newer_one_cannot_be_read() {
    let local = Local::start();
    let notes = local.open::<Notes>("notes").await.unwrap();
    let Note { user, number, topic, text } = note(1);
    notes.put(&before::Note { user: user.clone(), number, topic, text }).await.unwrap();
    notes.put(&note(1)).await.unwrap();
    let update = notes.client().update_item().table_name("notes").update_expression("REMOVE #text");
    let update = update.expression_attribute_names("#text", "text");
    let attribute = |text: String| aws_sdk_dynamodb::types::AttributeValue::S(text);
    let update = update.key("PK", attribute(format!("ACCOUNT#{user}"))).key("SK", attribute("NOTE#0000000001".into()));
    update.send().await.unwrap();
    let report = notes.rekey::<Note>().await.unwrap();
    assert_eq!((report.superseded, report.written), (0, 0));
    assert!(!report.failed.is_empty() && !report.is_settled(), "{report:?}");
    assert_eq!(notes.client().scan().table_name("notes").send().await.unwrap().count(), 2);
}

#[tokio::test]
async fn a_part_of_the_table_is_no_evidence() {
    let local = Local::start();
    let (notes, _) = written(&local).await;
    assert_eq!(notes.rekey::<Note>().await.unwrap().written, u64::from(NOTES - NOTES / 10));
    let part = notes.rekey::<Note>().segments(16).own(0..1).dry_run().await.unwrap();
    assert!(!part.covers_table());
    let evidence = |report| keywright_tools::lock::Evidence::of::<Note>("notes", report).to_json();
    assert!(evidence(&part).contains("\"whole_table\": false"), "{}", evidence(&part));
    let whole = notes.rekey::<Note>().segments(16).dry_run().await.unwrap();
    assert!(evidence(&whole).contains("\"whole_table\": true"), "{}", evidence(&whole));
}
