//! The settings and values of a query, without its types.

use std::{
    ops::{Deref, DerefMut},
    sync::Arc,
};

use super::{Cursor, Direction};
use crate::{
    key::{KeyValue, range::ValueRange},
    physics::capacity::Consistency,
    schema::EntitySchema,
};

/// The default number of requests in flight per query.
pub(crate) const DEFAULT_IN_FLIGHT: usize = 64;

/// The default number of buckets to read beyond those that are expected to be needed.
pub(crate) const DEFAULT_PREFETCH: usize = 1;

/// The default limit of lanes per query.
pub(crate) const DEFAULT_MAX_LANES: usize = 10_000;

/// A bound of a collection's sort keys, given by a query of one of its entities.
#[derive(Debug, Clone)]
pub(crate) struct SortBound {
    pub(crate) entity: &'static EntitySchema,
    /// The position of the entity's key.
    pub(crate) key: usize,
    pub(crate) spec: SharedSpec,
    pub(crate) is_lower: bool,
    pub(crate) is_upper: bool,
}

/// A query as plain values, from which a [`Plan`](super::Plan) is made. [`Query`](super::Query) collects them.
#[derive(Debug, Clone)]
pub(crate) struct QuerySpec {
    /// The values of the partition key's fields, by field.
    pub(crate) partition: Vec<(u8, KeyValue<'static>)>,
    /// The values of the sort key's first fields, in order. `None` for an absent `Option`.
    pub(crate) prefix: Vec<Option<KeyValue<'static>>>,
    /// The range of the sort key's next field.
    pub(crate) range: ValueRange,
    /// The prefix of the sort key's next field.
    pub(crate) begins_with: Option<String>,
    /// The prefix of the stored sort key.
    pub(crate) sort_begins_with: Option<String>,
    /// Bounds of a collection's sort keys.
    pub(crate) bounds: Vec<SortBound>,
    /// The entities of a collection. Empty for a query of one entity.
    pub(crate) entities: &'static [&'static EntitySchema],
    /// The range of the bucket's field.
    pub(crate) during: ValueRange,
    /// The values of the hashed fields, in the order of the hash.
    pub(crate) hashed: Option<Vec<Option<KeyValue<'static>>>>,
    /// The caller's filter.
    #[cfg(feature = "client")]
    pub(crate) filter: Option<crate::expression::Condition<()>>,
    pub(crate) direction: Direction,
    pub(crate) limit: Option<usize>,
    pub(crate) scan_limit: Option<usize>,
    pub(crate) cursor: Option<Box<Cursor>>,
    /// Whether the range is taken from the cursor.
    pub(crate) resumes: bool,
    /// The caller's context that cursors are bound to.
    pub(crate) cursor_context: Option<String>,
    pub(crate) consistency: Consistency,
    /// Whether expired items are returned.
    pub(crate) include_expired: bool,
    pub(crate) in_flight: usize,
    pub(crate) max_lanes: usize,
    pub(crate) prefetch: usize,
    pub(crate) items_per_request: Option<usize>,
}

/// The settings of a query, shared until they change.
///
/// Each setting moves the query, and a plan keeps the settings for its cursors: both take a pointer.
#[derive(Debug, Clone)]
pub(crate) struct SharedSpec(Arc<QuerySpec>);

impl From<QuerySpec> for SharedSpec {
    fn from(spec: QuerySpec) -> Self {
        Self(Arc::new(spec))
    }
}

impl Deref for SharedSpec {
    type Target = QuerySpec;

    fn deref(&self) -> &QuerySpec {
        &self.0
    }
}

impl DerefMut for SharedSpec {
    fn deref_mut(&mut self) -> &mut QuerySpec {
        Arc::make_mut(&mut self.0)
    }
}

impl QuerySpec {
    pub(crate) fn new() -> Self {
        Self {
            partition: Vec::new(),
            prefix: Vec::new(),
            range: ValueRange::ALL,
            begins_with: None,
            sort_begins_with: None,
            bounds: Vec::new(),
            entities: &[],
            during: ValueRange::ALL,
            hashed: None,
            #[cfg(feature = "client")]
            filter: None,
            direction: Direction::Ascending,
            limit: None,
            scan_limit: None,
            cursor: None,
            resumes: false,
            cursor_context: None,
            consistency: Consistency::Eventual,
            include_expired: false,
            in_flight: DEFAULT_IN_FLIGHT,
            max_lanes: DEFAULT_MAX_LANES,
            prefetch: DEFAULT_PREFETCH,
            items_per_request: None,
        }
    }

    /// Adds a condition that items must meet in addition to earlier filters.
    #[cfg(feature = "client")]
    pub(crate) fn add_filter(&mut self, condition: crate::expression::Condition<()>) {
        self.filter = Some(match self.filter.take() {
            Some(before) => before & condition,
            None => condition,
        });
    }
}
