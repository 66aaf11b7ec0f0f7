//! Updates of unique fields: a transaction with the sentinels, and all operations of updates.

use futures_util::future::join_all;
use keywright::{Entity as _, ErrorKind, client::Conditional};
use keywright_local::Local;

use super::design::*;
use super::races::faults;

#[tokio::test]
async fn update_takes_the_new_value_and_releases_the_old_one() {
    let (_local, platform) = platform().await;
    platform.create(&named(1, "acme", "ann")).await.unwrap();
    platform.update(key(1)).set(User::EMAIL, "new@x").add(User::VISITS, 2).await.unwrap();
    assert_exact(&platform).await;
    let found = platform.get(key(1)).await.unwrap().unwrap();
    assert_eq!((found.email.as_str(), found.visits), ("new@x", 2));
    platform.create(&user(2, "1@x")).await.unwrap();
    let error = platform.update(key(2)).set(User::EMAIL, "new@x").await.unwrap_err();
    assert_eq!(
        (error.kind(), error.field(), error.key()),
        (ErrorKind::NotUnique, Some("email"), Some("USER#2 / PROFILE"))
    );
    assert_exact(&platform).await;
}

#[tokio::test]
async fn scope_changes_move_sentinels_and_absent_values_have_none() {
    let (_local, platform) = platform().await;
    platform.create(&named(1, "acme", "ann")).await.unwrap();
    platform.create(&named(2, "other", "ann")).await.unwrap();
    let error = platform.update(key(1)).set(User::TENANT, "other").await.unwrap_err();
    assert_eq!((error.kind(), error.field()), (ErrorKind::NotUnique, Some("nickname")));
    platform.update(key(2)).remove(User::NICKNAME).await.unwrap();
    assert_eq!(sentinels(&platform).await.len(), 3);
    platform.update(key(1)).set(User::TENANT, "other").await.unwrap();
    assert_exact(&platform).await;
    assert_eq!(User::by_tenant("other").send(&platform).await.unwrap().items.len(), 2, "the index follows");
    platform.update(key(2)).set(User::NICKNAME, Some("bob".to_owned())).await.unwrap();
    assert_exact(&platform).await;
}

#[tokio::test]
async fn conditions_and_missing_items_work_as_in_other_updates() {
    let (local, platform) = platform().await;
    let rename = || platform.update(key(1)).set(User::EMAIL, "new@x");
    assert_eq!(rename().await.unwrap_err().kind(), ErrorKind::NotFound);
    platform.create(&user(1, "ann@x")).await.unwrap();
    // Two attributes, so that their placeholders could clash with others.
    let is_new = || User::TENANT.eq("acme") & User::VISITS.eq(0) & User::EMAIL.eq("ann@x");
    let Conditional::Refused(found) = rename().when(!is_new()).await.unwrap() else { panic!("applied") };
    assert_eq!(found.decode().unwrap(), Some(user(1, "ann@x")));
    assert!(rename().when(is_new()).await.unwrap().is_applied());
    assert_exact(&platform).await;

    let sent = local.requests();
    let error = rename().returning().await.unwrap_err();
    assert_eq!((error.kind(), local.requests()), (ErrorKind::InvalidArgument, sent));
    assert!(error.to_string().contains("is a transaction, which returns no item"), "{error}");
    let error = rename().into_sdk().unwrap_err();
    assert!(error.to_string().contains("await the call itself"), "{error}");
    let printed = rename().params().unwrap();
    assert!(printed.update_expression().unwrap().starts_with("SET "), "{printed:?}");
}

#[tokio::test]
async fn update_writes_missing_sentinels_of_older_items() {
    let (_local, platform) = platform().await;
    let mut item = named(1, "acme", "ann").to_item().unwrap();
    item.remove("nickname");
    platform.client().put_item().table_name("platform").set_item(Some(item)).send().await.unwrap();
    platform.update(key(1)).set(User::NICKNAME, Some("a".to_owned())).await.unwrap();
    assert_exact(&platform).await;
}

#[tokio::test(start_paused = true)]
async fn concurrent_writes_leave_exact_sentinels() {
    for seed in 0..4 {
        let local = Local::builder().answer_inline().start();
        let platform = local.open::<Platform>("platform").await.unwrap();
        for id in 0..3 {
            platform.create(&user(id, &format!("{id}@x"))).await.unwrap();
        }
        local.set_faults(faults(seed));
        join_all((0..18).map(|writer| {
            let platform = &platform;
            async move {
                let (id, email) = (writer % 3, format!("{}@y", writer % 4));
                match writer % 5 {
                    0 => platform.put(&user(id, &email)).await.map(drop),
                    1 => platform.move_to(key(id), |user| user.id = 10 + writer).await.map(drop),
                    _ => platform.update(key(id)).set(User::EMAIL, email).await,
                }
            }
        }))
        .await;
        local.clear_faults();
        assert_exact(&platform).await;
    }
}
