//! Values that no sentinel can have, and calls that cannot keep sentinels up to date.

use keywright::{ErrorKind, Outcome};

use super::design::*;

#[tokio::test]
async fn batches_reject_unique_entities_with_the_reason() {
    let (local, platform) = platform().await;
    let users = [user(1, "ann@x")];
    let puts = [
        platform.batch_put(&users).await.unwrap_err(),
        platform.batch().put(&users[0]).await.unwrap_err(),
        platform.batch_put(&users).params().unwrap_err(),
    ];
    for error in puts {
        assert_eq!(error.kind(), ErrorKind::InvalidArgument);
        let text =
            "`email` is unique, so a put is a transaction with a sentinel, which batches do not support; use `put`";
        assert!(error.to_string().ends_with(text), "{error}");
    }
    for error in
        [platform.batch_delete([key(1)]).await.unwrap_err(), platform.batch().delete(key(1)).await.unwrap_err()]
    {
        assert_eq!(error.kind(), ErrorKind::InvalidArgument);
        assert!(error.to_string().ends_with("which batches do not support; use `delete`"), "{error}");
    }
    assert_eq!(local.requests(), 0);
}

#[tokio::test]
async fn into_sdk_is_rejected_for_unique_entities() {
    let (_local, platform) = platform().await;
    let user = user(1, "ann@x");
    for error in [
        platform.put(&user).into_sdk().unwrap_err(),
        platform.create(&user).into_sdk().unwrap_err(),
        platform.replace(&user).into_sdk().unwrap_err(),
        platform.delete(key(1)).into_sdk().unwrap_err(),
    ] {
        assert_eq!(error.kind(), ErrorKind::InvalidArgument);
        assert!(error.to_string().contains("its writes are transactions with sentinels"), "{error}");
    }
    let params = platform.create(&user).params().unwrap();
    assert_eq!(params.item().unwrap()["mail"], s("ann@x"));
}

#[tokio::test]
async fn too_long_value_is_rejected_by_name_before_writing() {
    let (local, platform) = platform().await;
    let longest = "a".repeat(2_048 - "%UNIQUE#User#mail#".len());
    platform.create(&user(1, &longest)).await.unwrap();
    local.clear_operations();
    let error = platform.create(&user(2, &format!("{longest}a"))).await.unwrap_err();
    assert_eq!((error.kind(), error.outcome()), (ErrorKind::KeyTooLong, Outcome::NotApplied));
    assert!(error.to_string().contains("the sentinel of unique field `email` has a key of 2049 bytes"), "{error}");
    assert_eq!(local.requests(), 0);
}

#[tokio::test]
async fn empty_string_is_a_unique_value() {
    let (_local, platform) = platform().await;
    platform.create(&user(1, "")).await.unwrap();
    assert_eq!(platform.create(&user(2, "")).await.unwrap_err().kind(), ErrorKind::NotUnique);
}
