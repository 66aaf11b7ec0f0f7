//! Creates of items with unique values.

use keywright::{Entity, ErrorKind, Outcome};

use super::design::*;

#[tokio::test]
async fn value_can_be_taken_once() {
    let (_local, platform) = platform().await;
    platform.create(&user(1, "ann@x")).await.unwrap();
    let error = platform.create(&user(2, "ann@x")).await.unwrap_err();
    assert_eq!((error.kind(), error.outcome()), (ErrorKind::NotUnique, Outcome::NotApplied));
    assert_eq!((error.entity(), error.field()), (Some("User"), Some("email")));
    assert_eq!(
        error.to_string(),
        "create, `User`, table platform, key USER#2 / PROFILE: unique field `email`: the item USER#1 / PROFILE has the \
         same value; choose another one"
    );
    for call in [platform.put(&user(2, "ann@x")).await, platform.put(&user(3, "ann@x")).await] {
        assert_eq!(call.unwrap_err().kind(), ErrorKind::NotUnique);
    }
    assert_eq!(items(&platform).await.len(), 2);
    assert_exact(&platform).await;
}

#[tokio::test]
async fn value_can_be_taken_again_in_another_scope() {
    let (_local, platform) = platform().await;
    platform.create(&named(1, "acme", "ann")).await.unwrap();
    platform.create(&named(2, "globex", "ann")).await.unwrap();
    let error = platform.create(&named(3, "acme", "ann")).await.unwrap_err();
    assert_eq!((error.kind(), error.field()), (ErrorKind::NotUnique, Some("nickname")));
    assert_exact(&platform).await;
}

#[tokio::test]
async fn absent_value_has_no_sentinel() {
    let (_local, platform) = platform().await;
    platform.create(&user(1, "ann@x")).await.unwrap();
    platform.create(&user(2, "bob@x")).await.unwrap();
    let keys: Vec<_> = sentinels(&platform).await.into_keys().collect();
    assert_eq!(keys, ["%UNIQUE#User#mail#ann@x", "%UNIQUE#User#mail#bob@x"]);
}

#[tokio::test]
async fn distinct_value_tuples_have_distinct_sentinels() {
    let (_local, platform) = platform().await;
    let tuples =
        [("a", "b#c"), ("a#b", "c"), ("a%23b", "c"), ("a%", "23b#c"), ("a#b#c", ""), ("a", "b%23c"), ("A", "b#c")];
    for (id, (tenant, nickname)) in (1..).zip(tuples) {
        platform.create(&named(id, tenant, nickname)).await.unwrap();
    }
    let nicknames = sentinels(&platform).await.into_keys().filter(|key| key.contains("#nickname#"));
    let nicknames: Vec<_> = nicknames.collect();
    assert_eq!(nicknames.len(), tuples.len());
    assert!(nicknames.contains(&"%UNIQUE#User#nickname#a%23b#c".to_owned()), "{nicknames:?}");
    assert!(nicknames.contains(&"%UNIQUE#User#nickname#a%2523b#c".to_owned()), "{nicknames:?}");
}

#[tokio::test]
async fn existing_item_is_reported_before_a_taken_value() {
    let (_local, platform) = platform().await;
    platform.create(&user(1, "ann@x")).await.unwrap();
    platform.create(&user(2, "bob@x")).await.unwrap();
    for email in ["ann@x", "bob@x", "new@x"] {
        assert_eq!(platform.create(&user(1, email)).await.unwrap_err().kind(), ErrorKind::AlreadyExists, "{email}");
    }
    assert_exact(&platform).await;
}

#[tokio::test]
async fn sentinels_belong_to_no_entity_and_appear_in_no_query() {
    let (_local, platform) = platform().await;
    platform.create(&named(1, "acme", "ann")).await.unwrap();
    assert_eq!(User::query(1_u32).send(&platform).await.unwrap().items.len(), 1);
    assert_eq!(User::by_tenant("acme").send(&platform).await.unwrap().items.len(), 1);
    let sentinel = items(&platform).await.into_iter().find(|item| item["_et"] == s("%UNIQUE")).unwrap();
    assert_eq!(sentinel["SK"], s("%UNIQUE"));
    assert_eq!(sentinel.len(), 4, "{sentinel:?}");
    assert_eq!(User::from_item(sentinel).unwrap_err().kind(), ErrorKind::WrongEntity);
    let report = platform.backfill::<User>().await.unwrap();
    assert_eq!((report.matched, report.written), (1, 0));
    assert!(report.failed.is_empty());
}
