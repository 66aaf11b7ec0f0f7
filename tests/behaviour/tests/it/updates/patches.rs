//! Updates with optional fields, as in a PATCH request.

use keywright::{ErrorKind, update::ItemUpdate};

use super::design::*;

#[tokio::test]
async fn set_some_leaves_absent_fields_unchanged() {
    let (local, shop) = shop().await;
    let (status, cents, note): (Option<Status>, Option<u64>, Option<Option<String>>) =
        (Some(Status::Paid), None, Some(None));
    let patch = shop.update(key()).set_some(Order::STATUS, status).set_some(Order::CENTS, cents);
    let patch = patch.set_some(Order::NOTE, note);
    assert!(!patch.is_empty());
    patch.await.unwrap();
    assert_eq!(local.requests(), 1);
    assert_eq!(consistent(&shop).await, Order { status: Status::Paid, note: None, ..order() });
}

#[tokio::test]
async fn empty_patch_is_rejected_before_sending() {
    let (local, shop) = shop().await;
    let patch = || shop.update(key()).set_some(Order::CENTS, None::<u64>);
    assert!(patch().is_empty());
    let error = patch().await.unwrap_err();
    assert_eq!(error.kind(), ErrorKind::InvalidArgument);
    assert!(error.to_string().contains("`is_empty()`"), "{error}");
    assert_eq!(local.requests(), 0);
    assert!(ItemUpdate::new(key()).is_empty());
}
