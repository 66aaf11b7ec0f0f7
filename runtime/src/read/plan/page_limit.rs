//! The declared limits of a page: its items and its read units.

use super::Plan;
use crate::{
    Error, ErrorKind, Result,
    physics::{capacity::Consistency, limits::ITEM_BYTES, worst_page::blocks_of_units},
    query_cost::most_bytes_in_range,
    read::budget::Budget,
};

impl Plan {
    /// Returns the limit of a page: the query's or, failing that, the declared one.
    pub(crate) fn page_limit(&self) -> Option<usize> {
        self.limit.or_else(|| self.schema.page.map(|page| usize::try_from(page.items).unwrap_or(usize::MAX)))
    }

    /// Returns the read units that a page may use, if the query declares them.
    pub(crate) fn budget(&self) -> Option<Budget> {
        let units = self.schema.page?.max_rcu?;
        let listed = self.entity.table.entities.get();
        let item_bytes = most_bytes_in_range(self.entity, self.key, listed).unwrap_or(ITEM_BYTES);
        Some(Budget::new(blocks_of_units(units, self.consistency), item_bytes))
    }

    /// Checks that a page keeps its declared limits.
    ///
    /// # Errors
    ///
    /// `InvalidArgument` for a limit above the declared items, and if one item of each partition key that is read
    /// together costs more than the declared units.
    pub(crate) fn check_page_limit(&self) -> Result<()> {
        let Some(page) = self.schema.page else { return Ok(()) };
        if let Some(limit) = self.limit.filter(|limit| *limit as u64 > page.items) {
            return Err(self.refused(format!(
                "`limit({limit})` is above the {} items of a page that `{}` declares with `page(items = ..)`; give \
                 {0} or fewer, and read more with the page's cursor",
                page.items, self.schema.query
            )));
        }
        let (Some(budget), Some(units)) = (self.budget(), page.max_rcu) else { return Ok(()) };
        let ends = [self.first_group(), self.group_count().saturating_sub(1)];
        let lanes = ends.into_iter().filter(|at| *at < self.group_count()).map(|at| self.open_lanes(at)).max();
        let lanes = lanes.unwrap_or_default();
        if lanes > 0 && !budget.covers(lanes) {
            let consistency = match self.consistency {
                Consistency::Eventual => "",
                Consistency::Strong => "strongly consistent ",
            };
            return Err(self.refused(format!(
                "a page begins with {consistency}reads of {lanes} partition keys, which together cost more than the \
                 {units} RCU that `{}` declares with `page(max_rcu = ..)`; raise `max_rcu`, or read fewer partition \
                 keys",
                self.schema.query
            )));
        }
        Ok(())
    }

    fn refused(&self, message: String) -> Error {
        let error = Error::new(ErrorKind::InvalidArgument, message).operation(self.schema.query);
        error.of_entity(self.entity.name).on_index(self.schema.index)
    }
}
