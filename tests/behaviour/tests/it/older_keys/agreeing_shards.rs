//! Older designs with another number of hash shards only: for some items the keys are the same.

use chrono::{DateTime, Utc};
use keywright::{Entity, ErrorKind, Table};
use keywright_local::Local;
use serde::{Deserialize, Serialize};

use crate::support::platform::hours;
use crate::support::stored;

mod earlier {
    use super::*;

    #[derive(Table)]
    #[entities(Order)]
    pub struct Platform;

    #[derive(Entity, Serialize, Deserialize)]
    #[entity(table = Platform)]
    #[pk(template = "ORDERS#<at:day>")]
    #[shard(hash(id), count = 3)]
    #[sk(template = "<at>#<id>")]
    #[peak(writes_per_second = 100, item_bytes = 100)]
    pub struct Order {
        pub at: DateTime<Utc>,
        pub id: String,
    }
}

#[derive(Table)]
#[entities(Order)]
struct Platform;

#[allow(clippy::duplicated_attributes, reason = "each `legacy` has a count of its own")]
#[derive(Debug, Clone, PartialEq, Entity, Serialize, Deserialize)]
#[entity(table = Platform)]
#[pk(
    template = "ORDERS#<at:day>",
    legacy(template = "ORDERS#<at:day>", hash(id), count = 5),
    legacy(template = "ORDERS#<at:day>", hash(id), count = 3)
)]
#[shard(hash(id), count = 7)]
#[sk(template = "<at>#<id>")]
#[peak(writes_per_second = 100, item_bytes = 100)]
struct Order {
    at: DateTime<Utc>,
    id: String,
}

#[tokio::test]
async fn every_item_is_found_replaced_and_deleted_by_its_key() {
    let local = Local::start();
    let before = local.open::<earlier::Platform>("platform").await.unwrap();
    let platform = Platform::open_verified(local.client(), "platform").await.unwrap();
    for number in 0..30 {
        let order = Order { at: hours(1), id: format!("o-{number}") };
        before.put(&earlier::Order { at: order.at, id: order.id.clone() }).await.unwrap();
        let key = || Order::key(order.at, &order.id);
        assert_eq!(platform.get(key()).await.unwrap().as_ref(), Some(&order));
        assert_eq!(platform.create(&order).await.unwrap_err().kind(), ErrorKind::AlreadyExists);
        platform.replace(&order).await.unwrap();
        assert_eq!(platform.get(key()).await.unwrap().as_ref(), Some(&order));
        if number % 3 == 0 {
            platform.delete(key()).await.unwrap();
            assert_eq!(platform.get(key()).await.unwrap(), None);
        }
    }
    let left = Order::query().between(hours(1)..hours(2)).limit(100).send(&platform).await.unwrap();
    assert_eq!(left.items.len(), 20);
    assert_eq!(stored::items(&platform).await.len(), 20, "no copy is left under an older key");
}
