//! Finds the keys that are hot across several processes.

use super::{HotKey, KeyCount, Monitor, Snapshot, fleet::Fleet};
use crate::{Schema, schema::EntitySchema};

impl Monitor {
    /// Returns the keys of a merged snapshot that are hot by this monitor's settings: in total over all processes, they
    /// have at least the rate or the share of an event, or were throttled. They are ordered by their share of a
    /// partition's limit.
    ///
    /// `S` is the table: keys of entities that it does not list are omitted. The snapshot is assumed to include all
    /// processes, unless [`processes`](Self::processes) sets a larger number; the rates are then scaled to that number.
    /// This does not call [`on_event`](Self::on_event), and the monitor does not have to count requests itself.
    pub fn judge<S: Schema>(&self, snapshot: &Snapshot) -> Vec<HotKey> {
        let settings = self.settings();
        let fleet = Fleet::new(snapshot.processes, settings.processes);
        let is_hot = |key: &KeyCount| {
            let (sure, share) = (key.sure(), snapshot.share(key));
            let sure_share = if key.rate > 0.0 { share * sure / key.rate } else { 0.0 };
            settings.is_hot(key.capacity, sure * fleet.scale(), sure_share, key.refused)
        };
        let mut hot: Vec<_> = snapshot.keys.iter().filter(|key| is_hot(key)).collect();
        hot.sort_by(|a, b| b.of_a_partition().total_cmp(&a.of_a_partition()));
        let named = hot.into_iter().filter_map(|key| {
            let is_its = |entity: &&&EntitySchema| entity.name == key.entity && entity.table.name == key.schema;
            let entity = S::ENTITIES.iter().find(is_its)?;
            let place = entity.keys.iter().position(|of| of.index == key.index.as_deref())?;
            Some(HotKey::of(key.clone(), entity, place, snapshot.share(key), fleet))
        });
        named.collect()
    }
}
