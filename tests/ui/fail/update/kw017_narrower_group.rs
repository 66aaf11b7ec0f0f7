// The level is in the same attribute as the region. The points are themselves the attribute of the index, so that the
// constant to use does not contain them. `hired` is written into `CoachSK`, so that coach and club need it.

use keywright::{Entity, Key, Table, update::ItemUpdate};
use serde::{Deserialize, Serialize};

#[derive(Table)]
#[gsi(name = "Region", pk = "RegionPK", sk(name = "points", type = "N"))]
#[gsi(name = "Coach", pk = "CoachPK", sk = "CoachSK")]
#[entities(Team)]
struct Season;

#[derive(Entity, Serialize, Deserialize)]
#[entity(table = Season)]
#[pk(template = "TEAM#<name>")]
#[sk(template = "TEAM")]
#[gsi(index = "Region", query = by_region, pk = "REGION#<region>#<level>", sk = "<points>")]
#[gsi(index = "Coach", query = by_coach, pk = "COACH#<coach>#<club>", sk = "<hired>")]
struct Team {
    name: String,
    region: Option<String>,
    level: u32,
    points: u64,
    coach: Option<String>,
    club: String,
    hired: u32,
}

fn region(key: Key<Team>) -> ItemUpdate<Team> {
    ItemUpdate::new(key).set(Team::REGION, "north")
}

fn coach(key: Key<Team>) -> ItemUpdate<Team> {
    ItemUpdate::new(key).set(Team::COACH_AND_CLUB, ("eve", "reds"))
}

fn main() {}
