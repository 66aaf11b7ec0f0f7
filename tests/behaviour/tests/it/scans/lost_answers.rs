//! Writes with lost responses.

use std::time::Duration;

use keywright::{ErrorKind, Outcome};
use keywright_local::{Failure, Faults, Rule, Throttle};

use super::design::{Note, Order, checked_orders, filled, inline, requests};

fn lost() -> Failure {
    Failure::InternalServerError { carried_out: true }
}

/// A change that must not be made twice: its result depends on the item, and it would add again.
fn counted(order: Order) -> Option<Order> {
    let times = order.state.strip_prefix("times").map_or(0, |times| times.parse::<u32>().unwrap());
    Some(Order { state: format!("times{}", times + 1), ..order })
}

#[tokio::test(start_paused = true)]
async fn update_with_a_lost_response_is_not_repeated() {
    let local = inline();
    let platform = filled(&local, 40).await;
    local.set_faults(Faults::seeded(5).rule(Rule::on(["UpdateItem"]).unwrap().every(3).unwrap().fail(lost())));
    let report = platform.update_each(counted).segments(2).await.unwrap();
    assert_eq!((report.written + report.in_doubt, report.changed_meanwhile, report.failures), (40, 0, 0));
    assert!(report.in_doubt > 0 && requests(&local, "UpdateItem") > 40, "{report:?}");
    local.clear_faults();
    assert!(checked_orders(&platform).await.iter().all(|order| order.state == "times1"));
}

#[tokio::test(start_paused = true)]
async fn update_that_did_not_arrive_is_retried() {
    let local = inline();
    let platform = filled(&local, 40).await;
    let cut = Failure::Disconnected { carried_out: false };
    local.set_faults(Faults::seeded(5).rule(Rule::on(["UpdateItem"]).unwrap().every(3).unwrap().fail(cut)));
    let report = platform.update_each(counted).await.unwrap();
    assert_eq!((report.written, report.failures), (40, 0));
    local.clear_faults();
    assert!(checked_orders(&platform).await.iter().all(|order| order.state == "times1"));
}

#[tokio::test(start_paused = true)]
async fn delete_with_a_lost_response_counts_once() {
    let local = inline();
    let platform = filled(&local, 40).await;
    local.set_faults(Faults::seeded(5).rule(Rule::on(["DeleteItem"]).unwrap().every(3).unwrap().fail(lost())));
    let report = platform.delete_each(|_: &Note| true).await.unwrap();
    assert_eq!((report.written + report.in_doubt, report.deleted_meanwhile, report.failures), (20, 0, 0));
    assert!(report.in_doubt > 0, "{report:?}");
    local.clear_faults();
    assert_eq!(platform.scan::<Note>().count().await.unwrap().items, 0);
}

#[tokio::test(start_paused = true)]
async fn persistently_lost_responses_end_the_run_as_unknown() {
    let local = inline();
    let platform = filled(&local, 20).await;
    local.set_faults(Faults::seeded(5).rule(Rule::on(["UpdateItem"]).unwrap().fail(lost())));
    let mut last = None;
    let run =
        platform.update_each(counted).checkpoint(|reached, so_far| last = Some((reached.clone(), so_far.written)));
    let error = run.await.unwrap_err();
    assert_eq!((error.kind(), error.outcome()), (ErrorKind::Service, Outcome::Unknown));
    assert!(error.key().is_some_and(|key| key.contains("ORDER#")), "{error}");
    let (reached, _) = last.unwrap();
    assert!(!reached.is_complete());
}

#[tokio::test(start_paused = true)]
async fn overtaken_update_with_a_lost_response_is_of_unknown_outcome() {
    let local = inline();
    let platform = filled(&local, 1).await;
    local.set_faults(Faults::seeded(5).rule(Rule::on(["UpdateItem"]).unwrap().first(1).fail(lost())));
    // The other writer comes in during the pause of up to 25 ms before the run sends the update again.
    let report = loop {
        let writer = async {
            tokio::time::sleep(Duration::from_millis(1)).await;
            platform.put(&Order { state: "theirs".into(), ..super::design::order(0) }).await.unwrap();
        };
        let (report, ()) = tokio::join!(platform.update_each(counted).into_future(), writer);
        let report = report.unwrap();
        if report.failures == 1 {
            break report;
        }
        // The pause was shorter than a millisecond.
        local.set_faults(Faults::seeded(5).rule(Rule::on(["UpdateItem"]).unwrap().first(1).fail(lost())));
    };
    let failed = &report.failed[0];
    assert_eq!(failed.error.outcome(), Outcome::Unknown);
    assert!(failed.error.to_string().contains("look at it"), "{}", failed.error);
    assert_eq!(checked_orders(&platform).await[0].state, "theirs", "it is not written over");
}

#[tokio::test(start_paused = true)]
async fn throttled_writes_are_retried_and_counted() {
    let local = inline();
    let platform = filled(&local, 20).await;
    let throttled = || Failure::Throttled(Throttle::provisioned_throughput_exceeded());
    local.set_faults(Faults::seeded(5).rule(Rule::on(["DeleteItem"]).unwrap().first(30).fail(throttled())));
    let report = platform.delete_each(|_: &Order| true).write_units_per_second(1_000_000).await.unwrap();
    // A rule counts separately for each of the seven partition keys.
    assert_eq!((report.written, report.throttles), (20, 7 * 30));
    local.set_faults(Faults::seeded(5).rule(Rule::on(["Scan"]).unwrap().fail(throttled())));
    let begun = tokio::time::Instant::now();
    let error = platform.delete_each(|_: &Order| true).await.unwrap_err();
    assert_eq!((error.kind(), error.segment()), (ErrorKind::Throttled, Some(0)));
    assert!(begun.elapsed() > Duration::from_secs(100), "{:?}", begun.elapsed());
}
