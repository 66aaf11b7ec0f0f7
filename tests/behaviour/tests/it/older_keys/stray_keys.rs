//! An item under the current key, although items of its time belong under an older one. Only another program stores it
//! like this.

use chrono::{DateTime, Utc};
use keywright::{
    Entity, ErrorKind, Item, Key, Table,
    key::{ItemKey, KeyScalar},
};
use keywright_local::Local;
use serde::{Deserialize, Serialize};

use crate::support::stored::{items, s};

#[derive(Table)]
#[entities(Call)]
struct Calls;

#[derive(Debug, Clone, PartialEq, Entity, Serialize, Deserialize)]
#[entity(table = Calls)]
#[pk(template = "CALL#<at:day>", since = "2026-06-20T00:00:00Z", legacy(template = "CALLS"))]
#[sk(template = "<at:s>#<id>")]
#[peak(writes_per_second = 5, item_bytes = 300)]
struct Call {
    at: DateTime<Utc>,
    id: String,
}

fn raw(partition: &str, sort: &str) -> Item {
    [("PK", s(partition)), ("SK", s(sort)), ("_et", s("Call"))].map(|(name, value)| (name.to_owned(), value)).into()
}

fn key_of(item: &Item) -> ItemKey {
    let text = |name: &str| KeyScalar::S(item[name].as_s().unwrap().clone());
    ItemKey { partition: text("PK"), sort: Some(text("SK")) }
}

#[test]
fn keys_of_either_side_of_since_encode_to_the_same_bytes() {
    for (partition, sort) in [("CALLS", "2026-06-19T23:59:59Z#c-1"), ("CALL#2026-06-20", "2026-06-20T00:00:00Z#c-1")] {
        let stored = key_of(&raw(partition, sort));
        assert_eq!(Key::<Call>::from_item_key(&stored).unwrap().to_item_key().unwrap(), stored);
    }
}

#[tokio::test]
async fn stray_keys_are_rejected_until_rekey_moves_the_item() {
    let calls = Local::start().open::<Calls>("calls").await.unwrap();
    let stray = raw("CALL#2026-06-19", "2026-06-19T14:00:00Z#c-1");
    calls.client().put_item().table_name("calls").set_item(Some(stray.clone())).send().await.unwrap();
    let error = Key::<Call>::from_item_key(&key_of(&stray)).unwrap_err();
    assert_eq!(error.kind(), ErrorKind::KeyMismatch);
    assert!(error.to_string().contains("its time is before `since`"), "{error}");
    assert_eq!(calls.scan::<Call>().await.unwrap().items.len(), 1);
    assert_eq!(calls.rekey::<Call>().await.unwrap().written, 1);
    let moved = items(&calls).await;
    assert_eq!(moved, [raw("CALLS", "2026-06-19T14:00:00Z#c-1")]);
    let key = Key::<Call>::from_item_key(&key_of(&moved[0])).unwrap();
    assert_eq!(key.to_item_key().unwrap(), key_of(&moved[0]));
    assert!(calls.get(key).await.unwrap().is_some());
}
