//! The segments that a run owns.

use std::ops::Range;

use futures_util::{StreamExt as _, TryStreamExt as _};
use keywright::{
    Error, ErrorKind,
    client::{Checkpoint, ScanCount, SweepReport},
};
use keywright_behaviour_tests::Parcel;
use keywright_local::Local;

use super::support::{filled, ids};

/// Parts of 16 segments with different sizes.
const PARTS: [Range<usize>; 4] = [0..1, 1..8, 8..15, 15..16];

#[tokio::test]
async fn owned_segments_together_contain_each_item_once() {
    let local = Local::start();
    let depot = filled(&local, 300).await;
    let (mut parcels, mut counts, mut reports) = (Vec::new(), Vec::new(), Vec::new());
    for part in PARTS {
        let scan = || depot.scan::<Parcel>().segments(16).own(part.clone());
        assert_eq!(scan().params().unwrap().len(), part.len());
        let page = scan().await.unwrap();
        assert_eq!((page.stats.segments, page.checkpoint), (16, None));
        counts.push(scan().count().await.unwrap());
        assert_eq!(counts.last().unwrap().items, page.items.len() as u64);
        parcels.extend(page.items);
        reports.push(depot.update_each(|parcel: Parcel| parcel.counted("a")).segments(16).own(part).await.unwrap());
    }
    assert_eq!(ids(&parcels), (0..300).collect::<Vec<_>>());
    let whole = depot.scan::<Parcel>().segments(16).count().await.unwrap();
    let sum: ScanCount = counts.into_iter().sum();
    assert_eq!((sum.items, sum.stats.segments, sum.stats.items_read), (300, 16, whole.stats.items_read));
    assert_eq!((sum.stats.requests, sum.stats.rcu), (whole.stats.requests, whole.stats.rcu));
    let sum: SweepReport = reports.into_iter().sum();
    assert_eq!((sum.scanned, sum.written, sum.unfinished_segments), (300, 300, 0));
    assert!(depot.scan::<Parcel>().await.unwrap().items.iter().all(|parcel| parcel.changes == 1));
}

#[tokio::test]
async fn scan_of_owned_segments_resumes_where_it_stopped() {
    let local = Local::start();
    let depot = filled(&local, 120).await;
    for taken in [0, 1, 7, 40] {
        let mut parcels = Vec::new();
        for part in PARTS {
            let mut stream = depot.scan::<Parcel>().segments(16).own(part.clone()).items_per_request(3).stream();
            let taken: Vec<Parcel> = stream.by_ref().take(taken).try_collect().await.unwrap();
            parcels.extend(taken);
            let saved = stream.checkpoint().unwrap().to_string();
            assert_eq!(saved.starts_with("scan2."), part.len() < 16);
            let saved: Checkpoint = saved.parse().unwrap();
            assert_eq!((saved.segments(), saved.total_segments()), (part, 16));
            let rest = depot.scan::<Parcel>().resume(saved).stream();
            parcels.extend(rest.try_collect::<Vec<_>>().await.unwrap());
        }
        assert_eq!(ids(&parcels), (0..120).collect::<Vec<_>>(), "{taken}");
    }
}

#[tokio::test]
async fn only_the_reports_of_all_segments_together_are_settled() {
    let local = Local::start();
    let depot = filled(&local, 60).await;
    let mut reports = Vec::new();
    for part in PARTS {
        let report = depot.rekey::<Parcel>().segments(16).own(part).dry_run().await.unwrap();
        assert!(!report.is_settled() && report.unchanged == report.matched);
        reports.push(report);
    }
    let last = reports.pop().unwrap();
    let mut sum: SweepReport = reports.into_iter().sum();
    assert!(!sum.is_settled());
    sum += last;
    assert!(sum.is_settled());
    assert_eq!((sum.unchanged, sum.owned_segments, sum.total_segments), (60, 16, 16));
    assert!(!SweepReport::default().is_settled(), "no segment was read");
}

/// A run in one process that several processes resume.
#[tokio::test]
async fn checkpoint_of_all_segments_is_continued_in_parts() {
    let local = Local::start();
    let depot = filled(&local, 120).await;
    let mut stream = depot.scan::<Parcel>().segments(16).items_per_request(2).stream();
    let mut parcels: Vec<Parcel> = stream.by_ref().take(50).try_collect().await.unwrap();
    let saved = stream.checkpoint().unwrap();
    for part in PARTS {
        let page = depot.scan::<Parcel>().own(part.clone()).resume(saved.clone()).await.unwrap();
        parcels.extend(page.items);
        assert_eq!(saved.part(part.clone()).unwrap().segments(), part);
    }
    assert_eq!(ids(&parcels), (0..120).collect::<Vec<_>>());
}

#[tokio::test]
async fn ranges_outside_of_the_segments_are_refused_before_a_request() {
    // No request of the scan is in flight when the operations are cleared.
    let local = Local::builder().answer_inline().start();
    let depot = filled(&local, 20).await;
    let saved = depot.scan::<Parcel>().segments(16).own(4..8).limit(1).await.unwrap().checkpoint.unwrap();
    assert_eq!((saved.part(4..9), saved.part(3..5), saved.part(5..5)), (None, None, None));
    local.clear_operations();
    let scan = || depot.scan::<Parcel>();
    let sweep = || depot.delete_each(|_: &Parcel| true);
    #[allow(clippy::reversed_empty_ranges)]
    let backward = 3..1;
    let refusals: [(Error, &str); 8] = [
        (scan().segments(16).own(8..17).await.unwrap_err(), "not within the 16 segments"),
        (scan().own(0..4).await.unwrap_err(), "not within the 1 segments"),
        (scan().segments(16).own(4..4).await.unwrap_err(), "empty range"),
        (scan().segments(16).own(backward).await.unwrap_err(), "empty range"),
        (scan().own(0..8).resume(saved.clone()).await.unwrap_err(), "segments 4..8 of the checkpoint"),
        (scan().segments(8).resume(saved.clone()).await.unwrap_err(), "has 16 segments, not 8"),
        (sweep().segments(16).own(16..20).await.unwrap_err(), "not within the 16 segments"),
        (sweep().segments(5_000).await.unwrap_err(), "a run owns 1 to 1000 segments, not 5000"),
    ];
    for (error, words) in refusals {
        assert_eq!(error.kind(), ErrorKind::InvalidArgument);
        assert!(error.to_string().contains(words), "{error}");
    }
    assert_eq!(sweep().resume(saved).await.unwrap_err().kind(), ErrorKind::CursorForeign);
    assert!(local.operations().is_empty());
    assert_eq!(sweep().segments(5_000).own(4_000..5_000).params().unwrap().len(), 1_000);
}
