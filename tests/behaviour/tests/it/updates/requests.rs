//! Requests as values, and their effect on a monitor.

use keywright::monitor::{Capacity, Monitor};
use keywright_local::Local;

use super::design::*;

#[tokio::test]
async fn params_and_into_sdk_return_the_request() {
    let (local, shop) = shop().await;
    let update = || shop.update(key()).set(Order::STATUS, Status::Paid).add(Order::CENTS, 1).remove(Order::NOTE);
    let params = update().params().unwrap();
    let words = params.update_expression().unwrap();
    assert!(words.starts_with("SET #c0 = :c0, #c1 = :c1, #c2 = :c2 REMOVE #c3 ADD #c4 :c3"), "{words}");
    let names = params.expression_attribute_names().unwrap();
    let names = ["#c0", "#c1", "#c2", "#c3", "#c4"].map(|placeholder| names[placeholder].as_str());
    assert_eq!(names, ["status", "GSI1PK", "GSI1SK", "note", "cents"]);
    let condition = params.condition_expression().unwrap();
    assert!(condition.starts_with("attribute_exists(#d0) AND (attribute_not_exists(#d1) OR #d1 = :d0)"), "{condition}");
    assert_eq!(local.requests(), 0);

    let conditional = update().when(Order::STARS.gt(3)).params().unwrap();
    assert!(conditional.condition_expression().unwrap().ends_with("AND (#u0 > :u0)"));
    update().into_sdk().unwrap().send().await.unwrap();
    assert_eq!(consistent(&shop).await.status, Status::Paid);
    update().when(Order::STARS.gt(3)).into_sdk().unwrap().send().await.unwrap_err();
}

#[tokio::test(start_paused = true)]
async fn monitor_counts_updates() {
    let (_local, shop) = shop_on(Local::builder().answer_inline()).await;
    let monitor = Monitor::new();
    let shop = shop.monitor(&monitor);
    for _ in 0..5 {
        shop.update(key()).add(Order::CENTS, 1).await.unwrap();
        let refused = shop.update(key()).set(Order::STATUS, Status::Open).when(Order::STARS.gt(3)).await.unwrap();
        assert!(!refused.is_applied());
    }
    let keys = monitor.snapshot();
    let of_table = keys.iter().find(|key| key.index.is_none() && key.capacity == Capacity::Write).unwrap();
    assert_eq!((of_table.key.as_str(), of_table.units), ("CUSTOMER#ann", 10.0));
}
