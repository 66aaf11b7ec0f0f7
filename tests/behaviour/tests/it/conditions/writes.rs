//! A write with a condition is applied, or refused with the stored item.

use keywright::{Conditional, ErrorKind, expression::Condition};

use super::design::{Order, Status, order, shop};

fn is_cheap() -> Condition<Order> {
    Order::CENTS.lt(1_000) & Order::STATUS.eq(Status::Open)
}

#[tokio::test]
async fn a_put_is_applied_or_refused() {
    let shop = shop().await;
    shop.put(&order(1)).await.unwrap();
    let dear = Order { cents: 5_000, ..order(1) };

    let applied = shop.put(&dear).when(is_cheap()).await.unwrap();
    assert!(applied.is_applied());
    let Conditional::Refused(stored) = shop.put(&order(1)).when(is_cheap()).await.unwrap() else {
        panic!("the stored order is dear");
    };
    assert_eq!(stored.item().unwrap()["cents"].as_n().unwrap(), "5000");
    let shown = format!("{stored:?}");
    assert!(
        shown.starts_with("Stored { key: Some(\"CUSTOMER#ann / ORDER#0000000001\"), item: Some(Order {"),
        "{shown}"
    );
    assert!(shown.contains("customer: \"ann\", id: 1, ") && shown.contains("cents: 5000, "), "{shown}");
    assert_eq!(stored.decode().unwrap(), Some(dear.clone()));
    assert_eq!(shop.get(Order::key("ann", 1)).await.unwrap(), Some(dear));
}

#[tokio::test]
async fn refused_put_on_a_missing_item_has_no_stored_item() {
    let shop = shop().await;
    let Conditional::Refused(stored) = shop.put(&order(1)).when(is_cheap()).await.unwrap() else {
        panic!("there is no order");
    };
    assert!(stored.item().is_none());
    assert!(format!("{stored:?}").contains("item: None"), "{stored:?}");
    assert_eq!(stored.decode().unwrap(), None);
    assert!(shop.put(&order(1)).when(Order::CENTS.not_exists()).await.unwrap().is_applied());
    let error = shop.put(&order(1)).when(Order::CENTS.not_exists()).await.unwrap().applied().unwrap_err();
    assert_eq!(error.kind(), ErrorKind::ConditionFailed);
    assert_eq!(error.entity(), Some("Order"));
    assert_eq!(error.key(), Some("CUSTOMER#ann / ORDER#0000000001"));
}

#[tokio::test]
async fn replace_distinguishes_missing_from_refused() {
    let shop = shop().await;
    let error = shop.replace(&order(1)).when(is_cheap()).await.unwrap_err();
    assert_eq!(error.kind(), ErrorKind::NotFound);
    shop.put(&Order { status: Status::Paid, ..order(1) }).await.unwrap();
    assert!(!shop.replace(&order(1)).when(is_cheap()).await.unwrap().is_applied());
    assert!(shop.replace(&order(1)).when(!is_cheap()).await.unwrap().is_applied());
}

#[tokio::test]
async fn a_delete_is_applied_or_refused() {
    let shop = shop().await;
    assert!(!shop.delete(Order::key("ann", 1)).when(is_cheap()).await.unwrap().is_applied());
    assert!(shop.delete(Order::key("ann", 1)).when(Order::CENTS.not_exists()).await.unwrap().is_applied());
    shop.put(&order(1)).await.unwrap();
    let Conditional::Refused(stored) = shop.delete(Order::key("ann", 1)).when(!is_cheap()).await.unwrap() else {
        panic!("the order is cheap");
    };
    assert_eq!(stored.decode().unwrap(), Some(order(1)));
    assert!(shop.delete(Order::key("ann", 1)).when(is_cheap()).await.unwrap().is_applied());
    assert_eq!(shop.get(Order::key("ann", 1)).await.unwrap(), None);
}

#[tokio::test]
async fn empty_conditions_are_rejected_before_sending() {
    let local = keywright_local::Local::start();
    let shop = local.open::<super::design::Shop>("shop").await.unwrap();
    let before = local.requests();
    let none = || Order::CENTS.is_in([0; 0]);
    let errors = [
        shop.put(&order(1)).when(none()).await.map(drop),
        shop.replace(&order(1)).when(none()).await.map(drop),
        shop.delete(Order::key("ann", 1)).when(none()).await.map(drop),
        shop.put(&order(1)).when(none()).params().map(drop),
        shop.delete(Order::key("ann", 1)).when(none()).params().map(drop),
        Order::query("ann").filter(none()).send(&shop).await.map(drop),
    ];
    for error in errors {
        let error = error.unwrap_err();
        assert_eq!(error.kind(), ErrorKind::InvalidArgument);
        assert!(error.to_string().contains("`is_in` has no values"), "{error}");
    }
    assert_eq!(local.requests(), before);
}

#[tokio::test]
async fn params_show_the_condition() {
    let shop = shop().await;
    let put = shop.put(&order(1)).when(Order::SIZES.at::<u32>("width").gt(2)).params().unwrap();
    assert_eq!(put.condition_expression(), Some("#u0.#u1 > :u0"));
    let delete = shop.delete(Order::key("ann", 1)).when(Order::TAGS.contains("new")).params().unwrap();
    assert_eq!(delete.condition_expression(), Some("contains(#u0, :u0)"));
}

/// Of 20 writers that each read the previous number, only one at a time can continue.
#[tokio::test]
async fn concurrent_writers_do_not_overwrite_each_other() {
    let shop = shop().await;
    shop.put(&order(1)).await.unwrap();
    let writers = (0..20).map(|_| {
        let shop = shop.clone();
        tokio::spawn(async move {
            loop {
                let read = shop.get(Order::key("ann", 1)).consistent().await.unwrap().unwrap();
                let next = Order { paid: read.paid + 1, ..read.clone() };
                if shop.put(&next).when(Order::PAID.eq(read.paid)).await.unwrap().is_applied() {
                    break;
                }
            }
        })
    });
    for writer in writers.collect::<Vec<_>>() {
        writer.await.unwrap();
    }
    assert_eq!(shop.get(Order::key("ann", 1)).await.unwrap().unwrap().paid, 20);
}
