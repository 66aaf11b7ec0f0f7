// The field is the attribute of one index, and a part of the key of another.

use keywright::{Entity, Key, Table, update::ItemUpdate};
use serde::{Deserialize, Serialize};

#[derive(Table)]
#[gsi(name = "Top", pk = "game", sk(name = "score", type = "N"))]
#[gsi(name = "GSI1", pk = "GSI1PK", sk = "GSI1SK")]
struct Games;

#[derive(Entity, Serialize, Deserialize)]
#[entity(table = Games)]
#[pk(template = "GAME#<game>")]
#[sk(template = "PLAYER#<name>")]
#[gsi(index = "Top", query = top, pk = "<game>", sk = "<score>")]
#[gsi(index = "GSI1", query = of_player, pk = "PLAYER#<name>", sk = "<score>#<game>")]
struct Player {
    game: String,
    name: String,
    score: u64,
}

fn win(key: Key<Player>) -> ItemUpdate<Player> {
    ItemUpdate::new(key).add(Player::SCORE, 1)
}

fn main() {}
