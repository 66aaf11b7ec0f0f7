//! Conditions and filters on items that may be under an older key: they apply to the newest copy.

use keywright::{Entity, Handle, Table, client::Conditional};
use serde::{Deserialize, Serialize};

#[derive(Table)]
struct Shop;

#[derive(Debug, Clone, PartialEq, Entity, Serialize, Deserialize)]
#[entity(table = Shop, name = "order")]
#[pk(template = "ORDERS", allow_hot = "a test")]
#[sk(template = "<id>")]
struct Old {
    id: u32,
    status: String,
}

#[derive(Debug, Clone, PartialEq, Entity, Serialize, Deserialize)]
#[entity(table = Shop, name = "order")]
#[pk(template = "ORDER", legacy(template = "ORDERS"), allow_hot = "a test")]
#[sk(template = "<id>")]
struct Order {
    id: u32,
    status: String,
}

fn old(id: u32, status: &str) -> Old {
    Old { id, status: status.into() }
}

fn order(id: u32, status: &str) -> Order {
    Order { id, status: status.into() }
}

async fn shop() -> Handle<Shop> {
    keywright_local::Local::start().open::<Shop>("shop").await.unwrap()
}

#[tokio::test]
async fn filter_applies_to_the_newest_copy() {
    let shop = shop().await;
    shop.put(&old(1, "open")).await.unwrap();
    shop.put(&order(1, "paid")).await.unwrap();
    shop.put(&old(2, "open")).await.unwrap();
    let ids = |page: keywright::read::Page<Order>| page.items.iter().map(|order| order.id).collect::<Vec<_>>();
    let open = Order::query().filter(Order::STATUS.eq("open")).send(&shop).await.unwrap();
    assert_eq!(ids(open), [2], "order 1 was open under its older key");
    let paid = Order::query().filter(Order::STATUS.eq("paid")).send(&shop).await.unwrap();
    assert_eq!(ids(paid), [1]);
    assert_eq!(Order::query().filter(Order::STATUS.eq("open")).count(&shop).await.unwrap().items, 1);
    let keys = Order::query().filter(Order::STATUS.eq("open")).keys().send(&shop).await.unwrap();
    assert_eq!(keys.items, [Order::key(2)]);
}

#[tokio::test]
async fn replace_checks_the_condition_before_moving_the_item() {
    let shop = shop().await;
    shop.put(&old(1, "open")).await.unwrap();
    let Conditional::Refused(stored) = shop.replace(&order(1, "new")).when(Order::STATUS.eq("paid")).await.unwrap()
    else {
        panic!("it is open");
    };
    assert_eq!(stored.item().unwrap()["status"].as_s().unwrap(), "open");
    assert!(shop.replace(&order(1, "new")).when(Order::STATUS.eq("open")).await.unwrap().is_applied());
    assert_eq!(shop.get(Order::key(1)).await.unwrap(), Some(order(1, "new")));
    assert_eq!(shop.get(Old::key(1)).await.unwrap(), None);
}

#[tokio::test]
async fn delete_checks_the_newest_copy_and_deletes_all() {
    let shop = shop().await;
    shop.put(&old(1, "open")).await.unwrap();
    shop.put(&order(1, "paid")).await.unwrap();
    assert!(!shop.delete(Order::key(1)).when(Order::STATUS.eq("open")).await.unwrap().is_applied());
    assert!(shop.delete(Order::key(1)).when(Order::STATUS.eq("paid")).await.unwrap().is_applied());
    assert_eq!(shop.get(Order::key(1)).await.unwrap(), None);

    shop.put(&old(2, "open")).await.unwrap();
    assert!(!shop.delete(Order::key(2)).when(Order::STATUS.eq("paid")).await.unwrap().is_applied());
    assert!(shop.delete(Order::key(2)).when(Order::STATUS.eq("open")).await.unwrap().is_applied());
    assert_eq!(shop.get(Order::key(2)).await.unwrap(), None);
}
