//! Puts, replaces and deletes of items with unique values.

use keywright::ErrorKind;

use super::design::*;

#[tokio::test]
async fn put_of_another_value_releases_the_old_one() {
    let (_local, platform) = platform().await;
    platform.put(&user(1, "ann@x")).await.unwrap();
    platform.put(&user(1, "ann@y")).await.unwrap();
    assert_exact(&platform).await;
    platform.put(&user(2, "ann@x")).await.unwrap();
    assert_eq!(platform.put(&user(1, "ann@x")).await.unwrap_err().kind(), ErrorKind::NotUnique);
    assert_eq!(platform.get(key(1)).await.unwrap().unwrap(), user(1, "ann@y"));
    assert_exact(&platform).await;
}

#[tokio::test]
async fn a_put_of_the_same_values_keeps_them() {
    let (local, platform) = platform().await;
    let mut user = named(1, "acme", "ann");
    platform.put(&user).await.unwrap();
    for visits in 1..4 {
        user.visits = visits;
        platform.put(&user).await.unwrap();
        assert_eq!(platform.get(key(1)).await.unwrap().unwrap(), user);
    }
    assert_exact(&platform).await;
    local.clear_operations();
    platform.put(&user).await.unwrap();
    assert_eq!(local.requests(), 2, "a get and a transaction");
}

#[tokio::test]
async fn sentinels_follow_optional_and_scoped_values() {
    let (_local, platform) = platform().await;
    for (tenant, nickname) in [("acme", None), ("acme", Some("ann")), ("globex", Some("ann")), ("globex", None)] {
        let user = User { tenant: tenant.into(), nickname: nickname.map(Into::into), ..user(1, "ann@x") };
        platform.put(&user).await.unwrap();
        assert_exact(&platform).await;
        assert_eq!(sentinels(&platform).await.len(), 1 + usize::from(nickname.is_some()));
    }
}

#[tokio::test]
async fn replace_releases_old_values_and_requires_an_item() {
    let (_local, platform) = platform().await;
    assert_eq!(platform.replace(&user(1, "ann@x")).await.unwrap_err().kind(), ErrorKind::NotFound);
    assert_eq!(items(&platform).await, []);
    platform.create(&user(1, "ann@x")).await.unwrap();
    platform.create(&user(2, "bob@x")).await.unwrap();
    platform.replace(&user(1, "ann@y")).await.unwrap();
    assert_eq!(platform.replace(&user(1, "bob@x")).await.unwrap_err().kind(), ErrorKind::NotUnique);
    assert_exact(&platform).await;
}

#[tokio::test]
async fn delete_releases_all_values() {
    let (local, platform) = platform().await;
    platform.put(&named(1, "acme", "ann")).await.unwrap();
    platform.put(&named(2, "acme", "bob")).await.unwrap();
    platform.delete(key(1)).await.unwrap();
    assert_exact(&platform).await;
    assert_eq!(items(&platform).await.len(), 3);
    platform.delete(key(2)).await.unwrap();
    assert_eq!(items(&platform).await, []);
    local.clear_operations();
    platform.delete(key(2)).await.unwrap();
    assert_eq!(local.requests(), 1, "there is nothing to delete");
    platform.create(&named(3, "acme", "ann")).await.unwrap();
}

#[tokio::test]
async fn two_items_can_swap_values_via_a_third_value() {
    let (_local, platform) = platform().await;
    platform.put(&user(1, "a@x")).await.unwrap();
    platform.put(&user(2, "b@x")).await.unwrap();
    for (id, email) in [(1, "c@x"), (2, "a@x"), (1, "b@x")] {
        platform.put(&user(id, email)).await.unwrap();
        assert_exact(&platform).await;
    }
}
