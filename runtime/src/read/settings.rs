//! The settings that every query has, whatever it asks for and returns.

/// Generates the settings of a query inside an `impl` block: `$spec` is its [`QuerySpec`](super::QuerySpec). `cursor`
/// and `resume` take their documentation from the caller, because what a cursor is bound to differs.
macro_rules! query_settings {
    (
        $self:ident => $spec:expr;

        $(#[$cursor:meta])*
        cursor;

        $(#[$resume:meta])*
        resume;
    ) => {
        /// Highest sort key first: newest first, where it begins with a time.
        pub fn newest_first(mut $self) -> Self {
            $spec.direction = $crate::read::Direction::Descending;
            $self
        }

        /// Lowest sort key first: the default.
        pub fn oldest_first(mut $self) -> Self {
            $spec.direction = $crate::read::Direction::Ascending;
            $self
        }

        /// Highest sort key first, as [`newest_first`](Self::newest_first): for sort keys without a time.
        pub fn descending($self) -> Self {
            $self.newest_first()
        }

        /// Lowest sort key first: the default. Another name of [`oldest_first`](Self::oldest_first).
        pub fn ascending($self) -> Self {
            $self.oldest_first()
        }

        /// Returns at most this many items, in a page or in a whole stream.
        ///
        /// Without a limit, a page holds what one request to each lane returned, in order: up to 1 MB a lane.
        pub fn limit(mut $self, items: usize) -> Self {
            $spec.limit = Some(items);
            $self
        }

        /// Reads about this many items at most, returned or not, before a page ends with a cursor: what a page may cost
        /// where few items are to be returned. A request that finds nothing counts as one item.
        ///
        /// The shards of a bucket are read together, each for at least one item: a limit below their number is an
        /// [`InvalidArgument`](crate::ErrorKind::InvalidArgument). The page holds what is certain by then, and may be
        /// empty. It is for pages: a count or a stream with it is an `InvalidArgument`, too.
        pub fn scan_limit(mut $self, items: usize) -> Self {
            $spec.scan_limit = Some(items);
            $self
        }

        $(#[$cursor])*
        pub fn cursor(mut $self, cursor: impl Into<Option<$crate::read::Cursor>>) -> Self {
            $spec.cursor = cursor.into();
            $spec.resumes = false;
            $self
        }

        $(#[$resume])*
        pub fn resume(mut $self, cursor: impl Into<Option<$crate::read::Cursor>>) -> Self {
            $spec.cursor = cursor.into();
            $spec.resumes = true;
            $self
        }

        /// Binds cursors to a context of the caller's own, such as a tenant or a signed-in user: one that was made in
        /// another context, or in none, is a [`CursorForeign`](crate::ErrorKind::CursorForeign) error.
        ///
        /// A cursor holds a hash of the context, not its text. Only a [sealed](crate::read::CursorKeys) cursor proves
        /// it: whoever writes a plain text can write any hash.
        pub fn cursor_context(mut $self, context: impl Into<String>) -> Self {
            $spec.cursor_context = Some(context.into());
            $self
        }

        /// Has at most this many requests in flight: 64 by default.
        pub fn in_flight(mut $self, requests: usize) -> Self {
            $spec.in_flight = requests;
            $self
        }

        /// Asks this many buckets beyond those that are likely to be needed: 1 by default.
        ///
        /// The first request goes to the first bucket alone. Where it does not meet the limit, the next ones are asked
        /// at once: as many as the items so far let expect, and these. Through empty buckets the number doubles each
        /// time, as far as [`in_flight`](Self::in_flight) allows. A stream reads this many buckets ahead.
        ///
        /// More buckets are fewer rounds, and items that were read in vain.
        pub fn prefetch(mut $self, buckets: usize) -> Self {
            $spec.prefetch = buckets;
            $self
        }

        /// Asks a lane for at most this many items at a time, also where it takes more requests.
        ///
        /// Without it, a request asks for what the limit needs; without a limit, a page for 1 MB, and a stream for
        /// about 33,000 items over all lanes.
        pub fn items_per_request(mut $self, items: usize) -> Self {
            $spec.items_per_request = Some(items);
            $self
        }

        /// Visits at most this many lanes; a query that would need more is
        /// [`TooManyLanes`](crate::ErrorKind::TooManyLanes). 10,000 by default, and at most 1,000,000: a larger bound
        /// counts as that.
        pub fn max_lanes(mut $self, lanes: usize) -> Self {
            $spec.max_lanes = lanes;
            $self
        }
    };
}

pub(crate) use query_settings;
