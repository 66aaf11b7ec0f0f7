//! The plan of a query: a plain value, made without a server.

mod estimate;
mod explain;
mod first_page;
mod given;
mod lanes;
mod order;
mod resolve;
mod resume;
mod sort_field;
#[cfg(test)]
mod tests;

pub use estimate::Estimate;
pub(crate) use resume::Start;

use super::{
    cursor::{Fingerprint, Resolved, malformed},
    direction::Direction,
    lane::{Group, Lane},
    range::ValueRange,
    spec::QuerySpec,
};
#[cfg(feature = "client")]
use crate::schema::{Form, Projection, Segment, TimeForm};
use crate::{
    Error, ErrorKind, Result,
    key::{KeyValue, Timestamp},
    physics::capacity::Consistency,
    schema::{EntitySchema, KeySchema},
};

/// What a query does: its lanes in the order in which they are visited, and what each is asked for.
///
/// Made by [`Query::explain`](super::Query::explain), and printed with `{}`.
#[derive(Debug, Clone)]
pub struct Plan {
    pub(crate) entity: &'static EntitySchema,
    pub(crate) key: usize,
    pub(crate) schema: &'static KeySchema,
    pub(crate) groups: Vec<Group>,
    pub(crate) direction: Direction,
    pub(crate) consistency: Consistency,
    pub(crate) limit: Option<usize>,
    pub(crate) scan_limit: Option<usize>,
    pub(crate) in_flight: usize,
    /// Whether items of one sort key in lanes of several generations are one item: the newest counts.
    pub(crate) has_identity: bool,
    /// The fields that decide on each item, because its keys hold less than they do.
    pub(crate) rechecks: Vec<(u8, ValueRange)>,
    /// The given fields that decide on each item, because an older partition key does not hold them.
    given: Vec<given::Given>,
    pub(crate) resolved: Resolved,
    pub(crate) fingerprint: Fingerprint,
    pub(crate) start: Start,
    pub(crate) prefetch: usize,
    pub(crate) items_per_request: Option<usize>,
}

impl Plan {
    /// Plans a query at an instant.
    ///
    /// # Errors
    ///
    /// `InvalidArgument`, `KeyValue`, `KeyTooLong`, `UnboundedRange`, `TooManyLanes`, `CursorForeign`,
    /// `CursorOutdated` and `CursorMalformed`.
    pub(crate) fn new(entity: &'static EntitySchema, key: usize, spec: &QuerySpec, now: Timestamp) -> Result<Self> {
        let schema = entity.keys.get(key).ok_or_else(|| {
            Error::new(ErrorKind::InvalidArgument, "the query's key is not declared; derive the entity again")
                .of_entity(entity.name)
        })?;
        Self::of(entity, key, schema, spec, now)
            .map_err(|error| error.operation(schema.query).of_entity(entity.name).on_index(schema.index))
    }

    fn of(
        entity: &'static EntitySchema,
        key: usize,
        schema: &'static KeySchema,
        spec: &QuerySpec,
        now: Timestamp,
    ) -> Result<Self> {
        check_arguments(spec)?;
        let fingerprint = Fingerprint::of(entity, schema, spec);
        let start = match &spec.cursor {
            Some(cursor) => {
                resume::check(&fingerprint, cursor)?;
                resume::Start::after(cursor)
            }
            None => resume::Start::BEGINNING,
        };
        let design = resolve::Design::new(entity, key, schema, spec)?;
        order::check(&design)?;
        let resolved = match &spec.cursor {
            Some(cursor) => {
                resume::check_ranges(&design, &cursor.resolved)?;
                cursor.resolved.clone()
            }
            None => design.resolve(now)?,
        };
        let rechecks = design.rechecks(&resolved);
        let has_identity = design.has_identity();
        let groups = lanes::groups(&design, &resolved);
        let mut groups = if spec.cursor.is_some() { groups.map_err(resume::range_error) } else { groups }?;
        resume::resume_all(&start, &mut groups, &resume::Facts::of(entity, schema, spec.direction))?;
        Ok(Self {
            entity,
            key,
            schema,
            groups,
            direction: spec.direction,
            consistency: spec.consistency,
            limit: spec.limit,
            scan_limit: spec.scan_limit,
            in_flight: spec.in_flight,
            has_identity,
            rechecks,
            given: given::Given::of(schema, &spec.partition),
            resolved,
            fingerprint,
            start,
            prefetch: spec.prefetch,
            items_per_request: spec.items_per_request,
        })
    }

    /// The groups of lanes, in the order in which they are visited.
    pub fn groups(&self) -> &[Group] {
        &self.groups
    }

    /// All lanes, in the order of groups and ranks.
    pub fn lanes(&self) -> impl Iterator<Item = &Lane> {
        self.groups.iter().flat_map(|group| &group.lanes)
    }

    /// The groups in which a lane is still to be asked, with their places.
    pub(crate) fn rest(&self) -> impl Iterator<Item = (usize, &Group)> {
        self.groups.iter().enumerate().skip(self.first_group()).filter(|(_, group)| group.open_lanes() > 0)
    }

    /// The place of the first group in which something can be left.
    pub(crate) fn first_group(&self) -> usize {
        usize::try_from(self.start.group()).unwrap_or(usize::MAX)
    }

    /// How many groups there are.
    pub(crate) fn group_count(&self) -> usize {
        self.groups.len()
    }

    /// The group of a place, with what is still to be read of it.
    pub(crate) fn group(&self, at: usize) -> Result<Group> {
        self.groups.get(at).cloned().ok_or_else(malformed)
    }

    /// The name of the entity.
    pub fn entity(&self) -> &'static str {
        self.entity.name
    }

    /// The index that is read; `None` for the table.
    pub fn index(&self) -> Option<&'static str> {
        self.schema.index
    }

    /// The order of the answer.
    pub fn direction(&self) -> Direction {
        self.direction
    }

    /// How fresh the answer is.
    pub fn consistency(&self) -> Consistency {
        self.consistency
    }

    /// Whether an item's own fields are what the query asks for, where its keys answer that only roughly. A field that
    /// is not known does not decide.
    pub(crate) fn accepts<'v>(&self, value: impl Fn(u8) -> Option<KeyValue<'v>>) -> bool {
        self.rechecks.iter().all(|(field, range)| value(*field).is_none_or(|value| range.contains(&value)))
            && self.given.iter().all(|given| value(given.field).is_none_or(|value| given.admits(&value)))
    }

    /// Whether the keys of an item say all that the query asks of it, or no more of it is to be had.
    #[cfg(feature = "client")]
    pub(crate) fn keys_tell(&self) -> bool {
        let holds_whole_items = match self.schema.index {
            None => true,
            Some(index) => {
                self.entity.table.index(index).is_some_and(|index| matches!(index.projection, Projection::All))
            }
        };
        let keys = [self.entity.keys.first(), Some(self.schema)];
        let has_older_keys = keys.into_iter().flatten().any(|key| !key.legacy.is_empty());
        let is_told =
            |field: u8| [0, self.key].iter().any(|&key| self.entity.keys.get(key).is_some_and(|key| tells(key, field)));
        !holds_whole_items || (!has_older_keys && self.rechecks.iter().all(|(field, _)| is_told(*field)))
    }

    /// Whether what is read has a sort key.
    pub(crate) fn is_sorted(&self) -> bool {
        match self.schema.index {
            None => self.entity.table.sort_key.is_some(),
            Some(index) => self.entity.table.index(index).is_some_and(|index| index.sort_key.is_some()),
        }
    }

    /// Whether a lane can hold several items of one sort key.
    pub(crate) fn has_ties(&self) -> bool {
        self.schema.index.is_some()
    }
}

/// Whether a key holds all of a field.
#[cfg(feature = "client")]
fn tells(key: &KeySchema, of: u8) -> bool {
    let templates = [Some(&key.partition), key.sort.as_ref()];
    templates.into_iter().flatten().flat_map(|template| template.segments).any(|segment| match *segment {
        Segment::Field { field, form, .. } => {
            field == of && matches!(form, Form::Default | Form::Plain | Form::Width(_) | Form::Time(TimeForm::Nanos))
        }
        _ => false,
    })
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
            let message = format!("`{name}(0)` asks for nothing; give 1 or more");
            Err(Error::new(ErrorKind::InvalidArgument, message))
        }
        None => Ok(()),
    }
}
