//! The items that increments create are complete, and other writers' attributes stay.

use keywright::{Attributes, ErrorKind, Outcome};
use keywright_local::Local;

use super::design::*;

#[tokio::test]
async fn counter_items_are_found_and_queried_as_the_entity() {
    let (_local, platform) = platform_on(Local::builder()).await;
    for shard in 0..20 {
        platform.increment(Votes::votes("p-1"), 1).in_shard(shard % 10).await.unwrap();
    }
    let votes = Votes { poll: "p-1".into(), votes: 2, label: None, cached: false, others: Attributes::new() };
    let found = Votes::find("p-1").send(&platform).await.unwrap();
    assert_eq!(found.iter().map(|found| &found.item).collect::<Vec<_>>(), vec![&votes; 10]);
    assert_eq!(Votes::query("p-1").send(&platform).await.unwrap().items, vec![votes; 10]);

    platform.increment(Opinion::downs("post"), 1).await.unwrap();
    let opinion = Opinion { post: "post".into(), ups: 0, downs: 1 };
    assert_eq!(platform.get(Opinion::key("post")).await.unwrap(), Some(opinion));

    platform.increment(Hits::hits("/", noon()), 3).await.unwrap();
    let hits = Hits { page: "/".into(), at: midnight(), hits: 3 };
    assert_eq!(Hits::find("/", midnight()).send(&platform).await.unwrap()[0].item, hits);
    let of_index = Hits::by_day().between(midnight()..noon()).send(&platform).await.unwrap();
    assert_eq!(of_index.items, [hits]);

    platform.increment(Stock::pieces("s", 7_u32), 9).await.unwrap();
    let stock = Stock { shelf: "s".into(), article: 7, pieces: 9 };
    assert_eq!(platform.get(Stock::key("s", 7_u32)).await.unwrap(), Some(stock));
}

#[tokio::test]
async fn incremented_item_equals_what_a_put_writes() {
    let (_local, platform) = platform_on(Local::builder()).await;
    let items = async || {
        let mut items = platform.client().scan().table_name("platform").send().await.unwrap().items.unwrap();
        items.sort_by_key(|item| item["PK"].as_s().unwrap().clone());
        items
    };
    platform.put(&Stock { shelf: "s".into(), article: 7, pieces: 9 }).await.unwrap();
    platform.put(&Opinion { post: "post".into(), ups: -1, downs: 0 }).await.unwrap();
    let hits = Hits { page: "/".into(), at: midnight(), hits: 3 };
    platform.put(&hits).in_shard(2).await.unwrap();
    let put = items().await;
    platform.delete(Stock::key("s", 7_u32)).await.unwrap();
    platform.delete(Opinion::key("post")).await.unwrap();
    platform.delete(Hits::key_in_shard(2, "/", midnight())).await.unwrap();
    assert!(items().await.is_empty());
    platform.increment(Stock::pieces("s", 7_u32), 9).await.unwrap();
    platform.increment(Opinion::ups("post"), -1).await.unwrap();
    platform.increment(Hits::hits("/", noon()), 3).in_shard(2).await.unwrap();
    assert_eq!(items().await, put);
    assert_eq!(put.len(), 3);
}

#[tokio::test]
async fn increment_keeps_the_other_attributes() {
    let (_local, platform) = platform_on(Local::builder()).await;
    let others: Attributes = [("note", "kept")].into_iter().collect();
    let votes = Votes { poll: "p-1".into(), votes: 5, label: Some("hot".into()), cached: false, others };
    platform.put(&votes).in_shard(3).await.unwrap();
    platform.increment(Votes::votes("p-1"), 2).in_shard(3).await.unwrap();
    let counted = Votes { votes: 7, ..votes };
    assert_eq!(Votes::labelled("hot").send(&platform).await.unwrap().items, std::slice::from_ref(&counted));
    assert_eq!(Votes::find("p-1").send(&platform).await.unwrap()[0].item, counted);

    platform.put(&Opinion { post: "post".into(), ups: 2, downs: 3 }).await.unwrap();
    platform.increment(Opinion::ups("post"), 1).await.unwrap();
    let opinion = Opinion { post: "post".into(), ups: 3, downs: 3 };
    assert_eq!(platform.get(Opinion::key("post")).await.unwrap(), Some(opinion));
}

#[tokio::test]
async fn an_item_of_another_hour_is_not_overwritten() {
    let (_local, platform) = platform_on(Local::builder()).await;
    let error = platform.put(&Hits { page: "/".into(), at: noon(), hits: 8 }).in_shard(1).await.unwrap_err();
    assert_eq!((error.kind(), error.outcome()), (ErrorKind::InvalidArgument, Outcome::NotApplied));
    // As another program stored it:
    let text = |text: &str| aws_sdk_dynamodb::types::AttributeValue::S(text.into());
    let put = platform.client().put_item().table_name("platform").item("PK", text("HITS#/#2026-06-22#1"));
    let put = put.item("SK", text("/")).item("_et", text("Hits")).item("page", text("/"));
    let put = put.item("at", text("2026-06-22T12:00:00Z"));
    put.item("hits", aws_sdk_dynamodb::types::AttributeValue::N("8".into())).send().await.unwrap();
    let error = platform.increment(Hits::hits("/", noon()), 1).in_shard(1).await.unwrap_err();
    assert_eq!((error.kind(), error.outcome()), (ErrorKind::KeyCollision, Outcome::NotApplied));
    assert_eq!(error.key(), Some("HITS#/#2026-06-22#1 / /"));
    assert_eq!(platform.total(Hits::hits("/", noon())).await.unwrap().value, 8);
}

#[tokio::test]
async fn non_integer_counter_value_is_an_error() {
    let (_local, platform) = platform_on(Local::builder()).await;
    platform.increment(Votes::votes("p-1"), 1).in_shard(0).await.unwrap();
    for (value, expected) in [("S", "a string (S)"), ("N", "1.5")] {
        let value = match value {
            "S" => aws_sdk_dynamodb::types::AttributeValue::S("many".into()),
            _ => aws_sdk_dynamodb::types::AttributeValue::N("1.5".into()),
        };
        let text = |text: &str| aws_sdk_dynamodb::types::AttributeValue::S(text.into());
        let put = platform.client().put_item().table_name("platform").item("PK", text("VOTES#p-1#4"));
        let put = put.item("SK", text("COUNT")).item("_et", text("Votes")).item("votes", value.clone());
        put.send().await.unwrap();
        let error = platform.total(Votes::votes("p-1")).await.unwrap_err();
        assert_eq!((error.kind(), error.key()), (ErrorKind::Decode, Some("VOTES#p-1#4 / COUNT")));
        assert!(error.to_string().contains(expected), "{error}");
        let total = platform.total(Votes::votes("p-1")).partial().await.unwrap();
        let gaps: Vec<_> = total.failed.iter().map(|failed| (failed.shard, failed.error.kind())).collect();
        assert_eq!((total.value, total.shards.len(), gaps), (1, 9, vec![(Some(4), ErrorKind::Decode)]));
        if value.is_s() {
            let error = platform.increment(Votes::votes("p-1"), 1).in_shard(4).await.unwrap_err();
            assert_eq!((error.kind(), error.outcome()), (ErrorKind::Decode, Outcome::NotApplied));
        }
    }
}

#[tokio::test]
async fn an_item_of_another_entity_is_not_counted() {
    let (_local, platform) = platform_on(Local::builder()).await;
    let text = |text: &str| aws_sdk_dynamodb::types::AttributeValue::S(text.into());
    let put = platform.client().put_item().table_name("platform").item("PK", text("VOTES#p-1#4"));
    put.item("SK", text("COUNT")).item("_et", text("Poll")).send().await.unwrap();
    let error = platform.total(Votes::votes("p-1")).await.unwrap_err();
    assert_eq!((error.kind(), error.key()), (ErrorKind::WrongEntity, Some("VOTES#p-1#4 / COUNT")));
}

#[tokio::test]
async fn put_does_not_reset_the_counter() {
    let (local, platform) = platform_on(Local::builder()).await;
    let read = Opinion { post: "post".into(), ups: 0, downs: 0 };
    platform.put(&read).await.unwrap();
    platform.put(&read).await.unwrap();
    platform.increment(Opinion::ups("post"), 3).await.unwrap();
    for error in
        [platform.put(&read).await.map(drop).unwrap_err(), platform.replace(&read).await.map(drop).unwrap_err()]
    {
        assert_eq!((error.kind(), error.outcome()), (ErrorKind::ConditionFailed, Outcome::NotApplied), "{error}");
        assert!(error.to_string().contains("`ups` is stored as 3 and given as 0"), "{error}");
        assert!(error.to_string().contains("`increment`"), "{error}");
    }
    let cancelled = platform.transaction().put(&read).await.map(drop).unwrap_err();
    assert_eq!(cancelled.kind(), ErrorKind::TransactionCancelled, "{cancelled}");
    assert_eq!(platform.total(Opinion::ups("post")).await.unwrap().value, 3);
    // An item with its current count is written like any other item.
    platform.put(&Opinion { ups: 3, ..read.clone() }).await.unwrap();
    platform.put(&Stock { shelf: "s".into(), article: 7, pieces: 9 }).await.unwrap();
    local.clear_operations();
    let stock = Stock { shelf: "s".into(), article: 7, pieces: 0 };
    let error = platform.batch_put([&stock]).await.map(drop).unwrap_err();
    assert_eq!(error.kind(), ErrorKind::InvalidArgument);
    assert!(error.to_string().contains("is a counter"), "{error}");
    assert_eq!(local.requests(), 0);
}
