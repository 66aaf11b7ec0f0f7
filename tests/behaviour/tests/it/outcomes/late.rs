//! Requests that arrive after later ones: why a refusal after a lost answer is not a proof.

use keywright::{ErrorKind, Outcome};
use keywright_local::Failure;

use super::design::*;

#[tokio::test(start_paused = true)]
async fn rejected_create_can_still_arrive_late() {
    let (local, shop) = shop().await;
    local.set_faults(first("PutItem", Failure::Late { after: 3 }));
    let (ours, theirs) = (event("ours"), event("theirs"));
    let (a, b) = between(&local, 1, async { shop.create(&ours).await }, async { shop.create(&theirs).await }).await;
    b.unwrap();
    assert_eq!(judged(&a.unwrap_err()), (ErrorKind::AlreadyExists, Outcome::Unknown));
    assert_eq!(local.late_requests(), 1);
    shop.delete(Event::key(1)).await.unwrap();
    assert_eq!(local.late_requests(), 0);
    assert_eq!(shop.get(Event::key(1)).await.unwrap().unwrap(), ours);
}

/// DynamoDB remembers a token for 10 minutes after the request with it is completed. It does not promise this for a
/// cancelled transaction, so the first attempt may be carried out when it arrives.
#[tokio::test(start_paused = true)]
async fn cancelled_transaction_can_still_arrive_late() {
    let (local, shop) = shop().await;
    local.set_faults(first("TransactWriteItems", Failure::Late { after: 4 }));
    let (ours, theirs) = (User { visits: 7, ..user(1, "ann@x") }, user(1, "ann@x"));
    let (a, b) = between(&local, 1, async { shop.create(&ours).await }, async { shop.create(&theirs).await }).await;
    b.unwrap();
    assert_eq!(judged(&a.unwrap_err()), (ErrorKind::AlreadyExists, Outcome::Unknown));
    shop.delete(User::key(1)).await.unwrap();
    assert_eq!(local.late_requests(), 0);
    assert_eq!(shop.get(User::key(1)).await.unwrap().unwrap(), ours);
    assert_exact(&shop).await;
}

#[tokio::test(start_paused = true)]
async fn transaction_that_arrives_twice_is_applied_once() {
    let (local, shop) = shop().await;
    shop.create(&user(1, "ann@x")).await.unwrap();
    local.set_faults(first("TransactWriteItems", Failure::Late { after: 1 }));
    shop.update(User::key(1)).set(User::MAIL, "ann@x").add(User::VISITS, 1).await.unwrap();
    assert_eq!(local.late_requests(), 0);
    assert_eq!(shop.get(User::key(1)).await.unwrap().unwrap().visits, 1);
}

#[tokio::test(start_paused = true)]
async fn late_versioned_write_is_rejected() {
    let (local, shop) = shop().await;
    shop.put(&stock(10, 0)).await.unwrap();
    local.set_faults(first("PutItem", Failure::Late { after: 2 }));
    assert_eq!(shop.replace(&stock(9, 1)).await.unwrap().version(), 2);
    assert_eq!(local.late_requests(), 1);
    assert_eq!(shop.replace(&stock(8, 2)).await.unwrap().version(), 3);
    assert_eq!(local.late_requests(), 0);
    assert_eq!(shop.get(Stock::key(1)).await.unwrap().unwrap(), stock(8, 3));
}
