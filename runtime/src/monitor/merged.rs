//! Which keys of several processes are hot.

use super::{HotKey, KeyCount, Monitor, Snapshot, fleet::Fleet};
use crate::{Schema, schema::EntitySchema};

impl Monitor {
    /// The keys of a merged snapshot that are hot by this monitor's settings, judged by the sum over all processes;
    /// those first that take most of a partition. They have at least the rate or the share of an event, or were
    /// throttled.
    ///
    /// `S` is the table: keys of entities that it does not list are left out. The snapshot's processes are taken for
    /// all there are unless [`processes`](Self::processes) says more; then the rates are scaled to these. It calls no
    /// [`on_event`](Self::on_event), and this monitor need not count anything itself.
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
