//! Errors that do not belong to one lane: a page that could be partial still fails.

use aws_sdk_dynamodb::{Client, config::retry::RetryConfig, types::AttributeValue};
use keywright::{Entity as _, ErrorKind, Table as _};
use keywright_local::{Failure, Faults, Rule};

use super::asking::*;
use super::plant::*;

#[tokio::test(start_paused = true)]
async fn missing_table_fails_a_partial_page() {
    let local = inline().start();
    let config = local.config().retry_config(RetryConfig::disabled());
    let nowhere = Plant::open(Client::from_conf(config.build()), "nowhere");
    for place in Source::BOTH {
        let error = Asking::all(place).page(&nowhere, None).partial().await.unwrap_err();
        assert_eq!(error.kind(), ErrorKind::TableNotFound);
        assert!(error.to_string().contains("create the table"), "{error}");
        assert_eq!((error.entity(), error.table()), (Some("Event"), Some("nowhere")));
    }
}

#[tokio::test(start_paused = true)]
async fn missing_index_fails_a_partial_page() {
    let local = inline().start();
    let client = Client::from_conf(local.config().retry_config(RetryConfig::disabled()).build());
    bare::Plant::open(client.clone(), "plant").create_table().await.unwrap();
    let plant = Plant::open(client, "plant");
    assert!(Asking::all(Source::Table).page(&plant, None).partial().await.unwrap().failed.is_empty());
    let error = Asking::all(Source::Index).page(&plant, None).partial().await.unwrap_err();
    assert_eq!((error.kind(), error.index()), (ErrorKind::TableMismatch, Some("GSI1")));
}

/// The table before it had an index.
mod bare {
    #[derive(keywright::Table)]
    pub struct Plant;
}

#[tokio::test(start_paused = true)]
async fn undecodable_item_is_reported_by_a_partial_page() {
    let (local, plant) = plant_on(inline()).await;
    for shard in 0..4 {
        plant.put(&event(hours(shard.into()), format!("e-{shard}"))).in_shard(shard).await.unwrap();
    }
    let mut spoilt = event(hours(2), "spoilt").to_item().unwrap();
    spoilt.insert("PK".into(), AttributeValue::S("EVENT#2026-06-22#3".into()));
    spoilt.insert("line".into(), AttributeValue::Bool(true));
    plant.client().put_item().table_name("plant").set_item(Some(spoilt)).send().await.unwrap();
    let broken = Failure::InternalServerError { carried_out: false };
    local.set_faults(Faults::seeded(0).rule(Rule::all().lane("EVENT#2026-06-22#0").fail(broken)));
    let asking = Asking { range: hours(0)..hours(10), ..Asking::all(Source::Table) };
    let page = asking.page(&plant, None).partial().await.unwrap();
    assert_eq!((page.items.len(), page.failed.len()), (3, 1));
    let [error] = page.undecodable.as_slice() else { panic!("{:?}", page.undecodable) };
    assert_eq!((error.kind(), error.entity()), (ErrorKind::Decode, Some("Event")));
    assert!(error.key().is_some_and(|key| key.starts_with("EVENT#2026-06-22#3")), "{error}");
    // A page that ends before the item does not have it.
    let page = Asking { limit: Some(2), ..asking }.page(&plant, None).partial().await.unwrap();
    assert_eq!(page.items.iter().map(|event| event.id.as_str()).collect::<Vec<_>>(), ["e-1", "e-2"]);
}

#[tokio::test(start_paused = true)]
async fn invalid_arguments_fail_a_partial_page() {
    let (local, plant) = plant_on(inline()).await;
    for asking in [
        Asking { limit: Some(0), ..Asking::all(Source::Table) },
        Asking { items_per_request: Some(0), ..Asking::all(Source::Index) },
    ] {
        let error = asking.page(&plant, None).partial().await.unwrap_err();
        assert_eq!(error.kind(), ErrorKind::InvalidArgument);
    }
    assert_eq!(local.requests(), 0);
}
