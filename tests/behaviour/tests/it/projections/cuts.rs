//! Answers that are cut off at 16 MB.

use super::design::*;

/// 60 items of 330 KB are almost 20 MB, so at least two answers.
#[tokio::test]
async fn keys_beyond_16_mb_are_requested_again() {
    let (local, shop) = shop().await;
    let large = |id| Order { notes: "n".repeat(330 * 1_024), ..order(id) };
    for ids in (1..=60).collect::<Vec<u32>>().chunks(25) {
        let orders: Vec<_> = ids.iter().copied().map(large).collect();
        assert!(shop.batch_put(&orders).await.unwrap().is_complete());
    }
    local.clear_operations();
    let keys = || (1..=60).map(|id| key(&order(id)));
    let got = shop.batch_get(keys()).await.unwrap();
    assert_eq!(got.into_iter().flatten().map(|order| order.id).collect::<Vec<_>>(), (1..=60).collect::<Vec<_>>());
    let requests = local.requests();
    assert!((2..=4).contains(&requests), "{requests} requests");
    local.clear_operations();
    let parts = shop.batch_get(keys()).project::<OrderTotal>().await.unwrap();
    assert_eq!(parts.into_iter().flatten().collect::<Vec<_>>(), (1..=60).map(total).collect::<Vec<_>>());
}
