//! The rules of declared peaks.

use crate::{
    errors::Errors,
    model::entity::{Entity, Key},
    read::entity::{Attrs, PeakAttr},
};

pub(super) fn check(attrs: &Attrs, entity: &Entity<'_>, errors: &Errors) {
    let of_entity = attrs.peak.iter().map(|peak| &peak.peak);
    let of_indexes = attrs.keys.iter().filter_map(|key| key.peak.as_ref()).map(|peak| &peak.peak);
    for peak in of_entity.chain(of_indexes) {
        check_creates_once(peak, errors);
        check_item_bytes(peak, errors);
    }
    for key in &entity.keys {
        check_complete(key, entity, errors);
    }
}

/// KW020: `writes_per_second` is the rate of creates.
fn check_creates_once(peak: &PeakAttr, errors: &Errors) {
    if let (Some(short), Some(creates)) = (&peak.writes_per_second, &peak.creates) {
        let message = "KW020: `writes_per_second` is short for `creates`; keep one of the two";
        errors.duplicate(short.name.span(), creates.name.span(), message);
    }
}

/// KW020: an item is never empty, because it has a key.
fn check_item_bytes(peak: &PeakAttr, errors: &Errors) {
    if let Some(bytes) = peak.item_bytes.as_ref().filter(|bytes| bytes.value == 0) {
        errors.on(
            bytes,
            "KW020: `item_bytes` is 0; write the stored item's size, names and values, as in `item_bytes = 700`",
        );
    }
}

/// KW020: options that an index's peak omits must be in the entity's.
fn check_complete(key: &Key, entity: &Entity<'_>, errors: &Errors) {
    if key.declares_peak && key.peak.is_none() && entity.peak.is_none() && errors.is_empty() {
        let message =
            "KW020: this peak needs both `writes_per_second` and `item_bytes`, here or in `#[peak(..)]` of the struct";
        errors.on(&key.index, message);
    }
}
