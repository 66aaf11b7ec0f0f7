//! Filters of queries: the items that pass, in pages of any size.

use keywright::{ErrorKind, Handle, expression::Condition};

use super::design::{Order, Shop, Status, order, shop};

async fn filled() -> Handle<Shop> {
    let shop = shop().await;
    let orders: Vec<Order> = (0..30)
        .map(|id| Order {
            cents: u64::from(id) * 10,
            status: if id % 3 == 0 { Status::Paid } else { Status::Open },
            tags: if id % 5 == 0 { vec!["gift".into()] } else { Vec::new() },
            ..order(id)
        })
        .collect();
    assert!(shop.batch_put(&orders).await.unwrap().leftovers.is_empty());
    shop
}

fn gifts() -> Condition<Order> {
    Order::TAGS.contains("gift") & Order::CENTS.ge(50)
}

#[tokio::test]
async fn all_page_sizes_return_the_same_filtered_items() {
    let shop = filled().await;
    let all: Vec<u32> = (0..30).filter(|id| id % 5 == 0 && *id >= 5).collect();
    for limit in [1, 2, 3, 5, 30] {
        let (mut ids, mut cursor) = (Vec::new(), None);
        loop {
            let query = Order::query("ann").filter(gifts()).limit(limit).cursor(cursor);
            let page = query.send(&shop).await.unwrap();
            assert!(page.items.len() <= limit);
            ids.extend(page.items.iter().map(|order| order.id));
            cursor = page.cursor;
            if cursor.is_none() {
                break;
            }
        }
        assert_eq!(ids, all, "limit {limit}");
    }
    let count = Order::query("ann").filter(gifts()).count(&shop).await.unwrap();
    assert_eq!(count.items, all.len() as u64);
}

#[tokio::test]
async fn several_filters_all_hold() {
    let shop = filled().await;
    let query = Order::query("ann").filter(gifts()).filter(Order::STATUS.eq(Status::Paid));
    let page = query.send(&shop).await.unwrap();
    assert_eq!(page.items.iter().map(|order| order.id).collect::<Vec<_>>(), [15]);
}

#[tokio::test]
async fn scan_limit_can_return_an_empty_page() {
    let shop = filled().await;
    let rare = || Order::query("ann").filter(Order::CENTS.eq(290)).limit(5).scan_limit(10);
    let mut page = rare().send(&shop).await.unwrap();
    assert!(page.items.is_empty() && page.cursor.is_some());
    let mut pages = 1;
    while let Some(cursor) = page.cursor {
        page = rare().cursor(cursor).send(&shop).await.unwrap();
        pages += 1;
    }
    assert!((3..=4).contains(&pages), "{pages}");
}

#[tokio::test]
async fn cursor_of_another_filter_is_foreign() {
    let shop = filled().await;
    let page = Order::query("ann").filter(gifts()).limit(1).send(&shop).await.unwrap();
    let others = [Order::query("ann"), Order::query("ann").filter(Order::TAGS.contains("gift") & Order::CENTS.ge(60))];
    for other in others {
        let error = other.cursor(page.cursor.clone()).send(&shop).await.unwrap_err();
        assert_eq!(error.kind(), ErrorKind::CursorForeign);
    }
    assert!(Order::query("ann").filter(gifts()).cursor(page.cursor).send(&shop).await.is_ok());
}

#[tokio::test]
async fn filters_on_keys_or_unprojected_fields_are_rejected() {
    let shop = filled().await;
    let key = keywright::expression::attribute::<Order, String>("SK").eq("x");
    let error = Order::query("ann").filter(key).send(&shop).await.unwrap_err();
    assert_eq!(error.kind(), ErrorKind::InvalidArgument);
    assert!(error.to_string().contains("an attribute of the key that is read"), "{error}");
    let not_held = Order::by_status(Status::Open, "ann").filter(Order::CENTS.gt(5));
    let error = not_held.keys().send(&shop).await.unwrap_err();
    assert_eq!(error.kind(), ErrorKind::InvalidArgument);
    assert!(error.to_string().contains("which the index does not contain"), "{error}");
}
