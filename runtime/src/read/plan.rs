//! The plan of a query: plain data that is made without a server.

mod bounds;
#[cfg(feature = "client")]
mod by_keys;
mod estimate;
mod explain;
mod fingerprint;
mod first_page;
mod given_fields;
mod lanes;
mod members;
mod order;
mod page_limit;
mod prefix;
mod resolve;
mod resume;
mod sort_field;
mod undetermined_sort;
mod worst_page;

#[cfg(test)]
mod tests;

pub use estimate::Estimate;
pub(crate) use resume::Start;

use std::sync::Arc;

use super::{
    cursor::{After, Binding, Fingerprint, Resolved},
    direction::Direction,
    lane::{Group, Lane},
    spec::{QuerySpec, SharedSpec},
};
#[cfg(feature = "client")]
use crate::schema::IndexProjection;
use crate::{
    Error, ErrorKind, Result,
    key::{KeyScalar, KeyValue, Timestamp, range::ValueRange},
    physics::capacity::Consistency,
    schema::{EntitySchema, KeySchema},
};
use lanes::Layout;

/// Describes what a query does: the lanes that it reads, in order, and the interval of sort keys of each lane.
///
/// Made by [`Query::explain`](super::Query::explain), and printed with `{}`.
#[derive(Clone)]
pub struct Plan {
    pub(crate) entity: &'static EntitySchema,
    pub(crate) key: usize,
    pub(crate) schema: &'static KeySchema,
    layout: Layout,
    pub(crate) direction: Direction,
    pub(crate) consistency: Consistency,
    pub(crate) limit: Option<usize>,
    pub(crate) scan_limit: Option<usize>,
    pub(crate) in_flight: usize,
    /// Whether lanes of several generations can contain copies of one item under one sort key. The newest copy is then
    /// returned.
    pub(crate) has_identity: bool,
    /// The fields on which each item is checked, because its keys contain less than the query needs.
    pub(crate) rechecks: Vec<(u8, ValueRange)>,
    /// The fields on which the items of some entities of a collection are checked.
    pub(crate) member_rechecks: Vec<bounds::Recheck>,
    /// The given fields on which each item is checked, because an older partition key does not contain them.
    given: Vec<given_fields::GivenField>,
    pub(crate) resolved: Arc<Resolved>,
    pub(crate) fingerprint: Binding,
    pub(crate) start: Start,
    /// The bounds of a cursor that is not trusted.
    untrusted_bounds: Option<Box<resume::UntrustedBounds>>,
    pub(crate) prefetch: usize,
    pub(crate) items_per_request: Option<usize>,
    /// The caller's filter.
    #[cfg(feature = "client")]
    pub(crate) filter: Option<Box<crate::expression::Filter>>,
    /// The entities of a collection. Empty for a query of one entity.
    pub(crate) entities: &'static [&'static EntitySchema],
    pub(crate) include_expired: bool,
    /// The consistency of the batch gets of whole items, if there are any.
    pub(crate) hydrates: Option<Consistency>,
    /// The first group that is read, which planning makes as a check.
    first: Option<Arc<Group>>,
}

impl Plan {
    /// Plans a query at the given time.
    ///
    /// # Errors
    ///
    /// `InvalidArgument`, `KeyValue`, `KeyTooLong`, `UnboundedRange`, `TooManyLanes`, `CursorForeign`,
    /// `CursorOutdated` and `CursorMalformed`.
    #[cfg(test)]
    pub(crate) fn new(entity: &'static EntitySchema, key: usize, spec: &QuerySpec, now: Timestamp) -> Result<Self> {
        Self::on_table(None, entity, key, &spec.clone().into(), now)
    }

    /// Plans a query of the table of this name, to which its cursors are bound.
    ///
    /// # Errors
    ///
    /// Those of [`new`](Self::new).
    pub(crate) fn on_table(
        table_name: Option<&Arc<str>>,
        entity: &'static EntitySchema,
        key: usize,
        spec: &SharedSpec,
        now: Timestamp,
    ) -> Result<Self> {
        let schema = entity.keys.get(key).ok_or_else(|| {
            Error::new(ErrorKind::InvalidArgument, "the query's key is not declared; derive the entity again")
                .of_entity(entity.name)
        })?;
        Self::of(table_name, entity, key, schema, spec, now)
            .map_err(|error| error.operation(schema.query).of_entity(entity.name).on_index(schema.index))
    }

    fn of(
        table_name: Option<&Arc<str>>,
        entity: &'static EntitySchema,
        key: usize,
        schema: &'static KeySchema,
        spec: &SharedSpec,
        now: Timestamp,
    ) -> Result<Self> {
        check_arguments(spec)?;
        let spec = &*resolve::as_stored(entity, schema, spec);
        let (fingerprint, start) = match &spec.cursor {
            Some(cursor) => {
                let mut fingerprint = Fingerprint::of(entity, schema, spec, table_name.map(AsRef::as_ref));
                resume::check(&fingerprint, cursor, spec.resumes)?;
                fingerprint.range = cursor.fingerprint.range;
                (Binding::from(fingerprint), resume::Start::after(cursor))
            }
            None => (binding(entity, schema, spec, table_name), resume::Start::BEGINNING),
        };
        let design = resolve::Design::new(entity, key, schema, spec)?;
        order::check(&design, spec)?;
        let resolved = match &spec.cursor {
            Some(cursor) => {
                resume::check_ranges(&design, &cursor.resolved)?;
                Arc::clone(&cursor.resolved)
            }
            None => Arc::new(design.resolve(spec, now)?),
        };
        let untrusted_bounds = resume::UntrustedBounds::of(&design, spec, &resolved, now)?.map(Box::new);
        let rechecks = design
            .rechecks(spec, untrusted_bounds.as_ref().map_or(&*resolved, |untrusted_bounds| &untrusted_bounds.allowed));
        let (bounds, member_rechecks) = design.bounded(spec)?;
        let has_identity = design.has_identity();
        let of_cursor = |error| if spec.cursor.is_some() { resume::range_error(error) } else { error };
        let mut plan = Self {
            entity,
            key,
            schema,
            untrusted_bounds,
            layout: Layout::new(design, spec, &resolved, bounds).map_err(of_cursor)?,
            direction: spec.direction,
            consistency: spec.consistency,
            limit: spec.limit,
            scan_limit: spec.scan_limit,
            in_flight: spec.in_flight,
            has_identity,
            rechecks,
            member_rechecks,
            given: given_fields::GivenField::of(entity, schema, &spec.partition),
            resolved,
            fingerprint,
            start,
            prefetch: spec.prefetch,
            items_per_request: spec.items_per_request,
            #[cfg(feature = "client")]
            filter: spec
                .filter
                .as_ref()
                .map(|filter| crate::expression::Filter::new(entity, key, filter).map(Box::new))
                .transpose()?,
            entities: spec.entities,
            include_expired: spec.include_expired,
            hydrates: None,
            first: None,
        };
        plan.check_groups().map_err(of_cursor)?;
        if let Some(untrusted_bounds) = &plan.untrusted_bounds {
            untrusted_bounds.check(&plan.resolved, &plan.start, plan.direction, |group| plan.layout.times_of(group))?;
        }
        plan.check_scan_limit()?;
        Ok(plan)
    }

    /// Checks that every group can be made, and that the cursor is possible in its groups.
    ///
    /// It checks only the first and the last group. All groups have equal values and shards, and differ only in their
    /// times; a bucket's text has a fixed width, and the times that a key can represent are one interval.
    fn check_groups(&mut self) -> Result<()> {
        resume::check_groups(&self.start, self.group_count())?;
        let (first, count) = (self.first_group(), self.group_count());
        if first < count {
            self.first = Some(Arc::new(self.group(first)?));
        }
        let of_cursor = self.start.groups().map(|group| usize::try_from(group).unwrap_or(usize::MAX));
        let mut checked = first;
        for at in [0, count.saturating_sub(1)].into_iter().chain(of_cursor) {
            if at < count && at != first && at != checked {
                self.group(at)?;
                checked = at;
            }
        }
        Ok(())
    }

    /// Rejects a scan limit below the number of lanes: a page requests at least one item from each lane of a group.
    fn check_scan_limit(&self) -> Result<()> {
        let Some(limit) = self.scan_limit else { return Ok(()) };
        let ends = [0, self.group_count().saturating_sub(1)];
        match ends.map(|at| self.existing_group(at).lanes.len()).into_iter().max() {
            Some(lanes) if limit < lanes => {
                let message = format!(
                    "`scan_limit({limit})` is below the {lanes} partition keys that are read together, each for at \
                     least one item; give {lanes} or more, or leave it out"
                );
                Err(Error::new(ErrorKind::InvalidArgument, message))
            }
            _ => Ok(()),
        }
    }

    /// Returns the groups of lanes, in the order in which they are read. Each group is made when it is taken.
    pub fn groups(&self) -> impl ExactSizeIterator<Item = Group> {
        (0..self.group_count()).map(|at| self.existing_group(at))
    }

    /// Returns all lanes, in the order of groups and ranks.
    pub fn lanes(&self) -> impl Iterator<Item = Lane> {
        self.groups().flat_map(|group| group.lanes)
    }

    /// Returns the positions of the groups with unread lanes, and the number of these lanes.
    pub(crate) fn rest(&self) -> impl Iterator<Item = (usize, usize)> {
        (self.first_group()..self.group_count()).map(|at| (at, self.open_lanes(at))).filter(|(_, lanes)| *lanes > 0)
    }

    /// Returns the number of unread lanes of a group. Makes the lanes only if that is needed to count them.
    pub(crate) fn open_lanes(&self, at: usize) -> usize {
        let group = number(at);
        let is_whole = self.start.gaps_of(group).is_empty();
        match self.layout.lanes_of_each() {
            _ if is_whole && group < self.start.position.group => 0,
            Some(lanes)
                if is_whole && self.untrusted_bounds.is_none() && self.start.position_in(group).after.is_none() =>
            {
                lanes
            }
            _ => self.existing_group(at).open_lanes(),
        }
    }

    /// Returns the index of the first group that may have unread items.
    pub(crate) fn first_group(&self) -> usize {
        usize::try_from(self.start.group()).unwrap_or(usize::MAX)
    }

    /// Returns the number of groups.
    pub(crate) fn group_count(&self) -> usize {
        self.layout.groups()
    }

    /// Makes the group at an index, with the rest of each lane that is still to be read.
    pub(crate) fn group(&self, at: usize) -> Result<Group> {
        let mut group = self.layout.group(at)?;
        if !self.start.is_before(number(at)) {
            let context = resume::ResumeContext::of(self.entity, self.schema, self.direction);
            resume::resume(&self.start, number(at), &mut group.lanes, &context)?;
        }
        if let Some(untrusted_bounds) = &self.untrusted_bounds {
            group.lanes.iter_mut().for_each(|lane| untrusted_bounds.bound(lane, self.direction));
        }
        Ok(group)
    }

    /// Returns the position after which the first request to a lane begins, if it does not begin with the first item
    /// of its key condition. On the table, DynamoDB skips a sort key that the condition includes and the lane does not.
    pub(crate) fn start_of(&self, lane: &Lane, rank: usize) -> Option<After> {
        let before = lane.interval.key_before_start(self.direction).filter(|_| !self.has_ties());
        let skipped =
            |sort: &KeyScalar| After { lane: number(rank), sort: Some(sort.clone()), table_key: None, newest: None };
        lane.start.clone().or_else(|| before.map(skipped))
    }

    /// Like [`group`](Self::group), without making the first group that is read a second time.
    pub(crate) fn shared_group(&self, at: usize) -> Result<Arc<Group>> {
        match &self.first {
            Some(first) if at == self.first_group() => Ok(Arc::clone(first)),
            _ => self.group(at).map(Arc::new),
        }
    }

    /// Like [`group`](Self::group), for an index that exists. Planning has checked that it can be made.
    fn existing_group(&self, at: usize) -> Group {
        self.group(at).unwrap_or(Group { bucket: None, lanes: Vec::new() })
    }

    /// Returns the name of the entity, or of the collection.
    pub fn entity(&self) -> &'static str {
        self.entity.name
    }

    /// Returns the index that is read. `None` for the table.
    pub fn index(&self) -> Option<&'static str> {
        self.schema.index
    }

    /// Returns the order of the items.
    pub fn direction(&self) -> Direction {
        self.direction
    }

    /// Returns the read consistency.
    pub fn consistency(&self) -> Consistency {
        self.consistency
    }

    /// Returns whether an item's fields match the query, for fields that its keys contain only in part. An unknown
    /// field counts as matching.
    pub(crate) fn accepts<'v>(&self, value: &dyn Fn(u8) -> Option<KeyValue<'v>>) -> bool {
        self.rechecks.iter().all(|(field, range)| value(*field).is_none_or(|value| range.contains(&value)))
            && self.given.iter().all(|given| value(given.field).is_none_or(|value| given.admits(&value)))
    }

    /// Returns whether items are filtered here and not by DynamoDB. DynamoDB could omit the newest copy of an item, and
    /// an older copy would then be returned in its place.
    #[cfg(feature = "client")]
    pub(crate) fn filters_here(&self) -> bool {
        self.filter.is_some() && self.has_identity && self.has_older_keys()
    }

    #[cfg(feature = "client")]
    fn has_older_keys(&self) -> bool {
        let keys = [self.entity.keys.first(), Some(self.schema)];
        keys.into_iter()
            .flatten()
            .any(|key| !key.legacy.is_empty() || key.shard.is_some_and(|shard| !shard.grow.is_empty()))
    }

    /// Returns whether the keys of an item suffice to decide whether it matches, or are all that the index contains.
    #[cfg(feature = "client")]
    pub(crate) fn keys_suffice(&self) -> bool {
        let holds_whole_items = match self.schema.index {
            None => true,
            Some(index) => {
                self.entity.table.index(index).is_some_and(|index| matches!(index.projection, IndexProjection::All))
            }
        };
        let keys = [self.entity.keys.first(), Some(self.schema)];
        let has_older_keys = keys.into_iter().flatten().any(|key| !key.legacy.is_empty());
        let is_decided = |field: u8| {
            [0, self.key].iter().any(|&key| self.entity.keys.get(key).is_some_and(|key| key.contains_field(field)))
        };
        !holds_whole_items
            || (!has_older_keys
                && self.member_rechecks.is_empty()
                && self.rechecks.iter().all(|(field, _)| is_decided(*field)))
    }

    /// Returns the key of a collection's entity that the plan reads.
    #[cfg(feature = "client")]
    pub(crate) fn entities_key(&self, entity: &'static EntitySchema) -> Option<&'static KeySchema> {
        entity.keys.get(self.place_in(entity))
    }

    /// Returns the entity whose key is read, and the position of the key. For a collection, its first entity.
    #[cfg(feature = "client")]
    fn first_entity(&self) -> (&'static EntitySchema, usize) {
        match self.entities {
            [first, ..] => (first, self.place_in(first)),
            [] => (self.entity, self.key),
        }
    }

    pub(crate) fn place_in(&self, entity: &EntitySchema) -> usize {
        self.schema.index.and_then(|index| entity.key_on(index)).unwrap_or_default()
    }

    /// Whether the table or index that is read has a sort key.
    pub(crate) fn is_sorted(&self) -> bool {
        match self.schema.index {
            None => self.entity.table.sort_key.is_some(),
            Some(index) => self.entity.table.index(index).is_some_and(|index| index.sort_key.is_some()),
        }
    }

    /// Returns the entity and the position of its key whose partitions serve the reads. For a local secondary index, it
    /// is the table key.
    #[cfg(feature = "client")]
    pub(crate) fn served_by(&self) -> (&'static EntitySchema, usize) {
        let (entity, place) = self.first_entity();
        (entity, if self.schema.local { 0 } else { place })
    }

    /// Returns whether each lane has at most one item, because it is a key of a table without a sort key.
    pub(crate) fn has_one_item_a_lane(&self) -> bool {
        !self.is_sorted() && !self.has_ties()
    }

    /// Whether a lane can contain several items of one sort key.
    pub(crate) fn has_ties(&self) -> bool {
        self.schema.index.is_some()
    }
}

/// Converts the index of a group into its number in a cursor.
fn number(at: usize) -> u32 {
    u32::try_from(at).unwrap_or(u32::MAX)
}

/// Computes the fingerprint that binds the cursors of a query. It is hashed when it is first needed.
fn binding(
    entity: &'static EntitySchema,
    schema: &'static KeySchema,
    spec: &SharedSpec,
    table_name: Option<&Arc<str>>,
) -> Binding {
    let (spec, table_name) = (spec.clone(), table_name.map(Arc::clone));
    Binding::lazily(move || Fingerprint::of(entity, schema, &spec, table_name.as_deref()))
}

fn check_arguments(spec: &QuerySpec) -> Result<()> {
    let counts = [
        ("limit", spec.limit),
        ("scan_limit", spec.scan_limit),
        ("in_flight", Some(spec.in_flight)),
        ("max_lanes", Some(spec.max_lanes)),
        ("items_per_request", spec.items_per_request),
    ];
    match counts.into_iter().find(|(_, count)| *count == Some(0)) {
        Some((name, _)) => {
            let message = format!("`{name}(0)` reads nothing; give 1 or more");
            Err(Error::new(ErrorKind::InvalidArgument, message))
        }
        None => Ok(()),
    }
}
