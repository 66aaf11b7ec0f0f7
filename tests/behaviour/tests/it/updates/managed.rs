//! Updates of entities with a version and with unique fields.

use keywright::{Entity, ErrorKind, Handle, Table, client::Conditional, update::ItemUpdate};
use serde::{Deserialize, Serialize};

#[derive(Table)]
struct Store;

#[derive(Debug, Clone, PartialEq, Entity, Serialize, Deserialize)]
#[entity(table = Store)]
#[pk(template = "USER#<id>")]
#[sk(template = "USER")]
struct User {
    id: String,
    #[entity(unique(within = tenant))]
    email: String,
    tenant: String,
    name: String,
    #[entity(version)]
    version: u64,
}

#[derive(Debug, Clone, PartialEq, Entity, Serialize, Deserialize)]
#[entity(table = Store)]
#[pk(template = "DOC#<id>")]
#[sk(template = "DOC")]
struct Doc {
    id: String,
    text: String,
    #[entity(version)]
    version: u32,
}

fn user() -> User {
    User { id: "u-1".into(), email: "ann@example.org".into(), tenant: "t".into(), name: "Ann".into(), version: 0 }
}

async fn store() -> Handle<Store> {
    keywright_local::Local::start().open::<Store>("store").await.unwrap()
}

#[tokio::test]
async fn update_increments_the_version() {
    let store = store().await;
    let mut doc = Doc { id: "d".into(), text: "a".into(), version: 0 };
    doc.version = store.put(&doc).await.unwrap().version() as u32;
    let stale = doc.clone();

    let read = store.update(Doc::key("d")).set(Doc::TEXT, "b").returning().await.unwrap();
    assert_eq!(read, Doc { id: "d".into(), text: "b".into(), version: 2 });
    assert_eq!(store.put(&stale).await.unwrap_err().kind(), ErrorKind::VersionConflict);
    let held = store.update(Doc::key("d")).set(Doc::TEXT, "c").when(Doc::VERSION.eq(1)).await.unwrap();
    assert!(matches!(held, Conditional::Refused(_)));

    store.transaction().update(ItemUpdate::new(Doc::key("d")).set(Doc::TEXT, "d")).await.unwrap();
    assert_eq!(store.get(Doc::key("d")).await.unwrap().unwrap().version, 3);
    store.upsert(Doc::key("new")).set(Doc::TEXT, "x").await.unwrap();
    assert_eq!(store.get(Doc::key("new")).await.unwrap().unwrap().version, 1);
}

#[tokio::test]
async fn updates_of_managed_fields_are_rejected() {
    let store = store().await;
    store.create(&user()).await.unwrap();
    let key = || User::key("u-1");
    let kept = [
        (store.update(key()).set(User::VERSION, 7).await, "`version` counts the writes"),
        (store.update(key()).add(User::VERSION, 1).await, "`version` counts the writes"),
        (
            store.update(key()).if_not_exists(User::EMAIL, "bob@example.org").await,
            "`email` is stored in a sentinel of a unique field, and its new value must be known",
        ),
        (store.upsert(key()).set(User::NAME, "Bob").await, "`email` is unique"),
    ];
    for (result, text) in kept {
        let error = result.unwrap_err();
        assert_eq!((error.kind(), error.entity()), (ErrorKind::InvalidArgument, Some("User")));
        assert!(error.to_string().contains(text), "{error}");
    }
    store.update(key()).set(User::NAME, "Bob").await.unwrap();
    let read = store.get(key()).await.unwrap().unwrap();
    assert_eq!((read.name.as_str(), read.version), ("Bob", 2));
}
