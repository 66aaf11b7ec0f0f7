//! Admits all the units of a request, or none.

use std::time::Duration;

use super::Partitions;
use super::resource::{Due, Limit, Resource};

/// A set of resources that are charged.
pub(crate) trait Ledger {
    type Charge;

    /// Returns the resource of a charge, and the units due there. `None` if the resource is not metered.
    fn find<'a>(&'a mut self, charge: &'a Self::Charge) -> Option<(&'a mut Resource, Due<'a>)>;

    /// Takes all units, or none. Returns which charges were throttled by which limit.
    fn admit(&mut self, charges: &[Self::Charge], settings: &Partitions, now: Duration) -> Vec<(usize, Limit)> {
        let mut refused = Vec::new();
        for (at, charge) in charges.iter().enumerate() {
            let Some((resource, due)) = self.find(charge) else { continue };
            if let Some(limit) = resource.limit(&due, now) {
                resource.refuse(&due);
                refused.push((at, limit));
            }
        }
        if refused.is_empty() {
            self.take(charges, settings, now);
        }
        refused
    }

    /// Takes units unconditionally.
    fn take(&mut self, charges: &[Self::Charge], settings: &Partitions, now: Duration) {
        for charge in charges {
            if let Some((resource, due)) = self.find(charge) {
                resource.take(&due, settings, now);
            }
        }
    }
}
