//! An inverted index whose partition key has a part of a time, and whose sort key has all of it.

use jiff::civil::DateTime;
use keywright::{Entity, Table};
use keywright_local::Local;
use serde::{Deserialize, Serialize};

#[derive(Table)]
#[gsi(name = "INVERTED", pk = "SK", sk = "PK")]
#[entities(Visit)]
struct Clinic;

#[derive(Debug, Clone, PartialEq, Entity, Serialize, Deserialize)]
#[entity(table = Clinic)]
#[pk(template = "ROOM#<room>#<at>")]
#[sk(template = "AT#<at:s>")]
#[gsi(index = "INVERTED", query = at, pk = "AT#<at:s>", sk = "ROOM#<room>#<at>")]
#[peak(creates = 1, item_bytes = 100)]
struct Visit {
    room: u16,
    at: DateTime,
}

/// The partition key selects the second. The given time selects more where all fields before it in the sort key are
/// given, too.
#[tokio::test]
async fn a_given_time_counts_in_the_sort_key_after_given_fields() {
    let clinic = Local::start().open::<Clinic>("clinic").await.unwrap();
    let at = |nanos| DateTime::constant(2026, 6, 23, 14, 5, 8, nanos);
    let visits = [0, 123_456_789].map(|nanos| Visit { room: 1, at: at(nanos) });
    for visit in &visits {
        clinic.create(visit).await.unwrap();
    }
    let of_second = || Visit::at(at(123_456_789));
    assert_eq!(of_second().send(&clinic).await.unwrap().items, visits);
    assert_eq!(of_second().then(1).send(&clinic).await.unwrap().items, visits[1..]);
    assert_eq!(of_second().then(1).count(&clinic).await.unwrap().items, 1);
}
