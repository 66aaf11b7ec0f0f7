//! The settings of a query that hold whatever is returned of its items.

/// For a query that returns something else of each item, the settings of [`Query`](crate::read::Query) that do not hang
/// on what its sort key still lacks: they mean the same before and after.
macro_rules! settings {
    ($query:ident<$access:ident, $output:ident>) => {
        impl<$access: Access, $output> $query<$access, $output> {
            /// Highest sort key first. See [`Query::newest_first`].
            pub fn newest_first(mut self) -> Self {
                self.selection.spec.direction = Direction::Descending;
                self
            }

            /// Lowest sort key first: the default.
            pub fn oldest_first(mut self) -> Self {
                self.selection.spec.direction = Direction::Ascending;
                self
            }

            /// Lets only those items through for which a condition holds. See [`Query::filter`].
            pub fn filter(mut self, condition: Condition<$access::Entity>) -> Self {
                self.selection.spec.add_filter(condition.erased());
                self
            }

            /// Returns at most this many items. See [`Query::limit`].
            pub fn limit(mut self, items: usize) -> Self {
                self.selection.spec.limit = Some(items);
                self
            }

            /// Reads about this many items at most. See [`Query::scan_limit`].
            pub fn scan_limit(mut self, items: usize) -> Self {
                self.selection.spec.scan_limit = Some(items);
                self
            }

            /// Goes on after a page. See [`Query::cursor`]: the cursor may be one of the query for whole items.
            pub fn cursor(mut self, cursor: impl Into<Option<Cursor>>) -> Self {
                self.selection.spec.cursor = cursor.into();
                self.selection.spec.resumes = false;
                self
            }

            /// Goes on after a page, with the range of the first page. See [`Query::resume`].
            pub fn resume(mut self, cursor: impl Into<Option<Cursor>>) -> Self {
                self.selection.spec.cursor = cursor.into();
                self.selection.spec.resumes = true;
                self
            }

            /// Binds cursors to a context of the caller's own. See [`Query::cursor_context`].
            pub fn cursor_context(mut self, context: impl Into<String>) -> Self {
                self.selection.spec.cursor_context = Some(context.into());
                self
            }

            /// Has at most this many requests in flight. See [`Query::in_flight`].
            pub fn in_flight(mut self, requests: usize) -> Self {
                self.selection.spec.in_flight = requests;
                self
            }

            /// Asks this many buckets beyond those that are likely to be needed. See [`Query::prefetch`].
            pub fn prefetch(mut self, buckets: usize) -> Self {
                self.selection.spec.prefetch = buckets;
                self
            }

            /// Asks a lane for at most this many items at a time. See [`Query::items_per_request`].
            pub fn items_per_request(mut self, items: usize) -> Self {
                self.selection.spec.items_per_request = Some(items);
                self
            }

            /// Visits at most this many lanes. See [`Query::max_lanes`].
            pub fn max_lanes(mut self, lanes: usize) -> Self {
                self.selection.spec.max_lanes = lanes;
                self
            }

            /// What the query would do, without doing it. See [`Query::explain`].
            ///
            /// # Errors
            ///
            /// Those of sending it that need no server.
            pub fn explain(&self) -> Result<Plan> {
                self.selection.plan()
            }
        }
    };
}

pub(super) use settings;
