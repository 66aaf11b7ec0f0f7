//! The consumption of transactions by key, as counted by a monitor.

use keywright::{
    Handle,
    monitor::{Capacity, Monitor},
};

use super::answers::*;
use super::design::*;

/// Returns the units within the window, and how many of them were refused.
fn units(monitor: &Monitor, index: Option<&str>, key: &str) -> (f64, f64) {
    let is_it =
        |hot: &keywright::monitor::HotKey| hot.index == index && hot.key == key && hot.capacity == Capacity::Write;
    monitor.snapshot().into_iter().find(is_it).map_or((0.0, 0.0), |hot| (hot.units, hot.units * hot.refused / hot.rate))
}

fn large(id: u32) -> Order {
    Order { note: "x".repeat(2_900), ..order(id) }
}

fn watched(shop: Handle<Shop>) -> (Handle<Shop>, Monitor) {
    let monitor = Monitor::new();
    (shop.monitor(&monitor), monitor)
}

#[tokio::test(start_paused = true)]
async fn transactional_writes_count_twice_for_keys_and_once_for_indexes() {
    let (_local, shop) = shop().await;
    let (shop, monitor) = watched(shop);
    let item = large(1);
    shop.transaction().put(&item).delete(Cart::key("bob")).check_absent(Stock::key("pen")).await.unwrap();
    assert_eq!(units(&monitor, None, "CUSTOMER#ann"), (6.0, 0.0), "3 KB");
    assert_eq!((units(&monitor, None, "CUSTOMER#bob"), units(&monitor, None, "STOCK#pen")), ((2.0, 0.0), (2.0, 0.0)));
    assert_eq!(units(&monitor, Some("GSI1"), "STATUS#open#ann"), (3.0, 0.0));
}

#[tokio::test(start_paused = true)]
async fn failed_condition_costs_the_existing_item() {
    let (_local, shop) = shop().await;
    shop.put(&large(1)).await.unwrap();
    let (shop, monitor) = watched(shop);
    shop.transaction().create(&order(1)).delete(Cart::key("bob")).await.unwrap_err();
    assert_eq!(units(&monitor, None, "CUSTOMER#ann"), (3.0, 0.0));
}

#[tokio::test(start_paused = true)]
async fn throttled_action_counts_for_its_key() {
    let (_local, shop, _) = shop_with(vec![cancelled(&["None", "ThrottlingError"])], 1).await;
    let (shop, monitor) = watched(shop);
    shop.transaction().put(&large(1)).delete(Cart::key("bob")).await.unwrap_err();
    assert_eq!(units(&monitor, None, "CUSTOMER#ann"), (0.0, 0.0));
    let (all, refused) = units(&monitor, None, "CUSTOMER#bob");
    assert!(all >= 1.0 && refused == all, "{all} {refused}");
}
