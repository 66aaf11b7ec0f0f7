//! Decides which segments a run owns, and where it begins in each.

use std::ops::Range;

use super::{Checkpoint, Reached, Target, design, hash};
use crate::{Error, ErrorKind, Result, workers::check_segments};

/// The division of a run into segments, and its starting position.
#[derive(Debug, Clone, Default)]
pub(crate) struct Division {
    /// The number of segments; by default 1, or that of the earlier run.
    pub(crate) segments: Option<usize>,
    /// The segments that the run owns; by default all, or those of the earlier run.
    pub(crate) own: Option<Range<usize>>,
    /// The checkpoint at which an earlier run ended.
    pub(crate) resume: Option<Checkpoint>,
}

impl Division {
    /// Returns the checkpoint at which a run begins.
    ///
    /// # Errors
    ///
    /// An invalid number or range of segments, and the checkpoint of another run.
    pub(crate) fn begin(&self, target: Target<'_>) -> Result<Checkpoint> {
        self.segments.map_or(Ok(()), check_segments)?;
        let start = self.start(target)?;
        match self.own.clone() {
            None => Ok(start),
            Some(own) => start.part(own.clone()).ok_or_else(|| self.not_contained(&own, &start)),
        }
    }

    /// Returns the checkpoint at which a run of all segments would begin, or that of the earlier run.
    fn start(&self, target: Target<'_>) -> Result<Checkpoint> {
        let begin = target.begin(self.segments.unwrap_or(1));
        let Some(resume) = self.resume.clone() else { return Ok(begin) };
        resume.check_target(&begin)?;
        match self.segments.filter(|segments| *segments != resume.total) {
            None => Ok(resume),
            Some(segments) => {
                let of = resume.total;
                refused(format!(
                    "the checkpoint has {of} segments, not {segments}; leave `segments` out, or start again"
                ))
            }
        }
    }

    fn not_contained(&self, own: &Range<usize>, start: &Checkpoint) -> Error {
        let (total, held) = (start.total, start.segments());
        let message = if own.is_empty() {
            format!("`own({own:?})` is an empty range of segments; give at least one of 0..{total}")
        } else if held == (0..total) {
            format!(
                "`own({own:?})` is not within the {total} segments of the run; set `segments`, or own some of \
                 0..{total}"
            )
        } else {
            format!(
                "`own({own:?})` is not within the segments {held:?} of the checkpoint; resume the checkpoint of these \
                 segments, or leave `own` out"
            )
        };
        Error::new(ErrorKind::InvalidArgument, message)
    }
}

fn refused<O>(message: String) -> Result<O> {
    Err(Error::new(ErrorKind::InvalidArgument, message))
}

impl Target<'_> {
    /// Returns the checkpoint at the start of a run of all segments.
    fn begin(self, total: usize) -> Checkpoint {
        let Target { operation, table_name, table, entity, index, filter, context } = self;
        let entity_name = entity.map(|entity| entity.name);
        let named = [operation, table_name, table.name, entity_name.unwrap_or_default(), index.unwrap_or_default()];
        let target = hash(named.into_iter().chain(filter).chain(context.into_iter().flat_map(|of| ["context", of])));
        let design = entity.map(design).unwrap_or_default();
        Checkpoint { target, design, total, first: 0, segments: vec![Reached::Nothing; total] }
    }
}

impl Checkpoint {
    /// Returns the checkpoint of the segments `own`, made of these parts. Segments without a part begin at their start.
    ///
    /// # Errors
    ///
    /// Parts of different runs.
    pub(crate) fn joined(
        total: usize,
        own: Range<usize>,
        parts: impl IntoIterator<Item = Self>,
    ) -> Result<Option<Self>> {
        let mut joined: Option<Self> = None;
        for part in parts {
            let begin = Self { first: own.start, segments: vec![Reached::Nothing; own.len()], total, ..part };
            let joined = joined.get_or_insert(begin);
            part.check_target(joined)?;
            for (segment, reached) in part.reached() {
                joined.reach(segment, reached.clone());
            }
        }
        Ok(joined)
    }

    /// Rejects the checkpoint of a run other than the one that begins at `begin`.
    fn check_target(&self, begin: &Self) -> Result<()> {
        let (kind, message) = if self.target != begin.target {
            let message = "the checkpoint belongs to another table, index, entity, filter, context or kind of run; \
                           resume that run with it, or start again";
            (ErrorKind::CursorForeign, message)
        } else if self.design != begin.design {
            let message = "the checkpoint belongs to the entity's earlier keys, and the current keys have not visited \
                           the items before it; start again";
            (ErrorKind::CursorOutdated, message)
        } else {
            return Ok(());
        };
        Err(Error::new(kind, message))
    }
}
