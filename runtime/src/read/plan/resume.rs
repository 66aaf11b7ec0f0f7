//! Continues after a cursor.

use std::{cmp::Ordering, ops::Bound, sync::Arc};

use super::{bounds::empty_interval, resolve::Design};
use crate::{
    Error, ErrorKind, Result,
    attributes::number::Decimal,
    key::{KeyPart, KeyScalar, KeyValue, Timestamp, range::ValueRange},
    read::{
        cursor::{After, Cursor, Fingerprint, Gap, Position, Resolved, malformed},
        direction::Direction,
        interval::Interval,
        lane::Lane,
        spec::QuerySpec,
    },
    schema::{AttributeKind, EntitySchema, IndexSchema, KeyAttribute, KeyAttributes, KeySchema},
};

/// The position at which a plan begins: the beginning, or a cursor.
#[derive(Debug, Clone)]
pub(crate) struct Start {
    /// Every lane has been examined up to this position, except the lanes of the gaps.
    pub(crate) position: Position,
    /// In the order of their groups.
    pub(crate) gaps: Vec<Gap>,
}

impl Start {
    pub(crate) const BEGINNING: Self = Self { position: Position { group: 0, after: None }, gaps: Vec::new() };

    pub(super) fn after(cursor: &Cursor) -> Self {
        let mut gaps = cursor.gaps.clone();
        gaps.sort_by_key(|gap| gap.position.group);
        Self { position: cursor.position.clone(), gaps }
    }

    /// Returns the first group with unread items.
    pub(crate) fn group(&self) -> u32 {
        self.gaps.first().map_or(self.position.group, |gap| gap.position.group.min(self.position.group))
    }

    /// Returns the groups that it mentions.
    pub(super) fn groups(&self) -> impl Iterator<Item = u32> {
        self.gaps.iter().map(|gap| gap.position.group).chain([self.position.group])
    }

    /// Returns the position of a lane.
    pub(crate) fn position_of(&self, group: u32, lane: u32) -> Position {
        match self.gaps_of(group).iter().find(|gap| gap.lanes.contains(&lane)) {
            Some(gap) => gap.position.clone(),
            None => self.position_in(group),
        }
    }

    /// Returns the position of the lanes of a group that are in no gap and not done.
    pub(crate) fn position_in(&self, group: u32) -> Position {
        if group == self.position.group { self.position.clone() } else { Position { group, after: None } }
    }

    /// Returns whether nothing of a group has been examined.
    pub(super) fn is_before(&self, group: u32) -> bool {
        let Position { group: reached, after } = &self.position;
        let is_unread = group > *reached || group == *reached && after.is_none();
        is_unread && self.gaps_of(group).is_empty()
    }

    /// Returns the gaps of one group.
    pub(crate) fn gaps_of(&self, group: u32) -> &[Gap] {
        let from = self.gaps.partition_point(|gap| gap.position.group < group);
        let until = self.gaps.partition_point(|gap| gap.position.group <= group);
        self.gaps.get(from..until).unwrap_or_default()
    }
}

/// The parts of a plan that are needed to resume a group.
pub(super) struct ResumeContext {
    direction: Direction,
    /// The attributes that order a lane.
    sort: Option<KeyAttributes>,
    /// On an index: the table's key attributes.
    table: Option<IndexSchema>,
}

impl ResumeContext {
    pub(super) fn of(entity: &EntitySchema, key: &KeySchema, direction: Direction) -> Self {
        let table = IndexSchema::of_table(entity.table);
        match key.index {
            None => Self { direction, sort: table.sort_key, table: None },
            Some(name) => {
                Self { direction, sort: entity.table.index(name).and_then(|index| index.sort_key), table: Some(table) }
            }
        }
    }

    /// Returns whether the keys of an item are possible here.
    fn admit(&self, after: &After) -> bool {
        is_key(after.sort.as_ref(), self.sort, KeyPart::Sort)
            && match (&after.table_key, self.table) {
                (Some(key), Some(table)) => {
                    is_key(Some(&key.partition), Some(table.partition_key), KeyPart::Partition)
                        && is_key(key.sort.as_ref(), table.sort_key, KeyPart::Sort)
                }
                (key, table) => key.is_none() && table.is_none(),
            }
    }
}

fn is_key(key: Option<&KeyScalar>, attributes: Option<KeyAttributes>, part: KeyPart) -> bool {
    let (Some(key), Some(attributes)) = (key, attributes) else { return key.is_none() && attributes.is_none() };
    let values = key.values();
    let is_of_kind = |(value, attribute): (&KeyScalar, KeyAttribute)| match (value, attribute.kind) {
        (KeyScalar::S(_), AttributeKind::S) | (KeyScalar::B(_), AttributeKind::B) => value.size() > 0,
        (KeyScalar::N(number), AttributeKind::N) => matches!(Decimal::of(number), Decimal::Number { .. }),
        _ => false,
    };
    values.len() == attributes.count()
        && values.iter().zip(attributes.iter()).all(is_of_kind)
        && key.size() <= part.limit()
}

/// Checks that a cursor belongs to this query and table, to the current keys and, unless the query takes its range from
/// the cursor, to the requested range. A plan without a table accepts cursors of any table.
pub(super) fn check(fingerprint: &Fingerprint, cursor: &Cursor, resumes: bool) -> Result<()> {
    let foreign = |message| Err(Error::new(ErrorKind::CursorForeign, message));
    if cursor.fingerprint.query != fingerprint.query {
        return foreign(
            "the cursor belongs to another query; pass it to the query that gave it, with the same partition fields, \
             the same parts of the sort key, the same direction, filter and cursor context",
        );
    }
    if fingerprint.table != [0; 8] && cursor.fingerprint.table != fingerprint.table {
        return foreign(
            "the cursor belongs to another table; pass it to the query that gave it, on the table that it read",
        );
    }
    if cursor.fingerprint.design != fingerprint.design {
        let message = "the entity's keys have changed since the cursor was made; start the query again";
        return Err(Error::new(ErrorKind::CursorOutdated, message));
    }
    if !resumes && cursor.fingerprint.range != fingerprint.range {
        return foreign(
            "the cursor belongs to another range than the query reads; pass it to the query that returned it, with the \
             range of the first page, or take the range from the cursor with `.resume(cursor)`",
        );
    }
    Ok(())
}

/// Returns whether one range extends as far as another at one of its ends.
type Reaches = fn(&ValueRange, &ValueRange) -> bool;

/// The bounds of an untrusted cursor: the range that the query itself may read.
#[derive(Debug, Clone)]
pub(super) struct UntrustedBounds {
    /// The intersection of the cursor's range and the query's own.
    pub(super) allowed: Resolved,
    /// The sort keys of that range.
    interval: Interval,
    /// The range of the query, if it omits a part of the cursor's.
    narrower: Option<Resolved>,
}

impl UntrustedBounds {
    /// Returns `None` without a cursor, and for a trusted one.
    pub(super) fn of(design: &Design, spec: &QuerySpec, resolved: &Resolved, now: Timestamp) -> Result<Option<Self>> {
        if spec.cursor.as_ref().is_none_or(|cursor| cursor.is_trusted) {
            return Ok(None);
        }
        let given = design.given(spec);
        let own = match design.resolve(spec, now) {
            // The cursor has its own range.
            Err(error) if spec.resumes && error.kind() == ErrorKind::UnboundedRange => given.clone(),
            own => own?,
        };
        let allowed = resolved.clone().intersected(own);
        let interval = match &spec.begins_with {
            Some(beginning) => design.sort_keys().beginning(beginning)?,
            None if allowed.sort.is_empty() => empty_interval(),
            None => design.sort_keys().interval(&allowed.sort).map_err(range_error)?,
        };
        let narrower = Some(given).filter(|given| resolved.clone().intersected(given.clone()) != *resolved);
        Ok(Some(Self { allowed, interval, narrower }))
    }

    /// Rejects a cursor if its query would omit items that were not returned yet, because the query's own range
    /// excludes them. `of_group` returns the times of a group of buckets.
    ///
    /// # Errors
    ///
    /// [`CursorForeign`](ErrorKind::CursorForeign).
    pub(super) fn check(
        &self,
        resolved: &Resolved,
        start: &Start,
        direction: Direction,
        of_group: impl Fn(u32) -> Option<ValueRange>,
    ) -> Result<()> {
        let Some(given) = &self.narrower else { return Ok(()) };
        let (begins, ends): (Reaches, Reaches) = match direction {
            Direction::Ascending => (ValueRange::reaches_lower, ValueRange::reaches_upper),
            Direction::Descending => (ValueRange::reaches_upper, ValueRange::reaches_lower),
        };
        // Items that have been examined may be outside.
        let is_inside = |position: &Position| match &position.after {
            Some(after) => after.sort.as_ref().is_some_and(|sort| self.interval.contains(sort)),
            None => of_group(position.group).is_some_and(|times| begins(&given.bucket, &times)),
        };
        let mut positions = start.gaps.iter().map(|gap| &gap.position).chain([&start.position]);
        let reaches_end = ends(&given.sort, &resolved.sort) && ends(&given.bucket, &resolved.bucket);
        if reaches_end && positions.all(is_inside) {
            return Ok(());
        }
        Err(Error::new(
            ErrorKind::CursorForeign,
            "the cursor continues a range that reaches beyond the query's own, so that items would be left out; give \
             no range where a cursor is given, or seal cursors with `CursorKeys`",
        ))
    }

    /// Limits a lane to the allowed interval. A start outside of it is before all remaining items, or after them.
    pub(super) fn bound(&self, lane: &mut Lane, direction: Direction) {
        let start = lane.start.as_ref().and_then(|start| start.sort.as_ref());
        if let Some(sort) = start.filter(|sort| !self.interval.contains(sort)) {
            lane.done |= self.interval.ends_before(direction, sort);
            lane.start = None;
        }
        lane.interval = Arc::new(Interval::clone(&lane.interval).intersected(self.interval.clone()));
    }
}

/// Checks that a cursor's ranges are possible for a query: with buckets, their range has two ends.
pub(super) fn check_ranges(design: &Design, resolved: &Resolved) -> Result<()> {
    let is_time = |end: &Bound<KeyValue<'_>>| {
        matches!(end, Bound::Included(KeyValue::Time(_)) | Bound::Excluded(KeyValue::Time(_)))
    };
    let Resolved { sort, bucket } = resolved;
    let can_be = match design.bucket {
        None => *bucket == ValueRange::ALL,
        Some(_) => is_time(&bucket.lower) && is_time(&bucket.upper) && (!design.cuts_by_bucket() || sort == bucket),
    };
    let can_be = can_be && (design.next.is_some() || *sort == ValueRange::ALL);
    if can_be { Ok(()) } else { Err(malformed()) }
}

/// Returns the error of a cursor whose ranges contain a value that no key can have. The query itself is not at fault,
/// because it had a first page.
pub(super) fn range_error(error: Error) -> Error {
    if error.kind() == ErrorKind::TooManyLanes { error } else { malformed() }
}

/// Checks that the groups of a start are groups of its plan.
pub(super) fn check_groups(start: &Start, groups: usize) -> Result<()> {
    let position = &start.position;
    let can_be = match usize::try_from(position.group).unwrap_or(usize::MAX).cmp(&groups) {
        Ordering::Less => true,
        // At the end, either gaps are left, or there was nothing at all.
        Ordering::Equal => position.after.is_none() && (groups == 0) == start.gaps.is_empty(),
        Ordering::Greater => false,
    };
    let last = start.gaps.last().map(|gap| gap.position.group);
    let is_behind =
        last.is_none_or(|last| last <= position.group && usize::try_from(last).is_ok_and(|last| last < groups));
    if can_be && is_behind { Ok(()) } else { Err(malformed()) }
}

/// The position up to which a lane has been examined.
#[derive(Clone, Copy)]
enum Watermark<'a> {
    Nothing,
    /// Up to an item of this lane or of another.
    After(&'a After),
    Everything,
}

impl<'a> Watermark<'a> {
    fn of(position: &'a Position) -> Self {
        position.after.as_ref().map_or(Self::Nothing, Self::After)
    }
}

/// Removes the examined part from the lanes of one group: everything in groups before the position, and in its group
/// everything up to its item. For lanes of a gap, removes everything up to the gap's position.
pub(super) fn resume(start: &Start, group: u32, lanes: &mut [Lane], context: &ResumeContext) -> Result<()> {
    let of_group = match group.cmp(&start.position.group) {
        Ordering::Less => Watermark::Everything,
        Ordering::Equal => Watermark::of(&start.position),
        Ordering::Greater => return Ok(()),
    };
    check_watermark(of_group, lanes, context)?;
    let mut watermarks = vec![None; lanes.len()];
    for gap in start.gaps_of(group) {
        let watermark = Watermark::of(&gap.position);
        check_watermark(watermark, lanes, context)?;
        for &rank in &gap.lanes {
            match usize::try_from(rank).ok().and_then(|rank| watermarks.get_mut(rank)) {
                Some(place @ None) => *place = Some(watermark),
                Some(Some(_)) | None => return Err(malformed()),
            }
        }
    }
    for (rank, (lane, watermark)) in (0..).zip(lanes.iter_mut().zip(watermarks)) {
        match watermark.unwrap_or(of_group) {
            Watermark::Nothing => {}
            Watermark::After(after) => resume_after(lane, rank, after, context.direction),
            Watermark::Everything => lane.done = true,
        }
    }
    Ok(())
}

/// Checks that the item of a watermark can be in its lane.
fn check_watermark(watermark: Watermark<'_>, lanes: &[Lane], context: &ResumeContext) -> Result<()> {
    let Watermark::After(after) = watermark else { return Ok(()) };
    let own = usize::try_from(after.lane).ok().and_then(|rank| lanes.get(rank));
    let can_be = own.is_some_and(|lane| after.sort.as_ref().is_none_or(|sort| lane.interval.contains(sort)));
    if can_be && context.admit(after) { Ok(()) } else { Err(malformed()) }
}

fn resume_after(lane: &mut Lane, rank: u32, after: &After, direction: Direction) {
    match &after.sort {
        _ if rank == after.lane => lane.start = Some(after.clone()),
        // Equal sort keys are read lane by lane: at this sort key, the lanes before it are done and those after it are
        // not.
        Some(sort) => {
            let interval = Interval::clone(&lane.interval).resumed(direction, sort, rank > after.lane);
            lane.interval = Arc::new(interval);
        }
        None => lane.done |= rank < after.lane,
    }
}

#[cfg(test)]
mod tests;
