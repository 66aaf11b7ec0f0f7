//! Reads with made-up answers, on a paused clock.

use std::sync::{
    Arc,
    atomic::{AtomicBool, AtomicUsize, Ordering},
};

use aws_sdk_dynamodb::{
    config::{self, BehaviorVersion, Config, http::HttpResponse, retry::RetryConfig, timeout::TimeoutConfig},
    error::ErrorMetadata,
    operation::get_item::GetItemError,
};
use futures_util::{FutureExt as _, future::join_all};
use tokio::time::sleep;

use super::*;
use crate::{ErrorKind, client::transport::overrides::Overrides};

type Answer = Result<u32, SdkError<GetItemError>>;

fn reads(settings: Settings) -> Reads {
    reads_of(Config::builder(), settings)
}

fn reads_of(config: config::Builder, settings: Settings) -> Reads {
    let client = Client::from_conf(config.behavior_version(BehaviorVersion::latest()).build());
    let retries = Retries::of(&client, Overrides::default());
    Reads::new(client, retries, settings, None)
}

fn key(text: &str) -> KeyScalar {
    KeyScalar::S(text.into())
}

fn failed(status: u16, code: &str) -> SdkError<GetItemError> {
    let error = GetItemError::generic(ErrorMetadata::builder().code(code).message("made up").build());
    SdkError::service_error(error, HttpResponse::new(status.try_into().unwrap(), "".into()))
}

fn throttled() -> SdkError<GetItemError> {
    failed(400, "ProvisionedThroughputExceededException")
}

fn broken() -> SdkError<GetItemError> {
    failed(500, "InternalServerError")
}

/// Answers each request, numbered from 1, with the result of this function.
struct Service<A> {
    requests: AtomicUsize,
    on_the_wire: AtomicUsize,
    most: AtomicUsize,
    answer: A,
}

impl<A: Fn(usize) -> (u64, Answer)> Service<A> {
    fn new(answer: A) -> Self {
        Self { requests: 0.into(), on_the_wire: 0.into(), most: 0.into(), answer }
    }

    fn requests(&self) -> usize {
        self.requests.load(Ordering::SeqCst)
    }

    async fn answer(&self) -> Answer {
        let number = self.requests.fetch_add(1, Ordering::SeqCst) + 1;
        let _leaving = Leaving(&self.on_the_wire);
        self.most.fetch_max(self.on_the_wire.fetch_add(1, Ordering::SeqCst) + 1, Ordering::SeqCst);
        let (millis, answer) = (self.answer)(number);
        sleep(Duration::from_millis(millis)).await;
        answer
    }
}

struct Leaving<'a>(&'a AtomicUsize);

impl Drop for Leaving<'_> {
    fn drop(&mut self) {
        self.0.fetch_sub(1, Ordering::SeqCst);
    }
}

async fn get<A: Fn(usize) -> (u64, Answer)>(
    reads: &Reads,
    text: &str,
    sent: &RequestCounts,
    service: &Service<A>,
) -> Result<u32> {
    let partition = key(text);
    reads.send(&ReadKey::get(&partition), sent, |_| service.answer()).await
}

/// Reads that have learned a latency of 4 ms, with hedging.
async fn warm(budget: f64, max_in_flight: Option<usize>) -> Reads {
    let reads = reads(Settings { hedge_budget: Some(budget), max_in_flight, ..Settings::default() });
    let service = Service::new(|_| (4, Ok(0)));
    for _ in 0..300 {
        get(&reads, "warm", &RequestCounts::default(), &service).await.unwrap();
    }
    reads
}

#[tokio::test(start_paused = true)]
async fn a_throttled_key_is_retried_while_other_keys_proceed() {
    let reads = reads(Settings::default());
    let hot = Service::new(|number| (2, if number < 5 { Err(throttled()) } else { Ok(7) }));
    let cold = Service::new(|_| (2, Ok(1)));
    let (sent, others) = (RequestCounts::default(), RequestCounts::default());
    let cold_reads = async {
        for number in 0..100 {
            let start = Instant::now();
            get(&reads, &format!("cold{number}"), &others, &cold).await.unwrap();
            assert_eq!(start.elapsed().as_millis(), 2);
        }
    };
    let (answer, ()) = futures_util::future::join(get(&reads, "hot", &sent, &hot), cold_reads).await;
    assert_eq!(answer.unwrap(), 7);
    assert_eq!((sent.requests(), sent.throttles(), sent.hedges()), (5, 4, 0));
    assert_eq!((others.requests(), others.throttles()), (100, 0));
}

#[tokio::test(start_paused = true)]
async fn later_reads_of_a_hot_key_wait() {
    let reads = reads(Settings::default());
    let down = Service::new(|_| (1, Err(throttled())));
    let error = get(&reads, "hot", &RequestCounts::default(), &down).await.unwrap_err();
    assert_eq!((error.kind(), down.requests()), (ErrorKind::Throttled, 10));
    let up = Service::new(|_| (1, Ok(0)));
    let start = Instant::now();
    get(&reads, "hot", &RequestCounts::default(), &up).await.unwrap();
    assert!(start.elapsed() > Duration::from_millis(500), "{:?}", start.elapsed());
    let start = Instant::now();
    let partition = key("hot");
    let index = ReadKey::query(Some("GSI1"), &partition);
    reads.send(&index, &RequestCounts::default(), |_| up.answer()).await.unwrap();
    assert_eq!(start.elapsed().as_millis(), 1, "the index has partitions of its own");
}

#[tokio::test(start_paused = true)]
async fn transient_failures_are_retried_as_the_client_configures() {
    for (tries, config) in [
        (3, Config::builder()),
        (6, Config::builder().retry_config(RetryConfig::standard().with_max_attempts(6))),
        (1, Config::builder().retry_config(RetryConfig::disabled())),
    ] {
        let reads = reads_of(config, Settings::default());
        let service = Service::new(|_| (1, Err(broken())));
        let sent = RequestCounts::default();
        let start = Instant::now();
        let error = get(&reads, "a", &sent, &service).await.unwrap_err();
        assert_eq!((error.kind(), sent.requests(), service.requests()), (ErrorKind::Service, tries, tries));
        assert!(start.elapsed() < Duration::from_millis(25 * (1 << (tries - 1)) + 20), "{:?}", start.elapsed());
    }
}

#[tokio::test(start_paused = true)]
async fn disabled_retries_apply_to_throttles() {
    let reads = reads_of(Config::builder().retry_config(RetryConfig::disabled()), Settings::default());
    let service = Service::new(|_| (1, Err(throttled())));
    get(&reads, "a", &RequestCounts::default(), &service).await.unwrap_err();
    assert_eq!(service.requests(), 1);
}

#[tokio::test(start_paused = true)]
async fn permanent_failures_are_not_retried() {
    let reads = reads(Settings::default());
    let service = Service::new(|_| (1, Err(failed(400, "ResourceNotFoundException"))));
    let error = get(&reads, "a", &RequestCounts::default(), &service).await.unwrap_err();
    assert_eq!((error.kind(), service.requests()), (ErrorKind::TableNotFound, 1));
}

#[tokio::test(start_paused = true)]
async fn the_operation_timeout_includes_all_retries() {
    let timeouts = TimeoutConfig::builder().operation_timeout(Duration::from_millis(300)).build();
    let reads = reads_of(Config::builder().timeout_config(timeouts), Settings::default());
    let service = Service::new(|_| (100, Err(throttled())));
    let start = Instant::now();
    let error = get(&reads, "a", &RequestCounts::default(), &service).await.unwrap_err();
    assert_eq!(error.kind(), ErrorKind::Throttled);
    assert!(start.elapsed() <= Duration::from_millis(300), "{:?}", start.elapsed());
}

#[tokio::test(start_paused = true)]
async fn requests_in_flight_stay_within_the_limit() {
    let reads = reads(Settings { max_in_flight: Some(7), ..Settings::default() });
    let service = Service::new(|number| (3, if number % 5 == 0 { Err(broken()) } else { Ok(0) }));
    let sent = RequestCounts::default();
    let keys: Vec<String> = (0..200).map(|number| number.to_string()).collect();
    let answers = join_all(keys.iter().map(|key| get(&reads, key, &sent, &service))).await;
    assert!(answers.iter().filter(|answer| answer.is_ok()).count() > 190);
    assert_eq!(service.most.load(Ordering::SeqCst), 7);
    assert_eq!(sent.requests(), service.requests());
}

#[tokio::test(start_paused = true)]
async fn waiting_reads_hold_no_permit() {
    let reads = reads(Settings { max_in_flight: Some(1), ..Settings::default() });
    let hot = Service::new(|_| (1, Err(throttled())));
    let cold = Service::new(|_| (1, Ok(0)));
    let others = async {
        sleep(Duration::from_millis(10)).await;
        let start = Instant::now();
        for _ in 0..50 {
            get(&reads, "cold", &RequestCounts::default(), &cold).await.unwrap();
        }
        start.elapsed()
    };
    let (_, took) = futures_util::future::join(get(&reads, "hot", &RequestCounts::default(), &hot), others).await;
    assert!(took < Duration::from_millis(80), "{took:?}");
}

#[tokio::test(start_paused = true)]
async fn invalid_settings_fail_before_sending() {
    for settings in [
        Settings { max_in_flight: Some(0), ..Settings::default() },
        Settings { hedge_budget: Some(f64::NAN), ..Settings::default() },
        Settings { max_in_flight: Some(1), hedge_budget: Some(2.0), ..Settings::default() },
    ] {
        let service = Service::new(|_| (1, Ok(0)));
        let error = get(&reads(settings), "a", &RequestCounts::default(), &service).await.unwrap_err();
        assert_eq!((error.kind(), service.requests()), (ErrorKind::InvalidArgument, 0));
    }
}

#[tokio::test(start_paused = true)]
async fn a_late_read_is_hedged_and_the_first_success_wins() {
    let reads = warm(0.05, None).await;
    for (second, (took, answer)) in [(4, (9, 2)), (500, (100, 1))] {
        let service = Service::new(move |number| if number == 1 { (100, Ok(1)) } else { (second, Ok(2)) });
        let (sent, start) = (RequestCounts::default(), Instant::now());
        assert_eq!(get(&reads, "a", &sent, &service).await.unwrap(), answer);
        // The bound of late reads is 4.35 ms; the timer rounds to 5.
        assert_eq!((start.elapsed().as_millis(), sent.requests(), sent.hedges()), (took, 2, 1));
        assert_eq!(service.on_the_wire.load(Ordering::SeqCst), 0, "the loser is dropped");
    }
}

#[tokio::test(start_paused = true)]
async fn a_timely_read_is_not_hedged() {
    let reads = warm(0.05, None).await;
    let service = Service::new(|_| (3, Ok(1)));
    let sent = RequestCounts::default();
    get(&reads, "a", &sent, &service).await.unwrap();
    assert_eq!((sent.requests(), sent.hedges()), (1, 0));
}

#[tokio::test(start_paused = true)]
async fn if_one_copy_fails_the_other_is_awaited() {
    let reads = warm(0.05, None).await;
    for (failing, answer) in [(1, 2), (2, 1)] {
        let service = Service::new(move |number| match number {
            number if number == failing => (20, Err(broken())),
            number => (50, Ok(number as u32)),
        });
        let sent = RequestCounts::default();
        assert_eq!(get(&reads, "a", &sent, &service).await.unwrap(), answer);
        assert_eq!((sent.requests(), sent.hedges()), (2, 1));
    }
}

#[tokio::test(start_paused = true)]
async fn if_both_hedged_copies_fail_the_first_failure_is_returned() {
    let reads = warm(0.05, None).await;
    let service = Service::new(|number| match number {
        1 => (50, Err(broken())),
        _ => (20, Err(failed(400, "ValidationException"))),
    });
    let error = get(&reads, "a", &RequestCounts::default(), &service).await.unwrap_err();
    assert!(error.to_string().contains("ValidationException"), "{error}");
    assert_eq!(service.requests(), 2);
}

#[tokio::test(start_paused = true)]
async fn reads_are_not_hedged_within_a_second_of_a_throttle() {
    let reads = warm(0.05, None).await;
    let once = Service::new(|number| (1, if number == 1 { Err(throttled()) } else { Ok(0) }));
    get(&reads, "hot", &RequestCounts::default(), &once).await.unwrap();
    let slow = Service::new(|_| (100, Ok(0)));
    let sent = RequestCounts::default();
    get(&reads, "cold", &sent, &slow).await.unwrap();
    assert_eq!(sent.hedges(), 0);
    sleep(Reads::QUIET_PERIOD).await;
    get(&reads, "hot", &sent, &slow).await.unwrap();
    assert_eq!(sent.hedges(), 0, "the key still has its pace");
    get(&reads, "cold", &sent, &slow).await.unwrap();
    assert_eq!(sent.hedges(), 1);
}

#[tokio::test(start_paused = true)]
async fn a_hedge_needs_a_permit() {
    let reads = warm(0.05, Some(1)).await;
    let slow = Service::new(|_| (100, Ok(0)));
    let sent = RequestCounts::default();
    get(&reads, "a", &sent, &slow).await.unwrap();
    assert_eq!((sent.requests(), sent.hedges()), (1, 0));
}

#[tokio::test(start_paused = true)]
async fn the_budget_bounds_the_hedges() {
    let reads = warm(0.05, None).await;
    let slow = Service::new(|_| (100, Ok(0)));
    let sent = RequestCounts::default();
    for _ in 0..2_000 {
        get(&reads, "a", &sent, &slow).await.unwrap();
    }
    assert!(sent.hedges() as f64 <= 0.05 * 2_000.0 + Hedge::SAVED, "{}", sent.hedges());
    assert_eq!(sent.requests(), 2_000 + sent.hedges());
}

#[tokio::test(start_paused = true)]
async fn dropped_reads_release_their_permits_and_turns() {
    let reads = Arc::new(warm(0.05, Some(4)).await);
    let hangs = Service::new(|_| (1_000_000, Ok(0)));
    let sent = RequestCounts::default();
    {
        let keys: Vec<String> = (0..20).map(|number| number.to_string()).collect();
        let all = join_all(keys.iter().map(|key| get(&reads, key, &sent, &hangs)));
        assert!(tokio::time::timeout(Duration::from_secs(5), all).await.is_err());
    }
    assert_eq!((sent.requests(), hangs.on_the_wire.load(Ordering::SeqCst)), (4, 0));
    assert_eq!(reads.learned.permits.as_ref().unwrap().available_permits(), 4);
    let hot = Service::new(|_| (1, Err(throttled())));
    {
        let all = join_all((0..20).map(|_| get(&reads, "hot", &sent, &hot)));
        assert!(tokio::time::timeout(Duration::from_millis(200), all).await.is_err());
    }
    let service = Service::new(|_| (1, Ok(0)));
    let start = Instant::now();
    get(&reads, "hot", &sent, &service).await.unwrap();
    assert!(start.elapsed() <= Duration::from_millis(1_001), "{:?}", start.elapsed());
    assert_eq!(reads.learned.permits.as_ref().unwrap().available_permits(), 4);
}

#[tokio::test(start_paused = true)]
async fn handles_with_other_retries_share_paces_and_permits() {
    let reads = reads(Settings { max_in_flight: Some(4), ..Settings::default() });
    let config = config::Builder::new().retry_config(RetryConfig::standard().with_max_attempts(1));
    let overrides = Overrides { config: Some(config), ..Overrides::default() };
    let hasty = reads.with(Retries::of(reads.client(), overrides));
    let hot = Service::new(|_| (1, Err(throttled())));
    assert!(get(&hasty, "hot", &RequestCounts::default(), &hot).await.is_err());
    assert_eq!(hot.requests(), 1);
    assert!(!reads.learned.paces.is_empty(), "the key has a pace for both");
    let slow = Service::new(|_| (100, Ok(0)));
    let sent = RequestCounts::default();
    let both = (0..20).map(|number| get(if number % 2 == 0 { &reads } else { &hasty }, "cold", &sent, &slow));
    join_all(both).await;
    assert_eq!(slow.most.load(Ordering::SeqCst), 4, "the limit is that of both together");
}

#[tokio::test]
async fn read_futures_are_send() {
    fn is_send<T: Send>(future: T) -> T {
        future
    }
    let reads = reads(Settings::default());
    let is_done = AtomicBool::new(false);
    let partition = key("a");
    let sent = RequestCounts::default();
    let request = |_| {
        is_done.store(true, Ordering::SeqCst);
        async { Answer::Ok(1) }
    };
    assert!(is_send(reads.send(&ReadKey::get(&partition), &sent, request)).now_or_never().is_some());
    drop(is_send(reads.query(&ReadKey::query(None, &partition), &sent, Client::query)));
    assert!(is_done.load(Ordering::SeqCst));
}
