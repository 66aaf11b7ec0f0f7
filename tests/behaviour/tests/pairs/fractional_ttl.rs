//! A TTL with a fraction of a second, as other programs store it.

use aws_sdk_dynamodb::types::AttributeValue;
use chrono::{DateTime, Utc};
use keywright::{Entity, Item, Table};
use keywright_local::Local;
use serde::{Deserialize, Serialize};

#[derive(Table)]
#[table(ttl = "ends")]
#[entities(Session, Lease)]
struct Store;

#[derive(Debug, Clone, PartialEq, Entity, Serialize, Deserialize)]
#[entity(table = Store)]
#[pk(template = "SESSION#<id>")]
#[sk(template = "SESSION")]
struct Session {
    id: u32,
    #[entity(ttl)]
    ends: DateTime<Utc>,
}

#[derive(Debug, Clone, PartialEq, Entity, Serialize, Deserialize)]
#[entity(table = Store)]
#[pk(template = "LEASE#<id>")]
#[sk(template = "LEASE")]
struct Lease {
    id: u32,
    #[entity(ttl)]
    ends: Option<u64>,
}

#[tokio::test]
async fn a_ttl_with_a_fraction_is_read_in_whole_seconds() {
    let store = Local::start().open::<Store>("store").await.unwrap();
    for (ends, is_expired) in [("1.5", true), ("1700000000.25", true), ("4102444800.999", false)] {
        let seconds: i64 = ends.split('.').next().unwrap().parse().unwrap();
        let session = Session { id: 1, ends: DateTime::from_timestamp(seconds, 0).unwrap() };
        let lease = Lease { id: 1, ends: Some(seconds.unsigned_abs()) };
        let put = async |mut item: Item| {
            item.insert("ends".into(), AttributeValue::N(ends.into()));
            store.client().put_item().table_name("store").set_item(Some(item)).send().await.unwrap();
        };
        put(session.to_item().unwrap()).await;
        put(lease.to_item().unwrap()).await;
        for store in [store.clone(), store.clone().parse_items_with_sdk()] {
            assert_eq!(store.get(Session::key(1)).await.unwrap().is_none(), is_expired, "{ends}");
            assert_eq!(store.get(Session::key(1)).include_expired().await.unwrap(), Some(session.clone()), "{ends}");
            assert_eq!(store.get(Lease::key(1)).include_expired().await.unwrap(), Some(lease.clone()), "{ends}");
            assert_eq!(Session::query(1).send(&store).await.unwrap().items.len(), usize::from(!is_expired), "{ends}");
            assert_eq!(store.scan::<Lease>().await.unwrap().items.len(), usize::from(!is_expired), "{ends}");
        }
    }
}
