//! The memory that is freed when a monitor is dropped.

use keywright::{Entity, Handle, Table, monitor::Monitor};
use keywright_local::Local;
use peak_alloc::PeakAlloc;
use serde::{Deserialize, Serialize};

#[global_allocator]
static ALLOCATOR: PeakAlloc = PeakAlloc;

const LIMIT: usize = 100 * 1_024;

#[derive(Table)]
#[gsi(name = "GSI1", pk = "GSI1PK", sk = "GSI1SK", projection = "all")]
#[entities(Order)]
struct Platform;

#[derive(Debug, Clone, PartialEq, Entity, Serialize, Deserialize)]
#[entity(table = Platform)]
#[pk(template = "TENANT#<tenant>")]
#[sk(template = "ORDER#<id>")]
#[gsi(index = "GSI1", query = by_label, pk = "LABEL#<label>", sk = "<id>")]
struct Order {
    tenant: String,
    id: u32,
    label: String,
}

async fn get(platform: &Handle<Platform>, tenant: String) {
    assert_eq!(platform.get(Order::key(tenant, 1_u32)).await.unwrap(), None);
}

/// Returns the bytes that only the monitor and its handle hold.
fn bytes_of(monitor: Monitor, platform: Handle<Platform>) -> usize {
    let before = ALLOCATOR.current_usage();
    drop((monitor, platform));
    before.saturating_sub(ALLOCATOR.current_usage())
}

/// A single test, so that no other test allocates.
#[tokio::test(start_paused = true)]
async fn monitor_memory_is_bounded() {
    let local = Local::builder().answer_inline().start();
    let plain = local.open::<Platform>("platform").await.unwrap();
    // The first request of each kind creates data that all handles of the table share.
    get(&plain, "warm".into()).await;
    plain.put(&Order { tenant: "warm".into(), id: 2, label: "warm".into() }).await.unwrap();

    let monitor = Monitor::new().share(0.01).repeat_after(std::time::Duration::ZERO);
    let watched = plain.clone().monitor(&monitor);
    let idle = bytes_of(monitor, watched);

    let monitor = Monitor::new().share(0.01).repeat_after(std::time::Duration::ZERO);
    let watched = plain.clone().monitor(&monitor);
    // Two half-windows of keys of maximum length: 120 that are heavy enough for a name, and 300 that are not.
    for half in 0..2 {
        for number in 0..660 {
            get(&watched, format!("{:02041}", if number < 360 { number % 120 } else { number })).await;
        }
        for id in 0..60_u32 {
            let order = Order { tenant: format!("{id:02041}"), id: 2 + half, label: format!("{:02042}", id % 7) };
            watched.put(&order).await.unwrap();
        }
        tokio::time::advance(std::time::Duration::from_millis(500)).await;
    }
    let named = monitor.snapshot();
    assert!(named.len() > 100 && named.iter().all(|hot| hot.key_bytes == 2_048), "{}", named.len());
    let longest = named.iter().map(|hot| hot.key.len()).max();
    drop(named);
    let full = bytes_of(monitor, watched);
    println!("{idle} bytes idle, {full} full, keys of {longest:?} bytes");
    assert!(idle <= LIMIT && full <= LIMIT, "{idle}, {full}");
}
