//! Older keys with fewer fields, or fewer shards: a collection finds the same items as its entities' own queries.

use futures_util::TryStreamExt as _;
use keywright::{Collection, Entity, Handle, Item, Table};
use keywright_local::Local;
use serde::{Deserialize, Serialize};

use aws_sdk_dynamodb::types::AttributeValue;

#[derive(Table)]
#[entities(Task, Comment)]
struct Board;

/// A task. Tasks and comments were under one key first, then in 2 shards, now in 5.
#[derive(Debug, Clone, PartialEq, Entity, Serialize, Deserialize)]
#[entity(table = Board)]
#[pk(
    template = "TEAM#<team>#<shard>",
    legacy(template = "TEAM#<team>#<shard>", hash(id), count = 2),
    legacy(template = "ALL")
)]
#[shard(hash(id), count = 5)]
#[sk(template = "TASK#<team>#<id>")]
struct Task {
    team: String,
    id: u32,
    state: u8,
}

#[derive(Debug, Clone, PartialEq, Entity, Serialize, Deserialize)]
#[entity(table = Board)]
#[pk(
    template = "TEAM#<group>#<shard>",
    legacy(template = "TEAM#<group>#<shard>", hash(number), count = 2),
    legacy(template = "ALL")
)]
#[shard(hash(number), count = 5)]
#[sk(template = "COMMENT#<group>#<number>")]
struct Comment {
    state: u8,
    number: u32,
    group: String,
}

#[derive(Debug, Clone, PartialEq, Collection)]
#[collection(query = of_team(team))]
enum BoardItem {
    Task(Task),
    Comment(Comment),
}

async fn put_under(board: &Handle<Board>, mut item: Item, partition: String) {
    item.insert("PK".into(), AttributeValue::S(partition));
    board.client().put_item().table_name("board").set_item(Some(item)).send().await.unwrap();
}

/// Creates a board on which the newest copy of each item has the highest state.
async fn board() -> (Local, Handle<Board>) {
    let local = Local::start();
    let board = local.open::<Board>("board").await.unwrap();
    for team in ["a", "b"] {
        for id in 0..12 {
            let task = |state| Task { team: team.into(), id, state }.to_item().unwrap();
            let comment = |state| Comment { group: team.into(), number: id, state }.to_item().unwrap();
            for item in [task(0), comment(0)] {
                if id % 2 == 0 {
                    put_under(&board, item, "ALL".into()).await;
                }
            }
            // In either of the two shards, because the original writer's choice is unknown by now.
            for (item, shard) in [(task(1), id % 2), (comment(1), (id + 1) % 2)] {
                let home = item["PK"].as_s().unwrap().clone();
                let older = format!("TEAM#{team}#{shard}");
                if id % 3 == 0 && older != home {
                    put_under(&board, item, older).await;
                }
            }
            if id % 4 == 0 {
                board.put(&Task { team: team.into(), id, state: 2 }).await.unwrap();
                board.put(&Comment { group: team.into(), number: id, state: 2 }).await.unwrap();
            }
        }
    }
    (local, board)
}

#[tokio::test]
async fn collection_returns_what_entity_queries_return() {
    let (_local, board) = board().await;
    for team in ["a", "b", "c"] {
        let comments: Vec<_> = Comment::query(team).stream(&board).try_collect().await.unwrap();
        let tasks: Vec<_> = Task::query(team).stream(&board).try_collect().await.unwrap();
        assert_eq!(comments.is_empty() || tasks.is_empty(), team == "c");
        let comments = comments.into_iter().map(BoardItem::Comment);
        let expected: Vec<_> = comments.chain(tasks.into_iter().map(BoardItem::Task)).collect();
        let page = BoardItem::of_team(team).send(&board).await.unwrap();
        assert_eq!(page.items, expected);
        assert_eq!(page.stats.superseded > 0, team != "c");
        for size in [1, 2, 3, 5, 8] {
            let (mut items, mut cursor) = (Vec::new(), None);
            loop {
                let page = BoardItem::of_team(team).limit(size).cursor(cursor).send(&board).await.unwrap();
                items.extend(page.items);
                cursor = page.cursor;
                if cursor.is_none() {
                    break;
                }
            }
            assert_eq!(items, expected, "pages of {size}");
        }
    }
}
