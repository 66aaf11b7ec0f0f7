//! A collection's reads count for the key of its first entity, also on an index.

use keywright::monitor::{Capacity, Monitor};
use keywright_local::Local;

use super::design::{CustomerItem, RegionItem, Shop, customer, order};

#[tokio::test(start_paused = true)]
async fn collection_reads_are_recorded_under_a_declared_entity() {
    // The clock does not advance, so everything is within the monitor's window.
    let local = Local::builder().answer_inline().start();
    let shop = local.open::<Shop>("shop").await.unwrap();
    shop.put(&customer("ann")).await.unwrap();
    shop.put(&order("ann", 1)).await.unwrap();
    let monitor = Monitor::new();
    let shop = shop.monitor(&monitor);
    for _ in 0..40 {
        CustomerItem::of_customer("ann").send(&shop).await.unwrap();
        RegionItem::of_region("north").send(&shop).await.unwrap();
    }
    let seen: Vec<_> = monitor.snapshot().into_iter().filter(|key| key.capacity == Capacity::Read).collect();
    for (index, key) in [(None, "CUSTOMER#ann"), (Some("GSI1"), "REGION#north")] {
        let found = seen.iter().find(|hot| hot.index == index && hot.key == key).unwrap();
        assert_eq!((found.entity, found.table.as_str()), ("Customer", "shop"));
        assert!(found.rate > 0.0, "{found}");
    }
}
