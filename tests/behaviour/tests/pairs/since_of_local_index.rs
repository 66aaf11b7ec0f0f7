//! A local index of a table whose partition key changes at an instant: the time of the table's key decides, not that of
//! the index's sort key.

use chrono::{DateTime, Utc};
use keywright::{Entity, Table};
use keywright_local::Local;
use serde::{Deserialize, Serialize};

#[derive(Table)]
#[lsi(name = "by_end", sk = "end_key")]
#[entities(Stay)]
struct Hotel;

#[derive(Debug, Clone, PartialEq, Entity, Serialize, Deserialize)]
#[entity(table = Hotel)]
#[pk(template = "ROOM#<room>", since = "2027-01-01T00:00:00Z", legacy(template = "OLD#<room>"))]
#[sk(template = "<begin>")]
#[lsi(index = "by_end", query = by_end, sk = "<end>")]
struct Stay {
    room: u32,
    begin: DateTime<Utc>,
    end: DateTime<Utc>,
}

#[tokio::test]
async fn each_item_is_found_by_both_keys() {
    let local = Local::start();
    let hotel = local.open::<Hotel>("hotel").await.unwrap();
    let at = |day: u32| DateTime::from_timestamp(1_798_761_600 + (i64::from(day) - 10) * 86_400, 0).unwrap();
    // Before the instant, over it, after it, and one that ended before it began.
    let stays =
        [(1, 2), (9, 12), (11, 13), (15, 4)].map(|(begin, end)| Stay { room: 7, begin: at(begin), end: at(end) });
    for stay in &stays {
        hotel.put(stay).await.unwrap();
    }
    let found = Stay::query(7).send(&hotel).await.unwrap().items;
    assert_eq!(found, stays);
    let by_end = [0, 3, 1, 2].map(|place: usize| stays[place].clone());
    assert_eq!(Stay::by_end(7).send(&hotel).await.unwrap().items, by_end);
    let keys = Stay::by_end(7).keys().send(&hotel).await.unwrap().items;
    assert_eq!(keys.len(), 4);
    for stay in &stays {
        assert_eq!(Stay::by_end(7).then(stay.end).send(&hotel).await.unwrap().items, std::slice::from_ref(stay));
        let range = Stay::by_end(7).between(stay.end..stay.end + chrono::Duration::seconds(1));
        assert_eq!(range.send(&hotel).await.unwrap().items, std::slice::from_ref(stay));
    }
}
