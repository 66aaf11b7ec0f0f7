//! The settings of a query that do not depend on the parts of its items that it returns.

/// Generates the settings of [`Query`](crate::read::Query) for a query that returns something other than whole items.
macro_rules! settings {
    ($query:ident<$access:ident, $output:ident>) => {
        impl<$access: Access, $output> $query<$access, $output> {
            $crate::read::query_settings! {
                self => self.selection.source.spec;

                /// Continues after a page. See [`Query::cursor`]. A cursor of the query for whole items is accepted
                /// too.
                cursor;

                /// Continues after a page, with the range of the first page. See [`Query::resume`].
                resume;
            }

            /// Returns only items for which a condition holds. See [`Query::filter`].
            pub fn filter(mut self, condition: Condition<$access::Entity>) -> Self {
                self.selection.source.spec.add_filter(condition.erased());
                self
            }

            /// Describes what the query would do, without sending it. See [`Query::explain`].
            ///
            /// # Errors
            ///
            /// The errors of sending it that occur before a request.
            pub fn explain(&self) -> Result<Plan> {
                self.plan()
            }
        }
    };
}

pub(super) use settings;
