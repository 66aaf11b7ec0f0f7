//! Items from before a field was unique, and sentinels that belong to another item.

use keywright::{Entity, ErrorKind, Handle, client::CancellationReason};

use super::design::*;

async fn put_item(platform: &Handle<Platform>, item: keywright::Item) {
    platform.client().put_item().table_name("platform").set_item(Some(item)).send().await.unwrap();
}

#[tokio::test]
async fn put_writes_missing_sentinels() {
    let (_local, platform) = platform().await;
    put_item(&platform, named(1, "acme", "ann").to_item().unwrap()).await;
    assert_eq!(sentinels(&platform).await.len(), 0);
    platform.put(&named(1, "acme", "ann")).await.unwrap();
    assert_exact(&platform).await;
}

#[tokio::test]
async fn scan_and_replace_write_missing_sentinels() {
    let (_local, platform) = platform().await;
    // Two older items have the same mail, and a newer one has taken a nickname.
    let older =
        [named(1, "acme", "ann"), named(2, "acme", "bob"), user(3, "3@x"), user(4, "3@x"), named(5, "acme", "eve")];
    for user in &older {
        put_item(&platform, user.to_item().unwrap()).await;
    }
    platform.create(&named(6, "acme", "eve")).await.unwrap();
    let mut taken = Vec::new();
    for user in platform.scan::<User>().await.unwrap().items {
        match platform.replace(&user).await {
            Ok(_) => {}
            Err(error) if error.kind() == ErrorKind::NotUnique => {
                taken.push((user.id, error.field().unwrap().to_owned()))
            }
            Err(error) => panic!("{error}"),
        }
    }
    // Which of the two is first depends on the order of the scan.
    taken.sort();
    assert!([3, 4].contains(&taken[0].0), "{taken:?}");
    assert_eq!((taken[0].1.as_str(), taken[1].0, taken[1].1.as_str(), taken.len()), ("email", 5, "nickname", 2));
    let (later, first) = (taken[0].0, 7 - taken[0].0);
    platform.put(&user(later, "other@x")).await.unwrap();
    platform.put(&named(5, "acme", "eva")).await.unwrap();
    assert_exact(&platform).await;
    assert_eq!(platform.get(key(first)).await.unwrap().unwrap().email, "3@x");
    // A second run changes nothing.
    for user in platform.scan::<User>().await.unwrap().items {
        platform.replace(&user).await.unwrap();
    }
    assert_exact(&platform).await;
}

#[tokio::test]
async fn conditional_replace_does_not_overwrite_concurrent_writes() {
    let (_local, platform) = platform().await;
    put_item(&platform, user(1, "ann@x").to_item().unwrap()).await;
    let read = platform.scan::<User>().await.unwrap().items.remove(0);
    platform.update(key(1)).set(User::VISITS, 9_u32).await.unwrap();
    let unchanged = User::VISITS.eq(read.visits);
    assert!(!platform.replace(&read).when(unchanged).await.unwrap().is_applied());
    let again = platform.scan::<User>().await.unwrap().items.remove(0);
    assert!(platform.replace(&again).when(User::VISITS.eq(again.visits)).await.unwrap().is_applied());
    assert_eq!(platform.get(key(1)).await.unwrap(), Some(User { visits: 9, ..user(1, "ann@x") }));
    assert_exact(&platform).await;
}

#[tokio::test]
async fn orphaned_sentinels_block_transactions_until_deleted() {
    let (_local, platform) = platform().await;
    let is_left = |item: &keywright::Item, prefix: &str| text(item, "PK").starts_with(prefix);
    for id in [1, 2] {
        platform.create(&named(id, "acme", &format!("u{id}"))).await.unwrap();
    }
    // The delete of a program that does not know that the mail is unique.
    let table = || platform.client().delete_item().table_name("platform");
    table().key("PK", s("USER#1")).key("SK", s("PROFILE")).send().await.unwrap();
    let again = User { email: "1@x".into(), ..named(3, "acme", "u3") };
    let create = || platform.transaction().create(&again).into_future();
    let error = create().await.unwrap_err();
    assert!(matches!(error.cancellations(), [why] if why.reason == CancellationReason::NotUnique), "{error:?}");

    // As the lock says: delete them by the prefix of their keys, then write the items again.
    let email = User::SCHEMA.fields.iter().find(|field| field.name == "email").unwrap();
    let prefix = User::SCHEMA.sentinel_prefix(email);
    assert_eq!(prefix, "%UNIQUE#User#mail#");
    for item in items(&platform).await.into_iter().filter(|item| is_left(item, &prefix)) {
        table().key("PK", item["PK"].clone()).key("SK", item["SK"].clone()).send().await.unwrap();
    }
    for user in platform.scan::<User>().await.unwrap().items {
        platform.replace(&user).await.unwrap();
    }
    create().await.unwrap();
    let of_mail: Vec<_> = sentinels(&platform).await.into_iter().filter(|(key, _)| key.starts_with(&prefix)).collect();
    let expected = [("%UNIQUE#User#mail#1@x", "USER#3"), ("%UNIQUE#User#mail#2@x", "USER#2")];
    assert_eq!(of_mail, expected.map(|(key, owner)| (key.to_owned(), owner.to_owned())));
}

#[tokio::test]
async fn update_each_does_not_write_missing_sentinels() {
    let (_local, platform) = platform().await;
    put_item(&platform, user(1, "ann@x").to_item().unwrap()).await;
    let report = platform.update_each(|user: User| Some(User { visits: 1, ..user })).await.unwrap();
    assert_eq!((report.written, sentinels(&platform).await.len()), (1, 0));
}

#[tokio::test]
async fn sentinel_since_taken_by_another_item_is_not_deleted() {
    let (_local, platform) = platform().await;
    for deletes in [false, true] {
        put_item(&platform, user(1, "ann@x").to_item().unwrap()).await;
        platform.put(&user(2, "ann@x")).await.unwrap();
        assert_eq!(platform.put(&user(1, "ann@x")).await.unwrap_err().kind(), ErrorKind::NotUnique);
        match deletes {
            true => platform.delete(key(1)).await.unwrap(),
            false => drop(platform.put(&user(1, "new@x")).await.unwrap()),
        }
        assert_exact(&platform).await;
        assert_eq!(sentinels(&platform).await["%UNIQUE#User#mail#ann@x"], "USER#2");
        platform.delete(key(1)).await.unwrap();
    }
}

#[tokio::test]
async fn undecodable_item_is_not_overwritten() {
    let (_local, platform) = platform().await;
    let mut item = user(1, "ann@x").to_item().unwrap();
    item.remove("visits");
    put_item(&platform, item).await;
    let error = platform.put(&user(1, "ann@y")).await.unwrap_err();
    assert_eq!(error.kind(), ErrorKind::Decode);
    assert!(error.to_string().contains("visits"), "{error}");
}
