//! Round robin over random shards.

use std::{
    collections::HashMap,
    hash::{BuildHasher, RandomState},
    sync::{LazyLock, Mutex, PoisonError},
};

type Turns = HashMap<(&'static str, &'static str), u32>;

/// Each entity has its own turns. Otherwise, entities that are written alternately would each use only some shards.
static TURNS: LazyLock<Mutex<Turns>> = LazyLock::new(Mutex::default);

/// Returns the next number, counting from a random start.
pub(super) fn next(table: &'static str, entity: &'static str) -> u32 {
    let mut turns = TURNS.lock().unwrap_or_else(PoisonError::into_inner);
    let turn = turns.entry((table, entity)).or_insert_with(|| RandomState::new().hash_one(entity) as u32);
    *turn = turn.wrapping_add(1);
    *turn
}
