//! The costs of calls, as counted by a meter.

use futures_util::TryStreamExt as _;
use keywright::{ErrorKind, client::Meter};
use keywright_local::{Failure, Faults, Rule};

use super::design::*;

#[tokio::test]
async fn table_and_indexes_are_metered_separately() {
    let (_local, shop) = shop().await;
    let meter = Meter::new();
    let metered = shop.metered(&meter);
    metered.put(&order(9)).await.unwrap();
    let put = meter.consumed();
    assert_eq!((put.requests, put.table.write, put.table.read), (1, 1.0, 0.0));
    assert_eq!((put.indexes["GSI1"].write, put.indexes["GSI2"].write), (1.0, 1.0));
    assert_eq!((put.write_units(), put.read_units()), (3.0, 0.0));

    metered.get(ann(9)).consistent().await.unwrap();
    let both = meter.consumed();
    assert_eq!((both.requests, both.table.read, both.table.write), (2, 1.0, 1.0));
    let page = Order::by_clerk(secret("bob")).send(&metered).await.unwrap();
    let all = meter.consumed();
    assert_eq!((all.requests, all.table.read), (3, 1.0), "an index reads nothing of the table");
    assert_eq!(all.indexes["GSI1"].read, page.stats.rcu);
    assert!(page.stats.rcu > 0.0);
}

#[tokio::test]
async fn every_request_of_a_call_counts() {
    let (local, shop) = shop().await;
    let requests = |meter: &Meter| (meter.consumed().requests, local.operations().len() as u64);
    let orders: Vec<_> = (10..70).map(order).collect();

    let meter = Meter::new();
    assert_eq!(shop.metered(&meter).batch_put(&orders).await.unwrap().written, 60);
    assert_eq!((requests(&meter), meter.consumed().table.write), ((3, 3), 60.0));
    local.clear_operations();

    let meter = Meter::new();
    let page = Visit::query(secret("home")).send(&shop.metered(&meter)).await.unwrap();
    assert_eq!((requests(&meter), meter.consumed().read_units()), ((3, 3), page.stats.rcu));
    local.clear_operations();

    let meter = Meter::new();
    let mut stream = Order::query(secret("ann")).items_per_request(20).stream(&shop.metered(&meter));
    while stream.try_next().await.unwrap().is_some() {}
    let (metered, asked) = requests(&meter);
    assert!(metered == asked && metered > 2, "{metered} {asked}");
    assert_eq!(meter.consumed().read_units(), stream.stats().rcu);
    local.clear_operations();

    let meter = Meter::new();
    let metered = shop.metered(&meter);
    metered.transaction().put(&orders[0]).check_exists(ann(11)).await.unwrap();
    let consumed = meter.consumed();
    assert_eq!((consumed.requests, consumed.table.read), (1, 0.0));
    assert!(consumed.table.write >= 4.0, "twice as much, and the check too: {consumed:?}");
    metered.transaction_get([ann(10), ann(11)]).await.unwrap();
    let read = meter.consumed().table.read;
    assert!(read >= 4.0, "{read}");
    local.clear_operations();

    let meter = Meter::new();
    let report = shop.metered(&meter).delete_each(|order: &Order| order.id >= 10).await.unwrap();
    assert_eq!((report.written, meter.consumed().requests), (60, local.operations().len() as u64));
    assert_eq!(meter.consumed().read_units(), report.rcu);
    assert_eq!(meter.consumed().write_units(), 180.0);
}

#[tokio::test]
async fn meter_counts_only_calls_of_its_handle() {
    let (_local, shop) = shop().await;
    let (first, second) = (Meter::new(), Meter::new());
    let one = shop.metered(&first);
    let both = one.metered(&second.clone());
    shop.get(ann(1)).await.unwrap();
    assert_eq!((first.consumed(), second.consumed()), Default::default());
    one.get(ann(1)).await.unwrap();
    both.get(ann(1)).await.unwrap();
    both.clone().get(ann(1)).await.unwrap();
    assert_eq!((first.consumed().requests, second.consumed().requests), (3, 2));
    assert_eq!((first.consumed().read_units(), second.consumed().read_units()), (1.5, 1.0));
    // It continues with a handle that has other settings.
    both.max_in_flight(5).get(ann(1)).await.unwrap();
    assert_eq!((first.consumed().requests, second.consumed().requests), (4, 3));
}

#[tokio::test(start_paused = true)]
async fn failed_requests_are_counted() {
    let (local, shop) = shop().await;
    let meter = Meter::new();
    let metered = shop.metered(&meter);
    local.set_faults(Faults::seeded(1).rule(Rule::all().first(2).fail(Failure::Throttled(throttle()))));
    metered.get(ann(1)).await.unwrap();
    assert_eq!((meter.consumed().requests, meter.consumed().read_units()), (3, 0.5));
    assert_eq!(metered.create(&order(1)).await.unwrap_err().kind(), ErrorKind::AlreadyExists);
    assert_eq!((meter.consumed().requests, meter.consumed().write_units()), (4, 0.0));
}

#[tokio::test]
async fn metering_does_not_change_params() {
    let (_local, shop) = shop().await;
    let metered = shop.metered(&Meter::new());
    assert_eq!(metered.put(&order(1)).params().unwrap(), shop.put(&order(1)).params().unwrap());
    assert_eq!(metered.table_name(), "shop");
}
