//! Parts of many items, by their keys.

use keywright::ErrorKind;

use super::design::*;

#[tokio::test]
async fn projected_items_are_in_the_order_of_their_keys() {
    let (local, shop) = with_orders(150).await;
    let keys = || (1..=151).rev().map(|id: u32| key(&order(id)));
    let got = shop.batch_get(keys()).project::<OrderTotal>().await.unwrap();
    assert_eq!(got[0], None);
    assert_eq!(got[1..].iter().flatten().cloned().collect::<Vec<_>>(), (1..=150).rev().map(total).collect::<Vec<_>>());
    assert_eq!(local.requests(), 2);
    let params = shop.batch_get(keys()).project::<OrderTotal>().params().unwrap();
    let of_table = &params[0].request_items().unwrap()["shop"];
    let names = of_table.expression_attribute_names().unwrap();
    let expression = of_table.projection_expression().unwrap();
    let mut asked: Vec<_> = expression.split(", ").map(|placeholder| names[placeholder].as_str()).collect();
    asked.sort_unstable();
    assert_eq!(asked, ["PK", "SK", "_et", "amount", "id"]);
}

#[tokio::test]
async fn in_flight_is_configurable_and_rejects_zero() {
    let (local, shop) = with_orders(150).await;
    let keys = || (1..=150).map(|id: u32| key(&order(id)));
    for in_flight in [1, 2, 50] {
        let got = shop.batch_get(keys()).in_flight(in_flight).await.unwrap();
        assert_eq!(got.into_iter().flatten().count(), 150);
    }
    local.clear_operations();
    let error = shop.batch_get(keys()).in_flight(0).await.unwrap_err();
    assert_eq!((error.kind(), local.requests()), (ErrorKind::InvalidArgument, 0));
    assert_eq!(shop.batch_get(keys()).in_flight(0).params().unwrap_err().kind(), ErrorKind::InvalidArgument);
    assert_eq!(shop.batch_get(keys()).in_flight(0).partial().await.unwrap_err().kind(), ErrorKind::InvalidArgument);
}

#[tokio::test]
async fn partial_report_has_projected_items_and_leftover_keys() {
    let (_local, shop) = with_orders(2).await;
    let mut broken = keywright::Entity::to_item(&order(3)).unwrap();
    broken.insert("amount".into(), aws_sdk_dynamodb::types::AttributeValue::S("much".into()));
    shop.client().put_item().table_name("shop").set_item(Some(broken)).send().await.unwrap();
    let report = shop.batch_get([3, 2].map(|id| key(&order(id)))).project::<OrderTotal>().partial().await.unwrap();
    assert_eq!(report.items, [None, Some(total(2))]);
    assert_eq!((report.leftovers.len(), report.leftovers[0].position), (1, 0));
    let reason = &report.leftovers[0].reason;
    assert_eq!((reason.kind(), reason.entity()), (ErrorKind::Decode, Some("Order")));
    assert!(reason.to_string().contains("`amount`"), "{reason}");
}
