use std::collections::VecDeque;

use dynoxide::DynoxideError;
use dynoxide::types::Item;

use super::entry_position::{EntryPosition, Shuffle};
use super::index::Index;
use super::reads::{Position, Reads};

/// An evaluated item, and its part in the answer.
pub(super) struct Row {
    pub(super) item: Item,
    pub(super) place: EntryPosition,
    /// `None` if the filter drops it.
    pub(super) output: Option<Item>,
}

/// The groups of equal keys of an index partition, one after the other, each complete.
pub(super) struct Groups<'a> {
    reads: &'a Reads<'a>,
    index: &'a Index,
    shuffle: Shuffle,
    forward: bool,
    chunk: usize,
    after: Option<Item>,
    is_read: bool,
    pending: VecDeque<Row>,
}

impl<'a> Groups<'a> {
    /// Begins with the whole group of `start`, or with the first one.
    pub(super) fn around(
        reads: &'a Reads<'a>,
        index: &'a Index,
        shuffle: Shuffle,
        start: Option<Item>,
    ) -> Result<Self, DynoxideError> {
        let mut groups = Self {
            reads,
            index,
            shuffle,
            forward: reads.original.scan_index_forward,
            chunk: reads.original.limit.unwrap_or(256).clamp(16, 256),
            after: None,
            is_read: false,
            pending: VecDeque::new(),
        };
        if let Some(start) = start {
            groups.after = groups.end_of_previous_group(start)?;
        }
        Ok(groups)
    }

    /// Reads backwards from `start` to the last item with another sort key.
    fn end_of_previous_group(&self, start: Item) -> Result<Option<Item>, DynoxideError> {
        let group = self.index.place(&start, self.shuffle).sort_key;
        let mut after = Some(start);
        while after.is_some() {
            let page = self.reads.all(Position { after: after.as_ref(), limit: self.chunk, forward: !self.forward })?;
            let items = page.items.unwrap_or_default();
            let other = |item: &&Item| self.index.place(item, self.shuffle).sort_key != group;
            if let Some(item) = items.iter().find(other) {
                return Ok(Some(self.index.key_of(item)));
            }
            after = page.last_evaluated_key;
        }
        Ok(None)
    }

    pub(super) fn next_group(&mut self) -> Result<Option<Vec<Row>>, DynoxideError> {
        loop {
            if let Some(end) = self.end_of_first_group() {
                return Ok(Some(self.pending.drain(..end).collect()));
            }
            if self.is_read {
                let last: Vec<Row> = self.pending.drain(..).collect();
                return Ok((!last.is_empty()).then_some(last));
            }
            self.read_next_chunk()?;
        }
    }

    /// Returns the end of the first group. `None` if the group may continue after what was read.
    fn end_of_first_group(&self) -> Option<usize> {
        let first = &self.pending.front()?.place.sort_key;
        let last = &self.pending.back()?.place.sort_key;
        if first == last {
            return None;
        }
        let mut rows = self.pending.iter();
        rows.position(|row| row.place.sort_key != *first)
    }

    /// Reads the next items. The three reads begin and end at the same items, because the end of a page depends on the
    /// evaluated items, not on the filter or the projection.
    fn read_next_chunk(&mut self) -> Result<(), DynoxideError> {
        let position = Position { after: self.after.as_ref(), limit: self.chunk, forward: self.forward };
        let all = self.reads.all(position)?;
        let passed = self.reads.filtered(position)?.items.unwrap_or_default();
        let shown = match self.reads.projected(position)? {
            Some(projected) => projected.items.unwrap_or_default(),
            None => passed.clone(),
        };
        let mut answers = passed.iter().zip(shown).peekable();
        for item in all.items.unwrap_or_default() {
            let place = self.index.place(&item, self.shuffle);
            let passes = answers.next_if(|(passed, _)| self.index.table_key(passed) == place.rank.table_key);
            self.pending.push_back(Row { item, place, output: passes.map(|(_, shown)| shown) });
        }
        self.is_read = all.last_evaluated_key.is_none();
        self.after = all.last_evaluated_key;
        Ok(())
    }
}
