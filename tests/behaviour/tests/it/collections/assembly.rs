//! A parent and its children as one value.

use chrono::Duration;
use keywright::{Collection, ErrorKind};

use super::design::{Alarm, CustomerWithOrders, Reading, Return, Sale, customer, noon, of_ann, order, shop, vip};

#[tokio::test]
async fn query_assembles_a_parent_with_its_children() {
    let (_local, shop) = shop().await;
    of_ann(&shop).await;
    let ann = CustomerWithOrders::query("ann").send(&shop).await.unwrap().unwrap();
    let orders: Vec<_> = (1..=12).map(|number| order("ann", number)).collect();
    let expected = CustomerWithOrders { customer: customer("ann"), orders, vip: Some(vip("ann", 0)) };
    assert_eq!(ann, expected);

    let ann = CustomerWithOrders::query("ann").newest_first().consistent().send(&shop).await.unwrap().unwrap();
    assert!(ann.orders.iter().eq(expected.orders.iter().rev()));
    let anna = CustomerWithOrders::query("anna").send(&shop).await.unwrap().unwrap();
    assert_eq!(anna, CustomerWithOrders { customer: customer("anna"), orders: vec![order("anna", 1)], vip: None });
}

#[tokio::test]
async fn assembly_reads_all_pages() {
    let (_local, shop) = shop().await;
    let big = "x".repeat(300_000);
    for number in 0..9 {
        let mut item = keywright::Entity::to_item(&order("ann", number)).unwrap();
        item.insert("more".into(), aws_sdk_dynamodb::types::AttributeValue::S(big.clone()));
        shop.client().put_item().table_name("shop").set_item(Some(item)).send().await.unwrap();
    }
    shop.put(&customer("ann")).await.unwrap();
    let (ann, stats) = CustomerWithOrders::query("ann").send(&shop).with_stats().await.unwrap();
    assert_eq!(ann.unwrap().orders.len(), 9);
    assert!(stats.requests >= 3, "{stats:?}");
}

#[tokio::test]
async fn empty_collection_is_none_and_missing_parent_is_an_error() {
    let (_local, shop) = shop().await;
    assert_eq!(CustomerWithOrders::query("ann").send(&shop).await.unwrap(), None);
    shop.put(&order("ann", 1)).await.unwrap();
    let error = CustomerWithOrders::query("ann").send(&shop).await.unwrap_err();
    assert_eq!(error.kind(), ErrorKind::MissingParent);
    assert_eq!(
        error.to_string(),
        "query, `Customer`, table shop, key CUSTOMER#ann: there are items under this partition key, but none is the \
         `Customer` that `customer` holds; write it, or make the field an `Option<Customer>`"
    );
    // A parent without children is complete.
    shop.put(&customer("bob")).await.unwrap();
    let bob = CustomerWithOrders::query("bob").send(&shop).await.unwrap().unwrap();
    assert!(bob.orders.is_empty() && bob.vip.is_none());
}

#[tokio::test]
async fn two_items_for_a_single_item_field_are_an_error() {
    let (_local, shop) = shop().await;
    shop.put(&customer("ann")).await.unwrap();
    shop.put(&vip("ann", 0)).await.unwrap();
    shop.put(&vip("ann", 1)).await.unwrap();
    let error = CustomerWithOrders::query("ann").send(&shop).await.unwrap_err();
    assert_eq!(error.kind(), ErrorKind::Ambiguous);
    assert!(error.to_string().contains("`vip` is one `Vip`, and 2 are under this partition key"), "{error}");
    assert_eq!((error.entity(), error.key()), (Some("Vip"), Some("CUSTOMER#ann")));
}

#[derive(Debug, PartialEq, Collection)]
#[collection(query = hall(hall))]
struct Hall {
    sales: Vec<Sale>,
    returns: Vec<Return>,
}

#[derive(Debug, PartialEq, Collection)]
#[collection(query = history(device))]
struct Device {
    alarms: Vec<Alarm>,
    readings: Vec<Reading>,
}

#[tokio::test]
async fn children_are_in_order_over_shards_and_buckets() {
    let (_local, shop) = shop().await;
    for id in 0..30 {
        shop.put(&Sale { hall: 1, id }).await.unwrap();
        shop.put(&Return { of: 1, id }).await.unwrap();
        shop.put(&Alarm { device: 1, raised: noon() + Duration::hours(i64::from(id) * 5) }).await.unwrap();
    }
    let hall = Hall::hall(1u8).send(&shop).await.unwrap().unwrap();
    assert_eq!(hall.sales, (0..30).map(|id| Sale { hall: 1, id }).collect::<Vec<_>>());
    assert_eq!(hall.returns, (0..30).map(|id| Return { of: 1, id }).collect::<Vec<_>>());
    let week = noon()..noon() + Duration::days(7);
    let device = Device::history(1u32).during(week).send(&shop).await.unwrap().unwrap();
    assert_eq!((device.alarms.len(), device.readings.len()), (30, 0));
    assert!(device.alarms.is_sorted_by_key(|alarm| alarm.raised));
}
