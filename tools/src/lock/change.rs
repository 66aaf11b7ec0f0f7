//! A difference between two locks, and what becomes of the items that are stored already.

use std::fmt;

/// One difference between a lock and a newer one.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct Change {
    /// Whether it was added, removed, or changed.
    pub sign: Sign,
    /// The entity, unless the change is the table's or an index's.
    pub entity: Option<String>,
    /// What differs: `pk`, `sk`, `GSI1.pk`, an index, or another fact.
    pub key: String,
    /// The key's template, where it is the same before and after.
    pub template: Option<String>,
    /// How it was, in words for a review.
    pub before: Option<String>,
    /// How it is, in words for a review.
    pub after: Option<String>,
    /// How items that are stored already are read.
    pub readable: Readable,
    /// What that means, where it does not go without saying.
    pub note: Option<String>,
    /// What to do about old items: what to write so that they stay readable or, where they do, what they need.
    pub way_out: Option<String>,
}

/// Whether something was added, removed, or changed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Sign {
    /// `+`
    Added,
    /// `-`
    Removed,
    /// `~`
    Changed,
}

/// How items that are stored already are read after a change.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum Readable {
    /// As before: the same values give the same bytes, or there are no old items.
    Unchanged,
    /// As before, but by more requests: every read visits all shards, and the old ones are among them.
    AllShards,
    /// In the shards of their time, by `grow`.
    Grow,
    /// Under their old partition key, by `legacy`.
    Legacy,
    /// By this index only after `backfill` has run; by the table's key at any time.
    Backfill,
    /// By an index that is recreated: DynamoDB cannot change the one that is there.
    NewIndex,
    /// Not: nothing in the schema says how.
    No,
}

impl fmt::Display for Change {
    /// One line, as in `~ OpsLog.pk  OPS_LOG#<at:day>  shards 10 -> 40  readable: all shards`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} ", self.sign)?;
        if let Some(entity) = &self.entity {
            f.write_str(entity)?;
            f.write_str(if self.key.is_empty() { "" } else { "." })?;
        }
        f.write_str(&self.key)?;
        if let Some(template) = &self.template {
            write!(f, "  {template}")?;
        }
        match (&self.before, &self.after) {
            (Some(before), Some(after)) => write!(f, "  {before} -> {after}")?,
            (Some(only), None) | (None, Some(only)) => write!(f, "  {only}")?,
            (None, None) => {}
        }
        write!(f, "  readable: {}", self.readable)?;
        self.note.iter().try_for_each(|note| write!(f, "; {note}"))
    }
}

impl fmt::Display for Sign {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Added => "+",
            Self::Removed => "-",
            Self::Changed => "~",
        })
    }
}

impl fmt::Display for Readable {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Unchanged => "yes",
            Self::AllShards => "all shards",
            Self::Grow => "grow",
            Self::Legacy => "legacy",
            Self::Backfill => "backfill",
            Self::NewIndex => "new index",
            Self::No => "no",
        })
    }
}

impl Change {
    pub(super) fn new(sign: Sign, entity: Option<&str>, key: impl Into<String>) -> Self {
        Self {
            sign,
            entity: entity.map(str::to_owned),
            key: key.into(),
            template: None,
            before: None,
            after: None,
            readable: Readable::Unchanged,
            note: None,
            way_out: None,
        }
    }

    pub(super) fn before(mut self, before: impl fmt::Display) -> Self {
        self.before = Some(before.to_string());
        self
    }

    pub(super) fn after(mut self, after: impl fmt::Display) -> Self {
        self.after = Some(after.to_string());
        self
    }

    pub(super) fn readable(mut self, readable: Readable) -> Self {
        self.readable = readable;
        self
    }

    pub(super) fn note(mut self, note: impl Into<String>) -> Self {
        self.note = Some(note.into());
        self
    }

    /// Found by an index only after `backfill` has run.
    pub(super) fn backfill(self, index: &str) -> Self {
        let note = format!("{index} does not find older items until `backfill` has run");
        self.readable(Readable::Backfill).note(note)
    }

    /// Unreadable, and what to do about it.
    pub(super) fn unreadable(self, way_out: impl Into<String>) -> Self {
        self.readable(Readable::No).way_out(way_out)
    }

    /// What is to be done about old items.
    pub(super) fn way_out(mut self, way_out: impl Into<String>) -> Self {
        self.way_out = Some(way_out.into());
        self
    }

    /// Whether old items are read in another way, or something is to be done about them.
    pub(super) fn concerns_old_items(&self) -> bool {
        self.readable != Readable::Unchanged || self.way_out.is_some()
    }
}
