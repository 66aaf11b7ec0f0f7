//! The owners of values whose items expire: the leftover of an expired item never owns its value again.

use chrono::Utc;
use keywright::{Entity, ErrorKind, Handle, Item, Table};
use keywright_local::Local;
use serde::{Deserialize, Serialize};

use super::design::{items, s};

#[derive(Table)]
#[table(ttl = "ends")]
#[entities(Account)]
struct Platform;

#[derive(Debug, Clone, PartialEq, Entity, Serialize, Deserialize)]
#[entity(table = Platform)]
#[pk(template = "ACCOUNT#<id>")]
#[sk(template = "ACCOUNT")]
struct Account {
    id: u32,
    #[entity(unique)]
    email: String,
    name: String,
    #[entity(ttl)]
    ends: Option<i64>,
}

const OVER: i64 = -60;

fn account(id: u32, email: &str, from_now: i64) -> Account {
    Account { id, email: email.into(), name: "x".into(), ends: Some(Utc::now().timestamp() + from_now) }
}

async fn platform() -> Handle<Platform> {
    Local::start().open("platform").await.unwrap()
}

/// Returns the owner of a value, and until when.
async fn holder(platform: &Handle<Platform>, email: &str) -> Option<(String, Option<i64>)> {
    let key = s(format!("%UNIQUE#Account#email#{email}"));
    let sentinel = items(platform).await.into_iter().find(|item| item["PK"] == key)?;
    let ends = sentinel.get("ends").map(|ends| ends.as_n().unwrap().parse().unwrap());
    Some((sentinel["_owner"].as_m().unwrap()["PK"].as_s().unwrap().clone(), ends))
}

async fn held_by(platform: &Handle<Platform>, account: &Account) {
    let owner = format!("ACCOUNT#{}", account.id);
    assert_eq!(holder(platform, &account.email).await, Some((owner, account.ends)), "{account:?}");
}

/// Deletes expired items, as DynamoDB does some time later.
async fn sweep(platform: &Handle<Platform>) {
    let now = Utc::now().timestamp();
    let is_over = |item: &Item| item.get("ends").is_some_and(|ends| ends.as_n().unwrap().parse::<i64>().unwrap() < now);
    for item in items(platform).await.into_iter().filter(is_over) {
        let delete = platform.client().delete_item().table_name(platform.table_name());
        delete.key("PK", item["PK"].clone()).key("SK", item["SK"].clone()).send().await.unwrap();
    }
}

/// Creates Ann's account, which has expired, and Bob's, which has taken her address since.
async fn expired_and_new_owner(platform: &Handle<Platform>) -> (Account, Account) {
    let (ann, bob) = (account(1, "a@x", OVER), account(2, "a@x", 600));
    platform.create(&ann).await.unwrap();
    platform.create(&bob).await.unwrap();
    held_by(platform, &bob).await;
    (ann, bob)
}

#[tokio::test]
async fn deleting_an_expired_item_keeps_the_new_owners_value() {
    let platform = platform().await;
    let (_, bob) = expired_and_new_owner(&platform).await;
    sweep(&platform).await;
    assert_eq!(items(&platform).await.len(), 2);
    held_by(&platform, &bob).await;
    assert_eq!(platform.create(&account(3, "a@x", 600)).await.unwrap_err().kind(), ErrorKind::NotUnique);
}

#[tokio::test]
async fn overwriting_an_expired_item_keeps_the_new_owners_value() {
    let platform = platform().await;
    let (ann, bob) = expired_and_new_owner(&platform).await;
    let again = account(1, "new@x", 600);
    for way in 0..5 {
        let renewed = match way {
            0 => platform.put(&again).await.map(drop),
            1 => platform.create(&again).await.map(drop),
            2 => platform.delete(Account::key(1_u32)).await,
            3 => platform.transaction().create(&again).await.map(drop),
            _ => platform.put(&again).when(Account::NAME.not_exists()).await.map(|put| assert!(put.is_applied())),
        };
        renewed.unwrap_or_else(|error| panic!("{way}: {error}"));
        held_by(&platform, &bob).await;
        if way != 2 {
            held_by(&platform, &again).await;
        }
        // The expired item exists again.
        platform.delete(Account::key(1_u32)).await.unwrap();
        let mut item = ann.to_item().unwrap();
        item.insert("email".into(), s("a@x"));
        platform.client().put_item().table_name("platform").set_item(Some(item)).send().await.unwrap();
    }
    let error = platform.put(&account(1, "a@x", 600)).await.unwrap_err();
    assert_eq!(error.kind(), ErrorKind::NotUnique, "a ghost has no right to what it had");
    let error = platform.transaction().delete_item(&ann).await.unwrap_err();
    assert!(error.to_string().contains("the value that this item releases belongs to another item"), "{error}");
    held_by(&platform, &bob).await;
}

#[tokio::test]
async fn every_write_of_the_ttl_updates_the_sentinel() {
    let platform = platform().await;
    let first = account(1, "a@x", 600);
    platform.create(&first).await.unwrap();
    let until = |from_now: i64| account(1, "a@x", from_now);
    let update = |to: &Account| platform.update(Account::key(1_u32)).set(Account::ENDS, to.ends);
    let (second, third, fourth) = (until(700), until(800), until(900));
    platform.put(&second).await.unwrap();
    held_by(&platform, &second).await;
    platform.replace(&third).await.unwrap();
    held_by(&platform, &third).await;
    update(&fourth).await.unwrap();
    held_by(&platform, &fourth).await;
    assert_eq!(platform.get(Account::key(1_u32)).await.unwrap(), Some(fourth.clone()));
    let fifth = until(1_000);
    platform.transaction().replace_item(&fourth, &fifth).await.unwrap();
    held_by(&platform, &fifth).await;
    platform.update(Account::key(1_u32)).remove(Account::ENDS).await.unwrap();
    assert_eq!(holder(&platform, "a@x").await, Some(("ACCOUNT#1".into(), None)));
    let error = platform.update(Account::key(1_u32)).if_not_exists(Account::ENDS, second.ends).await.unwrap_err();
    assert!(
        error.to_string().contains("`ends` is stored in a sentinel of a unique field, and its new value must be"),
        "{error}"
    );
    update(&until(OVER)).await.unwrap();
    platform.create(&account(2, "a@x", 600)).await.unwrap();
    assert_eq!(update(&second).await.unwrap_err().kind(), ErrorKind::NotFound, "what is over stays over");
}

#[tokio::test]
async fn sweep_that_changes_the_ttl_updates_the_sentinel() {
    let platform = platform().await;
    let account = account(1, "a@x", 600);
    platform.create(&account).await.unwrap();
    let longer = |account: Account| Some(Account { ends: account.ends.map(|ends| ends + 60), ..account });
    let report = platform.update_each(longer).await.unwrap();
    assert_eq!((report.written, report.failures), (1, 0));
    let account = longer(account).unwrap();
    held_by(&platform, &account).await;
    assert_eq!(platform.get(Account::key(1_u32)).await.unwrap(), Some(account.clone()));
    let renamed = platform.update_each(|account: Account| Some(Account { name: "y".into(), ..account })).await.unwrap();
    assert_eq!((renamed.written, renamed.failures), (1, 0));
    held_by(&platform, &account).await;
}

#[tokio::test]
async fn move_keeps_the_ttl_and_the_value() {
    let platform = platform().await;
    let (_, bob) = expired_and_new_owner(&platform).await;
    let moved = platform.move_to(Account::key(2_u32), |account| account.id = 1).await.unwrap();
    assert_eq!(moved, Account { id: 1, ..bob });
    held_by(&platform, &moved).await;
    assert_eq!(items(&platform).await.len(), 2, "the expired owner did not block the write");
    platform.update(Account::key(1_u32)).set(Account::ENDS, Some(1)).await.unwrap();
    let error = platform.move_to(Account::key(1_u32), |account| account.id = 3).await.unwrap_err();
    assert_eq!(error.kind(), ErrorKind::NotFound);
}
