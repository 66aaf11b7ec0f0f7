//! All the units of a request, or none.

use std::time::Duration;

use super::Partitions;
use super::resource::{Due, Limit, Resource};

/// Resources that charges fall on.
pub(crate) trait Ledger {
    type Charge;

    /// The resource of a charge, and what is due there; none for one that is not metered.
    fn find<'a>(&'a mut self, charge: &'a Self::Charge) -> Option<(&'a mut Resource, Due<'a>)>;

    /// Takes all the units, or none and says which charges were refused at which limit.
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

    /// Takes units that are due in any case.
    fn take(&mut self, charges: &[Self::Charge], settings: &Partitions, now: Duration) {
        for charge in charges {
            if let Some((resource, due)) = self.find(charge) {
                resource.take(&due, settings, now);
            }
        }
    }
}
