//! Bounds of the sort keys, given by queries of the entities.

use chrono::Duration;
use keywright::{Entity as _, ErrorKind};

use super::design::*;

fn orders(numbers: impl IntoIterator<Item = u32>) -> Vec<CustomerItem> {
    numbers.into_iter().map(|number| CustomerItem::Order(Box::new(order("ann", number)))).collect()
}

#[tokio::test]
async fn sort_within_from_and_to_follow_an_entitys_query() {
    let (_local, shop) = shop().await;
    let all = of_ann(&shop).await;
    let of_ann = || CustomerItem::of_customer("ann");
    let of_orders = || Order::query("ann");
    let cases = [
        (of_ann().sort_within(of_orders()), orders(1..=12)),
        (of_ann().sort_within(of_orders().between(9..11)), orders(9..11)),
        (of_ann().sort_within(of_orders().between(9..=11)), orders(9..=11)),
        (of_ann().sort_within(of_orders().then(3_u32)), orders([3])),
        (of_ann().sort_within(Customer::query("ann")), all[..1].to_vec()),
        (of_ann().sort_to(of_orders().between(..3)), all[..3].to_vec()),
        (of_ann().sort_from(of_orders().between(12..)), all[12..].to_vec()),
        (of_ann().sort_from(Customer::query("ann")).sort_to(of_orders().between(..=2)), all[..3].to_vec()),
        (of_ann().sort_from(of_orders().between(11..)).sort_to(Vip::query("ann")), all[11..].to_vec()),
        (of_ann().sort_within(of_orders()).sort_begins_with("ORDER#000000001"), orders(10..=12)),
        (of_ann().sort_within(of_orders().between(5..5)), Vec::new()),
        (of_ann().sort_from(Vip::query("ann")).sort_to(Customer::query("ann")), Vec::new()),
    ];
    for (query, expected) in cases {
        let explained = query.explain().unwrap().to_string();
        assert_eq!(query.clone().count(&shop).await.unwrap().items, expected.len() as u64, "{explained}");
        let page = query.clone().newest_first().send(&shop).await.unwrap();
        assert!(page.items.iter().eq(expected.iter().rev()), "{explained}");
        // DynamoDB includes the upper end of a BETWEEN.
        assert!(page.stats.items_read <= expected.len() + 1, "no item is read in vain: {explained}");
        let (mut items, mut cursor) = (Vec::new(), None);
        loop {
            let page = query.clone().limit(2).cursor(cursor).send(&shop).await.unwrap();
            items.extend(page.items);
            cursor = page.cursor;
            if cursor.is_none() {
                break;
            }
        }
        assert_eq!(items, expected, "{explained}");
    }
}

#[tokio::test]
async fn bound_values_are_padded_as_in_the_key() {
    let (_local, shop) = shop().await;
    of_ann(&shop).await;
    let plan = CustomerItem::of_customer("ann").sort_within(Order::query("ann").between(9..10)).explain().unwrap();
    let intervals: Vec<_> = plan.lanes().map(|lane| lane.interval().clone()).collect();
    assert!(format!("{intervals:?}").contains("ORDER#0000000009"), "{intervals:?}");
}

#[tokio::test]
async fn bounds_over_buckets_and_rounded_times_compare_item_values() {
    let (_local, shop) = shop().await;
    let at = |millis| noon() + Duration::milliseconds(millis);
    for (id, millis) in [(1, 200), (2, 700), (3, 1_200), (4, 86_400_700)] {
        shop.put(&Reading { device: 7, at: at(millis), id }).await.unwrap();
    }
    shop.put(&Alarm { device: 7, raised: at(100) }).await.unwrap();
    let days = noon() - Duration::days(1)..noon() + Duration::days(3);
    let query = || DeviceItem::of_device(7_u32).during(days.clone());
    let ids = async |query: keywright::collection::CollectionQuery<DeviceItem, _, _>| -> Vec<u16> {
        let count = query.clone().count(&shop).await.unwrap().items;
        let items = query.send(&shop).await.unwrap().items;
        assert_eq!(count, items.len() as u64);
        let ids = items.iter().map(|item| if let DeviceItem::Reading(reading) = item { reading.id } else { 0 });
        ids.collect()
    };
    assert_eq!(ids(query()).await, [0, 1, 2, 3, 4]);
    // Both ends are within a second, and the key holds only whole seconds.
    let readings = || Reading::query(7_u32);
    assert_eq!(ids(query().sort_within(readings().between(at(500)..at(1_100)))).await, [2]);
    assert_eq!(ids(query().sort_from(readings().between(at(500)..))).await, [2, 3, 4]);
    assert_eq!(ids(query().sort_to(readings().between(..at(1_200)))).await, [0, 1, 2]);
}

#[tokio::test]
async fn queries_that_cannot_bound_the_collection_are_rejected() {
    let (local, shop) = shop().await;
    let all = of_ann(&shop).await;
    let of_ann = || CustomerItem::of_customer("ann");
    let order_of_ann = || Order::query("ann");
    let page = order_of_ann().limit(1).send(&shop).await.unwrap();
    local.clear_operations();
    let refused = [
        (of_ann().sort_within(Refund::query("ann")), "`Refund`, whose query bounds the sort keys, is not an entity of"),
        (of_ann().sort_within(Order::query("bob")), "has another partition key"),
        (of_ann().sort_from(Order::by_region("ann")), "reads another key"),
        (of_ann().sort_to(order_of_ann().limit(3)), "selects by more than its sort key"),
        (of_ann().sort_to(order_of_ann().scan_limit(3)), "selects by more than its sort key"),
        (of_ann().sort_to(order_of_ann().filter(Order::TOTAL.gt(3_u64))), "selects by more than its sort key"),
        (of_ann().sort_to(order_of_ann().cursor(page.cursor)), "selects by more than its sort key"),
    ];
    for (query, why) in refused {
        let error = query.clone().send(&shop).await.unwrap_err();
        assert_eq!((error.kind(), error.entity()), (ErrorKind::InvalidArgument, Some("CustomerItem")));
        assert!(error.to_string().contains(why) && error.to_string().contains("; give the query of"), "{error}");
        assert_eq!(query.count(&shop).await.unwrap_err().kind(), ErrorKind::InvalidArgument);
    }
    let error = RegionItem::of_region("north").sort_within(Order::query("ann")).send(&shop).await.unwrap_err();
    assert!(error.to_string().contains("reads another key"), "{error}");
    let error = HallItem::of_hall(1_u8).sort_within(Sale::query(1_u8).shard_of(3_u32)).explain().unwrap_err();
    assert!(error.to_string().contains("selects by more than its sort key"), "{error}");
    assert!(local.operations().is_empty());
    assert_eq!(all.len(), 14);
}

#[tokio::test]
async fn cursor_of_other_bounds_is_foreign() {
    let (_local, shop) = shop().await;
    of_ann(&shop).await;
    let bounded = |until: u32| CustomerItem::of_customer("ann").sort_to(Order::query("ann").between(..until));
    let cursor = bounded(9).limit(2).send(&shop).await.unwrap().cursor;
    assert!(cursor.is_some());
    let foreign = [
        bounded(8),
        CustomerItem::of_customer("ann"),
        CustomerItem::of_customer("ann").sort_within(Order::query("ann").between(..9)),
        CustomerItem::of_customer("ann").sort_to(Order::query("ann").between(..=9)),
    ];
    for query in foreign {
        assert_eq!(query.cursor(cursor.clone()).explain().unwrap_err().kind(), ErrorKind::CursorForeign);
    }
    assert_eq!(bounded(9).cursor(cursor).send(&shop).await.unwrap().items, orders(2..9));
}

#[tokio::test]
async fn count_equals_the_stream_and_reports_skipped_items() {
    let (local, shop) = shop().await;
    of_ann(&shop).await;
    shop.put(&Refund { customer: "ann".into(), number: 1 }).await.unwrap();
    let error = CustomerItem::of_customer("ann").count(&shop).await.unwrap_err();
    assert_eq!((error.kind(), error.key()), (ErrorKind::WrongEntity, Some("CUSTOMER#ann / REFUND#0000000001")));
    local.clear_operations();
    let count = CustomerItem::of_customer("ann").skip_unknown().count(&shop).await.unwrap();
    assert_eq!((count.items, count.stats.unknown, count.stats.items_read), (14, 1, 15));
    assert_eq!(CustomerItem::of_customer("ann").skip_unknown().limit(5).count(&shop).await.unwrap().items, 5);
    let error = CustomerItem::of_customer("ann").scan_limit(5).count(&shop).await.unwrap_err();
    assert_eq!(error.kind(), ErrorKind::InvalidArgument);
    let error = CustomerItem::of_customer("ann").limit(0).count(&shop).await.unwrap_err();
    assert_eq!(error.kind(), ErrorKind::InvalidArgument);
    // An item that does not decode is counted, because its key identifies its entity.
    let mut broken = order("ann", 99).to_item().unwrap();
    broken.remove("total");
    shop.client().put_item().table_name("shop").set_item(Some(broken)).send().await.unwrap();
    assert_eq!(CustomerItem::of_customer("ann").skip_unknown().count(&shop).await.unwrap().items, 15);
}
