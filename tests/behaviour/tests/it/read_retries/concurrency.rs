//! The number of reads in flight, which end when the caller is dropped.

use futures_util::future::join_all;
use keywright::ErrorKind;

use super::design::*;
use super::wire::Fate;

fn customers(count: usize) -> Vec<String> {
    (0..count).map(|number| number.to_string()).collect()
}

#[tokio::test(start_paused = true)]
async fn max_in_flight_limits_concurrent_reads() {
    let (wire, platform) = made_up(|_, number| {
        (millis(5), if number.is_multiple_of(7) { Fate::Refused(500, "Broken") } else { Fate::Empty })
    });
    let limited = platform.clone().max_in_flight(6);
    let clone = limited.clone();
    let customers = customers(200);
    let reads = customers.iter().enumerate().map(|(number, customer)| {
        let handle = if number.is_multiple_of(2) { &limited } else { &clone };
        handle.get(Order::key(customer, 7_u32)).into_future()
    });
    let answers = join_all(reads).await;
    assert!(answers.iter().filter(|answer| answer.is_ok()).count() > 190);
    assert_eq!(wire.most(), 6);
    join_all(customers.iter().map(|customer| platform.get(Order::key(customer, 7_u32)).into_future())).await;
    assert_eq!(wire.most(), 200, "another handle has no limit");
}

#[tokio::test(start_paused = true)]
async fn settings_that_block_all_reads_are_rejected() {
    let (wire, platform) = made_up(|_, _| (millis(5), Fate::Empty));
    let limited = platform.clone().max_in_flight(0);
    let error = limited.get(Order::key("ann", 7_u32)).await.unwrap_err();
    assert_eq!(error.kind(), ErrorKind::InvalidArgument);
    assert!(error.to_string().ends_with("nothing was sent; give 1 or more"), "{error}");
    let error = Call::find("1", "a").send(&limited).await.unwrap_err();
    assert_eq!(error.kind(), ErrorKind::InvalidArgument);
    for budget in [f64::NAN, -0.01, 1.5] {
        let error = platform.clone().hedge_reads(budget).get(Order::key("ann", 7_u32)).await.unwrap_err();
        assert_eq!(error.kind(), ErrorKind::InvalidArgument);
        assert!(error.to_string().contains("such as `hedge_reads(0.05)`"), "{error}");
    }
    assert_eq!(wire.requests(), 0);
    platform.max_in_flight(0).max_in_flight(1).get(Order::key("ann", 7_u32)).await.unwrap();
}

#[tokio::test(start_paused = true)]
async fn dropped_reads_are_cancelled_and_free_their_slots() {
    let (wire, platform) =
        made_up(|body, _| (millis(if body.contains("CUSTOMER#slow") { 60_000 } else { 5 }), Fate::Empty));
    let platform = platform.max_in_flight(4);
    let reads = join_all((0..10_u32).map(|id| platform.get(Order::key("slow", id)).into_future()));
    tokio::time::timeout(millis(50), reads).await.unwrap_err();
    assert_eq!((wire.requests(), wire.on_it()), (4, 0));
    let customers = customers(4);
    let start = tokio::time::Instant::now();
    join_all(customers.iter().map(|customer| platform.get(Order::key(customer, 7_u32)).into_future())).await;
    assert_eq!(start.elapsed(), millis(5));
}
