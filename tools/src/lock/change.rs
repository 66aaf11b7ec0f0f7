//! A difference between two locks, and its effect on stored items.

use std::fmt;

use super::model::Template;

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
    /// The key's template, if it has not changed.
    pub template: Option<String>,
    /// The old state, described for a review.
    pub before: Option<String>,
    /// The new state, described for a review.
    pub after: Option<String>,
    /// How stored items are read.
    pub readable: Readable,
    /// An explanation, if it is not obvious.
    pub note: Option<String>,
    /// What to do about old items: what to write so that they stay readable or, if they do, what they need.
    pub fix: Option<String>,
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

/// How stored items are read after a change.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum Readable {
    /// As before: equal values give equal bytes, or there are no old items.
    Unchanged,
    /// As before, but with more requests: every read uses all shards, including the old ones.
    AllShards,
    /// In the shards of their time, with `grow`.
    Grow,
    /// Under their old partition key, with `legacy`.
    Legacy,
    /// With this index only after `backfill` has run; with the table's key at any time.
    Backfill,
    /// With an index that is recreated, because DynamoDB cannot change the existing one.
    NewIndex,
    /// Not at all: the schema does not declare how.
    No,
}

impl fmt::Display for Change {
    /// Prints one line, such as `~ OpsLog.pk  OPS_LOG#<at:day>  shards 10 -> 40  readable: all shards`.
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
            fix: None,
        }
    }

    /// Sets the template of a key, which has not changed.
    pub(super) fn template(mut self, template: &Template) -> Self {
        self.template = Some(template.source.clone());
        self
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

    /// Sets that the index finds items only after `backfill` has run.
    pub(super) fn backfill(self, index: &str) -> Self {
        let note = format!("{index} does not find older items until `backfill` has run");
        self.readable(Readable::Backfill).note(note)
    }

    /// Sets that items are unreadable, and what to do about it.
    pub(super) fn unreadable(self, fix: impl Into<String>) -> Self {
        self.readable(Readable::No).fix(fix)
    }

    /// Sets what to do about old items.
    pub(super) fn fix(mut self, fix: impl Into<String>) -> Self {
        self.fix = Some(fix.into());
        self
    }

    /// Returns whether old items are read differently, or something must be done about them.
    pub(super) fn concerns_old_items(&self) -> bool {
        self.readable != Readable::Unchanged || self.fix.is_some()
    }
}
