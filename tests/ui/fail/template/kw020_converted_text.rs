// "Ann" would be read as "ann", whose key is another one. The time is stored as precisely as in the key.

use chrono::{DateTime, Utc, serde::ts_seconds};
use keywright::{Entity, Table};
use serde::{Deserialize, Serialize, Serializer};

#[derive(Table)]
struct Platform;

#[derive(Entity, Serialize, Deserialize)]
#[entity(table = Platform)]
#[pk(template = "USER#<id>")]
#[sk(template = "SEEN#<seen:s>")]
struct Visit {
    #[serde(serialize_with = "lower")]
    id: String,
    #[serde(with = "ts_seconds")]
    seen: DateTime<Utc>,
}

fn lower<S: Serializer>(id: &str, to: S) -> Result<S::Ok, S::Error> {
    to.serialize_str(&id.to_lowercase())
}

fn main() {}
