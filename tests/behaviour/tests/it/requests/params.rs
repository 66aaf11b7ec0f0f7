//! Every call prints its first requests, and converts into the same request of the SDK.

use std::sync::{Arc, Mutex};

use aws_sdk_dynamodb::{Client, config::retry::RetryConfig};
use keywright::{Handle, Table, update::ItemUpdate};
use keywright_local::Local;
use serde_json::Value;

use super::design::*;
use crate::support::interceptor::{Interceptor, body_of};

/// Records the bodies of the requests that are sent.
#[derive(Debug, Clone, Default)]
struct Sent(Arc<Mutex<Vec<Value>>>);

impl Sent {
    fn interceptor(&self) -> Interceptor {
        let sent = self.clone();
        Interceptor::of_requests(move |request| sent.0.lock().unwrap().push(body_of(request)))
    }

    fn take(&self) -> Vec<Value> {
        std::mem::take(&mut *self.0.lock().unwrap())
    }

    /// Checks that the call began with these requests, in any order, and that each of them contains this text.
    fn assert_first_requests(&self, opened: Vec<Value>, words: &str) {
        let called = self.take();
        assert!(!opened.is_empty() && called.len() >= opened.len(), "{opened:#?} {called:#?}");
        let mut first: Vec<_> = called[..opened.len()].iter().map(Value::to_string).collect();
        let mut opened: Vec<_> = opened.iter().map(Value::to_string).collect();
        first.sort();
        opened.sort();
        assert_eq!(first, opened);
        assert!(opened.iter().all(|body| body.contains("shop") && body.contains(words)), "{opened:#?}");
    }
}

/// Checks that one request is printed as it is converted, and as the call sends it first.
macro_rules! one {
    ($sent:expr, $words:expr, $call:expr) => {{
        let request = $call;
        let printed = request.params().unwrap();
        let open = request.into_sdk().unwrap();
        assert_eq!(open.as_input().clone().build().unwrap(), printed);
        $sent.take();
        drop(open.send().await);
        let opened = $sent.take();
        drop($call.await);
        $sent.assert_first_requests(opened, $words);
    }};
}

/// Compares the printed requests of a call that sends several.
macro_rules! all {
    ($sent:expr, $words:expr, $call:expr) => {{
        let request = $call;
        let printed = request.params().unwrap();
        let open = request.into_sdk().unwrap();
        let inputs: Vec<_> = open.iter().map(|open| open.as_input().clone().build().unwrap()).collect();
        assert_eq!(inputs, printed);
        $sent.take();
        for open in open {
            drop(open.send().await);
        }
        let opened = $sent.take();
        drop($call.await);
        $sent.assert_first_requests(opened, $words);
    }};
}

async fn listening() -> (Local, Handle<Shop>, Sent) {
    let (local, _) = shop().await;
    let sent = Sent::default();
    let config = local.config().retry_config(RetryConfig::disabled()).interceptor(sent.interceptor());
    let shop = Shop::open(Client::from_conf(config.build()), "shop");
    (local, shop, sent)
}

#[tokio::test]
async fn params_match_requests_for_single_items() {
    let (_local, shop, sent) = listening().await;
    let (order, home, visit) = (order(1), || Clicks::clicks(secret("home")), visit(1));
    one!(sent, "ORDER#0000000001", shop.get(ann(1)));
    one!(sent, "ProjectionExpression", shop.get(ann(1)).project::<OrderTotal>());
    one!(sent, "\"Item\"", shop.put(&order));
    one!(sent, "\"Item\"", shop.put(&visit).in_shard(1));
    one!(sent, "ConditionExpression", shop.put(&order).when(Order::TOTAL.eq(7_u64)));
    one!(sent, "attribute_not_exists", shop.create(&order));
    one!(sent, "ConditionExpression", shop.replace(&order));
    one!(sent, "ConditionExpression", shop.replace(&order).when(Order::TOTAL.eq(7_u64)));
    one!(sent, "UpdateExpression", shop.update(ann(1)).add(Order::TOTAL, 1));
    one!(sent, "UpdateExpression", shop.update(ann(1)).add(Order::TOTAL, 1).when(Order::TOTAL.eq(7_u64)));
    one!(sent, "ALL_NEW", shop.update(ann(1)).add(Order::TOTAL, 1).returning());
    one!(sent, "UpdateExpression", shop.upsert(Customer::key(secret("bob"))).set(Customer::NAME, "b"));
    one!(
        sent,
        "UpdateExpression",
        shop.upsert(Customer::key(secret("bob"))).set(Customer::NAME, "b").when(Customer::NAME.eq("c"))
    );
    one!(sent, "ORDER#0000000009", shop.delete(ann(9)));
    one!(sent, "ConditionExpression", shop.delete(ann(9)).when(Order::TOTAL.eq(7_u64)));
    one!(sent, "UpdateExpression", shop.increment(home(), 2).in_shard(0));
    all!(sent, "CLICKS#", shop.total(home()));
    all!(sent, "CLICKS#", shop.total(home()).consistent().partial());
    all!(sent, "VISIT#", Visit::find(secret("home"), 1_u32).send(&shop));
}

#[tokio::test]
async fn params_match_requests_for_many_items() {
    let (_local, shop, sent) = listening().await;
    let orders: Vec<_> = (0..30).map(order).collect();
    let mixed = || ([ann(1)], [Customer::key(secret("ann"))]);
    all!(sent, "PutRequest", shop.batch_put(&orders));
    all!(sent, "DeleteRequest", shop.batch_delete((0..30).map(ann)));
    all!(sent, "DeleteRequest", shop.batch().put(&orders[0]).delete(ann(7)));
    all!(sent, "Keys", shop.batch_get((0..130).map(ann)));
    all!(sent, "Keys", shop.batch_get((0..130).map(ann)).partial());
    all!(sent, "ProjectionExpression", shop.batch_get([ann(1)]).project::<OrderTotal>());
    all!(sent, "Keys", shop.batch_get_mixed(mixed()));
    all!(sent, "Keys", shop.batch_get_mixed(mixed()).consistent().partial());
    let update = || ItemUpdate::new(ann(2)).add(Order::TOTAL, 1);
    one!(sent, "token-1", shop.transaction().token("token-1").put(&orders[0]).update(update()).check_absent(ann(99)));
    one!(sent, "TransactItems", shop.transaction_get([ann(1), ann(2)]));
}

#[tokio::test]
async fn params_match_requests_for_queries() {
    let (_local, shop, sent) = listening().await;
    let (bob, home) = (|| Order::by_clerk(secret("bob")), || Visit::query(secret("home")));
    all!(sent, "KeyConditionExpression", Order::query(secret("ann")).limit(2).send(&shop));
    all!(sent, "VISIT#", home().consistent().send(&shop));
    all!(sent, "VISIT#", home().limit(9).send(&shop).partial());
    all!(sent, "VISIT#", home().count(&shop));
    all!(sent, "GSI1", bob().located().send(&shop));
    all!(sent, "ProjectionExpression", bob().project::<OrderTotal>().send(&shop));
    all!(sent, "GSI2", Order::by_region("north").keys().send(&shop));
    all!(sent, "GSI2", Order::by_region("north").hydrate().send(&shop));
    all!(sent, "CUSTOMER#", AccountItem::account(secret("ann")).send(&shop));
    all!(sent, "CUSTOMER#", Account::whole(secret("ann")).send(&shop));
    all!(sent, "CUSTOMER#", Account::whole(secret("ann")).send(&shop).with_stats());
    assert!(home().scan_limit(3).count(&shop).params().is_err(), "as awaiting it");
}

#[tokio::test]
async fn params_match_requests_for_scans_and_tables() {
    let (_local, shop, sent) = listening().await;
    all!(sent, "TotalSegments", shop.scan::<Order>().segments(3));
    all!(sent, "TotalSegments", shop.scan::<Order>().segments(3).partial());
    all!(sent, "GSI1", shop.scan::<Order>().index("GSI1").count());
    all!(sent, "TotalSegments", shop.scan_items());
    one!(sent, "KeySchema", shop.create_table());

    let ensured = shop.ensure_table();
    assert_eq!(ensured.params().unwrap().table_name(), Some("shop"));
    assert_eq!(ensured.into_sdk().as_input().get_table_name().as_deref(), Some("shop"));
    let opened = Shop::open_verified(shop.client().clone(), "shop");
    assert_eq!(opened.params().unwrap().table_name(), Some("shop"));
    opened.into_sdk().send().await.unwrap();
}

/// Their writes depend on their reads, so they print only the reads.
#[tokio::test]
async fn params_show_the_reads_of_multi_step_calls() {
    let (_local, shop, sent) = listening().await;
    let printed = shop.update_each(|order: Order| Some(order)).segments(2).params().unwrap();
    assert_eq!(shop.update_each(|order: Order| Some(order)).segments(2).await.unwrap().failures, 0);
    let scans = sent.take().into_iter().filter(|body| body.get("TotalSegments").is_some()).count();
    assert_eq!((printed.len(), scans), (2, 2));
    let moved = || shop.move_to(ann(1), |order| order.id = 77);
    let printed = moved().params().unwrap();
    moved().await.unwrap();
    let first = &sent.take()[0];
    assert_eq!((printed.consistent_read(), first["ConsistentRead"].as_bool()), (Some(true), Some(true)));
    let key = printed.key().unwrap()["SK"].as_s().unwrap();
    assert_eq!((key.as_str(), first["Key"]["SK"]["S"].as_str()), ("ORDER#0000000001", Some("ORDER#0000000001")));
}
