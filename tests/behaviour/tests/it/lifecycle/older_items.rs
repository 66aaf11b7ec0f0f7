//! Items from before a field was `ttl`, and the steps that the lock proposes for them.

use aws_sdk_dynamodb::types::AttributeValue;
use chrono::{DateTime, Utc};
use keywright::{Entity, Handle, Table};
use keywright_local::Local;
use keywright_tools::lock::{Lock, compare};
use serde::{Deserialize, Serialize};

macro_rules! design {
    ($name:ident, $(#[$table:meta])? { $($field:tt)* }) => {
        mod $name {
            use super::*;

            #[derive(Table)]
            $(#[$table])?
            #[entities(Session)]
            pub(super) struct Store;

            #[derive(Debug, Clone, PartialEq, Entity, Serialize, Deserialize)]
            #[entity(table = Store)]
            #[pk(template = "SESSION#<id>")]
            #[sk(template = "SESSION")]
            pub(super) struct Session {
                pub(super) id: u32,
                $($field)*
            }
        }
    };
}

design!(none, {});
design!(expiring, #[table(ttl = "expires_at")] { #[entity(ttl)] pub(super) expires_at: Option<DateTime<Utc>>, });
design!(renamed, #[table(ttl = "ends")] {
    #[entity(ttl)]
    pub(super) ends: Option<DateTime<Utc>>,
    pub(super) expires_at: Option<i64>,
});

fn past() -> DateTime<Utc> {
    "2020-01-01T00:00:00Z".parse().unwrap()
}

fn coming() -> DateTime<Utc> {
    "2100-01-01T00:00:00Z".parse().unwrap()
}

/// Returns the changes that the lock reports, and the proposed steps.
fn lock_changes(old: &Lock, new: &Lock) -> String {
    let changes = compare(old, new, keywright::key::Timestamp::MAX);
    changes.iter().map(|change| format!("{change}\n{}\n", change.fix.as_deref().unwrap_or_default())).collect()
}

/// Returns the stored item of a session.
async fn stored<T: Table>(store: &Handle<T>, id: u32) -> keywright::Item {
    let key = |text: &str| AttributeValue::S(text.to_owned());
    let get = store.client().get_item().table_name(store.table_name());
    get.key("PK", key(&format!("SESSION#{id}"))).key("SK", key("SESSION")).send().await.unwrap().item.unwrap()
}

#[tokio::test]
async fn older_items_do_not_expire_until_their_ttl_is_written() {
    let local = Local::start();
    let before = local.open::<none::Store>("store").await.unwrap();
    before.put(&none::Session { id: 1 }).await.unwrap();
    let lock_changes = lock_changes(&Lock::of::<none::Store>(), &Lock::of::<expiring::Store>());
    assert!(
        lock_changes.contains("+ table ttl  expires_at") && lock_changes.contains("never expire"),
        "{lock_changes}"
    );
    assert!(lock_changes.contains("write it into them with `update_each`"), "{lock_changes}");

    let store = expiring::Store::open(local.client(), "store");
    let session = expiring::Session { id: 1, expires_at: None };
    assert_eq!(store.get(expiring::Session::key(1_u32)).await.unwrap(), Some(session));
    let report = store
        .update_each(|session: expiring::Session| match session.expires_at {
            None => Some(expiring::Session { expires_at: Some(past()), ..session }),
            Some(_) => None,
        })
        .await
        .unwrap();
    assert_eq!((report.written, report.failures), (1, 0));
    assert_eq!(store.get(expiring::Session::key(1_u32)).await.unwrap(), None);
}

#[tokio::test]
async fn renamed_ttl_is_copied_from_the_old_attribute() {
    let local = Local::start();
    let before = local.open::<expiring::Store>("store").await.unwrap();
    for (id, at) in [(1, past()), (2, coming())] {
        before.put(&expiring::Session { id, expires_at: Some(at) }).await.unwrap();
    }
    let lock_changes = lock_changes(&Lock::of::<expiring::Store>(), &Lock::of::<renamed::Store>());
    assert!(lock_changes.contains("~ Session.ttl  expires_at -> ends"), "{lock_changes}");
    assert!(lock_changes.contains("`expires_at: Option<i64>` next to it"), "{lock_changes}");

    let store = renamed::Store::open(local.client(), "store");
    // As the lock reports: without the attribute nothing expires.
    let found = |id: u32| {
        let store = store.clone();
        async move {
            let session = store.get(renamed::Session::key(id)).await.unwrap();
            session.map(|session| (session.ends, session.expires_at))
        }
    };
    let (gone, kept) = (past().timestamp(), coming().timestamp());
    assert_eq!((found(1).await, found(2).await), (Some((None, Some(gone))), Some((None, Some(kept)))));
    let report = store
        .update_each(|session: renamed::Session| {
            let ends = session.expires_at.and_then(|seconds| DateTime::from_timestamp(seconds, 0));
            Some(renamed::Session { ends, ..session })
        })
        .await
        .unwrap();
    assert_eq!((report.written, report.failures), (2, 0));
    assert_eq!((found(1).await, found(2).await), (None, Some((Some(coming()), Some(kept)))));
    assert_eq!(stored(&store, 2).await["ends"], AttributeValue::N(coming().timestamp().to_string()));
    assert_eq!(renamed::Session::SCHEMA.ttl_attribute(), Some("ends"));
}
