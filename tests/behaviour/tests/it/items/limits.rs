//! Items that DynamoDB would not accept are refused before a request, with the attribute's name.

use keywright::{Attribute, ErrorKind};

use crate::support::shop::*;

fn with(name: &str, value: Attribute) -> Order {
    let mut order = order("o");
    order.others.insert(name, value);
    order
}

#[tokio::test]
async fn invalid_attribute_values_are_rejected_by_name() {
    let (local, shop) = shop().await;
    let number = |digits: &str| Attribute::N(digits.to_owned());
    let map = Attribute::M([("deep".to_owned(), Attribute::L(vec![Attribute::Null, number("NaN")]))].into());
    let nested = (0..33).fold(Attribute::Null, |inner, _| Attribute::L(vec![inner]));
    let cases = [
        (with("n", number("many")), "attribute `n` contains many"),
        (with("n", number("1e999")), "1e-130 to 9.99e125"),
        (with("n", number(&"1".repeat(39))), "38 digits"),
        (with("map", map), "attribute `map.deep[1]` contains NaN"),
        (with("set", Attribute::Ss([].into())), "attribute `set` is an empty set"),
        (with("set", Attribute::Ns([number_text("1"), number_text("inf")].into())), "attribute `set` contains inf"),
        (with("", Attribute::Null), "empty name"),
        (with("nested", nested), "nested in more than 32 lists and maps"),
        (Order { total: f64::NAN, ..order("o") }, "attribute `total` contains NaN"),
        (Order { total: f64::NEG_INFINITY, ..order("o") }, "attribute `total` contains -inf"),
        (Order { total: 1e126, ..order("o") }, "attribute `total` contains 1000"),
    ];
    for (order, part) in cases {
        let error = shop.put(&order).await.unwrap_err();
        assert_eq!(error.kind(), ErrorKind::Encode, "{error}");
        assert_message_contains(&error, &["put", "`Order`", "table shop", "key SHOP#s", part]);
    }
    let error = shop.put(&Wide { number: u128::MAX }).await.unwrap_err();
    assert_eq!(error.kind(), ErrorKind::Encode);
    assert_message_contains(
        &error,
        &["`Wide`", "attribute `number` contains 340282366920938463463374607431768211455", "38 digits"],
    );
    assert_eq!(local.requests(), 0);
}

fn number_text(digits: &str) -> String {
    digits.to_owned()
}

#[tokio::test]
async fn numbers_in_dynamodbs_range_are_accepted() {
    let (_local, shop) = shop().await;
    for total in [0.0, -0.0, 0.1, 1e125, 9.99e125, -9.99e125, 1e-130, 123_456_789.123_456_79] {
        let order = Order { total, ..order("o") };
        shop.put(&order).await.unwrap();
        assert_eq!(shop.get(Order::key("s", noon(), "o")).await.unwrap(), Some(order));
    }
}

#[tokio::test]
async fn item_size_is_checked_before_sending() {
    let (local, shop) = shop().await;
    let sized = |kib: usize| with("body", Attribute::S("x".repeat(kib * 1024)));
    shop.put(&sized(399)).await.unwrap();
    local.clear_operations();
    let error = shop.put(&sized(401)).await.unwrap_err();
    assert_eq!(error.kind(), ErrorKind::ItemTooLarge);
    assert_message_contains(&error, &["`Order`", "key SHOP#s", "409600 (400 KB)"]);
    assert_eq!(local.requests(), 0);
}

#[tokio::test]
async fn invalid_items_do_not_fail_the_rest_of_a_batch() {
    let (_local, shop) = shop().await;
    let mut orders: Vec<_> = (0..60).map(|at| order(&format!("o-{at:02}"))).collect();
    orders[3].total = f64::NAN;
    orders[7].others.insert("body", "x".repeat(401 * 1024));
    orders[30].id.clear();
    orders[59].others.insert("set", Attribute::Bs([].into()));
    let report = shop.batch_put(&orders).await.unwrap();
    assert_eq!((report.written, report.leftovers.len()), (56, 4));
    let kinds = [ErrorKind::Encode, ErrorKind::ItemTooLarge, ErrorKind::KeyValue, ErrorKind::Encode];
    for ((leftover, kind), at) in report.leftovers.iter().zip(kinds).zip([3, 7, 30, 59]) {
        assert!(std::ptr::eq(leftover.entity, &orders[at]));
        assert_eq!(leftover.reason.kind(), kind);
        assert_message_contains(&leftover.reason, &["batch_put", "`Order`", "table shop"]);
    }
}
