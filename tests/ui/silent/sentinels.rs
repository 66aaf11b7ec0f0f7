//! Unique fields of few values, on the other side of `fail/unique/kw002_few_values.rs`.

use keywright::{Entity, KeyEnum, Table};
use serde::{Deserialize, Serialize};

#[derive(Table)]
#[entities(Member, Leader)]
struct Platform;

#[derive(KeyEnum, Serialize, Deserialize)]
enum Level {
    Low,
    Middle,
    High,
}

/// Each tenant has sentinels of its own.
#[derive(Entity, Serialize, Deserialize)]
#[entity(table = Platform)]
#[pk(template = "MEMBER#<id>")]
#[sk(template = "PROFILE")]
#[peak(creates = 600, item_bytes = 300)]
struct Member {
    id: String,
    tenant: String,
    #[entity(unique(within = tenant))]
    level: Level,
}

/// A sentinel serves all attempts to become the leader of a level.
#[derive(Entity, Serialize, Deserialize)]
#[entity(table = Platform)]
#[pk(template = "LEADER#<id>")]
#[sk(template = "PROFILE")]
#[peak(creates = 200, item_bytes = 300)]
struct Leader {
    id: String,
    #[entity(unique)]
    level: Level,
}
