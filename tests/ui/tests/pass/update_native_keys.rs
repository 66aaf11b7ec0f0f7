//! Fields that are the attributes of an index's key themselves: set, removed and changed in place, each alone.

#![deny(warnings)]

use keywright::{Entity, Key, Table, update::ItemUpdate};
use serde::{Deserialize, Serialize};

#[derive(Table)]
#[allow(clippy::duplicated_attributes, reason = "two keys may have one type")]
#[gsi(name = "Top", pk = "game", sk(name = "score", type = "N"))]
#[gsi(name = "Open", pk = "open", sk = "since")]
#[gsi(name = "Level", pk = "LevelPK", sk(name = "rank", type = "N"))]
#[entities(Player)]
struct Games;

#[derive(Entity, Serialize, Deserialize)]
#[entity(table = Games)]
#[pk(template = "GAME#<game>")]
#[sk(template = "PLAYER#<name>")]
#[gsi(index = "Top", query = top, pk = "<game>", sk = "<score>")]
#[gsi(index = "Open", query = open, pk = "<open>", sk = "<since>")]
#[gsi(index = "Level", query = level, pk = "LEVEL#<level>#<world>", sk = "<rank>")]
struct Player {
    game: String,
    name: String,
    score: u64,
    open: Option<String>,
    since: Option<String>,
    level: u32,
    world: u32,
    rank: Option<u32>,
}

fn changes(key: Key<Player>) -> ItemUpdate<Player> {
    let update = ItemUpdate::new(key).add(Player::SCORE, 1).remove(Player::OPEN).set(Player::SINCE, "2026");
    // The rank decides whether the level is written at all.
    update.set(Player::LEVEL_AND_WORLD_AND_RANK, (1_u32, 2_u32, None))
}

pub(super) fn main() {
    let _ = changes(Player::key("chess", "ann"));
    let _ = ItemUpdate::new(Player::key("chess", "ann")).if_not_exists(Player::SINCE, "2025".to_owned());
    let _ = ItemUpdate::new(Player::key("chess", "ann")).set(Player::OPEN_AND_SINCE, ("yes", "2025"));
}
