//! The rules of older keys. Reads must be able to find items under them.

use super::shards::{check_count, check_first, check_hash, check_hash_has_count};
use crate::{
    errors::Errors,
    model::entity::{Entity, Fields, Key, Legacy, MAX_COUNT, Shard},
    read::{
        attr::Attr,
        entity::{Attrs, KeyAttr, LegacyAttr},
        instant::Instant,
        value::NamedValue,
    },
};

pub(super) fn check(attrs: &Attrs, entity: &Entity<'_>, errors: &Errors) {
    for key in &attrs.keys {
        check_one_attribute(key, errors);
        for legacy in &key.legacy {
            check_shards(legacy, errors);
            check_order(legacy.since.as_ref(), legacy.until.as_ref(), errors);
        }
        check_since(key, errors);
    }
    // A local secondary index has the table's older keys, which are checked once.
    for key in entity.keys.iter().filter(|key| !key.local) {
        check_known_to_query(key, &entity.fields, errors);
        check_hash_of_written_key(key, &entity.fields, errors);
    }
}

/// KW020: an older key has one template.
fn check_one_attribute(key: &KeyAttr, errors: &Errors) {
    if let ([_, _, ..], Some(older)) = (key.partition.as_slice(), key.legacy.first()) {
        let message = "KW020: `legacy` is for keys of one attribute; read older items by a query of their own";
        errors.at(older.place, message);
    }
}

/// KW009 and KW020: the shards were either a hash or not, and there was at least one.
fn check_shards(legacy: &Attr<LegacyAttr>, errors: &Errors) {
    if let (Some(shards), Some(hash)) = (&legacy.shards, &legacy.hash) {
        let message =
            "KW009: the shards of an older key are a count or a hash; write `shards = 4`, or `hash(id), count = 4`";
        return errors.duplicate(shards.name.span(), hash.name.span(), message);
    }
    let counted = match &legacy.hash {
        Some(hash) => {
            check_hash(hash, errors);
            check_hash_has_count(hash, legacy.may_have("count"), "add `count = 4`", errors);
            legacy.count.as_ref()
        }
        None => {
            if !legacy.may_have("hash") {
                check_goes_with_hash(legacy, errors);
            }
            legacy.shards.as_ref()
        }
    };
    let count = counted.and_then(|count| check_count(count, errors));
    match &legacy.first {
        Some(first) if !legacy.may_have("shards") && !legacy.may_have("hash") => {
            errors.on(first, "KW020: `first` counts shards, and there are none; add `shards = 4`");
        }
        Some(first) => check_first(first, count.unwrap_or(MAX_COUNT), errors),
        None => {}
    }
}

/// KW009: an older key ends after it begins.
fn check_order(since: Option<&NamedValue<Instant>>, until: Option<&NamedValue<Instant>>, errors: &Errors) {
    if let (Some(since), Some(until)) = (since, until)
        && until.value <= since.value
    {
        let message =
            "KW009: an older key that ends by then contains no item; write a later `until`, or remove the key";
        errors.at(until.value_place(), message);
    }
}

/// KW009: every item with a time before `since` has an older key that its fields determine.
fn check_since(key: &KeyAttr, errors: &Errors) {
    let Some(since) = &key.since else { return };
    if let Some(random) = key.shard.as_ref().and_then(|shard| shard.random.as_ref()).filter(|_| key.index.is_none()) {
        let message = "KW009: `since` requires a key that depends only on the item, and a random shard does not; write \
                       `hash(id), count = 10`";
        errors.on(random, message);
    }
    if key.legacy.is_empty() {
        let message = "KW009: `since` needs an older key for earlier items; add `legacy(template = \"OLD\")`";
        return errors.on(since, message);
    }
    let mut begins = since;
    for legacy in &key.legacy {
        if let Some(shards) = &legacy.shards {
            let message = "KW009: earlier items are written under this older key, and `shards` does not say which; \
                           write `hash(id), count = 4`";
            errors.on(shards, message);
        }
        if let Some(until) = legacy.until.as_ref().filter(|until| until.value < begins.value) {
            let message = "KW009: items from this `until` to the next `since` have no key; write that instant, or a \
                           later one";
            errors.at(until.value_place(), message);
        }
        match &legacy.since {
            Some(earlier) if earlier.value < begins.value => begins = earlier,
            Some(other) => {
                let message = "KW009: this `since` is not earlier than that of the newer key; write the newest key \
                               first, and each with an earlier `since`";
                return errors.at(other.value_place(), message);
            }
            // All earlier items have this key.
            None => return,
        }
    }
    let message = "KW009: items of an earlier time have no key; drop `since` from the oldest key";
    errors.at(begins.value_place(), message);
}

/// KW020: `shards = 4` is already a count, and no function selected the shard.
fn check_goes_with_hash(legacy: &LegacyAttr, errors: &Errors) {
    let message =
        |name| format!("KW020: `{name}` goes with `hash(..)`; other older shards have only a count, `shards = 4`");
    if let Some(with) = &legacy.with {
        errors.on(with, message("with"));
    }
    if let Some(count) = &legacy.count {
        errors.on(count, message("count"));
    }
}

/// KW009: `since` writes earlier items under an older key. The fields of the current key must determine the shard of
/// that key.
fn check_hash_of_written_key(key: &Key, fields: &Fields<'_>, errors: &Errors) {
    let Some((_, place)) = key.since.filter(|_| key.index.is_none()) else { return };
    let arguments = key.key_arguments();
    let hashed = key.legacy.iter().filter_map(|legacy| legacy.shard.as_ref()).flat_map(Shard::hashed);
    if let Some(field) = hashed.filter(|field| !arguments.contains(field)).find_map(|field| fields.at(*field)) {
        let message = format!(
            "KW009: before this `since`, the shard of an item depends on `{}`, which the current key does not contain, \
             so no read would find the item by its key; hash fields of the current key",
            field.name
        );
        errors.at(place, message);
    }
}

/// KW006: a query must know the fields of an older key or range over them. Otherwise reads could not find the key.
fn check_known_to_query(key: &Key, fields: &Fields<'_>, errors: &Errors) {
    let (arguments, buckets) = (key.partition_arguments(), key.bucket_fields());
    for Legacy { partition, .. } in &key.legacy {
        for (field, form) in partition.fields() {
            let is_ranged_over = buckets.contains(&field) || key.leading_field() == Some(field);
            let known = arguments.contains(&field) || (form.is_bucket() && is_ranged_over);
            if let (false, Some(field)) = (known, fields.at(field)) {
                let message = format!(
                    "KW006: a query does not know `{name}` of this older key: the current partition key does not \
                     contain it; keep `<{name}>` in the current template, or read the older items by a query of their \
                     own",
                    name = field.name
                );
                errors.on(&partition.literal, message);
            }
        }
    }
}
