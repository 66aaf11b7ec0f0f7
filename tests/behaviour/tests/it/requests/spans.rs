//! Each call has one span, whatever it sends.

use std::{future::IntoFuture, time::Duration};

use futures_util::{StreamExt as _, TryStreamExt as _};
use keywright::{ErrorKind, Result, Table, client::Conditional, update::ItemUpdate};
use keywright_local::{Failure, Faults, Latency, Local, Rule};

use super::design::*;
use crate::support::spans::{Span, Spans};

/// Compares the engine's count of requests with the span's.
struct Calls {
    local: Local,
    spans: Spans,
}

impl Calls {
    /// Makes a call and returns its span. Checks that it is the only one, has ended, and counts the requests to the
    /// engine.
    async fn span<O>(&self, call: impl IntoFuture<Output = Result<O>>) -> Span {
        self.local.clear_operations();
        call.into_future().await.unwrap();
        self.told()
    }

    fn told(&self) -> Span {
        let span = self.spans.one();
        assert!(span.is_closed && span.name == "keywright", "{span:#?}");
        assert_eq!(span.fields["db.collection.name"].trim_matches('"'), "shop");
        let operations = self.local.operations();
        assert_eq!(span.requests(), Some(operations.len() as u64), "{span:#?} {operations:#?}");
        let is_write = |name: &str| {
            ["Put", "Update", "Delete", "BatchWrite", "TransactWrite"].iter().any(|of| name.starts_with(of))
        };
        let asks = |write: bool| {
            operations.iter().any(|operation| !operation.name.ends_with("Table") && is_write(&operation.name) == write)
        };
        assert_eq!(span.units("read_units").is_some_and(|units| units > 0.0), asks(false), "{span:#?}");
        assert_eq!(span.units("write_units").is_some_and(|units| units > 0.0), asks(true), "{span:#?}");
        span
    }
}

async fn calls() -> (Calls, keywright::Handle<Shop>, tracing::subscriber::DefaultGuard) {
    let (local, shop) = shop().await;
    let (spans, guard) = Spans::listen();
    (Calls { local, spans }, shop, guard)
}

#[tokio::test]
async fn single_item_calls_have_one_span_each() {
    let (calls, shop, _guard) = calls().await;
    let (new, member, total) = (order(7), member(1), |page| Clicks::clicks(secret(page)));
    assert_eq!(calls.span(shop.get(ann(1))).await.of(), "get Order - -");
    assert_eq!(calls.span(shop.get(ann(1)).project::<OrderTotal>()).await.of(), "get Order - -");
    assert_eq!(calls.span(shop.put(&new)).await.of(), "put Order - -");
    assert_eq!(calls.span(shop.put(&new).when(Order::TOTAL.eq(100_u64))).await.of(), "put Order - -");
    assert_eq!(calls.span(shop.create(&order(8))).await.of(), "create Order - -");
    assert_eq!(calls.span(shop.replace(&new)).await.of(), "replace Order - -");
    assert_eq!(calls.span(shop.update(ann(7)).add(Order::TOTAL, 1)).await.of(), "update Order - -");
    assert_eq!(
        calls.span(shop.upsert(Customer::key(secret("bob"))).set(Customer::NAME, "b")).await.of(),
        "upsert Customer - -"
    );
    assert_eq!(calls.span(shop.move_to(ann(7), |order| order.id = 9)).await.of(), "move_to Order - -");
    assert_eq!(calls.span(shop.delete(ann(9))).await.of(), "delete Order - -");
    assert_eq!(calls.span(shop.create(&member)).await.of(), "create Member - -");
    assert_eq!(calls.span(shop.put(&member)).await.of(), "put Member - -");
    assert_eq!(calls.span(shop.delete(Member::key(1_u32))).await.of(), "delete Member - -");
    assert_eq!(calls.span(Visit::find(secret("home"), 1_u32).send(&shop)).await.of(), "find Visit - -");
    assert_eq!(calls.span(shop.increment(total("home"), 2)).await.of(), "increment Clicks - -");
    assert_eq!(calls.span(shop.total(total("home"))).await.of(), "total Clicks - -");
    assert_eq!(calls.span(shop.total(total("home")).partial()).await.of(), "total Clicks - -");
}

#[tokio::test]
async fn multi_item_calls_have_one_span_each() {
    let (calls, shop, _guard) = calls().await;
    let orders: Vec<_> = (10..40).map(order).collect();
    let keys = || (10..140).map(ann);
    assert_eq!(calls.span(shop.batch_put(&orders)).await.of(), "batch_put Order - -");
    assert_eq!(calls.span(shop.batch_get(keys())).await.of(), "batch_get Order - -");
    assert_eq!(calls.span(shop.batch_get(keys()).partial()).await.of(), "batch_get Order - -");
    let mixed = || ([ann(10)], [Customer::key(secret("ann"))]);
    assert_eq!(calls.span(shop.batch_get_mixed(mixed())).await.of(), "batch_get_mixed - - -");
    assert_eq!(calls.span(shop.batch_get_mixed(mixed()).partial()).await.of(), "batch_get_mixed - - -");
    assert_eq!(calls.span(shop.batch().put(&orders[0]).delete(ann(11))).await.of(), "batch - - -");
    assert_eq!(calls.span(shop.batch_delete((12..40).map(ann))).await.of(), "batch_delete Order - -");
    let update = ItemUpdate::new(ann(10)).add(Order::TOTAL, 1);
    let transaction = shop.transaction().put(&orders[5]).update(update).check_exists(ann(1));
    let span = calls.span(transaction).await;
    assert_eq!((span.of().as_str(), span.requests()), ("transaction - - -", Some(1)));
    assert_eq!(
        calls.span(shop.transaction_get((ann(1), Customer::key(secret("ann"))))).await.of(),
        "transaction_get - - -"
    );
}

#[tokio::test]
async fn queries_have_one_span_each() {
    let (calls, shop, _guard) = calls().await;
    let (bob, home) = (|| Order::by_clerk(secret("bob")), || Visit::query(secret("home")));
    assert_eq!(calls.span(Order::query(secret("ann")).send(&shop)).await.of(), "query Order query -");
    let span = calls.span(home().send(&shop)).await;
    assert_eq!((span.of().as_str(), span.requests()), ("query Visit query -", Some(3)), "every shard");
    assert_eq!(calls.span(bob().send(&shop)).await.of(), "query Order by_clerk GSI1");
    assert_eq!(calls.span(bob().send(&shop).partial()).await.of(), "query Order by_clerk GSI1");
    assert_eq!(calls.span(bob().located().send(&shop)).await.of(), "query Order by_clerk GSI1");
    assert_eq!(calls.span(bob().project::<OrderTotal>().send(&shop)).await.of(), "query Order by_clerk GSI1");
    assert_eq!(calls.span(bob().count(&shop)).await.of(), "count Order by_clerk GSI1");
    assert_eq!(calls.span(Order::by_region("north").keys().send(&shop)).await.of(), "query Order by_region GSI2");
    let span = calls.span(Order::by_region("north").hydrate().send(&shop)).await;
    assert_eq!((span.of().as_str(), span.requests()), ("hydrate Order by_region GSI2", Some(2)), "the batch get too");
    let span = calls.span(Order::by_region("north").hydrate().send(&shop).partial()).await;
    assert_eq!((span.of().as_str(), span.requests()), ("hydrate Order by_region GSI2", Some(2)));
    assert_eq!(calls.span(AccountItem::account(secret("ann")).send(&shop)).await.of(), "query AccountItem account -");
    assert_eq!(calls.span(Account::whole(secret("ann")).send(&shop)).await.of(), "query Account whole -");
    assert_eq!(calls.span(Account::whole(secret("ann")).send(&shop).with_stats()).await.of(), "query Account whole -");
}

#[tokio::test]
async fn scans_and_sweeps_have_one_span_each() {
    let (calls, shop, _guard) = calls().await;
    assert_eq!(calls.span(shop.scan::<Order>()).await.of(), "scan Order - -");
    assert_eq!(calls.span(shop.scan::<Order>().segments(3).partial()).await.of(), "scan Order - -");
    assert_eq!(calls.span(shop.scan::<Order>().index("GSI1")).await.of(), "scan Order - GSI1");
    assert_eq!(calls.span(shop.scan::<Order>().index("GSI1").count()).await.of(), "scan Order - GSI1");
    assert_eq!(calls.span(shop.scan_items()).await.of(), "scan - - -");
    assert_eq!(
        calls.span(shop.update_each(|order: Order| Some(Order { total: 7, ..order }))).await.of(),
        "update_each Order - -"
    );
    assert_eq!(calls.span(shop.backfill::<Order>()).await.of(), "backfill Order - -");
    assert_eq!(calls.span(shop.delete_each(|order: &Order| order.id == 1)).await.of(), "delete_each Order - -");
}

#[tokio::test]
async fn table_calls_have_one_span_each() {
    let (calls, shop, _guard) = calls().await;
    let span = calls.span(shop.ensure_table()).await;
    assert_eq!((span.of().as_str(), span.requests()), ("ensure_table - - -", Some(2)));
    assert_eq!(calls.span(Shop::open_verified(calls.local.client(), "shop")).await.of(), "open_verified - - -");
    assert_eq!(shop.create_table().await.unwrap_err().kind(), ErrorKind::AlreadyExists);
    let span = calls.spans.one();
    assert_eq!((span.of().as_str(), span.requests()), ("create_table - - -", Some(1)));
}

#[tokio::test]
async fn a_streams_span_lives_as_long_as_the_stream() {
    let (calls, shop, _guard) = calls().await;
    let query = || Order::by_clerk(secret("bob")).items_per_request(2);
    assert_eq!(query().stream(&shop).try_collect::<Vec<_>>().await.unwrap().len(), 4);
    assert_eq!(calls.told().of(), "query Order by_clerk GSI1");
    calls.local.clear_operations();
    let items = AccountItem::account(secret("ann")).stream(&shop).try_collect::<Vec<_>>().await.unwrap();
    assert_eq!((items.len(), calls.told().of().as_str()), (5, "query AccountItem account -"));
    calls.local.clear_operations();
    assert_eq!(shop.scan::<Order>().index("GSI1").stream().try_collect::<Vec<_>>().await.unwrap().len(), 4);
    assert_eq!(calls.told().of(), "scan Order - GSI1");

    // The span of a dropped call has also ended, and another call in between has its own span.
    calls.local.clear_operations();
    let whole = Order::by_region("north").hydrate().stream(&shop).try_collect::<Vec<_>>().await.unwrap();
    assert!(!whole.is_empty());
    assert_eq!(calls.told().of(), "hydrate Order by_region GSI2", "the query and the batch get in one");
    let mut stream = query().stream(&shop);
    stream.next().await.unwrap().unwrap();
    shop.get(ann(1)).await.unwrap();
    let spans = calls.spans.take();
    assert_eq!(spans.iter().map(Span::of).collect::<Vec<_>>(), ["query Order by_clerk GSI1", "get Order - -"]);
    assert_eq!(
        spans.iter().map(|span| (span.is_closed, span.requests())).collect::<Vec<_>>(),
        [(false, None), (true, Some(1))]
    );
    let mut stream = query().stream(&shop);
    stream.next().await.unwrap().unwrap();
    drop(stream);
    let span = calls.spans.one();
    assert!(span.is_closed && span.requests() >= Some(1) && span.units("read_units") > Some(0.0), "{span:#?}");
}

#[tokio::test]
async fn rejected_calls_have_a_span_with_zero_requests() {
    let (calls, shop, _guard) = calls().await;
    assert_eq!(Order::query(secret("ann")).limit(0).send(&shop).await.unwrap_err().kind(), ErrorKind::InvalidArgument);
    let page = calls.spans.one();
    let stream = Order::query(secret("ann")).limit(0).stream(&shop);
    assert!(stream.try_collect::<Vec<_>>().await.is_err());
    for span in [page, calls.spans.one()] {
        assert_eq!((span.of().as_str(), span.requests()), ("query Order query -", Some(0)));
        assert_eq!((span.units("read_units"), span.units("write_units")), (None, None));
        assert_eq!(span.failure(), Some("InvalidArgument"), "{span:#?}");
    }
}

#[tokio::test]
async fn spans_name_the_failure_of_their_call() {
    let (calls, shop, _guard) = calls().await;
    shop.get(ann(1)).await.unwrap();
    assert_eq!(calls.spans.one().failure(), None);
    shop.create(&order(1)).await.unwrap_err();
    assert_eq!(calls.spans.one().failure(), Some("AlreadyExists"));

    let refused_scan = shop.scan::<Order>().segments(0).stream().try_collect::<Vec<_>>().await;
    assert!(refused_scan.is_err());
    let span = calls.spans.one();
    assert_eq!((span.of().as_str(), span.failure()), ("scan Order - -", Some("InvalidArgument")));
    let refused = Order::by_region("north").limit(0).hydrate().stream(&shop).try_collect::<Vec<_>>().await;
    assert!(refused.is_err());
    let span = calls.spans.one();
    assert_eq!((span.of().as_str(), span.failure()), ("hydrate Order by_region GSI2", Some("InvalidArgument")));

    let deny = Faults::seeded(1).rule(Rule::all().fail(Failure::InternalServerError { carried_out: false }));
    calls.local.set_faults(deny);
    let mut stream = Order::by_clerk(secret("bob")).stream(&shop);
    let error = stream.next().await.unwrap().unwrap_err();
    let span = calls.spans.one();
    assert!(span.is_closed);
    assert_eq!(span.failure(), Some(format!("{:?}", error.kind()).as_str()));
}

#[tokio::test(start_paused = true)]
async fn spans_count_retries_and_omit_units_of_failures() {
    let (calls, shop, _guard) = calls().await;
    let twice = |failure| Faults::seeded(1).rule(Rule::all().first(2).fail(failure));
    calls.local.set_faults(twice(Failure::Throttled(throttle())));
    let span = calls.span(shop.get(ann(1))).await;
    assert_eq!((span.requests(), span.units("read_units")), (Some(3), Some(0.5)));
    assert_eq!(span.fields.get("throttles").map(String::as_str), Some("2"), "{span:#?}");
    assert_eq!(span.failure(), None, "a retry succeeded");
    calls.local.set_faults(twice(Failure::InternalServerError { carried_out: false }));
    let span = calls.span(shop.put(&order(50))).await;
    assert_eq!((span.requests(), span.units("write_units")), (Some(3), Some(3.0)), "the table and two indexes");
    assert_eq!(span.fields.get("throttles"), None);
    calls.local.clear_faults();

    assert_eq!(shop.create(&order(1)).await.unwrap_err().kind(), ErrorKind::AlreadyExists);
    let span = calls.spans.one();
    assert_eq!((span.requests(), span.units("write_units")), (Some(1), None));
    let sent = shop.put(&order(1)).when(Order::TOTAL.eq(7_u64)).await.unwrap();
    assert!(matches!(sent, Conditional::Refused(_)));
    assert_eq!(calls.spans.one().requests(), Some(1));

    calls.local.set_faults(Faults::seeded(1).rule(Rule::all().latency(Latency::constant(Duration::from_secs(9)))));
    let given_up = tokio::time::timeout(Duration::from_secs(1), shop.get(ann(1)).into_future()).await;
    assert!(given_up.is_err());
    let span = calls.spans.one();
    assert_eq!((span.is_closed, span.requests(), span.units("read_units")), (true, Some(1), None));
}

#[tokio::test]
async fn concurrent_calls_have_separate_spans() {
    let (calls, shop, _guard) = calls().await;
    let changed = order(2);
    let visits = Visit::query(secret("home")).send(&shop).into_future();
    let (page, order, put) = tokio::join!(visits, shop.get(ann(1)).into_future(), shop.put(&changed).into_future());
    assert_eq!((page.unwrap().items.len(), order.unwrap().is_some(), put.is_ok()), (4, true, true));
    let spans = calls.spans.take();
    let told: Vec<_> = spans.iter().map(|span| (span.of(), span.requests().unwrap())).collect();
    let told: Vec<_> = told.iter().map(|(of, requests)| (of.as_str(), *requests)).collect();
    assert_eq!(told, [("query Visit query -", 3), ("get Order - -", 1), ("put Order - -", 1)]);
}
