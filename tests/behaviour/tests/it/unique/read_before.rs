//! Transactions on previously read items with unique fields: `replace_item` and `delete_item`.

use keywright::{ErrorKind, client::CancellationReason};

use super::design::*;

#[tokio::test]
async fn replace_item_takes_new_and_releases_old_values() {
    let (_local, platform) = platform().await;
    let old = named(1, "acme", "ann");
    platform.create(&old).await.unwrap();
    let new = User { nickname: None, visits: 3, ..user(1, "new@x") };
    let report = platform.transaction().replace_item(&old, &new).create(&user(2, "1@x2")).await.unwrap();
    assert_eq!(report.actions(), 2);
    assert_eq!(platform.get(key(1)).await.unwrap(), Some(new));
    assert_exact(&platform).await;
}

#[tokio::test]
async fn delete_item_releases_values_and_is_idempotent() {
    let (_local, platform) = platform().await;
    let ann = named(1, "acme", "ann");
    platform.create(&ann).await.unwrap();
    for _ in 0..2 {
        platform.transaction().delete_item(&ann).await.unwrap();
        assert!(items(&platform).await.is_empty());
    }
}

#[tokio::test]
async fn changes_since_the_read_cancel_the_transaction() {
    let (_local, platform) = platform().await;
    let old = user(1, "ann@x");
    platform.create(&old).await.unwrap();
    platform.update(key(1)).set(User::EMAIL, "meanwhile@x").await.unwrap();
    let new = User { visits: 1, ..old.clone() };
    for error in [
        platform.transaction().replace_item(&old, &new).await.unwrap_err(),
        platform.transaction().delete_item(&old).await.unwrap_err(),
    ] {
        let [cancelled] = error.cancellations() else { panic!("{error}") };
        assert_eq!(
            (error.kind(), &cancelled.reason),
            (ErrorKind::TransactionCancelled, &CancellationReason::ConditionFailed)
        );
        assert!(cancelled.text.contains("has other values in its unique fields than the one that was read"), "{error}");
        assert_eq!(cancelled.stored::<User>().unwrap().unwrap().email, "meanwhile@x");
    }
    // The changed field is not unique, so it need not be current.
    let old = platform.update(key(1)).add(User::VISITS, 1).returning().await.unwrap();
    platform.update(key(1)).add(User::VISITS, 1).await.unwrap();
    platform.transaction().replace_item(&old, &User { email: "ann@y".into(), ..old.clone() }).await.unwrap();
    assert_exact(&platform).await;
}

#[tokio::test]
async fn missing_items_and_differing_keys_are_rejected() {
    let (local, platform) = platform().await;
    let (ann, bob) = (user(1, "ann@x"), user(2, "ann@x"));
    let error = platform.transaction().replace_item(&ann, &User { visits: 1, ..ann.clone() }).await.unwrap_err();
    assert!(error.to_string().contains("the item does not exist"), "{error}");
    let sent = local.requests();
    let error = platform.transaction().replace_item(&ann, &bob).await.unwrap_err();
    assert_eq!((error.kind(), local.requests()), (ErrorKind::InvalidArgument, sent));
    assert!(error.to_string().contains("`delete_item` that one and `create` this one"), "{error}");
    assert!(items(&platform).await.is_empty());
}

#[tokio::test]
async fn values_can_be_swapped_in_one_transaction() {
    let (_local, platform) = platform().await;
    let (ann, bob) = (named(1, "acme", "a"), named(2, "acme", "b"));
    platform.transaction().create(&ann).create(&bob).await.unwrap();
    let swapped = |user: &User, other: &User| User { nickname: other.nickname.clone(), ..user.clone() };
    let (ann2, bob2) = (swapped(&ann, &bob), swapped(&bob, &ann));
    platform.transaction().replace_item(&ann, &ann2).replace_item(&bob, &bob2).await.unwrap();
    assert_exact(&platform).await;
    // A new item takes over all values of a deleted one: it moves.
    let moved = User { id: 3, ..ann2.clone() };
    platform.transaction().create(&moved).delete_item(&ann2).await.unwrap();
    assert_eq!(sentinels(&platform).await["%UNIQUE#User#mail#1@x"], "USER#3");
    assert_exact(&platform).await;
    // An item cannot give away a value that it does not have.
    let (cid, dan) = (named(4, "acme", "b"), named(5, "acme", "b"));
    let error = platform.transaction().create(&cid).delete_item(&dan).await.unwrap_err();
    let [cancelled] = error.cancellations() else { panic!("{error}") };
    assert_eq!((cancelled.position, &cancelled.reason), (0, &CancellationReason::NotUnique));
    assert_exact(&platform).await;
}

#[tokio::test]
async fn one_released_value_cannot_be_taken_twice() {
    let (local, platform) = platform().await;
    let ann = user(1, "ann@x");
    platform.create(&ann).await.unwrap();
    let sent = local.requests();
    let (bob, cid) = (user(2, "ann@x"), user(3, "ann@x"));
    let error = platform.transaction().delete_item(&ann).create(&bob).create(&cid).await.unwrap_err();
    assert_eq!((error.kind(), local.requests()), (ErrorKind::NotUnique, sent));
    assert!(error.to_string().contains("action 2: action 1 has the same value"), "{error}");
    let error = platform.transaction().delete_item(&ann).delete_item(&ann).await.unwrap_err();
    assert!(error.to_string().contains("is on the same item"), "{error}");
    assert_exact(&platform).await;
}

#[tokio::test]
async fn token_makes_a_replace_item_idempotent() {
    let (_local, platform) = platform().await;
    let old = named(1, "acme", "ann");
    platform.create(&old).await.unwrap();
    let new = user(1, "new@x");
    for _ in 0..2 {
        platform.transaction().replace_item(&old, &new).token("rename").await.unwrap();
    }
    assert_exact(&platform).await;
}

#[tokio::test]
async fn missing_attribute_equals_an_absent_value() {
    let (_local, platform) = platform().await;
    let old = user(1, "ann@x");
    platform.create(&old).await.unwrap();
    let remove = platform.client().update_item().table_name("platform").update_expression("REMOVE nickname");
    remove.key("PK", s("USER#1")).key("SK", s("PROFILE")).send().await.unwrap();
    let new = User { nickname: Some("ann".into()), ..old.clone() };
    platform.transaction().replace_item(&old, &new).await.unwrap();
    assert_exact(&platform).await;
}
