//! The metrics of each call, as received by a recorder of the crate `metrics`.

use std::{collections::BTreeSet, time::Duration};

use futures_util::TryStreamExt as _;
use keywright::Handle;
use keywright_local::{Failure, Faults, Latency, Local, Rule, Throttle};

use super::design::*;
use crate::support::metrics::{listen, published};

const INDEX_ARN: &str = "arn:aws:dynamodb:us-east-1:1:table/shop/index/GSI1";

async fn published_shop() -> (Local, Handle<Shop>) {
    let (local, shop) = shop().await;
    (local, shop.with_metrics())
}

/// Another crate may enable the feature. Even then, calls do not request the consumed capacity.
#[tokio::test]
async fn handles_publish_nothing_by_default() {
    let (_local, shop) = shop().await;
    let (snapshotter, _guard) = listen();
    shop.get(ann(1)).await.unwrap().unwrap();
    assert!(published(&snapshotter).is_empty());
}

#[tokio::test]
async fn calls_publish_their_requests_and_units() {
    let (_local, shop) = published_shop().await;
    let (snapshotter, _guard) = listen();
    shop.get(ann(1)).consistent().await.unwrap().unwrap();
    let of_get = published(&snapshotter);
    assert_eq!(of_get["keywright.requests get Order"], [1.0]);
    assert_eq!(of_get["keywright.read_units get Order"], [1.0]);
    assert!(!of_get.keys().any(|name| name.contains("write_units") || name.contains("throttles")), "{of_get:?}");
    shop.put(&order(7)).await.unwrap();
    let of_put = published(&snapshotter);
    assert_eq!(of_put["keywright.write_units put Order"], [1.0]);
    assert_eq!(of_put["keywright.write_units put Order GSI1"], [1.0]);
}

#[tokio::test]
async fn queries_publish_their_lanes_and_rounds() {
    let (_local, shop) = published_shop().await;
    let (snapshotter, _guard) = listen();
    Visit::query(secret("home")).limit(5).send(&shop).await.unwrap();
    let of_page = published(&snapshotter);
    assert_eq!(of_page["keywright.lanes query Visit query"], [3.0], "{of_page:?}");
    assert_eq!(of_page["keywright.rounds query Visit query"].len(), 1);
    Order::by_clerk(secret("bob")).stream(&shop).try_collect::<Vec<_>>().await.unwrap();
    let of_stream = published(&snapshotter);
    assert_eq!(of_stream["keywright.lanes query Order by_clerk GSI1"], [1.0], "{of_stream:?}");
}

#[tokio::test(start_paused = true)]
async fn durations_include_retries_and_name_failures() {
    let (local, shop) = published_shop().await;
    let (snapshotter, _guard) = listen();
    local.set_faults(Faults::seeded(1).rule(Rule::all().latency(Latency::constant(Duration::from_millis(40)))));
    shop.get(ann(1)).await.unwrap();
    assert_eq!(published(&snapshotter)["db.client.operation.duration get Order"], [0.04]);
    shop.create(&order(1)).await.unwrap_err();
    let of_create = published(&snapshotter);
    assert_eq!(of_create["db.client.operation.duration create Order AlreadyExists"], [0.04], "{of_create:?}");
}

#[tokio::test]
async fn durations_of_refused_streams_name_the_failure() {
    let (_local, shop) = published_shop().await;
    let (snapshotter, _guard) = listen();
    Order::query(secret("ann")).limit(0).stream(&shop).try_collect::<Vec<_>>().await.unwrap_err();
    shop.scan::<Order>().segments(0).stream().try_collect::<Vec<_>>().await.unwrap_err();
    let refused = published(&snapshotter);
    let names: Vec<_> = refused.keys().filter(|name| name.starts_with("db.client")).map(String::as_str).collect();
    let expected = ["query Order query InvalidArgument", "scan Order InvalidArgument"];
    assert_eq!(names, expected.map(|of| format!("db.client.operation.duration {of}")));
}

#[tokio::test(start_paused = true)]
async fn throttles_are_published_by_reason_and_index() {
    let (local, shop) = published_shop().await;
    let (snapshotter, _guard) = listen();
    let reason = |name| Failure::Throttled(Throttle::throttling().reason(name, INDEX_ARN));
    let hot = Rule::on(["PutItem"]).unwrap().first(2).fail(reason("IndexWriteKeyRangeThroughputExceeded"));
    let busy = Rule::on(["Query"]).unwrap().first(3).fail(reason("IndexReadKeyRangeThroughputExceeded"));
    local.set_faults(Faults::seeded(1).rule(hot).rule(busy));
    shop.put(&order(7)).await.unwrap();
    let of_put = published(&snapshotter);
    let name = "keywright.throttles put Order IndexWriteKeyRangeThroughputExceeded GSI1";
    assert_eq!(of_put[name], [2.0], "{of_put:?}");
    assert_eq!(of_put["keywright.requests put Order"], [3.0]);
    Order::by_clerk(secret("bob")).limit(1).send(&shop).await.unwrap();
    let of_query = published(&snapshotter);
    let name = "keywright.throttles query Order by_clerk GSI1 IndexReadKeyRangeThroughputExceeded GSI1";
    assert_eq!(of_query[name], [3.0], "{of_query:?}");
}

/// Labels are names of the schema, so their number is bounded, and they cannot contain values.
#[tokio::test]
async fn labels_contain_no_values() {
    let (_local, shop) = published_shop().await;
    let (snapshotter, _guard) = listen();
    shop.put(&order(7)).await.unwrap();
    shop.get(ann(99)).await.unwrap();
    Visit::query(secret("home")).limit(5).send(&shop).await.unwrap();
    shop.batch_get([ann(1), ann(2)]).await.unwrap();
    let all = published(&snapshotter);
    assert!(all.len() > 8, "{all:?}");
    assert!(!format!("{all:?}").contains(SECRET), "{all:?}");
}

/// The dashboard queries published metrics and labels, by their names in the Prometheus exporter.
#[tokio::test]
async fn the_dashboard_shows_published_metrics() {
    let (local, shop) = published_shop().await;
    let (snapshotter, _guard) = listen();
    let hot = Failure::Throttled(Throttle::throttling().reason("IndexWriteKeyRangeThroughputExceeded", INDEX_ARN));
    local.set_faults(Faults::seeded(1).rule(Rule::on(["PutItem"]).unwrap().first(1).fail(hot)));
    shop.put(&order(7)).await.unwrap();
    shop.create(&order(7)).await.unwrap_err();
    Order::by_clerk(secret("bob")).limit(5).send(&shop).await.unwrap();
    let mut known: BTreeSet<String> = ["keywright_hot_keys", "keywright_capacity"].map(String::from).into();
    for (key, ..) in snapshotter.snapshot().into_vec() {
        let key = key.key();
        known.extend(key.labels().map(|label| label.key().replace('.', "_")));
        let name = key.name().replace('.', "_");
        known.extend(["", "_sum", "_count"].map(|suffix| format!("{name}{suffix}")));
    }
    let dashboard = include_str!("../../../../../docs/dashboards/grafana.json");
    let words = dashboard.split(|character: char| !character.is_ascii_alphanumeric() && character != '_');
    let named: BTreeSet<String> = words
        .filter(|word| ["db_", "error_", "keywright_"].iter().any(|prefix| word.starts_with(prefix)))
        .map(String::from)
        .collect();
    assert!(named.len() > 12, "{named:?}");
    assert_eq!(named.difference(&known).collect::<Vec<_>>(), [""; 0]);
}
