//! The rules of shards: their number, their selection, and the number of the first one.

use syn::ext::IdentExt;

use crate::{
    errors::Errors,
    model::entity::{Entity, MAX_COUNT},
    read::{
        entity::{Attrs, GrowAttr, HashAttr, ShardAttr},
        instant::Instant,
        value::NamedValue,
    },
};

pub(super) fn check(attrs: &Attrs, entity: &Entity<'_>, errors: &Errors) {
    check_hash_is_of_the_key(attrs, entity, errors);
    for shard in attrs.keys.iter().filter_map(|key| key.shard.as_ref()) {
        check_one_kind(shard, errors);
        if !shard.may_have("hash") {
            check_goes_with_hash(shard, errors);
        }
        let is_one_kind = shard.random.is_none() || shard.hash.is_none();
        let counted = match &shard.hash {
            Some(hash) if is_one_kind => {
                check_hash(hash, errors);
                check_hash_has_count(hash, shard.may_have("count"), "add `count = 10`", errors);
                shard.count.as_ref()
            }
            _ => shard.random.as_ref().filter(|_| is_one_kind),
        };
        let Some(count) = counted else { continue };
        let count = check_count(count, errors);
        let last = check_growth(&shard.grow.iter().map(|grow| &**grow).collect::<Vec<_>>(), count.unwrap_or(0), errors);
        if let Some(first) = &shard.first {
            check_first(first, last.or(count).unwrap_or(MAX_COUNT), errors);
        }
    }
}

/// KW009: a template of the table's key contains each hashed field. Otherwise items that differ only in that field have
/// one key if their shards are equal, and two if they are not.
fn check_hash_is_of_the_key(attrs: &Attrs, entity: &Entity<'_>, errors: &Errors) {
    let of_table = attrs.keys.iter().zip(&entity.keys).find(|(attr, _)| attr.index.is_none());
    let Some((attr, key)) = of_table else { return };
    let Some(hash) = attr.shard.as_ref().and_then(|shard| shard.hash.as_ref()) else { return };
    let templates = std::iter::once(&key.partition).chain(&key.sort);
    let in_key: Vec<_> = templates.flat_map(|template| template.fields()).map(|(field, _)| field).collect();
    for field in &hash.value.fields {
        let place = entity.fields.place(&field.unraw().to_string());
        // KW010 refuses the hash of an `Option`.
        let is_required = |place| entity.fields.at(place).is_some_and(|field| !field.is_option());
        if place.is_some_and(|place| !in_key.contains(&place) && is_required(place)) {
            let message = format!(
                "KW009: the shard depends on `{field}`, which no template of the key contains: items that differ only \
                 in it could overwrite each other; add `<{field}>` to the sort key, or hash fields of the key"
            );
            errors.at(field.span(), message);
        }
    }
}

/// KW009: the shard of a write is either random or a hash.
fn check_one_kind(shard: &ShardAttr, errors: &Errors) {
    if let (Some(random), Some(hash)) = (&shard.random, &shard.hash) {
        let message = "KW009: a shard is random or a hash, not both; keep one of the two";
        errors.duplicate(random.name.span(), hash.name.span(), message);
    }
}

/// KW020: `random = 10` is already a count, and no function selects the shard.
fn check_goes_with_hash(shard: &ShardAttr, errors: &Errors) {
    let options = [shard.with.as_ref().map(|with| &with.name), shard.count.as_ref().map(|count| &count.name)];
    for name in options.into_iter().flatten().filter(|_| shard.random.is_some()) {
        let message = format!("KW020: `{name}` goes with `hash(..)`; random shards have only a count, `random = N`");
        errors.at(name.span(), message);
    }
}

/// KW009 and KW020: a hash has fields, each once.
pub(super) fn check_hash(hash: &NamedValue<HashAttr>, errors: &Errors) {
    let fields = &hash.value.fields;
    if fields.is_empty() {
        errors.at(hash.name.span(), "KW009: `hash` needs the fields to hash, as in `hash(id), count = 10`");
    }
    for (at, field) in fields.iter().enumerate() {
        if let Some(first) = fields.iter().take(at).find(|first| *first == field) {
            let message = format!("KW020: `{field}` is hashed twice; keep one of the two");
            errors.duplicate(first.span(), field.span(), message);
        }
    }
}

/// KW009: a hash does not determine the number of shards.
pub(super) fn check_hash_has_count(hash: &NamedValue<HashAttr>, has_count: bool, add: &str, errors: &Errors) {
    if !has_count {
        errors.at(hash.name.span(), format!("KW009: a hash needs the number of shards; {add}"));
    }
}

/// KW009: a count of shards is at least 2, and small enough that all shards can be read.
pub(super) fn check_count(count: &NamedValue<u64>, errors: &Errors) -> Option<u32> {
    let name = &count.name;
    let wrong = match count.value {
        0 => format!("`{name} = 0`: without shards, no item can be stored; write a number from 2 to 10,000"),
        1 => format!("`{name} = 1`: one shard spreads nothing; write a number from 2 to 10,000, or leave it out"),
        value => match u32::try_from(value) {
            Ok(value) if value <= MAX_COUNT => return Some(value),
            _ => format!(
                "`{name} = {value}`: a read visits every shard; write a number from 2 to 10,000; if that is too few, \
                 make the items smaller"
            ),
        },
    };
    errors.on(count, format!("KW009: {wrong}"));
    None
}

/// KW009: the last shard's number must fit into its type.
pub(super) fn check_first(first: &NamedValue<u32>, count: u32, errors: &Errors) {
    if first.value.checked_add(count).is_none() {
        let message = format!("KW009: shards counted from {} do not fit 32 bits; write `first = 1`", first.value);
        errors.on(first, message);
    }
}

/// KW009: each `grow` is later than the previous one, and has more shards. Returns the final number.
fn check_growth(grow: &[&GrowAttr], count: u32, errors: &Errors) -> Option<u32> {
    let mut last: Option<(u32, Instant)> = None;
    for grow in grow {
        let grown = grow.count.as_ref().map(|grown| (grown, check_count(grown, errors)));
        let (Some(at), Some((written, Some(grown)))) = (&grow.at, grown) else { continue };
        let before = last.map_or(count, |(count, _)| count);
        if last.is_some_and(|(_, since)| at.value <= since) {
            let message = "KW009: this `grow` is not later than the one before it; write them in the order of their \
                           instants, one for each";
            errors.at(at.value_place(), message);
        } else if grown <= before {
            let message = format!(
                "KW009: `grow` from {before} shards to {grown}: fewer would hide the items of the others; write more \
                 than {before}"
            );
            errors.on(written, message);
        } else {
            last = Some((grown, at.value));
        }
    }
    last.map(|(count, _)| count)
}
