//! A cursor's text has the same length for a thousand lanes as for one.

use chrono::{DateTime, Utc};
use keywright::{
    Entity, Handle, Table,
    read::{Cursor, CursorKeys},
};
use keywright_local::{Failure, Faults, Local, Rule};
use serde::{Deserialize, Serialize};

use super::plant::{hours, inline};

#[derive(Table)]
#[gsi(name = "GSI1", pk = "GSI1PK", sk = "GSI1SK", projection = "all")]
#[entities(One, Ten, Hundred, Thousand)]
struct Shelves;

/// Entities with different numbers of shards, on the table and on the index.
macro_rules! shelves {
    ($($name:ident, $word:literal $(, $shards:literal)?;)*) => { $(
        #[derive(Debug, Clone, PartialEq, Entity, Serialize, Deserialize)]
        #[entity(table = Shelves)]
        #[pk(template = $word)]
        $(#[shard(hash(id), count = $shards)])?
        #[sk(template = "BOOK#<at>#<id>")]
        #[gsi(index = "GSI1", query = by_title, pk = "TITLE#<title>", sk = "<at>" $(, shard(random = $shards))?)]
        struct $name {
            shelf: String,
            at: DateTime<Utc>,
            id: u32,
            title: String,
        }
    )* };
}

shelves! {
    One, "1___#<shelf>";
    Ten, "10__#<shelf>", 10;
    Hundred, "100_#<shelf>", 100;
    Thousand, "1000#<shelf>", 1_000;
}

const FAILED: usize = 333;

async fn shelves() -> (Local, Handle<Shelves>) {
    let local = inline().start();
    let config = local.config().retry_config(aws_sdk_dynamodb::config::retry::RetryConfig::disabled());
    let shelves = Shelves::open(aws_sdk_dynamodb::Client::from_conf(config.build()), "shelves");
    shelves.create_table().await.unwrap();
    (local, shelves)
}

/// Returns the cursors in the middle of thirty books, on the table and on the index, and the number of lanes read.
macro_rules! cursors {
    ($name:ident, $shelves:expr) => {{
        let book = |id| $name { shelf: "s".into(), at: hours(i64::from(id)), id, title: "t".into() };
        let books: Vec<_> = (10..40).map(book).collect();
        assert!($shelves.batch_put(&books).await.unwrap().is_complete());
        let of_table = $name::query("s").limit(15).send($shelves).await.unwrap();
        let of_index = $name::by_title("t").limit(15).send($shelves).await.unwrap();
        assert_eq!((&of_table.items[..], &of_index.items[..]), (&books[..15], &books[..15]));
        assert_eq!(of_table.stats.lanes, of_index.stats.lanes);
        (of_table.stats.lanes, of_table.cursor.unwrap(), of_index.cursor.unwrap())
    }};
}

#[tokio::test(start_paused = true)]
async fn cursor_does_not_grow_with_the_lanes() {
    let (_local, shelves) = shelves().await;
    let cursors =
        [cursors!(One, &shelves), cursors!(Ten, &shelves), cursors!(Hundred, &shelves), cursors!(Thousand, &shelves)];
    assert_eq!(cursors.iter().map(|(lanes, ..)| *lanes).collect::<Vec<_>>(), [1, 10, 100, 1_000]);
    let keys = CursorKeys::new("2026", [7; 32]).unwrap();
    let texts = |cursor: &Cursor| [cursor.to_string(), keys.seal(cursor), keys.clone().encrypting().seal(cursor)];
    let of_table: Vec<_> = cursors.iter().map(|(_, of_table, _)| texts(of_table).map(|text| text.len())).collect();
    println!("plain, signed, encrypted on the table: {of_table:?}");
    assert!(of_table.iter().all(|lengths| *lengths == of_table[0]), "{of_table:?}");
    assert!(of_table[0].iter().all(|length| *length < 250), "{of_table:?}");
    // On an index, it contains the item's table key, so only the digits of the shard can differ.
    let of_index: Vec<_> = cursors.iter().map(|(_, _, of_index)| texts(of_index).map(|text| text.len())).collect();
    println!("on the index: {of_index:?}");
    let is_close =
        |lengths: &[usize; 3]| (0..3).all(|of| lengths[of] - of_index[0][of] <= "#999".len() * 4_usize.div_ceil(3));
    assert!(of_index.iter().all(is_close), "{of_index:?}");
}

#[tokio::test(start_paused = true)]
async fn failed_lanes_add_a_few_bytes_each_to_the_cursor() {
    let (local, shelves) = shelves().await;
    let (_, whole, _) = cursors!(Thousand, &shelves);
    // Every third lane, so that none has a neighbour.
    let rule = (0..FAILED).fold(Rule::all(), |rule, lane| rule.lane(format!("1000#s#{}", 3 * lane)));
    let rule = rule.fail(Failure::InternalServerError { carried_out: false });
    local.set_faults(Faults::seeded(0).rule(rule));
    let page = Thousand::query("s").limit(15).send(&shelves).partial().await.unwrap();
    assert_eq!(page.failed.len(), FAILED);
    let cursor = page.cursor.unwrap();
    assert_eq!(cursor.to_string().parse::<Cursor>().unwrap(), cursor);
    let (before, after) = (whole.to_string().len(), cursor.to_string().len());
    println!("{before} characters, {after} with {FAILED} failed lanes");
    assert!(after <= before + 12 + 3 * FAILED, "{after}");
    local.clear_faults();
    let rest = Thousand::query("s").cursor(cursor).send(&shelves).await.unwrap();
    assert_eq!(rest.items.len() + page.items.len(), 30);
}
