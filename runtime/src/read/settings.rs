//! The settings of every query, regardless of what it reads and returns.

/// Generates the settings of a query inside an `impl` block. `$spec` is its [`QuerySpec`](super::QuerySpec). The caller
/// documents `cursor` and `resume`, because the bounds of a cursor differ.
macro_rules! query_settings {
    (
        $self:ident => $spec:expr;

        $(#[$cursor:meta])*
        cursor;

        $(#[$resume:meta])*
        resume;
    ) => {
        /// Returns the highest sort key first: newest first, if it begins with a time.
        pub fn newest_first(mut $self) -> Self {
            $spec.direction = $crate::read::Direction::Descending;
            $self
        }

        /// Returns the lowest sort key first. This is the default.
        pub fn oldest_first(mut $self) -> Self {
            $spec.direction = $crate::read::Direction::Ascending;
            $self
        }

        /// Returns the highest sort key first, like [`newest_first`](Self::newest_first): for sort keys without a time.
        pub fn descending($self) -> Self {
            $self.newest_first()
        }

        /// Returns the lowest sort key first. This is the default. An alias of [`oldest_first`](Self::oldest_first).
        pub fn ascending($self) -> Self {
            $self.oldest_first()
        }

        /// Returns at most this many items, in a page or in a whole stream.
        ///
        /// Without a limit, a page contains what one request to each lane returned, in order: up to 1 MB per lane.
        pub fn limit(mut $self, items: usize) -> Self {
            $spec.limit = Some(items);
            $self
        }

        /// Ends a page after DynamoDB has evaluated about this many items, returned or not. It bounds the cost of a
        /// page if few items match. A request that finds nothing counts as one item.
        ///
        /// The shards of a bucket are read together, each for at least one item. A limit below the number of shards is
        /// an [`InvalidArgument`](crate::ErrorKind::InvalidArgument) error, and so is a count or a stream with this
        /// setting. The page holds the items whose order is certain by then, and can be empty.
        pub fn scan_limit(mut $self, items: usize) -> Self {
            $spec.scan_limit = Some(items);
            $self
        }

        $(#[$cursor])*
        pub fn cursor(mut $self, cursor: impl $crate::read::IntoCursor) -> Self {
            $spec.cursor = cursor.into_cursor().map(Box::new);
            $spec.resumes = false;
            $self
        }

        $(#[$resume])*
        pub fn resume(mut $self, cursor: impl $crate::read::IntoCursor) -> Self {
            $spec.cursor = cursor.into_cursor().map(Box::new);
            $spec.resumes = true;
            $self
        }

        /// Binds cursors to a context, such as a tenant or a signed-in user. A cursor that was made in another context,
        /// or without one, is a [`CursorForeign`](crate::ErrorKind::CursorForeign) error.
        ///
        /// A cursor holds a hash of the context, not its text. Only a [sealed](crate::read::CursorKeys) cursor proves
        /// its context: a client can write any hash into a plain one.
        pub fn cursor_context(mut $self, context: impl Into<String>) -> Self {
            $spec.cursor_context = Some(context.into());
            $self
        }

        /// Sends at most this many requests concurrently. The default is 64.
        pub fn in_flight(mut $self, requests: usize) -> Self {
            $spec.in_flight = requests;
            $self
        }

        /// Reads this many buckets more than are likely to be needed. The default is 1.
        ///
        /// The first round reads the first bucket alone. If the limit is not reached, the next round reads as many
        /// buckets as the items so far suggest, plus this number. Over empty buckets the number doubles each round, up
        /// to [`in_flight`](Self::in_flight). A stream reads this many buckets ahead.
        ///
        /// A larger number means fewer rounds, and more items that are read and not returned.
        pub fn prefetch(mut $self, buckets: usize) -> Self {
            $spec.prefetch = buckets;
            $self
        }

        /// Limits the items that DynamoDB evaluates per request, even if that takes more requests.
        ///
        /// By default a request is for as many items as the limit needs. Without a limit, a request of a page reads up
        /// to 1 MB, and those of a stream read about 33,000 items over all lanes.
        pub fn items_per_request(mut $self, items: usize) -> Self {
            $spec.items_per_request = Some(items);
            $self
        }

        /// Reads at most this many lanes. The default is 10,000. A query that needs more is a
        /// [`TooManyLanes`](crate::ErrorKind::TooManyLanes) error. Values over 1,000,000 count as 1,000,000.
        pub fn max_lanes(mut $self, lanes: usize) -> Self {
            $spec.max_lanes = lanes;
            $self
        }
    };
}

pub(crate) use query_settings;
