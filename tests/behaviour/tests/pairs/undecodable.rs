//! Items that do not decode, as the next release writes them: reads go past them.

use aws_sdk_dynamodb::types::AttributeValue;
use futures_util::StreamExt as _;
use keywright::{Entity, ErrorKind, Handle, Item, Table};
use keywright_local::Local;
use serde::{Deserialize, Serialize};

#[derive(Table)]
#[gsi(name = "GSI1", pk = "GSI1PK", sk = "GSI1SK")]
#[entities(Task)]
struct Board;

#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
enum State {
    Open,
    Done,
}

#[derive(Debug, Clone, PartialEq, Entity, Serialize, Deserialize)]
#[entity(table = Board)]
#[pk(template = "TEAM#<team>")]
#[shard(hash(id), count = 3)]
#[sk(template = "<id>")]
#[gsi(index = "GSI1", query = by_owner, pk = "OWNER#<owner>", sk = "<id>")]
struct Task {
    team: u32,
    id: u32,
    owner: String,
    state: State,
}

const TASKS: u32 = 12;

fn task(id: u32) -> Task {
    Task { team: 1, id, owner: "ann".into(), state: if id.is_multiple_of(2) { State::Open } else { State::Done } }
}

/// Stores tasks, of which the next release wrote these.
async fn board(newer: &[u32]) -> Handle<Board> {
    let board = Local::start().open::<Board>("board").await.unwrap();
    for id in 1..=TASKS {
        let mut item: Item = task(id).to_item().unwrap();
        if newer.contains(&id) {
            item.insert("state".into(), AttributeValue::S("Blocked".into()));
        }
        board.client().put_item().table_name("board").set_item(Some(item)).send().await.unwrap();
    }
    board
}

/// Returns the number of the task that an error names.
fn named(error: &keywright::Error) -> u32 {
    assert_eq!(error.kind(), ErrorKind::Decode, "{error}");
    let key = error.key().expect("the key");
    key.rsplit(' ').next().and_then(|sort| sort.parse().ok()).unwrap_or_else(|| panic!("{key}"))
}

const PLACES: [&[u32]; 6] = [&[], &[1], &[TASKS], &[5, 6, 7], &[1, 4, TASKS], &[1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12]];

fn readable(newer: &[u32]) -> Vec<Task> {
    (1..=TASKS).filter(|id| !newer.contains(id)).map(task).collect()
}

#[tokio::test]
async fn pages_return_the_readable_items_and_the_errors_and_pass_both() {
    for newer in PLACES {
        let board = board(newer).await;
        for limit in [1, 2, 5, 100] {
            for of_index in [false, true] {
                let (mut items, mut errors, mut cursor) = (Vec::new(), Vec::new(), None);
                loop {
                    let page = match of_index {
                        false => Task::query(1).limit(limit).cursor(cursor).send(&board).partial().await.unwrap(),
                        true => Task::by_owner("ann").limit(limit).cursor(cursor).send(&board).partial().await.unwrap(),
                    };
                    assert!(page.items.len() + page.undecodable.len() <= limit && page.failed.is_empty());
                    items.extend(page.items);
                    errors.extend(page.undecodable.iter().map(named));
                    cursor = page.cursor;
                    if cursor.is_none() {
                        break;
                    }
                }
                assert_eq!(items, readable(newer), "{newer:?}, limit {limit}");
                assert_eq!(errors, newer, "limit {limit}");
            }
        }
        let whole = Task::query(1).send(&board).await;
        match newer.first() {
            None => assert_eq!(whole.unwrap().items.len(), TASKS as usize),
            Some(first) => assert_eq!(named(&whole.unwrap_err()), *first),
        }
    }
}

#[tokio::test]
async fn streams_go_on_after_the_error_of_an_item() {
    for newer in PLACES {
        let board = board(newer).await;
        for (is_ordered, stream) in [
            (true, Task::query(1).stream(&board).collect::<Vec<_>>().await),
            (true, Task::by_owner("ann").stream(&board).collect().await),
            (false, board.scan::<Task>().segments(3).stream().collect().await),
        ] {
            let (items, errors): (Vec<_>, Vec<_>) = stream.into_iter().partition(Result::is_ok);
            let mut items: Vec<Task> = items.into_iter().map(Result::unwrap).collect();
            let mut errors: Vec<u32> = errors.into_iter().map(|error| named(&error.unwrap_err())).collect();
            if !is_ordered {
                items.sort_by_key(|task| task.id);
                errors.sort_unstable();
            }
            assert_eq!(items, readable(newer));
            assert_eq!(errors, newer);
        }
    }
}

#[tokio::test]
async fn scans_return_the_readable_items_and_the_errors_and_pass_both() {
    for newer in PLACES {
        let board = board(newer).await;
        for limit in [1, 5, 100] {
            let (mut items, mut errors, mut checkpoint) = (Vec::new(), Vec::new(), None);
            loop {
                let scan = board.scan::<Task>().segments(2).limit(limit).resume(checkpoint);
                let page = scan.partial().await.unwrap();
                items.extend(page.items);
                errors.extend(page.undecodable.iter().map(named));
                checkpoint = page.checkpoint;
                if checkpoint.is_none() {
                    break;
                }
            }
            items.sort_by_key(|task| task.id);
            errors.sort_unstable();
            assert_eq!(items, readable(newer), "limit {limit}");
            assert_eq!(errors, newer, "limit {limit}");
        }
        assert_eq!(board.scan::<Task>().await.is_err(), !newer.is_empty());
    }
}

#[tokio::test]
async fn hydrated_queries_go_past_items_that_do_not_decode() {
    for newer in PLACES {
        let board = board(newer).await;
        let page = Task::by_owner("ann").hydrate().send(&board).partial().await.unwrap();
        assert_eq!(page.items, readable(newer), "{newer:?}");
        assert_eq!(page.undecodable.iter().map(named).collect::<Vec<_>>(), newer);
        let whole = Task::by_owner("ann").hydrate().send(&board).await;
        match newer.first() {
            None => assert_eq!(whole.unwrap().items.len(), TASKS as usize),
            Some(first) => assert_eq!(named(&whole.unwrap_err()), *first),
        }
        let stream: Vec<_> = Task::by_owner("ann").hydrate().stream(&board).collect().await;
        let (items, errors): (Vec<_>, Vec<_>) = stream.into_iter().partition(Result::is_ok);
        assert_eq!(items.into_iter().map(Result::unwrap).collect::<Vec<_>>(), readable(newer), "{newer:?}");
        assert_eq!(errors.into_iter().map(|error| named(&error.unwrap_err())).collect::<Vec<_>>(), newer);
    }
}

#[tokio::test]
async fn batches_return_the_readable_items_and_the_errors_of_others() {
    for newer in PLACES {
        let board = board(newer).await;
        let keys = || (1..=TASKS).map(|id| Task::key(1_u32, id));
        let report = board.batch_get(keys()).partial().await.unwrap();
        assert_eq!(report.items.into_iter().flatten().collect::<Vec<_>>(), readable(newer), "{newer:?}");
        assert_eq!(report.leftovers.iter().map(|left| named(&left.reason)).collect::<Vec<_>>(), newer);
        let whole = board.batch_get(keys()).await;
        match newer.first() {
            None => assert_eq!(whole.unwrap().len(), TASKS as usize),
            Some(first) => assert_eq!(named(&whole.unwrap_err()), *first),
        }
    }
}
