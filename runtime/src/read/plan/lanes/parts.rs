//! Divides the range of a query at the instants from which another design writes the items (`since`).

use super::Layout;
use crate::{
    key::{
        Timestamp,
        bucket::{self, Period},
        range::ValueRange,
    },
    schema::Bucket,
};

/// A part of the range in which one design writes all items.
pub(super) struct Part {
    pub(super) range: ValueRange,
    /// The buckets of that design's key, which divide the part into groups. Empty for one group.
    pub(super) buckets: Vec<Bucket>,
    /// The instants between which it is, if the range extends beyond them.
    start: Option<Timestamp>,
    end: Option<Timestamp>,
}

impl Part {
    /// Returns the times of its groups.
    pub(super) fn periods(&self) -> impl Iterator<Item = Period> {
        let periods = bucket::periods(&self.buckets, &self.range).into_iter().flatten();
        periods.map(|Period { start, end }| Period {
            start: self.start.map_or(start, |first| first.max(start)),
            end: self.end.map_or(end, |last| last.min(end)),
        })
    }
}

impl Layout {
    /// Returns the parts of the range, in the order of time. There is one part if one design writes all items of the
    /// range, or if buckets do not follow one another.
    pub(super) fn parts(&self) -> Vec<Part> {
        let (design, schema) = (&self.design, self.design.schema);
        let buckets = |older| if design.leads { design.leading_buckets(schema.design(older).0) } else { Vec::new() };
        if !design.leads || !design.times_are_buckets() || schema.since.is_none() {
            return vec![Part { range: self.range.clone(), buckets: buckets(None), start: None, end: None }];
        }
        let (first, last) = bucket::span(&self.range);
        let instants = schema.legacy.iter().map(|legacy| legacy.since).chain([schema.since]).flatten();
        let mut cuts: Vec<Timestamp> = instants.filter(|at| first < *at && *at <= last).collect();
        cuts.sort_unstable();
        cuts.dedup();
        let starts = std::iter::once(None).chain(cuts.iter().copied().map(Some));
        let ends = cuts.iter().copied().map(Some).chain([None]);
        let part = |(start, end): (Option<Timestamp>, Option<Timestamp>)| {
            let between = Period { start: start.unwrap_or(first), end: end.unwrap_or(AFTER_ALL) };
            let buckets = buckets(schema.written_at(Some(between.start)));
            Part { range: between.range().intersected(self.range.clone()), buckets, start, end }
        };
        starts.zip(ends).map(part).collect()
    }
}

/// The instant after the last one that a key can contain.
const AFTER_ALL: Timestamp = Timestamp { seconds: Timestamp::MAX.seconds + 1, nanos: 0 };
