//! Several processes of one table, each with its own handle and monitor.

use keywright::{
    Handle, Table,
    monitor::{Monitor, Snapshot},
};
use keywright_local::Local;

use super::design::{Order, Platform, Status, is_near, order, platform, sleep};

async fn processes(monitors: &[Monitor]) -> (Local, Vec<Handle<Platform>>) {
    let (local, first) = platform(&Monitor::new()).await;
    let client = first.client().clone();
    let handles = monitors.iter().map(|monitor| Platform::open(client.clone(), "platform").monitor(monitor));
    (local, handles.collect())
}

/// Puts 100 items of 9 WCU per second, by the processes in turn.
async fn put(handles: &[Handle<Platform>]) {
    for id in 0..120 {
        let tenant = if id % 10 < 9 { "acme".to_owned() } else { format!("t{id}") };
        let status = if id % 2 == 0 { Status::Open } else { Status::Paid };
        let process = &handles[id as usize / 2 % handles.len()];
        process.put(&order(&tenant, id, status, 8_500)).await.unwrap();
        sleep(10).await;
    }
}

#[tokio::test(start_paused = true)]
async fn merged_snapshots_are_evaluated_by_their_sum() {
    let monitors: Vec<_> = (0..4).map(|_| Monitor::new().share(0.8)).collect();
    let (_local, handles) = processes(&monitors).await;
    put(&handles).await;
    let sent: Vec<String> = monitors.iter().map(|monitor| serde_json::to_string(&monitor.counts()).unwrap()).collect();
    for text in &sent {
        let alone: Snapshot = serde_json::from_str(text).unwrap();
        assert!(alone.keys.iter().all(|key| key.rate < 300.0));
    }

    let mut fleet = Snapshot::default();
    for text in &sent {
        fleet.merge(serde_json::from_str(text).unwrap());
    }
    assert_eq!(fleet.processes, 4);
    let hot = Monitor::new().judge::<Platform>(&fleet);
    let [acme] = &hot[..] else { panic!("{hot:?}") };
    assert_eq!((acme.index, acme.entity, acme.key.as_str()), (None, "Order", "TENANT#acme"));
    assert_eq!((acme.counted, acme.processes, acme.error), (4, Some(4), 0.0));
    assert!(is_near(acme.rate, 810.0) && is_near(acme.share, 0.9), "{acme}");
    assert_eq!(acme.fleet_rate(), Some(acme.rate));
    assert_eq!(acme.shards, Some(keywright::physics::shards::shards_for(90, 9, 1e-6)));
    assert!(acme.advice.starts_with("it is one value of `tenant`"), "{acme}");
    assert!(!acme.to_string().contains("process"), "{acme}");

    // The other four of eight processes did not report.
    let of_eight = Monitor::new().processes(8).judge::<Platform>(&fleet);
    let acme = of_eight.iter().find(|hot| hot.key == "TENANT#acme").unwrap();
    assert_eq!((acme.counted, acme.processes, acme.fleet_rate()), (4, Some(8), Some(2.0 * acme.rate)));
    assert!(acme.shards.is_some() && acme.advice.starts_with("it is one value of `tenant`"), "{acme}");
    // Half of 900 WCU/s each, twice.
    assert_eq!(of_eight.iter().filter(|hot| hot.index == Some("GSI1")).count(), 2);
    assert!(Monitor::new().write_rate(900.0).judge::<Platform>(&fleet).is_empty());
}

#[tokio::test(start_paused = true)]
async fn snapshot_of_one_process_does_not_stand_for_the_fleet() {
    let monitor = Monitor::new();
    let (_local, handles) = processes(std::slice::from_ref(&monitor)).await;
    put(&handles).await;
    let of_one = monitor.judge::<Platform>(&monitor.counts());
    assert_eq!((of_one.len(), of_one[0].processes), (1, None));
    assert!(!of_one[0].advice.contains("nothing to do"), "{}", of_one[0]);
    assert!(of_one[0].to_string().contains("WCU/s in this process, 90 %"), "{}", of_one[0]);
    let known = monitor.processes(1);
    let count = Order::key("acme", 0_u32);
    Platform::open(handles[0].client().clone(), "platform").monitor(&known).delete(count).await.unwrap();
    assert!(known.snapshot()[0].advice.ends_with("nothing to do unless it grows"));
}
