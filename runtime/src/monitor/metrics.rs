//! Publishes hot keys through the facade of the crate `metrics`.

use metrics::{Label, counter};

use super::HotKey;

/// Counts how often a key was hot. The key itself is not a label, because the number of keys is not bounded.
const HOT_KEYS: &str = "keywright.hot_keys";

pub(super) fn publish_hot_key(key: &HotKey) {
    let mut labels = vec![
        Label::new("db.collection.name", key.table.clone()),
        Label::from_static_parts("keywright.entity", key.entity),
        Label::new("keywright.capacity", key.capacity.to_string()),
    ];
    labels.extend(key.index.map(|index| Label::from_static_parts("keywright.index", index)));
    counter!(HOT_KEYS, labels).increment(1);
}
