//! Sparse indexes: an item is in one as long as the optional fields of its key have values.

use aws_sdk_dynamodb::types::AttributeValue;
use chrono::{DateTime, Utc};
use keywright::{Entity, Handle, Table};
use keywright_local::Local;
use serde::{Deserialize, Serialize};

#[derive(Table)]
#[allow(clippy::duplicated_attributes, reason = "two keys may have one type")]
#[gsi(name = "OPEN", pk = "openPK", sk = "openSK")]
#[gsi(name = "BY_AGENT", pk = "agent", sk(name = "score", type = "N"))]
#[gsi(name = "BY_TAG", pk = "tagPK", sk = "tagSK", projection = "keys_only")]
#[gsi(name = "BY_QUEUE", pk = "queue", sk(name = "due", type = "N"))]
#[entities(Ticket, Task)]
struct Desk;

/// An entity with a time that is a number in the index, and a text for serde.
#[derive(Debug, Clone, PartialEq, Entity, Serialize, Deserialize)]
#[entity(table = Desk)]
#[pk(template = "TASK#<id>")]
#[sk(template = "TASK")]
#[gsi(index = "BY_QUEUE", query = by_queue, pk = "<queue>", sk = "<due:epoch>")]
struct Task {
    id: u32,
    queue: Option<String>,
    due: DateTime<Utc>,
}

#[derive(Debug, Clone, PartialEq, Entity, Serialize, Deserialize)]
#[entity(table = Desk)]
#[pk(template = "TICKET#<id>")]
#[sk(template = "TICKET")]
#[gsi(index = "OPEN", query = open, pk = "OPEN#<team>", sk = "<opened>#<id>")]
#[gsi(index = "BY_AGENT", query = by_agent, pk = "<agent>", sk = "<score>")]
#[gsi(index = "BY_TAG", query = by_tag, pk = "TAGS", sk = "<id>", shard(hash(tag), count = 4), allow_hot = "few")]
struct Ticket {
    id: u32,
    team: String,
    opened: Option<u32>,
    agent: Option<String>,
    score: Option<i32>,
    tag: Option<String>,
}

fn ticket(id: u32) -> Ticket {
    Ticket {
        id,
        team: "blue".into(),
        opened: id.is_multiple_of(2).then_some(id),
        agent: id.is_multiple_of(3).then(|| "ann".to_owned()),
        score: (!id.is_multiple_of(4)).then_some(-(id as i32)),
        tag: id.is_multiple_of(5).then(|| format!("t{id}")),
    }
}

async fn desk() -> (Local, Handle<Desk>) {
    let local = Local::start();
    let desk = local.open::<Desk>("desk").await.unwrap();
    for id in 0..30 {
        desk.put(&ticket(id)).await.unwrap();
    }
    (local, desk)
}

#[tokio::test]
async fn an_index_holds_the_items_that_have_all_of_its_fields() {
    let (_local, desk) = desk().await;
    let open = Ticket::open("blue").newest_first().limit(3).send(&desk).await.unwrap();
    assert_eq!(open.items, [28, 26, 24].map(ticket));
    assert_eq!(open.stats.items_read, 3);
    assert_eq!(Ticket::open("blue").count(&desk).await.unwrap().items, 15);
    // One field of two is not enough.
    let ann = Ticket::by_agent("ann").send(&desk).await.unwrap();
    let expected: Vec<_> = (0..30).rev().filter(|id| id % 3 == 0 && id % 4 != 0).map(ticket).collect();
    assert_eq!(ann.items, expected);
    // A hashed field without a value has no shard.
    assert_eq!(Ticket::by_tag().count(&desk).await.unwrap().items, 6);
    let tagged = Ticket::by_tag().shard_of("t10").keys().send(&desk).await.unwrap();
    assert!(tagged.items.contains(&Ticket::key(10)));
    assert_eq!(tagged.stats.lanes, 1);
}

#[tokio::test]
async fn clearing_a_key_field_removes_the_item_from_the_index() {
    let (_local, desk) = desk().await;
    desk.put(&Ticket { opened: None, ..ticket(28) }).await.unwrap();
    desk.replace(&Ticket { score: None, ..ticket(9) }).await.unwrap();
    desk.replace(&Ticket { agent: None, tag: None, ..ticket(15) }).await.unwrap();
    let open = Ticket::open("blue").newest_first().limit(1).send(&desk).await.unwrap();
    assert_eq!(open.items, [ticket(26)]);
    let ann = Ticket::by_agent("ann").send(&desk).await.unwrap();
    assert!(ann.items.iter().all(|ticket| ![9, 15].contains(&ticket.id)));
    assert_eq!(Ticket::by_tag().count(&desk).await.unwrap().items, 5);
    assert_eq!(desk.get(Ticket::key(9)).await.unwrap(), Some(Ticket { score: None, ..ticket(9) }));
    desk.put(&ticket(28)).await.unwrap();
    assert_eq!(Ticket::open("blue").count(&desk).await.unwrap().items, 15);
}

#[test]
fn item_without_a_key_value_has_no_index_key_attributes() {
    let item = Ticket { opened: None, agent: None, score: None, tag: None, ..ticket(0) }.to_item().unwrap();
    for name in ["openPK", "openSK", "agent", "score", "tagPK", "tagSK"] {
        assert_eq!(item.get(name), None, "{name}");
    }
    let item = Ticket { agent: None, ..ticket(9) }.to_item().unwrap();
    // The other part of the key stays, because it is also a field of the item.
    assert_eq!((item.get("agent"), item.get("score")), (None, Some(&AttributeValue::N("-9".into()))));
}

#[tokio::test]
async fn key_field_keeps_its_attribute_type_outside_the_index() {
    let (_local, desk) = desk().await;
    let due = DateTime::from_timestamp(1_782_086_400, 0).unwrap();
    let task = Task { id: 1, queue: None, due };
    assert_eq!(task.to_item().unwrap()["due"], AttributeValue::N("1782086400".into()));
    desk.put(&task).await.unwrap();
    assert_eq!(desk.get(Task::key(1)).await.unwrap(), Some(task.clone()));
    let queued = Task { queue: Some("a".into()), ..task };
    desk.put(&queued).await.unwrap();
    assert_eq!(Task::by_queue("a").between(due..).send(&desk).await.unwrap().items, [queued]);
}
