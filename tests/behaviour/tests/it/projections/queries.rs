//! Queries for a part of each item.

use futures_util::TryStreamExt as _;
use keywright::{Entity, Projection};
use serde::Deserialize;

use super::design::*;

#[tokio::test]
async fn page_has_the_projected_items_in_order() {
    let (_local, shop) = with_orders(5).await;
    let page =
        Order::by_status(Status::Open).newest_first().project::<OrderTotal>().limit(3).send(&shop).await.unwrap();
    assert_eq!(page.items, [total(5), total(4), total(3)]);
    let of_table = Order::query("ann").between(2..5).project::<OrderTotal>().send(&shop).await.unwrap();
    assert_eq!((of_table.items, of_table.cursor.is_none()), (vec![total(2), total(3), total(4)], true));
    let included = Order::by_day().during(hours(-12)..hours(12)).project::<OrderTotal>().send(&shop).await.unwrap();
    assert_eq!(included.items, [1, 2, 3, 4, 5].map(total));
}

#[tokio::test]
async fn request_names_the_projected_and_key_attributes() {
    let (_local, shop) = shop().await;
    let params = Order::by_status(Status::Open).project::<OrderTotal>().send(&shop).params().unwrap();
    let names = params[0].expression_attribute_names().unwrap();
    let expression = params[0].projection_expression().unwrap();
    let mut asked: Vec<_> = expression.split(", ").map(|placeholder| names[placeholder].as_str()).collect();
    asked.sort_unstable();
    assert_eq!(asked, ["GSI1PK", "GSI1SK", "PK", "SK", "_et", "amount", "id"]);
    let included = Order::by_day().during(noon()..hours(1)).project::<OrderTotal>().send(&shop).params().unwrap();
    let mut asked: Vec<_> = included[0].expression_attribute_names().unwrap().values().map(String::as_str).collect();
    asked.sort_unstable();
    asked.dedup();
    assert_eq!(asked, ["GSI3PK", "GSI3SK", "PK", "SK", "amount"], "the index has no discriminator and no `id`");
}

#[tokio::test]
async fn projection_uses_its_own_serde_names() {
    let (_local, shop) = with_orders(2).await;
    let row = |id: u32| OrderRow {
        customer: "ann".into(),
        total: u64::from(id) * 10,
        status: Status::Open,
        seen: false,
        clerk: Some("bob".into()),
    };
    let page = Order::query("ann").project::<OrderRow>().send(&shop).await.unwrap();
    assert_eq!(page.items, [row(1), row(2)]);
    let one = shop.get(key(&order(2))).project::<OrderRow>().await.unwrap();
    assert_eq!(one, Some(row(2)));
    // For output, the names are those of the projection.
    assert_eq!(serde_json::to_value(row(1)).unwrap()["STATUS"], "open");
    shop.put(&Order { clerk: None, ..order(2) }).await.unwrap();
    let one = shop.get(key(&order(2))).project::<OrderRow>().await.unwrap();
    assert_eq!(one.unwrap().clerk, None);
}

#[tokio::test]
async fn cursors_work_between_projections_and_full_items() {
    let (_local, shop) = with_orders(6).await;
    let query = || Order::by_status(Status::Open);
    let first = query().project::<OrderTotal>().limit(2).send(&shop).await.unwrap();
    let second = query().limit(2).cursor(first.cursor).send(&shop).await.unwrap();
    assert_eq!(second.items, [order(3), order(4)]);
    let third = query().project::<OrderRow>().limit(2).cursor(second.cursor).send(&shop).await.unwrap();
    assert_eq!(third.items.iter().map(|row| row.total).collect::<Vec<_>>(), [50, 60]);
    let none = query().project::<OrderTotal>().cursor(third.cursor).send(&shop).await.unwrap();
    assert!(none.items.is_empty() && none.cursor.is_none());
}

#[tokio::test]
async fn stream_returns_every_projected_item() {
    let (_local, shop) = with_orders(40).await;
    let stream = Order::by_status(Status::Open).items_per_request(7).project::<OrderTotal>().stream(&shop);
    let items: Vec<_> = stream.try_collect().await.unwrap();
    assert_eq!(items, (1..=40).map(total).collect::<Vec<_>>());
}

#[tokio::test]
async fn scan_limit_and_partial_pages_work_as_for_full_items() {
    let (_local, shop) = with_orders(9).await;
    let page = Order::query("ann").project::<OrderTotal>().scan_limit(4).send(&shop).partial().await.unwrap();
    assert_eq!((page.items.len(), page.stats.items_read, page.failed.len()), (4, 4, 0));
    assert!(page.cursor.is_some());
}

#[derive(Debug, PartialEq, Projection, Deserialize)]
#[projection(of = Call)]
struct CallTime {
    id: String,
    millis: u32,
}

#[tokio::test]
async fn random_shards_and_days_are_merged() {
    let (_local, shop) = shop().await;
    for at in 0..20 {
        let call = Call { at: hours(at), id: format!("c-{at:02}"), millis: 5, body: "b".repeat(50) };
        shop.put(&call).await.unwrap();
    }
    let query = || Call::query().between(hours(2)..hours(18)).newest_first();
    let page = query().project::<CallTime>().limit(10).send(&shop).await.unwrap();
    let expected: Vec<_> = (8..18).rev().map(|at| CallTime { id: format!("c-{at:02}"), millis: 5 }).collect();
    assert_eq!(page.items, expected);
    let whole = query().limit(10).send(&shop).await.unwrap();
    assert_eq!(page.stats.rcu, whole.stats.rcu, "a part costs what the whole does");
}

#[derive(Debug, PartialEq, Projection, Deserialize)]
#[projection(of = Visit)]
struct VisitPage {
    page: String,
}

#[tokio::test]
async fn range_not_in_the_keys_requests_the_full_item() {
    let (_local, shop) = shop().await;
    for (user, hour) in [("ann", 1), ("bob", 2), ("cid", 3)] {
        let visit = Visit { user: user.into(), at: hours(hour), page: format!("/{user}"), agent: "a".into() };
        shop.put(&visit).await.unwrap();
    }
    let query = || Visit::query().during(hours(2)..hours(3)).project::<VisitPage>();
    let page = query().send(&shop).await.unwrap();
    assert_eq!(page.items, [VisitPage { page: "/bob".into() }]);
    assert_eq!(query().send(&shop).params().unwrap()[0].projection_expression(), None);
}

#[derive(Debug, PartialEq, Projection, Deserialize)]
#[projection(of = Ticket)]
struct Title {
    title: String,
}

#[tokio::test]
async fn newer_copies_supersede_older_ones() {
    let (_local, shop) = shop().await;
    let ticket = |title: &str| Ticket { team: "web".into(), id: 7, title: title.into(), body: "b".into() };
    let mut older = ticket("older").to_item().unwrap();
    older.insert("PK".into(), aws_sdk_dynamodb::types::AttributeValue::S("TICKETS#web".into()));
    shop.client().put_item().table_name("shop").set_item(Some(older)).send().await.unwrap();
    let query = || Ticket::of_team("web", 7_u32).project::<Title>();
    let titles =
        |page: keywright::read::Page<Title>| page.items.into_iter().map(|title| title.title).collect::<Vec<_>>();
    assert_eq!(titles(query().send(&shop).await.unwrap()), ["older"]);
    shop.put(&ticket("newer")).await.unwrap();
    let page = query().send(&shop).await.unwrap();
    assert_eq!((page.stats.superseded, titles(page)), (1, vec!["newer".to_owned()]));
}
