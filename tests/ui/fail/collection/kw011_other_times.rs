// The shards of `Sale` grow by the time of the shift, those of `Return` by that of the item: one query has one of them.

use chrono::{DateTime, Utc};
use keywright::{Collection, Entity, Table};
use serde::{Deserialize, Serialize};

#[derive(Table)]
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

#[derive(Entity, Serialize, Deserialize)]
#[entity(table = Shop)]
#[pk(template = "HALL#<hall>#<shift>")]
#[shard(random = 4, grow(at = "2027-01-01T00:00:00Z", count = 8))]
#[sk(template = "RETURN#<at>")]
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

fn main() {}
