//! A `ttl` in keys and in hashes of shards: items store whole seconds, so keys contain whole seconds.

use aws_sdk_dynamodb::types::AttributeValue;
use chrono::{DateTime, Duration, Utc};
use keywright::{Entity, Handle, Item, ItemUpdate, Table};
use keywright_local::Local;
use proptest::prelude::*;
use serde::{Deserialize, Serialize};

#[derive(Table)]
#[table(ttl = "expires")]
#[gsi(name = "GSI1", pk = "GSI1PK", sk = "GSI1SK")]
#[gsi(name = "GSI2", pk = "GSI2PK", sk = "GSI2SK")]
#[entities(Session)]
struct Store;

/// A session whose index keys contain the TTL and the hash of it.
#[derive(Debug, Clone, PartialEq, Entity, Serialize, Deserialize)]
#[entity(table = Store)]
#[pk(template = "SESSION#<id>")]
#[sk(template = "SESSION")]
#[gsi(index = "GSI1", query = by_owner, pk = "OWNER#<owner>", sk = "<expires>#<id>", shard(hash(expires), count = 12))]
#[gsi(index = "GSI2", query = by_end, pk = "END#<expires>", sk = "<id>", allow_hot = "a test")]
struct Session {
    id: String,
    owner: String,
    #[entity(ttl)]
    expires: DateTime<Utc>,
}

async fn stored(store: &Handle<Store>) -> Vec<Item> {
    store.client().scan().table_name(store.table_name()).send().await.unwrap().items.unwrap_or_default()
}

fn seconds(time: DateTime<Utc>) -> DateTime<Utc> {
    DateTime::from_timestamp(time.timestamp(), 0).unwrap()
}

/// Asserts that `keys()` and `to_item` name the keys that the item has.
fn assert_keys(session: &Session, item: &Item) {
    let text = |name: &str| item[name].as_s().unwrap().clone();
    let keys: Vec<String> = session.keys().unwrap().iter().map(|key| format!("{key:?}")).collect();
    let all = keys.join(" ");
    for name in ["PK", "SK", "GSI1PK", "GSI1SK", "GSI2PK", "GSI2SK"] {
        assert!(all.contains(&text(name)), "{name} = {} in {all}", text(name));
    }
    let expected = session.to_item().unwrap();
    assert_eq!(&expected, item);
    assert_eq!(item["expires"], AttributeValue::N(session.expires.timestamp().to_string()));
}

async fn assert_found(store: &Handle<Store>, session: &Session) {
    let read = Session { expires: seconds(session.expires), ..session.clone() };
    for at in [session.expires, read.expires] {
        assert_eq!(Session::by_end(at).send(store).await.unwrap().items, std::slice::from_ref(&read));
        let of_owner = || Session::by_owner(&*session.owner);
        assert_eq!(of_owner().shard_of(at).send(store).await.unwrap().items, std::slice::from_ref(&read));
        assert_eq!(of_owner().then(at).send(store).await.unwrap().items, std::slice::from_ref(&read));
        let filtered = Session::query(&*session.id).filter(Session::EXPIRES.eq(at)).send(store).await.unwrap();
        assert_eq!(filtered.items, std::slice::from_ref(&read));
    }
    let range = read.expires..read.expires + Duration::seconds(1);
    assert_eq!(Session::by_owner(&*session.owner).between(range).send(store).await.unwrap().items, [read]);
}

fn times() -> impl Strategy<Value = DateTime<Utc>> {
    (4_000_000_000_i64..9_000_000_000, 0_u32..1_000_000_000)
        .prop_map(|(seconds, nanos)| DateTime::from_timestamp(seconds, nanos).unwrap())
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(24))]

    #[test]
    fn index_keys_contain_the_stored_second(first in times(), second in times(), third in times()) {
        let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
        runtime.block_on(async {
            let local = Local::builder().answer_inline().start();
            let store = local.open::<Store>("store").await.unwrap();
            let session = Session { id: "s1".into(), owner: "ann".into(), expires: first };
            store.put(&session).await.unwrap();
            assert_keys(&session, &stored(&store).await[0]);
            assert_found(&store, &session).await;
            let session = Session { expires: second, ..session };
            store.update(ItemUpdate::new(Session::key("s1")).set(Session::OWNER_AND_EXPIRES, ("ann", second))).await.unwrap();
            assert_keys(&session, &stored(&store).await[0]);
            assert_found(&store, &session).await;
            let session = Session { expires: third, ..session };
            store.upsert(Session::key("s1")).set(Session::OWNER_AND_EXPIRES, ("ann", third)).await.unwrap();
            assert_keys(&session, &stored(&store).await[0]);
            assert_found(&store, &session).await;
        });
    }
}
