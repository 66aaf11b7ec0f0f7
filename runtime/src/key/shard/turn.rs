//! Round robin over random shards.

use std::{
    collections::HashMap,
    hash::{BuildHasher, RandomState},
    sync::{LazyLock, Mutex, PoisonError},
};

type Turns = HashMap<(&'static str, &'static str), u32>;

/// Each entity takes turns of its own: entities written in step would else share out the shards between them.
static TURNS: LazyLock<Mutex<Turns>> = LazyLock::new(Mutex::default);

/// One more than the last time, from a random start.
pub(super) fn next(table: &'static str, entity: &'static str) -> u32 {
    let mut turns = TURNS.lock().unwrap_or_else(PoisonError::into_inner);
    let turn = turns.entry((table, entity)).or_insert_with(|| RandomState::new().hash_one(entity) as u32);
    *turn = turn.wrapping_add(1);
    *turn
}
