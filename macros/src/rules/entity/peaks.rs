//! The rules of declared peaks.

use crate::{
    errors::Errors,
    model::entity::{Entity, Key, Writes},
    read::entity::{Attrs, EntityPeakAttr, PeakAttr, ReadsAttr},
};

/// The seconds of a month of 730 hours.
const MONTH_SECONDS: u64 = 730 * 3_600;

pub(super) fn check(attrs: &Attrs, entity: &Entity<'_>, errors: &Errors) {
    let of_entity = attrs.peak.iter().map(|peak| &peak.peak);
    let of_indexes = attrs.keys.iter().filter_map(|key| key.peak.as_ref()).map(|peak| &peak.peak);
    for peak in of_entity.chain(of_indexes.clone()) {
        check_creates_once(peak, errors);
        check_item_bytes(peak, errors);
        check_reads_once(peak, errors);
        check_items(peak, errors);
    }
    for reads in of_indexes.filter_map(|peak| peak.reads.as_ref()) {
        check_reads_of_index(reads, errors);
    }
    if let Some(peak) = attrs.peak.as_ref() {
        check_mean_once(peak, errors);
        check_per_month(peak, errors);
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

/// KW020: `reads_per_second` is the rate of queries, or of reads of the only item.
fn check_reads_once(peak: &PeakAttr, errors: &Errors) {
    if let (Some(short), Some(reads)) = (&peak.reads_per_second, &peak.reads) {
        let message = "KW020: `reads_per_second` is short for `reads(..)`; keep one of the two";
        errors.duplicate(short.name.span(), reads.place, message);
    }
}

/// KW020: `mean` and `per_month` both declare the mean.
fn check_mean_once(peak: &EntityPeakAttr, errors: &Errors) {
    if let (Some(share), Some(writes)) = (&peak.mean, &peak.per_month) {
        let message = "KW020: `mean` and `per_month` both declare the mean load of a month; keep one of the two";
        errors.duplicate(share.name.span(), writes.name.span(), message);
    }
}

/// KW020: a month has at least one write, and no more than at the peak.
fn check_per_month(peak: &EntityPeakAttr, errors: &Errors) {
    let Some(writes) = &peak.per_month else { return };
    if writes.value == 0 {
        let example = "write the number of writes in a month, as in `per_month = 5_000_000`";
        errors.on(writes, format!("KW020: `per_month` is 0; {example}"));
        return;
    }
    let Some(rate) = Writes::of(&peak.peak).map(Writes::per_second) else { return };
    let most = rate.saturating_mul(MONTH_SECONDS);
    if writes.value > most {
        let peaks = format!("a month of peaks, which is {most} writes: {rate} per second for 730 hours");
        errors.on(writes, format!("KW020: `per_month` exceeds {peaks}; lower it, or raise the peak"));
    }
}

/// KW020: `items` is the number of items of a query, which requests at least one.
fn check_items(peak: &PeakAttr, errors: &Errors) {
    let Some(reads) = &peak.reads else { return };
    let Some(items) = &reads.items else { return };
    if items.value == 0 {
        errors.on(items, "KW020: `items` is 0; write the number of items that a query requests, as in `items = 50`");
    }
    if reads.gets.is_some() && !reads.may_have("queries") {
        let message = "KW020: `items` is the number of items of a query; add the rate of queries, as in";
        errors.on(&items.name, format!("{message} `queries = 500`"));
    }
}

/// KW020: an index is only queried, and a global index only with eventual consistency.
fn check_reads_of_index(reads: &ReadsAttr, errors: &Errors) {
    if let Some(gets) = &reads.gets {
        let message = "KW020: `gets` are reads by the table's key, which an index does not serve; declare them in";
        errors.on(&gets.name, format!("{message} `#[peak(..)]` of the struct, or write `queries = .., items = 1`"));
    }
    if let Some(consistent) = &reads.consistent {
        let message = "KW020: `consistent` does not apply: reads of a global index are never strongly consistent";
        errors.on(&consistent.name, format!("{message}; remove it"));
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
