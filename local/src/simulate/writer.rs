//! The writing processes.

use super::policy::Quota;
use crate::random::Random;

/// One process: its round robin over random shards, and its SDK client.
#[derive(Debug)]
pub(super) struct Writer {
    /// The next turn of each entity.
    turns: Vec<u32>,
    pub(super) quota: Quota,
}

impl Writer {
    /// Makes a writer whose turns begin at random.
    pub(super) fn new(entities: usize, random: &mut Random) -> Self {
        Self { turns: (0..entities).map(|_| random.bits() as u32).collect(), quota: Quota::new() }
    }

    /// Returns the next turn of an entity.
    pub(super) fn turn(&mut self, entity: usize) -> u32 {
        let Some(turn) = self.turns.get_mut(entity) else { return 0 };
        *turn = turn.wrapping_add(1);
        *turn
    }
}
