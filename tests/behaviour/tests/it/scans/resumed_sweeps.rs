//! Updates and deletes that are interrupted and resumed.

use std::sync::Mutex;

use keywright::{ErrorKind, client::Checkpoint};
use keywright_local::{Failure, Faults, Rule};

use super::design::{Order, checked_orders, closed, filled, ids, inline, requests};

/// The n-th write fails, for several n, and the run is resumed afterwards.
#[tokio::test(start_paused = true)]
async fn update_each_resumed_after_any_failure_writes_each_item_once() {
    for failing in (1..=60).step_by(7) {
        let local = inline();
        let platform = filled(&local, 60).await;
        let down = Failure::InternalServerError { carried_out: false };
        let (mut left, saved) = (failing, Mutex::new(None::<String>));
        let save = |reached: &Checkpoint| *saved.lock().unwrap() = Some(reached.to_string());
        let run = platform
            .update_each(|order: Order| {
                left -= 1;
                if left == 0 {
                    local.set_faults(Faults::seeded(1).rule(Rule::on(["UpdateItem"]).unwrap().fail(down.clone())));
                }
                closed(order)
            })
            .segments(3)
            .checkpoint(|reached, _| save(reached));
        let error = run.await.unwrap_err();
        assert_eq!(error.kind(), ErrorKind::Service, "{error}");
        local.clear_faults();
        let done = checked_orders(&platform).await.iter().filter(|order| order.state == "closed").count();
        assert!(done < 60);
        let saved: Checkpoint = saved.into_inner().unwrap().unwrap().parse().unwrap();
        local.clear_operations();
        let report = platform.update_each(closed).resume(saved).await.unwrap();
        assert_eq!(report.written as usize, 60 - done, "after {failing}");
        assert_eq!(requests(&local, "UpdateItem"), 60 - done);
        let orders = checked_orders(&platform).await;
        assert!(orders.iter().all(|order| order.state == "closed"));
        assert_eq!(ids(&orders), (0..60).collect::<Vec<_>>());
    }
}

#[tokio::test(start_paused = true)]
async fn resumed_delete_each_does_not_reread_before_the_checkpoint() {
    let local = inline();
    let platform = filled(&local, 250).await;
    let mut saved = None;
    let mut judged = 0;
    let down = Failure::InternalServerError { carried_out: false };
    let run = platform
        .delete_each(|_: &Order| {
            judged += 1;
            if judged == 150 {
                local.set_faults(Faults::seeded(1).rule(Rule::on(["DeleteItem"]).unwrap().fail(down.clone())));
            }
            true
        })
        .write_units_per_second(100_000)
        .checkpoint(|reached, so_far| saved = Some((reached.clone(), so_far.scanned)));
    assert_eq!(run.await.unwrap_err().kind(), ErrorKind::Service);
    local.clear_faults();
    let (reached, _) = saved.unwrap();
    let left = checked_orders(&platform).await.len() as u64;
    let report = platform.delete_each(|_: &Order| true).resume(reached).await.unwrap();
    assert_eq!((report.matched, report.written), (left, left));
    assert!(report.scanned < 500, "{report:?}");
    assert_eq!(platform.scan::<Order>().count().await.unwrap().items, 0);
}

#[tokio::test]
async fn checkpoint_of_another_kind_of_run_is_foreign() {
    let local = inline();
    let platform = filled(&local, 5).await;
    let mut saved = None;
    let run = platform.update_each(closed).segments(2).checkpoint(|reached, _| saved = Some(reached.clone()));
    assert_eq!(run.await.unwrap().written, 5);
    let saved = saved.unwrap();
    assert!(saved.is_complete());
    local.clear_operations();
    let error = platform.delete_each(|_: &Order| true).resume(saved.clone()).await.unwrap_err();
    assert_eq!(error.kind(), ErrorKind::CursorForeign, "{error}");
    let error = platform.scan::<Order>().resume(saved.clone()).await.unwrap_err();
    assert_eq!(error.kind(), ErrorKind::CursorForeign, "{error}");
    let error = platform.update_each(closed).segments(3).resume(saved.clone()).await.unwrap_err();
    assert_eq!(error.kind(), ErrorKind::InvalidArgument, "{error}");
    assert_eq!(platform.update_each(closed).resume(saved).await.unwrap().scanned, 0);
    assert_eq!(local.requests(), 0);
}
