//! A backfill that is interrupted and resumed.

use std::{sync::Mutex, time::Duration};

use keywright::{Entity, ErrorKind, Table, client::Checkpoint};
use serde::{Deserialize, Serialize};

use super::design::{Note, Order, Platform, found, requests, with_product, written_earlier};

#[tokio::test(start_paused = true)]
async fn resumed_backfill_loses_nothing_after_a_crash() {
    for (segments, crash) in [(1, 30), (3, 5), (3, 55)] {
        let (local, platform) = written_earlier().await;
        let saved = Mutex::new(None::<String>);
        let first = platform
            .backfill::<Order>()
            .segments(segments)
            .write_units_per_second(10)
            .checkpoint(|checkpoint, _| *saved.lock().unwrap() = Some(checkpoint.to_string()));
        let cut_off = tokio::time::timeout(Duration::from_secs(crash), first.into_future()).await;
        assert!(cut_off.is_err(), "{segments} segments, {crash} s");
        let written = requests(&local, "UpdateItem");
        assert!(written > 0 && written < 300);
        tokio::time::sleep(Duration::from_secs(60)).await;
        assert_eq!(requests(&local, "UpdateItem"), written, "it has stopped");

        let saved = saved.into_inner().unwrap();
        let saved: Option<Checkpoint> = saved.map(|text| text.parse().unwrap());
        assert_ne!(saved.as_ref().map(Checkpoint::is_complete), Some(true));
        let mut last = None;
        let report = platform
            .backfill::<Order>()
            .segments(segments)
            .resume(saved.clone())
            .checkpoint(|checkpoint, so_far| last = Some((checkpoint.clone(), so_far.written)))
            .await
            .unwrap();
        assert_eq!(found(&platform).await, with_product());
        // Each order is written once, by one of the workers.
        assert_eq!(requests(&local, "UpdateItem"), 300);
        assert_eq!(report.written + written as u64, 300);
        assert_eq!(saved.is_some(), report.matched < 300, "pages before the checkpoint are not read again");
        let (checkpoint, so_far) = last.unwrap();
        assert!(checkpoint.is_complete());
        assert_eq!(so_far, report.written);
    }
}

#[tokio::test(start_paused = true)]
async fn completed_checkpoint_resumes_without_requests() {
    let (local, platform) = written_earlier().await;
    let mut last = None;
    let run = platform.backfill::<Order>().checkpoint(|checkpoint, _| last = Some(checkpoint.clone()));
    let _ = run.await.unwrap();
    local.clear_operations();
    let report = platform.backfill::<Order>().resume(last).await.unwrap();
    assert_eq!((report.scanned, local.requests()), (0, 0));
}

/// A later version, whose index has another key.
mod later {
    use super::*;

    #[derive(Table)]
    #[gsi(name = "GSI1", pk = "GSI1PK", sk = "GSI1SK", projection = "all")]
    #[entities(Order)]
    pub struct Platform;

    #[derive(Entity, Serialize, Deserialize)]
    #[entity(table = Platform)]
    #[pk(template = "CUSTOMER#<customer>")]
    #[sk(template = "ORDER#<id>")]
    #[gsi(index = "GSI1", query = by_product, pk = "BOUGHT#<product>", sk = "<id>")]
    pub struct Order {
        pub customer: String,
        pub id: u32,
        pub product: Option<String>,
    }
}

#[tokio::test(start_paused = true)]
async fn checkpoint_of_another_table_entity_or_key_is_rejected() {
    let (local, platform) = written_earlier().await;
    let mut last = None;
    let run = platform.backfill::<Order>().checkpoint(|checkpoint, _| last = Some(checkpoint.clone()));
    let _ = run.await.unwrap();
    local.clear_operations();

    let error = platform.backfill::<Note>().resume(last.clone()).await.unwrap_err();
    assert_eq!(error.kind(), ErrorKind::CursorForeign, "{error}");
    let other = Platform::open(local.client(), "another");
    let error = other.backfill::<Order>().resume(last.clone()).await.unwrap_err();
    assert_eq!(error.kind(), ErrorKind::CursorForeign, "{error}");
    let later = later::Platform::open(local.client(), "platform");
    let error = later.backfill::<later::Order>().resume(last).await.unwrap_err();
    assert_eq!(error.kind(), ErrorKind::CursorOutdated, "{error}");
    assert_eq!(local.requests(), 0);
}
