//! Many writers at once.

use std::time::Duration;

use futures_util::future::join_all;
use keywright::{ErrorKind, Outcome};
use keywright_local::{Failure, Faults, Latency, Local, Rule};

use super::design::*;

/// Returns lost responses, failures, and delays.
pub fn faults(seed: u64) -> Faults {
    let rule = |share| Rule::on(["TransactWriteItems", "GetItem"]).unwrap().probability(share).unwrap();
    Faults::seeded(seed)
        .rule(rule(0.5).latency(Latency::constant(Duration::from_millis(3))))
        .rule(rule(0.1).fail(Failure::Disconnected { carried_out: true }))
        .rule(rule(0.05).fail(Failure::InternalServerError { carried_out: false }))
}

async fn platform() -> (Local, keywright::Handle<Platform>) {
    let local = Local::builder().answer_inline().start();
    let platform = local.open::<Platform>("platform").await.unwrap();
    (local, platform)
}

#[tokio::test(start_paused = true)]
async fn at_most_one_of_50_creates_of_one_value_succeeds() {
    for seed in 0..4 {
        let (local, platform) = platform().await;
        if seed > 0 {
            local.set_faults(faults(seed));
        }
        let results = join_all((0..50).map(|id| {
            let platform = &platform;
            async move { platform.create(&user(id, "ann@x")).await }
        }))
        .await;
        local.clear_faults();
        let sentinels = sentinels(&platform).await;
        let won = results.iter().filter(|result| result.is_ok()).count();
        let open = results.iter().filter_map(|result| result.as_ref().err());
        let open = open.filter(|error| error.outcome() == Outcome::Unknown).count();
        assert!(won == 1 || (won == 0 && open > 0), "seed {seed}: {won} won, {open} open");
        assert_eq!(sentinels.len(), 1, "seed {seed}");
        assert_exact(&platform).await;
        if seed == 0 {
            let losers: Vec<_> = results.iter().filter_map(|result| result.as_ref().err()).collect();
            assert!(losers.iter().all(|error| error.kind() == ErrorKind::NotUnique), "{losers:?}");
        }
    }
}

#[tokio::test(start_paused = true)]
async fn concurrent_writes_of_one_item_leave_exact_sentinels() {
    for seed in 0..4 {
        let (local, platform) = platform().await;
        local.set_faults(faults(seed));
        join_all((0..12).map(|writer| {
            let platform = &platform;
            async move {
                let user = User {
                    nickname: (writer % 2 == 0).then(|| format!("n{writer}")),
                    ..user(1, &format!("{writer}@x"))
                };
                match writer % 4 {
                    3 => platform.delete(key(1)).await,
                    _ => platform.put(&user).await.map(drop),
                }
            }
        }))
        .await;
        local.clear_faults();
        assert_exact(&platform).await;
    }
}
