//! Counts the keys of the last second.

use std::{mem, time::Duration};

use super::{
    found::Found,
    names::{Name, Names},
    order::Order,
    rates::{Rates, Span, Sum},
    recent_events::RecentEvents,
    settings::Settings,
    space_saving::SpaceSaving,
    tables::Tables,
    text::KeyText,
};
use crate::schema::EntitySchema;

/// The current and the previous half-window. Together they cover the last half to whole second. Older counts are
/// dropped.
#[derive(Debug)]
pub(super) struct Window {
    /// When the current half-window began, relative to the start of the monitor.
    began: Duration,
    now: SpaceSaving,
    before: SpaceSaving,
    /// The maximum weight of a key without a counter in the previous half-window.
    lightest_before: u32,
    order: Order,
    names: Names,
    recent: RecentEvents,
    pub(super) tables: Tables,
}

/// A request to one key.
#[derive(Debug, Clone, Copy)]
pub(super) struct KeyRequest {
    pub(super) hash: u64,
    pub(super) resource: u16,
    pub(super) entity: &'static EntitySchema,
    pub(super) place: u8,
    pub(super) grains: u32,
    pub(super) is_refused: bool,
}

impl Window {
    pub(super) const HALF: Duration = Span::HALF;

    pub(super) fn new(counters: u16) -> Self {
        Self {
            began: Duration::ZERO,
            now: SpaceSaving::new(counters),
            before: SpaceSaving::new(counters),
            lightest_before: 0,
            order: Order::new(counters),
            names: Names::new(),
            recent: RecentEvents::new(),
            tables: Tables::default(),
        }
    }

    pub(super) fn is_over(&self, now: Duration) -> bool {
        now.saturating_sub(self.began) >= Self::HALF
    }

    /// Ends the half-window if its time is over, and returns its hot keys.
    pub(super) fn turn(&mut self, now: Duration, settings: &Settings) -> Vec<Found> {
        if !self.is_over(now) {
            return Vec::new();
        }
        let over = now.saturating_sub(self.began);
        let lightest = self.now.lightest();
        let hot = self.judge(lightest, now, settings);
        let halves = over.as_nanos() / Self::HALF.as_nanos();
        self.began = self.began.saturating_add(Self::HALF.saturating_mul(u32::try_from(halves).unwrap_or(u32::MAX)));
        mem::swap(&mut self.now, &mut self.before);
        self.lightest_before = lightest;
        self.now.clear();
        self.order.clear();
        self.tables.turn();
        if halves > 1 {
            self.before.clear();
            self.lightest_before = 0;
            self.tables.turn();
        }
        hot
    }

    /// Counts a request. `text` is called if the key has no name yet and is heavy enough for one.
    pub(super) fn add(&mut self, key_request: KeyRequest, text: impl FnOnce() -> KeyText) {
        self.tables.add(key_request.resource, key_request.grains);
        let tally = self.now.add(&mut self.order, key_request.hash, key_request.grains, key_request.is_refused);
        let Some(tally) = tally else { return };
        if tally.is_named {
            if let Some(name) = self.names.get_mut(tally.name, key_request.hash) {
                name.weigh(key_request.grains);
                return;
            }
            tally.is_named = false;
        }
        let at_least = u64::from(tally.at_least());
        if at_least >= self.min_named_weight() {
            self.name(key_request, text);
        }
    }

    /// The named keys of the last second, in no order.
    pub(super) fn found(&self, now: Duration) -> Vec<Found> {
        let span = Span::Shown(now.saturating_sub(self.began.saturating_sub(Self::HALF)));
        let lightest = self.now.lightest();
        let found = self.names.iter().filter_map(|name| {
            let before = Sum::of(name.hash, &self.before, self.lightest_before);
            let sum = before.and(Sum::of(name.hash, &self.now, lightest));
            let rates = Rates::of(Tables::capacity(name.resource), sum, span, self.tables.load(name.resource));
            if sum.is_counted { self.with_name(name, rates) } else { None }
        });
        found.collect()
    }

    /// The keys that were hot in the half-window that ends, or in the second that ends with it, if they had no recent
    /// event.
    fn judge(&mut self, lightest: u32, now: Duration, settings: &Settings) -> Vec<Found> {
        self.recent.forget(now, settings.repeat_after);
        let judged = self.names.iter().filter_map(|name| {
            let capacity = Tables::capacity(name.resource);
            let half = Sum::of(name.hash, &self.now, lightest);
            let of_half = || Rates::of(capacity, half, Span::Half, self.tables.load_now(name.resource));
            let of_second = || {
                let second = half.and(Sum::of(name.hash, &self.before, self.lightest_before));
                Rates::of(capacity, second, Span::Second, self.tables.load(name.resource))
            };
            let is_hot = |rates: &Rates| half.is_counted && rates.is_hot(settings);
            let hot = Some(of_half()).filter(is_hot).or_else(|| Some(of_second()).filter(is_hot))?;
            self.with_name(name, hot)
        });
        let mut hot: Vec<_> = judged.collect();
        hot.retain(|found| self.recent.record(found.name.hash, now));
        hot
    }

    /// The weight that a key of the half-window needs for a name. It is so high that there are never more such keys
    /// than names.
    fn min_named_weight(&self) -> u64 {
        (self.now.total().max(self.before.total()) / u64::from(Names::MAX_NAMES)).max(1)
    }

    fn name(&mut self, key_request: KeyRequest, text: impl FnOnce() -> KeyText) {
        let KeyRequest { hash, resource, entity, place, grains, .. } = key_request;
        let known = self.names.place(hash).or_else(|| {
            let name = Name { hash, resource, place, mean: grains as f32, entity, text: text() };
            let weight = |name: &Name| Sum::of(name.hash, &self.before, 0).and(Sum::of(name.hash, &self.now, 0)).total;
            self.names.put(name, weight)
        });
        if let Some(place) = known
            && let Some(tally) = self.now.tally_mut(hash)
        {
            (tally.name, tally.is_named) = (place, true);
        }
    }

    /// Returns `None` if the table is not known.
    fn with_name(&self, name: &Name, rates: Rates) -> Option<Found> {
        Some(Found { table: self.tables.name(name.resource)?, name: name.clone(), rates })
    }
}

#[cfg(test)]
mod tests;
