//! Time-outs of calls that wait: for a throttled key, for the account's limit, and for unprocessed items.

use std::time::Duration;

use aws_sdk_dynamodb::{Client, config::timeout::TimeoutConfig};
use futures_util::future::join_all;
use keywright::{Entity, Error, ErrorKind, Handle, Outcome, Table};
use keywright_local::{Failure, Faults, Latency, Local, Partitions, Rule, Throttle};
use serde::{Deserialize, Serialize};
use tokio::time::Instant;

#[derive(Table)]
#[entities(Doc)]
struct Library;

#[derive(Debug, Clone, PartialEq, Entity, Serialize, Deserialize)]
#[entity(table = Library)]
#[pk(template = "SHELF#<shelf>")]
#[sk(template = "<id>")]
struct Doc {
    shelf: u32,
    id: u32,
    text: String,
}

const TABLE: &str = "arn:aws:dynamodb:us-east-1:1:table/library";
const TIMEOUT: Duration = millis(500);

const fn millis(millis: u64) -> Duration {
    Duration::from_millis(millis)
}

fn doc(shelf: u32, id: u32, bytes: usize) -> Doc {
    Doc { shelf, id, text: "x".repeat(bytes) }
}

fn key_range(action: &str) -> Failure {
    let reason = format!("Table{action}KeyRangeThroughputExceeded");
    Failure::Throttled(Throttle::throttling().reason(reason, TABLE))
}

/// Creates the table on an engine that only the paused clock slows down.
async fn library(partitions: Option<Partitions>, timeout: Option<Duration>) -> (Local, Handle<Library>) {
    let builder = Local::builder().answer_inline();
    let local = match partitions {
        Some(partitions) => builder.partitions(partitions).start(),
        None => builder.start(),
    };
    Library::open(local.client(), "library").create_table().await.unwrap();
    let mut timeouts = TimeoutConfig::builder();
    timeouts.set_operation_timeout(timeout);
    let client = Client::from_conf(local.config().timeout_config(timeouts.build()).build());
    (local, Library::open(client, "library"))
}

fn faults(local: &Local, rules: impl IntoIterator<Item = Rule>) {
    local.set_faults(rules.into_iter().fold(Faults::seeded(7), Faults::rule));
    local.clear_operations();
}

fn slow(operation: &str) -> Rule {
    Rule::on([operation]).unwrap().latency(Latency::constant(millis(200)))
}

/// Awaits a call, which must end within the time-out.
async fn in_time<T>(call: impl IntoFuture<Output = T>) -> T {
    let start = Instant::now();
    let result = call.await;
    assert!(start.elapsed() <= TIMEOUT + millis(2), "{:?}", start.elapsed());
    result
}

fn assert_timed_out<T>(result: Result<T, Error>) {
    let error = result.err().expect("a failure");
    assert!(error.to_string().contains("timed out"), "{error}");
}

/// The longest total wait of a throttled read, from the guide.
const LONGEST: Duration = millis(16_400);

#[tokio::test(start_paused = true)]
async fn a_key_that_stays_throttled_fails_all_its_readers_in_time() {
    for timeout in [None, Some(TIMEOUT)] {
        let (local, library) = library(None, timeout).await;
        faults(
            &local,
            [Rule::on(["GetItem"])
                .unwrap()
                .lane("SHELF#1")
                .latency(Latency::constant(millis(4)))
                .fail(key_range("Read"))],
        );
        let start = Instant::now();
        let hot = join_all((0..1_000).map(|id| {
            let library = &library;
            async move { (library.get(Doc::key(1, id)).await, start.elapsed()) }
        }));
        let cold = async {
            let mut longest = Duration::ZERO;
            for id in 0..1_000 {
                let start = Instant::now();
                library.get(Doc::key(2, id)).await.unwrap();
                longest = longest.max(start.elapsed());
                tokio::time::sleep(millis(5)).await;
            }
            longest
        };
        let (hot, cold) = futures_util::future::join(hot, cold).await;
        assert_eq!(cold, Duration::ZERO, "no other key is slower");
        for (result, took) in hot {
            let error = result.unwrap_err();
            assert_eq!((error.kind(), error.outcome()), (ErrorKind::Throttled, Outcome::NotApplied), "{error}");
            assert_eq!(error.throttles().len(), 1, "{error:?}");
            assert!(took <= timeout.unwrap_or(LONGEST) + millis(10), "{took:?}");
        }
    }
}

/// Returns how many of 1,000 concurrent reads of a key were answered, of how many that it could serve, and when the
/// last one ended.
async fn served(bytes: usize, timeout: Option<Duration>) -> (f64, f64, Duration) {
    let partitions =
        Partitions::default().bucket_depth(millis(100)).saved_at_start(Duration::ZERO).split_share(f64::NAN);
    let (local, library) = library(Some(partitions), timeout).await;
    let item = doc(1, 1, bytes);
    loop {
        match library.put(&item).await {
            Ok(_) => break,
            Err(error) => assert_eq!(error.kind(), ErrorKind::Throttled),
        }
    }
    faults(&local, [Rule::on(["GetItem"]).unwrap().latency(Latency::constant(millis(4)))]);
    let start = Instant::now();
    let results = join_all((0..1_000).map(|_| async {
        let result = library.get(Doc::key(1, 1)).consistent().await;
        (result.map(drop), start.elapsed())
    }))
    .await;
    let last = results.iter().map(|(_, took)| *took).max().unwrap();
    let mut answered = 0.0;
    for (result, _) in results {
        match result {
            Ok(()) => answered += 1.0,
            Err(error) => assert_eq!((error.kind(), error.outcome()), (ErrorKind::Throttled, Outcome::NotApplied)),
        }
    }
    let per_second = 3_000.0 / (bytes as f64 / 4_096.0).ceil();
    let window = timeout.unwrap_or(LONGEST);
    (answered, f64::min(1_000.0, per_second * window.as_secs_f64()), last)
}

#[tokio::test(start_paused = true)]
async fn a_throttled_key_serves_its_readers_until_their_time_is_over() {
    for bytes in [390_000, 200_000, 40_000] {
        for timeout in [None, Some(millis(4_000)), Some(TIMEOUT)] {
            let (answered, possible, last) = served(bytes, timeout).await;
            println!("{bytes} bytes, {timeout:?}: {answered} of {possible}, the last after {last:?}");
            assert!(last <= timeout.unwrap_or(LONGEST) + millis(10), "{last:?}");
            assert!(answered >= 0.7 * possible, "{bytes} bytes, {timeout:?}: {answered} of {possible}");
        }
    }
}

#[tokio::test(start_paused = true)]
async fn writes_wait_for_the_account_within_their_timeout() {
    let (local, library) = library(None, Some(TIMEOUT)).await;
    let account = Failure::Throttled(Throttle::throttling().reason("TableWriteAccountLimitExceeded", TABLE));
    faults(&local, [Rule::on(["PutItem"]).unwrap().fail(account)]);
    for id in 0..60 {
        let error = in_time(library.put(&doc(1, id, 1))).await.unwrap_err();
        assert_eq!((error.kind(), error.outcome()), (ErrorKind::Throttled, Outcome::NotApplied), "{error}");
    }
    faults(&local, [Rule::on(["UpdateItem"]).unwrap().fail(key_range("Write"))]);
    let error = in_time(library.update(Doc::key(1, 1)).set(Doc::TEXT, "a")).await.unwrap_err();
    assert_eq!((error.kind(), error.outcome()), (ErrorKind::Throttled, Outcome::NotApplied), "{error}");
}

#[tokio::test(start_paused = true)]
async fn unprocessed_items_are_awaited_within_the_timeout() {
    // Each item takes what the key serves in 390 ms.
    let partitions = Partitions::default().bucket_depth(millis(1)).split_share(f64::NAN);
    let (local, library) = library(Some(partitions), Some(TIMEOUT)).await;
    let docs: Vec<_> = (0..25).map(|id| doc(1, id, 390_000)).collect();
    let report = in_time(library.batch_put(&docs)).await.unwrap();
    assert!((1..=3).contains(&report.written) && report.written + report.leftovers.len() == 25, "{}", report.written);
    for leftover in &report.leftovers {
        assert_eq!((leftover.reason.kind(), leftover.reason.outcome()), (ErrorKind::Throttled, Outcome::NotApplied));
    }
    let docs: Vec<_> = (0..25).map(|id| doc(id % 2 + 1, id, 1)).collect();
    faults(&local, [Rule::on(["BatchGetItem", "GetItem"]).unwrap().lane("SHELF#2").fail(key_range("Read"))]);
    let error = in_time(library.batch_get(docs.iter().map(|doc| Doc::key(doc.shelf, doc.id)))).await.unwrap_err();
    assert_eq!(error.kind(), ErrorKind::Throttled);
}

#[tokio::test(start_paused = true)]
async fn a_batch_ends_with_its_timeout_and_returns_every_leftover() {
    let (local, library) = library(None, Some(TIMEOUT)).await;
    faults(&local, [slow("BatchWriteItem")]);
    let docs: Vec<_> = (0..1_000).map(|id| doc(1, id, 1)).collect();
    let report = in_time(library.batch_put(&docs)).await.unwrap();
    assert_eq!((report.written, report.leftovers.len()), (200, 800));
    let in_flight = report.leftovers.iter().filter(|left| left.reason.outcome() == Outcome::Unknown).count();
    assert_eq!(in_flight, 100);
    for left in &report.leftovers {
        assert!(left.reason.to_string().contains("timed out"), "{}", left.reason);
    }
    faults(&local, []);
    let stored = Doc::query(1).count(&library).await.unwrap();
    assert!((200..=300).contains(&stored.items), "{stored}");
}

#[tokio::test(start_paused = true)]
async fn calls_of_many_requests_end_with_their_timeout() {
    let (local, library) = library(None, Some(TIMEOUT)).await;
    for shelf in 1..=3 {
        let docs: Vec<_> = (0..30).map(|id| doc(shelf, id, 150_000)).collect();
        assert!(library.batch_put(&docs).await.unwrap().leftovers.is_empty());
    }
    faults(&local, [slow("Query"), slow("Scan"), slow("BatchGetItem"), slow("GetItem")]);
    assert_timed_out(in_time(Doc::query(1).count(&library)).await);
    assert_timed_out(in_time(Doc::query(1).limit(30).send(&library)).await);
    assert_timed_out(in_time(Doc::query(1).filter(Doc::TEXT.eq("y")).limit(1).send(&library)).await);
    assert_timed_out(in_time(library.batch_get((0..1_000).map(|id| Doc::key(9, id)))).await);
    assert_timed_out(in_time(library.scan::<Doc>().filter(Doc::TEXT.eq("y")).limit(1)).await);
}
