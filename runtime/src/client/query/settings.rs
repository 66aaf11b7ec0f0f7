//! The settings of a query that do not depend on what is returned of its items.

/// Generates the settings of [`Query`](crate::read::Query) for a query that returns something else of each item. They
/// mean what they mean on the query itself.
macro_rules! settings {
    ($query:ident<$access:ident, $output:ident>) => {
        impl<$access: Access, $output> $query<$access, $output> {
            $crate::read::query_settings! {
                self => self.selection.source.spec;

                /// Goes on after a page. See [`Query::cursor`]: the cursor may be one of the query for whole items.
                cursor;

                /// Goes on after a page, with the range of the first page. See [`Query::resume`].
                resume;
            }

            /// Lets only those items through for which a condition holds. See [`Query::filter`].
            pub fn filter(mut self, condition: Condition<$access::Entity>) -> Self {
                self.selection.source.spec.add_filter(condition.erased());
                self
            }

            /// What the query would do, without doing it. See [`Query::explain`].
            ///
            /// # Errors
            ///
            /// Those of sending it that need no server.
            pub fn explain(&self) -> Result<Plan> {
                self.selection.source.plan()
            }
        }
    };
}

pub(super) use settings;
