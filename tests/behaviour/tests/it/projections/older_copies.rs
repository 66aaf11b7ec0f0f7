//! A hydrated query treats an item under an older key and under the current one as one item.

use aws_sdk_dynamodb::types::AttributeValue;
use futures_util::TryStreamExt as _;
use keywright::{Entity, Handle, Item, Table};
use keywright_local::Local;
use serde::{Deserialize, Serialize};

#[derive(Table)]
#[table(ttl = "ends")]
#[gsi(name = "GSI1", pk = "GSI1PK", sk = "GSI1SK", projection = "keys_only")]
#[entities(Task)]
struct Board;

/// A task. Its key lacked the team at one time, and had shards before that.
#[derive(Debug, Clone, PartialEq, Entity, Serialize, Deserialize)]
#[entity(table = Board)]
#[pk(template = "TASK#<team>#<id>", legacy(template = "TASKS#<id>"), legacy(template = "T#<id>", shards = 2))]
#[sk(template = "TASK")]
#[gsi(index = "GSI1", query = by_owner, pk = "OWNER#<owner>", sk = "<id>")]
struct Task {
    team: String,
    id: u32,
    owner: String,
    title: String,
    #[entity(ttl)]
    #[serde(skip_serializing_if = "Option::is_none")]
    ends: Option<u64>,
}

fn task(id: u32, title: &str) -> Task {
    Task { team: "web".into(), id, owner: "ann".into(), title: title.into(), ends: None }
}

async fn put_raw(board: &Handle<Board>, task: &Task, partition_key: Option<&str>) {
    let mut item: Item = task.to_item().unwrap();
    item.extend(partition_key.map(|key| ("PK".to_owned(), AttributeValue::S(key.into()))));
    board.client().put_item().table_name("board").set_item(Some(item)).send().await.unwrap();
}

async fn board() -> (Local, Handle<Board>) {
    let local = Local::start();
    let board = local.open::<Board>("board").await.unwrap();
    (local, board)
}

fn titles(tasks: &[Task]) -> Vec<&str> {
    tasks.iter().map(|task| task.title.as_str()).collect()
}

#[tokio::test]
async fn newest_copy_is_returned_and_superseded_ones_are_counted() {
    let (_local, board) = board().await;
    // Under all keys; under both older ones; under the oldest; only under the current one.
    put_raw(&board, &task(1, "1 new"), None).await;
    put_raw(&board, &task(1, "1 old"), Some("TASKS#1")).await;
    put_raw(&board, &task(1, "1 oldest"), Some("T#1#0")).await;
    put_raw(&board, &task(2, "2 old"), Some("TASKS#2")).await;
    put_raw(&board, &task(2, "2 oldest"), Some("T#2#1")).await;
    put_raw(&board, &task(3, "3 oldest"), Some("T#3#1")).await;
    put_raw(&board, &task(4, "4 new"), None).await;
    // An older key of another team's task.
    put_raw(&board, &Task { team: "ops".into(), ..task(4, "4 of ops") }, Some("TASKS#4")).await;
    let page = Task::by_owner("ann").hydrate().send(&board).await.unwrap();
    let mut found = titles(&page.items);
    found.sort_unstable();
    assert_eq!(found, ["1 new", "2 old", "3 oldest", "4 new", "4 of ops"]);
    assert_eq!((page.stats.superseded, page.stats.vanished, page.stats.changed), (3, 0, 0));
    let mut stream = Task::by_owner("ann").hydrate().stream(&board);
    let all: Vec<_> = (&mut stream).try_collect().await.unwrap();
    assert_eq!((all.len(), stream.stats().superseded), (5, 3));
    // Page by page, with a copy and its item on two pages.
    let (mut walked, mut cursor) = (Vec::new(), None);
    loop {
        let page = Task::by_owner("ann").hydrate().limit(1).cursor(cursor).send(&board).await.unwrap();
        walked.extend(page.items);
        cursor = page.cursor;
        if cursor.is_none() {
            break;
        }
    }
    let mut walked = titles(&walked);
    walked.sort_unstable();
    assert_eq!(walked, found);
    for found in Task::by_owner("ann").hydrate().located().send(&board).await.unwrap().items {
        assert_eq!(board.get(found.key).await.unwrap(), Some(found.item));
    }
}

#[tokio::test]
async fn older_copies_stay_hidden_if_the_item_moved_or_expired() {
    let (_local, board) = board().await;
    // Now the task has another owner; and a second one has expired.
    put_raw(&board, &task(1, "old"), Some("TASKS#1")).await;
    put_raw(&board, &Task { owner: "zoe".into(), ..task(1, "new") }, None).await;
    put_raw(&board, &task(2, "old"), Some("TASKS#2")).await;
    put_raw(&board, &Task { ends: Some(1_000), ..task(2, "over") }, None).await;
    let page = Task::by_owner("ann").hydrate().send(&board).await.unwrap();
    assert_eq!(titles(&page.items), [""; 0]);
    assert_eq!((page.stats.superseded, page.stats.expired), (2, 1));
    let of_zoe = Task::by_owner("zoe").hydrate().send(&board).await.unwrap();
    assert_eq!(titles(&of_zoe.items), ["new"]);
    let with_expired = Task::by_owner("ann").hydrate().include_expired().send(&board).await.unwrap();
    assert_eq!(titles(&with_expired.items), ["over"]);
}

#[tokio::test]
async fn older_copy_stays_hidden_if_the_newer_does_not_decode() {
    let (_local, board) = board().await;
    put_raw(&board, &task(1, "old"), Some("TASKS#1")).await;
    let mut broken = Task { owner: "zoe".into(), ..task(1, "new") }.to_item().unwrap();
    broken.remove("title");
    board.client().put_item().table_name("board").set_item(Some(broken)).send().await.unwrap();
    let page = Task::by_owner("ann").hydrate().send(&board).await.unwrap();
    assert_eq!((page.items.len(), page.stats.superseded), (0, 1));
}
