//! A part of a run that workers with limited time, such as Lambda functions, do in turn.

use std::time::Duration;

use keywright::{
    client::{FileCheckpoints, ScanCount, SweepReport},
    workers::{Work, Workers},
};
use keywright_behaviour_tests::Parcel;
use keywright_local::Local;

use super::support::filled;

#[tokio::test(start_paused = true)]
async fn shares_are_done_by_workers_of_limited_time() {
    let local = Local::builder().answer_inline().start();
    let depot = filled(&local, 900).await;
    let folder = std::env::temp_dir().join(format!("keywright-limited-{}", std::process::id()));
    let workers =
        Workers { segments: 3, shares: 2, at_once: 2, read_units_per_second: 200, write_units_per_second: 200 };
    let (mut calls, mut reports) = (0, Vec::new());
    for share in workers.shares().unwrap() {
        let mut work = Work::<SweepReport>::new(share);
        while !work.done {
            let passed: Work<SweepReport> = serde_json::from_str(&serde_json::to_string(&work).unwrap()).unwrap();
            let started = tokio::time::Instant::now();
            let run = depot.update_each(|parcel: Parcel| parcel.counted("a")).share(&passed.share);
            let run = run.checkpoint_store(FileCheckpoints::in_folder(&folder)).time_limit(Duration::from_secs(2));
            let report = run.await.unwrap();
            // At 100 write units per second, a page of 100 items takes a second, and each segment finishes its page.
            assert!(started.elapsed() < Duration::from_secs(6), "{:?}", started.elapsed());
            work = passed.with(report);
            calls += 1;
        }
        reports.push(work.report);
    }
    let sum: SweepReport = reports.into_iter().sum();
    assert_eq!((sum.scanned, sum.written, sum.skipped, sum.unfinished_segments), (900, 900, 0, 0));
    assert!(calls > 3, "{calls} calls");
    let scans = workers.shares().unwrap().into_iter().map(|share| depot.scan::<Parcel>().share(&share).count());
    let counts = futures_util::future::try_join_all(scans.map(IntoFuture::into_future)).await.unwrap();
    assert_eq!(counts.into_iter().sum::<ScanCount>().items, 900);
    std::fs::remove_dir_all(folder).unwrap();
}
