//! Unique fields in transactions over several items.

use keywright::{ErrorKind, client::CancellationReason, update::ItemUpdate};

use super::design::*;

#[tokio::test]
async fn a_create_takes_its_values() {
    let (_local, platform) = platform().await;
    let (ann, bob) = (named(1, "acme", "ann"), named(2, "acme", "bob"));
    let report = platform.transaction().create(&ann).create(&bob).await.unwrap();
    assert_eq!(report.actions(), 2);
    assert_eq!(sentinels(&platform).await.len(), 4);
    assert_exact(&platform).await;
}

#[tokio::test]
async fn taken_value_cancels_the_transaction_and_names_the_action() {
    let (_local, platform) = platform().await;
    platform.put(&named(1, "acme", "ann")).await.unwrap();
    let (bob, other) = (user(2, "bob@x"), named(3, "acme", "ann"));
    let error = platform.transaction().create(&bob).create(&other).await.unwrap_err();
    assert_eq!(error.kind(), ErrorKind::TransactionCancelled);
    let [cancelled] = error.cancellations() else { panic!("{error}") };
    assert_eq!((cancelled.position, &cancelled.reason), (1, &CancellationReason::NotUnique));
    assert_eq!(cancelled.key, "USER#3 / PROFILE");
    let text = "unique field `nickname`: the item USER#1 / PROFILE has the same value; choose another one";
    assert_eq!(cancelled.text, text);
    assert!(cancelled.stored_item().is_none(), "a sentinel is not an item of the user");
    assert_eq!(items(&platform).await.len(), 3);
}

#[tokio::test]
async fn existing_item_cancels_the_transaction_at_its_position() {
    let (_local, platform) = platform().await;
    platform.put(&user(1, "ann@x")).await.unwrap();
    let again = user(1, "ann@x");
    let error = platform.transaction().create(&again).await.unwrap_err();
    let [cancelled] = error.cancellations() else { panic!("{error}") };
    assert_eq!(cancelled.reason, CancellationReason::ConditionFailed);
    let text = "the item exists already; leave it out, or use `replace_item` with the item that was read";
    assert_eq!(cancelled.text, text);
}

#[tokio::test]
async fn two_actions_with_one_value_are_rejected() {
    let (local, platform) = platform().await;
    let sent = local.requests();
    let (ann, other) = (user(1, "ann@x"), user(2, "ann@x"));
    let error = platform.transaction().create(&ann).create(&other).await.unwrap_err();
    assert_eq!((error.kind(), local.requests()), (ErrorKind::NotUnique, sent));
    assert!(error.to_string().contains("action 1: action 0 has the same value in a unique field"), "{error}");
}

#[tokio::test]
async fn actions_that_need_a_read_are_rejected() {
    let (local, platform) = platform().await;
    platform.put(&user(1, "ann@x")).await.unwrap();
    let (sent, ann) = (local.requests(), user(1, "ann@y"));
    let transaction = || platform.transaction();
    for (transaction, fix) in [
        (transaction().put(&ann), "use `put` by itself, or here `create`, or `replace_item(&old, &new)`"),
        (transaction().put_if(&ann, User::VISITS.eq(0)), "use `put` by itself"),
        (transaction().replace(&ann), "use `replace` by itself, or here `create`, or `replace_item(&old, &new)`"),
        (transaction().delete(key(1)), "use `delete` by itself, or here `delete_item(&old)`"),
        (transaction().delete_if(key(1), User::VISITS.eq(0)), "use `delete` by itself"),
        (
            transaction().update(ItemUpdate::new(key(1)).set(User::EMAIL, "ann@z")),
            "use `update` by itself, or `replace_item(&old, &new)` here",
        ),
    ] {
        let error = transaction.await.unwrap_err();
        assert_eq!(error.kind(), ErrorKind::InvalidArgument);
        assert!(error.to_string().contains("action 0: `email` is ") && error.to_string().contains(fix), "{error}");
    }
    assert_eq!(local.requests(), sent);
    let bob = user(2, "bob@x");
    transaction().check(key(1), User::VISITS.eq(0)).create(&bob).await.unwrap();
    assert_exact(&platform).await;
}

#[tokio::test]
async fn an_update_of_other_fields_keeps_the_values() {
    let (local, platform) = platform().await;
    let ann = named(1, "acme", "ann");
    platform.create(&ann).await.unwrap();
    let (before, bob) = (sentinels(&platform).await, named(2, "acme", "bob"));
    let visit = || ItemUpdate::new(key(1)).add(User::VISITS, 1);
    platform.transaction().update(visit()).create(&bob).await.unwrap();
    platform.transaction().update(visit().when(User::VISITS.eq(1))).check(key(2), User::VISITS.eq(0)).await.unwrap();
    assert_eq!(platform.get(key(1)).await.unwrap(), Some(User { visits: 2, ..ann.clone() }));
    let after = sentinels(&platform).await;
    assert_eq!(after.len(), 4);
    assert!(before.iter().all(|sentinel| after.get(sentinel.0) == Some(sentinel.1)));
    assert_exact(&platform).await;

    // What a sentinel depends on: the value, and the field of `within`.
    let sent = local.requests();
    for update in [
        ItemUpdate::new(key(1)).set(User::EMAIL, "ann@z"),
        ItemUpdate::new(key(1)).remove(User::NICKNAME),
        ItemUpdate::new(key(1)).set(User::TENANT, "other"),
    ] {
        let error = platform.transaction().update(update).await.unwrap_err();
        assert_eq!((error.kind(), local.requests()), (ErrorKind::InvalidArgument, sent));
        assert!(error.to_string().contains("is stored in a sentinel of a unique field"), "{error}");
    }
    let other = User { tenant: "other".into(), email: "ann@z".into(), visits: 2, ..ann.clone() };
    let ann = User { visits: 2, ..ann };
    platform.transaction().replace_item(&ann, &other).await.unwrap();
    platform.create(&User { id: 3, ..ann }).await.unwrap();
    assert_exact(&platform).await;
}

#[tokio::test]
async fn token_makes_a_create_idempotent() {
    let (_local, platform) = platform().await;
    let ann = named(1, "acme", "ann");
    for _ in 0..2 {
        platform.transaction().create(&ann).token("ann").await.unwrap();
    }
    assert_exact(&platform).await;
    let found: Option<User> = platform.get(key(1)).await.unwrap();
    assert_eq!(found, Some(ann));
}

#[tokio::test]
async fn sentinels_count_among_the_actions() {
    let (local, platform) = platform().await;
    let users: Vec<_> = (0..34).map(|id| named(id, "acme", &id.to_string())).collect();
    let all = users.iter().fold(platform.transaction(), |sofar, user| sofar.create(user));
    let sent = local.requests();
    let error = all.await.unwrap_err();
    assert_eq!((error.kind(), local.requests()), (ErrorKind::InvalidArgument, sent));
    assert!(error.to_string().contains("it requires 102 actions"), "{error}");
    let most = users.iter().skip(1).fold(platform.transaction(), |sofar, user| sofar.create(user));
    most.await.unwrap();
    assert_exact(&platform).await;
}

#[tokio::test]
async fn cancellations_name_the_unique_field() {
    let (_local, platform) = platform().await;
    platform.create(&named(1, "acme", "ann")).await.unwrap();
    let (other, third) = (named(2, "acme", "ann"), user(3, "1@x"));
    let error = platform.transaction().create(&other).create(&third).await.unwrap_err();
    let fields: Vec<_> = error.cancellations().iter().map(|cancelled| (cancelled.position, cancelled.field)).collect();
    assert_eq!(fields, [(0, Some("nickname")), (1, Some("email"))]);
    assert_eq!(error.field(), Some("nickname"));
    assert!(error.to_string().contains("unique field `email`: the item USER#"), "{error}");
    let twins = (user(4, "same@x"), user(5, "same@x"));
    let error = platform.transaction().create(&twins.0).create(&twins.1).await.unwrap_err();
    assert_eq!((error.kind(), error.field()), (ErrorKind::NotUnique, Some("email")));
    assert!(error.to_string().contains("`email`"), "{error}");
}
