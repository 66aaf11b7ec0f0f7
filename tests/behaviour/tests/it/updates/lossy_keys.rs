//! A key with only a part of a field: an update changes the requested item, and no other one.

use keywright::ErrorKind;

use super::design::*;

#[tokio::test]
async fn item_that_differs_in_the_lossy_field_is_not_updated() {
    let (local, shop) = shop().await;
    let visit = Visit { user: "ann".into(), at: at(100), page: "/".into(), clicks: 1 };
    shop.put(&visit).await.unwrap();
    local.clear_operations();
    shop.update(Visit::key("ann", at(100))).add(Visit::CLICKS, 1).await.unwrap();
    let error = shop.update(Visit::key("ann", at(200))).add(Visit::CLICKS, 1).await.unwrap_err();
    assert_eq!(error.kind(), ErrorKind::NotFound, "{error}");
    assert!(error.to_string().contains("`at`"), "{error}");
    assert_eq!(local.requests(), 2);
    assert_eq!(shop.get(Visit::key("ann", at(100))).await.unwrap(), Some(Visit { clicks: 2, ..visit }));
}
