//! Adds prices to the documented calls and reads.

use super::AccessPatterns;
use crate::{
    bill::{Loads, month},
    infrastructure::Settings,
    prices::Prices,
};

impl AccessPatterns {
    /// Adds the cost of each call, and the cost of a month at the declared means, without replicas.
    #[must_use]
    pub fn priced(self, prices: Prices) -> Self {
        self.priced_for(prices, &Settings::default())
    }

    /// Adds the cost of each call, and the cost of a month at the declared means, for the replicas of these settings.
    #[must_use]
    pub fn priced_for(mut self, prices: Prices, settings: &Settings) -> Self {
        for entity in &mut self.entities {
            for call in &mut entity.calls {
                let units = |of_indexes: u64| call.table_wcu.saturating_add(of_indexes) as f64;
                call.price_per_million = Some(prices.of_million(units(call.most_index_wcu), call.rcu));
            }
            let mean = mean_of(&self.loads, entity.entity);
            entity.reads.iter_mut().for_each(|read| read.set_price(&prices, mean));
        }
        let types = self.collections.iter_mut().chain(&mut self.projections);
        types.flat_map(|of| &mut of.reads).for_each(|read| read.set_price(&prices, 1.0));
        let month = month(&self.loads, Some(&prices), settings);
        for place in &mut self.capacity {
            place.price_per_month = Some(month.price_of(place.throughput.index));
        }
        self.month = Some(month);
        self.prices = Some(prices);
        self
    }
}

/// The declared mean of an entity as a share of its peak, or 1.
fn mean_of(loads: &Loads, entity: &str) -> f64 {
    loads.keys.iter().find(|load| load.entity == entity).and_then(|load| load.mean).unwrap_or(1.0)
}
