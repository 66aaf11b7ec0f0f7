//! Many items by their keys.

use aws_sdk_dynamodb::{config::retry::RetryConfig, types::AttributeValue};
use chrono::{DateTime, Utc};
use keywright::{Entity, ErrorKind, Key, Table};
use keywright_local::Local;
use serde::{Deserialize, Serialize};

use super::design::*;
use crate::support::faults::{Fault, faulty, faulty_with};

fn threats(count: usize) -> Vec<Threat> {
    (0..count).map(|at| threat(&format!("t-{at:04}"))).collect()
}

#[tokio::test]
async fn thousand_keys_are_returned_in_order() {
    let (local, platform) = platform().await;
    let threats = threats(1_000);
    let present: Vec<_> = threats.iter().step_by(2).cloned().collect();
    assert!(platform.batch_put(&present).await.unwrap().is_complete());
    local.clear_operations();
    let got = platform.batch_get(threats.iter().rev().map(key_of)).await.unwrap();
    assert_eq!(local.requests(), 10);
    assert_eq!(got.len(), 1_000);
    for (at, (got, threat)) in got.iter().zip(threats.iter().rev()).enumerate() {
        assert_eq!(got.as_ref(), Some(threat).filter(|_| at % 2 == 1), "{at}");
    }
}

#[tokio::test]
async fn duplicate_key_is_requested_once_and_returned_twice() {
    let (local, platform) = platform().await;
    let threats = threats(2);
    assert!(platform.batch_put(&threats).await.unwrap().is_complete());
    local.clear_operations();
    let get = || platform.batch_get([0, 1, 0, 0].map(|at: usize| key_of(&threats[at])));
    let params = get().params().unwrap();
    assert_eq!(params[0].request_items().unwrap()["platform"].keys().len(), 2);
    let got: Vec<_> = get().consistent().await.unwrap().into_iter().flatten().collect();
    assert_eq!(got, [0, 1, 0, 0].map(|at: usize| threats[at].clone()));
    assert_eq!(local.requests(), 1);
    assert_eq!(platform.batch_get(Vec::<Key<Threat>>::new()).await.unwrap(), []);
}

#[tokio::test]
async fn params_equal_the_requests() {
    let (_local, platform) = platform().await;
    let threats = threats(130);
    let get = || platform.batch_get(threats.iter().map(key_of)).consistent();
    let of_request = get().params().unwrap();
    let of_request: Vec<_> = of_request.iter().map(|input| &input.request_items().unwrap()["platform"]).collect();
    assert_eq!(of_request.iter().map(|of| of.keys().len()).collect::<Vec<_>>(), [100, 30]);
    assert!(of_request.iter().all(|of| of.consistent_read() == Some(true)));
    assert!(platform.batch_put(&threats).await.unwrap().is_complete());
    let answer = get().into_sdk().unwrap().pop().unwrap().send().await.unwrap();
    assert_eq!(answer.responses().unwrap()["platform"].len(), 30);
}

#[tokio::test]
async fn another_item_under_a_lossy_key_is_not_returned() {
    let (_local, platform) = platform().await;
    platform.put(&visit(later(250), "/a")).await.unwrap();
    let got = platform.batch_get([0, 250].map(|millis| Visit::key("ann", later(millis)))).await.unwrap();
    assert_eq!(got, [None, Some(visit(later(250), "/a"))]);
}

#[tokio::test]
async fn randomly_sharded_items_are_read_by_key_with_shard() {
    let (local, platform) = platform().await;
    platform.put(&log("c-1")).in_shard(7).await.unwrap();
    let got = platform.batch_get([7, 3].map(|shard| OpsLog::key_in_shard(shard, noon(), "c-1"))).await.unwrap();
    assert_eq!(got, [Some(log("c-1")), None]);
    local.clear_operations();
    let keys = || [OpsLog::key_in_shard(10, noon(), "c-1"), OpsLog::key_in_shard(7, noon(), "c-1")];
    assert_eq!(platform.batch_get(keys()).await.unwrap_err().kind(), ErrorKind::InvalidArgument);
    assert_eq!(local.requests(), 0);
    let report = platform.batch_get(keys()).partial().await.unwrap();
    assert_eq!((&report.items[..], report.leftovers[0].position), (&[None, Some(log("c-1"))][..], 0));
    assert_eq!(report.leftovers[0].reason.kind(), ErrorKind::InvalidArgument);
}

#[tokio::test(start_paused = true)]
async fn unprocessed_keys_are_retried() {
    let (local, platform) = faulty(&[Fault::None, Fault::Only(1), Fault::Only(1), Fault::Only(2)], Fault::None).await;
    let threats = threats(5);
    assert!(platform.batch_put(&threats).await.unwrap().is_complete());
    local.clear_operations();
    let got = platform.batch_get(threats.iter().map(key_of)).await.unwrap();
    assert_eq!(got.into_iter().flatten().collect::<Vec<_>>(), threats);
    assert_eq!(local.requests(), 4);
}

#[tokio::test(start_paused = true)]
async fn persistently_unprocessed_keys_are_an_error_or_leftovers() {
    let (local, platform) = faulty(&[Fault::None], Fault::Only(1)).await;
    let threats = threats(13);
    assert!(platform.batch_put(&threats).await.unwrap().is_complete());
    local.clear_operations();
    let error = platform.batch_get(threats.iter().map(key_of)).await.unwrap_err();
    assert_eq!((error.kind(), error.entity(), local.requests()), (ErrorKind::Throttled, Some("Threat"), 10));
    assert!(error.key().is_some_and(|key| key.contains("t-0010")), "{error}");

    let mut keys: Vec<_> = threats.iter().map(key_of).collect();
    keys.push(key_of(&threats[12]));
    let report = platform.batch_get(keys).partial().await.unwrap();
    assert_eq!(report.items.iter().flatten().collect::<Vec<_>>(), threats[..10].iter().collect::<Vec<_>>());
    assert_eq!(report.leftovers.iter().map(|left| left.position).collect::<Vec<_>>(), [10, 11, 12, 13]);
    assert!(!report.is_complete());
    for leftover in report.leftovers {
        assert_eq!(leftover.reason.kind(), ErrorKind::Throttled);
        assert_eq!(leftover.reason.operation_name(), Some("batch_get"));
        assert!(leftover.reason.key().is_some_and(|key| key.contains("t-001")), "{}", leftover.reason);
    }
}

#[tokio::test]
async fn missing_table_fails_the_batch() {
    let (local, platform) = faulty(&[], Fault::Answer("ResourceNotFoundException")).await;
    let error = platform.batch_get([key_of(&threat("a"))]).partial().await.unwrap_err();
    assert_eq!((error.kind(), local.requests()), (ErrorKind::TableNotFound, 1));
}

#[tokio::test]
async fn wrong_entity_and_decode_errors_name_the_key() {
    let (_local, platform) = platform().await;
    let threats = threats(3);
    for (threat, name, value) in [(&threats[0], "_et", "Other"), (&threats[1], "severity", "Unheard")] {
        let mut item = threat.to_item().unwrap();
        item.insert(name.into(), AttributeValue::S(value.into()));
        platform.client().put_item().table_name("platform").set_item(Some(item)).send().await.unwrap();
    }
    platform.put(&threats[2]).await.unwrap();
    let report = platform.batch_get(threats.iter().map(key_of)).partial().await.unwrap();
    assert_eq!(report.items, [None, None, Some(threats[2].clone())]);
    let kinds: Vec<_> = report.leftovers.iter().map(|left| (left.position, left.reason.kind())).collect();
    assert_eq!(kinds, [(0, ErrorKind::WrongEntity), (1, ErrorKind::Decode)]);
    let error = platform.batch_get(threats.iter().map(key_of)).await.unwrap_err();
    assert_eq!(error.kind(), ErrorKind::WrongEntity);
    assert!(error.key().is_some_and(|key| key.contains("t-0000")), "{error}");
}

/// With two items of 390 KB, DynamoDB may leave out the others because of the size of the answer.
#[tokio::test]
async fn response_cut_for_its_size_is_not_a_failed_attempt() {
    let once = RetryConfig::standard().with_max_attempts(1);
    let faults = [[Fault::None; 3], [Fault::Only(2), Fault::Only(2), Fault::None]].concat();
    let (local, platform) = faulty_with(once, &faults, Fault::None).await;
    let brands: Vec<_> = (0..6).map(|at| Brand { owner: Some("x".repeat(900)), ..brand(&format!("b-{at}")) }).collect();
    let large = AttributeValue::S("x".repeat(390 * 1_024));
    for pair in brands.chunks(2) {
        let mut batch = platform.client().batch_write_item();
        for brand in pair {
            let mut item = brand.to_item().unwrap();
            item.insert("large".into(), large.clone());
            let put = aws_sdk_dynamodb::types::PutRequest::builder().set_item(Some(item)).build().unwrap();
            let put = aws_sdk_dynamodb::types::WriteRequest::builder().put_request(put).build();
            let requests = batch.get_request_items().clone().unwrap_or_default();
            let requests: Vec<_> = requests.into_values().flatten().chain([put]).collect();
            batch = batch.set_request_items(Some([("platform".to_owned(), requests)].into()));
        }
        batch.send().await.unwrap();
    }
    local.clear_operations();
    let got = platform.batch_get(brands.iter().map(|brand| Brand::key(&brand.id))).await.unwrap();
    assert_eq!(
        got.iter().flatten().map(|brand| &brand.id).collect::<Vec<_>>(),
        brands.iter().map(|b| &b.id).collect::<Vec<_>>()
    );
    assert_eq!(local.requests(), 3);
}

#[derive(Table)]
#[entities(Note)]
struct Notes;

#[derive(Debug, Clone, PartialEq, Entity, Serialize, Deserialize)]
#[entity(table = Notes)]
#[pk(template = "NOTE#<user>#<at:month>", legacy(template = "NOTES#<user>"), legacy(template = "ALL"))]
#[sk(template = "<at>#<id>")]
struct Note {
    user: String,
    at: DateTime<Utc>,
    id: String,
}

#[tokio::test]
async fn items_missing_under_current_keys_are_read_from_older_ones() {
    let local = Local::start();
    let notes = local.open::<Notes>("notes").await.unwrap();
    let note = |id: usize| Note { user: "ann".into(), at: noon(), id: format!("n-{id:03}") };
    let all: Vec<_> = (0..120).map(note).collect();
    for (at, note) in all.iter().enumerate().filter(|(at, _)| at % 4 != 3) {
        let mut item = note.to_item().unwrap();
        let older = ["", "NOTES#ann", "ALL"][at % 4];
        if !older.is_empty() {
            item.insert("PK".into(), AttributeValue::S(older.into()));
        }
        notes.client().put_item().table_name("notes").set_item(Some(item)).send().await.unwrap();
    }
    // Under the oldest key, an equal sort key can belong to another user.
    let other = Note { user: "bob".into(), ..note(3) };
    let mut item = other.to_item().unwrap();
    item.insert("PK".into(), AttributeValue::S("ALL".into()));
    notes.client().put_item().table_name("notes").set_item(Some(item)).send().await.unwrap();
    local.clear_operations();
    let keys = || all.iter().map(|note| Note::key(&note.user, note.at, &note.id));
    let got = notes.batch_get(keys()).await.unwrap();
    // 120 keys, then two older ones for each of the 90 that the current design does not have, then the current keys of
    // the 30 that are missing.
    assert_eq!(local.requests(), 5);
    for (at, (got, note)) in got.iter().zip(&all).enumerate() {
        assert_eq!(got.as_ref(), Some(note).filter(|_| at % 4 != 3), "{at}");
        if at < 8 {
            assert_eq!(*got, notes.get(Note::key(&note.user, note.at, &note.id)).await.unwrap(), "{at}");
        }
    }
    local.clear_operations();
    let error = notes.batch_delete(keys()).await.unwrap_err();
    assert_eq!((error.kind(), local.requests()), (ErrorKind::InvalidArgument, 0));
    assert!(error.to_string().contains("`legacy`") && error.to_string().contains("use `delete`"), "{error}");
}
