//! Collections whose shards grow by one time, on the other side of `fail/collection/kw011_other_times.rs`.

use chrono::{DateTime, Utc};
use keywright::{Collection, Entity, Table};
use serde::{Deserialize, Serialize};

#[derive(Table)]
#[entities(Sale, Return)]
struct Shop;

#[derive(Entity, Serialize, Deserialize)]
#[entity(table = Shop)]
#[pk(template = "HALL#<hall>#<shift>")]
#[shard(random = 4, grow(at = "2027-01-01T00:00:00Z", count = 8))]
#[sk(template = "SALE#<id>")]
struct Sale {
    hall: String,
    shift: DateTime<Utc>,
    id: u32,
}

/// Its sort key begins with the time of the partition key.
#[derive(Entity, Serialize, Deserialize)]
#[entity(table = Shop)]
#[pk(template = "HALL#<hall>#<shift>")]
#[shard(random = 4, grow(at = "2027-01-01T00:00:00Z", count = 8))]
#[sk(template = "RETURN#<shift>#<at>")]
struct Return {
    hall: String,
    shift: DateTime<Utc>,
    at: DateTime<Utc>,
}

#[derive(Collection)]
#[collection(query = of_shift(hall, shift))]
enum ShiftItem {
    Sale(Sale),
    Return(Return),
}
