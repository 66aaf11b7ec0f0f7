//! A part of one item, by its key.

use aws_sdk_dynamodb::types::AttributeValue;
use keywright::{Entity, Projection, monitor::Monitor};
use keywright_local::Local;
use serde::Deserialize;

use super::design::*;

#[tokio::test]
async fn get_returns_a_projected_item_or_none() {
    let (local, shop) = with_orders(2).await;
    let get = |id: u32| shop.get(Order::key("ann", id)).project::<OrderTotal>();
    assert_eq!(get(2).await.unwrap(), Some(total(2)));
    assert_eq!(get(3).consistent().await.unwrap(), None);
    assert_eq!(local.requests(), 2);
    let params = get(2).consistent().params().unwrap();
    assert_eq!(params.consistent_read(), Some(true));
    let names = params.expression_attribute_names().unwrap();
    let mut asked: Vec<_> = names.values().map(String::as_str).collect();
    asked.sort_unstable();
    assert_eq!(asked, ["PK", "SK", "_et", "amount", "id"]);
    let answer = get(2).into_sdk().unwrap().send().await.unwrap();
    assert_eq!(answer.item().unwrap().len(), 5);
}

#[derive(Debug, PartialEq, Projection, Deserialize)]
#[projection(of = Visit)]
struct Agent {
    agent: String,
}

#[tokio::test]
async fn lossy_key_requests_the_full_item() {
    let (_local, shop) = shop().await;
    let visit = Visit { user: "ann".into(), at: hours(1), page: "/".into(), agent: "curl".into() };
    shop.put(&visit).await.unwrap();
    let get = |hour| shop.get(Visit::key(hours(hour), "ann")).project::<Agent>();
    assert_eq!(get(1).await.unwrap(), Some(Agent { agent: "curl".into() }));
    assert_eq!(get(2).await.unwrap(), None, "another time of the same day is another visit");
    assert_eq!(get(1).params().unwrap().projection_expression(), None);
    let both = shop.batch_get([1, 2].map(|hour| Visit::key(hours(hour), "ann"))).project::<Agent>().await.unwrap();
    assert_eq!(both, [Some(Agent { agent: "curl".into() }), None]);
}

#[derive(Debug, PartialEq, Projection, Deserialize)]
#[projection(of = Ticket)]
struct Title {
    title: String,
}

#[tokio::test]
async fn projection_finds_items_under_older_keys() {
    let (_local, shop) = shop().await;
    let ticket = Ticket { team: "web".into(), id: 7, title: "older".into(), body: "b".into() };
    let mut older = ticket.to_item().unwrap();
    older.insert("PK".into(), AttributeValue::S("TICKETS#web".into()));
    shop.client().put_item().table_name("shop").set_item(Some(older)).send().await.unwrap();
    let title = || Some(Title { title: "older".into() });
    assert_eq!(shop.get(Ticket::key("web", 7_u32)).project::<Title>().await.unwrap(), title());
    let both = shop.batch_get([7_u32, 8].map(|id| Ticket::key("web", id))).project::<Title>().await.unwrap();
    assert_eq!(both, [title(), None]);
}

#[tokio::test]
async fn random_shard_is_given_by_the_key() {
    let (_local, shop) = shop().await;
    let call = Call { at: noon(), id: "c-1".into(), millis: 5, body: "b".into() };
    shop.put(&call).in_shard(3).await.unwrap();
    let get = |shard| shop.get(Call::key_in_shard(shard, noon(), "c-1")).project::<CallBody>();
    assert_eq!(get(3).await.unwrap(), Some(CallBody { body: "b".into() }));
    assert_eq!(get(2).await.unwrap(), None);
}

#[derive(Debug, PartialEq, Projection, Deserialize)]
#[projection(of = Call)]
struct CallBody {
    body: String,
}

#[tokio::test(start_paused = true)]
async fn monitor_counts_the_cost_of_the_full_item() {
    // So that the clock does not advance.
    let local = Local::builder().answer_inline().start();
    let shop = local.open::<Shop>("shop").await.unwrap();
    shop.put(&Order { notes: "n".repeat(40_000), ..order(1) }).await.unwrap();
    let rate = |monitor: &Monitor| -> f64 { monitor.snapshot().iter().map(|key| key.rate).sum() };
    let (whole, part, batch) = (Monitor::new(), Monitor::new(), Monitor::new());
    shop.clone().monitor(&whole).get(key(&order(1))).await.unwrap();
    shop.clone().monitor(&part).get(key(&order(1))).project::<OrderTotal>().await.unwrap();
    shop.clone().monitor(&batch).batch_get([key(&order(1))]).project::<OrderTotal>().await.unwrap();
    assert!(rate(&whole) > 0.0);
    assert_eq!(rate(&part), rate(&whole));
    assert_eq!(rate(&batch), rate(&whole));
}
