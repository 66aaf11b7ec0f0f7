//! Pages of tables whose partition keys have one item each, because the table has no sort key.

use keywright::{Cursor, Entity, Table};
use keywright_local::Local;
use serde::{Deserialize, Serialize};

#[derive(Table)]
#[table(sk = none)]
#[entities(Session)]
struct Sessions;

#[derive(Debug, Clone, PartialEq, Entity, Serialize, Deserialize)]
#[entity(table = Sessions)]
#[pk(template = "SESSION#<user>")]
#[shard(random = 3)]
struct Session {
    user: String,
    device: u32,
    seen: u32,
}

#[tokio::test]
async fn a_page_with_the_only_item_of_a_key_is_the_last_one_of_that_key() {
    let local = Local::start();
    let sessions = local.open::<Sessions>("sessions").await.unwrap();
    // Random shards take turns.
    let stored = [1, 2, 3].map(|device| Session { user: "ann".into(), device, seen: 7 });
    for session in &stored {
        sessions.put(session).await.unwrap();
    }
    for filter in [false, true] {
        let mut found = Vec::new();
        let mut cursor: Option<Cursor> = None;
        let mut pages = 0;
        local.clear_operations();
        loop {
            let query = Session::query("ann").limit(1).cursor(cursor);
            let query = if filter { query.filter(Session::SEEN.eq(7)) } else { query };
            let page = query.send(&sessions).await.unwrap();
            found.extend(page.items);
            cursor = page.cursor;
            pages += 1;
            assert!(pages <= 4, "the pages do not end");
            if cursor.is_none() {
                break;
            }
        }
        found.sort_by_key(|session| session.device);
        assert_eq!(found, stored);
    }
}
