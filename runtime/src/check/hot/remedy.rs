//! The fixes for a hot partition key.

use super::reviewed::has_bad_roll_overs;
use crate::{
    check::text::Text,
    load::{KeyLoad, Span, hashed_values, holds, spreads_evenly, stands_whole},
    physics::{
        math::ceil,
        placement::Pair,
        read_cost::ReadCost,
        shards::{MANY_SHARDS, MOST_SHARDS},
    },
    schema::{Bucket, EntitySchema, Form, KeyAttributes, Launch, Purpose, Segment, ShardBy, Sharding},
};

/// The maximum number of fields of a hash in a message.
const MOST_HASHED: usize = 16;

/// The factor of the higher quota.
const RAISED_QUOTA_FACTOR: u64 = 4;

/// Writes `fix` and `or` lines with this many shards, one for each kind of shards that the key can have. `None` means
/// more than 1,000.
pub(super) const fn push_shards(text: &mut Text, load: &KeyLoad<'_>, count: Option<u64>) {
    push_ways(text, load, count, "fix");
}

/// The number of shards to advise first: that of a pair with moderate warm throughput, unless its reads are expensive.
/// For keys that are placed once, that of the pair with the fewest shards: warm throughput is paid once.
pub(super) const fn moderate(load: &KeyLoad<'_>) -> Option<u64> {
    let (wanted, pairs) = (load.shards_wanted(), load.pairs());
    if let (Some(peak), Some(_), Some(least)) = (load.peak, load.share_that_throttles(), wanted) {
        // One of few values may have all writes.
        let of_one = load.on_one(&peak, 1.0).shards();
        let shards = match (load.roll_over(), pairs) {
            (Some(_), [_, Some(pair), _]) if pair.shards <= MANY_SHARDS => pair.shards,
            (_, [Some(pair), ..]) => pair.shards,
            (None, _) if least < of_one => of_one,
            (_, [None, ..]) => least,
        };
        return if shards <= MOST_SHARDS { Some(shards) } else { wanted };
    }
    match (wanted, pairs[1]) {
        _ if load.roll_over().is_none() => wanted,
        (Some(least), Some(pair)) if least <= pair.shards && pair.shards <= MANY_SHARDS => Some(pair.shards),
        _ => wanted,
    }
}

/// Writes the ways out for an index that items enter unasked, beginning with this label, and why they do.
pub(super) const fn push_unasked(text: &mut Text, load: &KeyLoad<'_>, first: &str) {
    let (key, entity) = (&load.key, load.key.entity);
    let Some(index) = key.key.index else { return };
    text.line(first).push("#[gsi(name = ").quoted(index).push(", pk = \"").push(index).push("PK\"");
    if key.sort.is_some() {
        text.push(", sk = \"").push(index).push("SK\"");
    }
    text.push(")]  on ").name(entity.table.name).push(": only entities with a `#[gsi]` for it then enter it");
    text.line("or").push("put a field of many values into the template of ").name(key.partition.first.name);
    // KW024 refuses an attribute that is in both parts of keys, unless it is the only one of a part.
    if key.partition.count() == 1 && !matches!(key.sort, Some(sort) if sort.count() > 1) {
        text.line("or").push("#[gsi(index = ").quoted(index).push(", query = by_index, pk = ");
        text.quoted(key.key.partition.source);
        if let Some(sort) = &key.key.sort {
            text.push(", sk = ").quoted(sort.source);
        }
        text.push(", allow_hot = \"why this stays small\")]  on ").name(entity.name);
        if !load.cardinality.is_constant() {
            text.line("or").push(
                "the share of the most frequent key in its own peak, in place of `allow_hot`: peak(top_share = ..)",
            );
        }
    }
    text.line("note").name(entity.name).push(" does not declare ").push(index);
    text.push("; its items enter it because they store ");
    push_names(text, key.partition);
    if let Some(sort) = key.sort {
        text.push(" and ");
        push_names(text, sort);
    }
}

const fn push_names(text: &mut Text, attributes: KeyAttributes) {
    let mut place = 0;
    while let Some(attribute) = attributes.at(place) {
        if place > 0 {
            text.push(", ");
        }
        text.name(attribute.name);
        place += 1;
    }
}

/// Writes the ways to shard the key after another fix.
pub(super) const fn push_shards_after(text: &mut Text, load: &KeyLoad<'_>, count: Option<u64>) {
    push_ways(text, load, count, "or");
}

const fn push_ways(text: &mut Text, load: &KeyLoad<'_>, count: Option<u64>, first: &str) {
    let Some(count) = count else {
        push_no_count(text, load);
        return;
    };
    if grows(load) && is_spread(load) {
        text.line(first)
            .push("grow(at = \"..\", count = ")
            .padded(count, 1)
            .push(")  in place of the last `grow`, or after it");
        return;
    }
    let on_index = load.key.key.index.is_some();
    if !on_index && is_one_item(load) {
        text.line(first).push("put a field of many values into the partition key: it alone distinguishes items");
        return;
    }
    let (random, hash) = kinds_of_shards(load, count);
    let width = max(length(&random), length(&hash));
    let is_empty = random.is_none() && hash.is_none();
    let mut label = first;
    if !is_empty && has_bad_roll_overs(load, count) && push_longer_bucket(text, load, first) {
        let (way, explanation) = match (&random, &hash) {
            (Some(random), _) if on_index => (random, ""),
            (_, Some(hash)) => (hash, "  keeps `key` and safe retries"),
            (Some(random), None) => (random, "  append-only: no key without the shard"),
            (None, None) => return,
        };
        match on_index {
            true => push_random(text.line("and"), load, way, way.len()),
            false => {
                text.line("and").append(way).push(explanation);
            }
        }
        return;
    }
    if count > MANY_SHARDS && !is_empty {
        text.line(first).push("put a field of many values into the partition key: each read visits all shards");
        label = "or";
    }
    // On an index, random shards are a hash of the item's key in the table.
    if let (true, Some(random)) = (on_index, &random) {
        push_random(text.line(label), load, random, width);
        label = "or";
    }
    if let Some(hash) = &hash {
        text.line(label).append(hash).column(hash.len(), width).push("  ");
        text.push(if on_index { "a read with these fields visits one lane" } else { "keeps `key` and safe retries" });
        label = "or";
    }
    if let (false, Some(random)) = (on_index, &random) {
        push_random(text.line(label), load, random, width);
    }
    if is_empty {
        text.line(label).push("put a field of many values into the partition key");
    }
}

/// This many random shards and shards of a hash. `None` for a kind that the key cannot have.
const fn kinds_of_shards(load: &KeyLoad<'_>, count: u64) -> (Option<Text>, Option<Text>) {
    let on_index = load.key.key.index.is_some();
    let today = match load.key.key.shard {
        Some(shard) => Some(shard.by),
        None => None,
    };
    let random = match today {
        None if on_index || is_append_only(load) => Some(random(count, on_index)),
        Some(ShardBy::Random | ShardBy::TableKey) => Some(random(count, on_index)),
        None | Some(ShardBy::Hash { .. }) => None,
    };
    let hash = match today {
        None => hash_of_sort_key(load, count),
        Some(ShardBy::Random | ShardBy::TableKey) => None,
        Some(ShardBy::Hash { fields, .. }) if is_spread(load) && spreads_over(load, fields, count) => {
            Some(hash(load, fields, count))
        }
        Some(ShardBy::Hash { .. }) => hash_of_sort_key(load, count),
    };
    (random, hash)
}

/// This many shards of the kind that is advised first. `None` if the key cannot have them.
pub(super) const fn shards(load: &KeyLoad<'_>, count: u64) -> Option<Text> {
    let on_index = load.key.key.index.is_some();
    if grows(load) || !on_index && is_one_item(load) {
        return None;
    }
    match kinds_of_shards(load, count) {
        (Some(random), _) if on_index => Some(random),
        (_, Some(hash)) => Some(hash),
        (random, None) => random,
    }
}

/// Writes an hour in the place of a minute. Returns `false` and writes nothing if the key has no minute bucket.
const fn push_longer_bucket(text: &mut Text, load: &KeyLoad<'_>, label: &str) -> bool {
    let template = &load.key.key.partition;
    let mut at = 0;
    while at < template.segments.len() {
        if let Segment::Field { field, form: Form::Bucket(Bucket::Minute), .. } = template.segments[at]
            && (field as usize) < load.key.entity.fields.len()
        {
            let field = load.key.entity.fields[field as usize].name;
            text.line(label)
                .push("`<")
                .push(field)
                .push(":hour>` or `bucket = \"hour\"` in place of the minute, which ");
            text.push("has 1,440 roll-overs a day");
            return true;
        }
        at += 1;
    }
    false
}

const fn push_random(text: &mut Text, load: &KeyLoad<'_>, random: &Text, width: usize) {
    text.append(random).column(random.len(), width).push("  ");
    match load.key.key.index {
        Some(index) => text.push("inside #[gsi(index = ").quoted(index).push(", ..)]"),
        None => text.push("append-only: no key without the shard"),
    };
}

const fn push_no_count(text: &mut Text, load: &KeyLoad<'_>) {
    let heavy = match load.peak {
        Some(peak) => peak.units > 1,
        None => false,
    };
    if load.least_shards() <= MOST_SHARDS {
        text.line("fix").push("put a field of many values into the partition key");
        text.line("or").push("#[table(quota = ..)]  once AWS has raised the account's quota of ");
        text.number(load.quota()).push(" WCU/s: up to 1,000 shards need more warm throughput than that");
        if load.roll_over().is_none() {
            push_gradual(text);
            text.number(load.least_shards()).push(" shards carry the peak");
        }
    } else if heavy {
        text.line("fix").push("make the items smaller: no shard count up to 1,000 suffices");
        text.line("or").push("put a field of many values into the partition key");
    } else {
        text.line("fix").push("put a field of many values into the partition key: no shard count up to 1,000 suffices");
    }
}

const fn push_gradual(text: &mut Text) {
    text.line("note").push("with #[table(launch = \"gradual\")], if the load of the new table rises over hours, ");
}

/// Writes the option that declares the share of the most frequent key.
pub(super) const fn push_top_share(text: &mut Text, load: &KeyLoad<'_>, why: &str) {
    text.line("or").push("top_share = ..  inside ");
    match load.key.key.index {
        Some(_) => text.push("peak(..) of this `#[gsi]`, "),
        None => text.push("#[peak(..)], "),
    };
    text.push(why);
}

/// Writes the key's shards with the share of the most frequent hashed value.
pub(super) const fn push_hash_with_share(text: &mut Text, load: &KeyLoad<'_>) {
    if let Some(Sharding { by: ShardBy::Hash { fields, .. }, count, .. }) = load.key.key.shard {
        push_hash(text, load, fields, HashShare::Asked, count as u64);
    }
}

/// Writes the pairs of shards and warm throughput from which to choose if time makes new keys, or for the launch of the
/// table. Without a bucket, splits for heat remain in effect.
pub(super) const fn push_pairs(text: &mut Text, load: &KeyLoad<'_>) {
    let raised = load.pair_of_quota(load.quota().saturating_mul(RAISED_QUOTA_FACTOR));
    push_pairs_of(text, load, &load.pairs(), raised);
    push_once_split(text, load);
}

/// Writes these pairs for a key, and the pair within a quota that AWS has raised.
pub(super) const fn push_pairs_of(text: &mut Text, load: &KeyLoad<'_>, ways: &[Option<Pair>; 3], raised: Option<Pair>) {
    let span = load.roll_over();
    if ways[0].is_some() {
        text.line("note");
        match span {
            Some(span) => text.push("each ").push(span.noun()).push(" has new keys"),
            None => text.push("a new table has new keys"),
        };
        text.push(", which may share partitions").push(if ways[1].is_some() { "; choose one of:" } else { ":" });
    }
    let mut at = 0;
    while at < ways.len() {
        if let Some(pair) = ways[at] {
            text.line("").number(pair.shards).push(" shards, ").number(pair.warm_write_units()).push(" WCU/s");
            text.push(if at == 0 { " of warm throughput" } else { "" });
            push_page(text.push(", "), load, pair.shards, at == 0);
        }
        at += 1;
    }
    if let Some(pair) = ways[0] {
        text.line("note").push("set that warm throughput before the load starts, as the generated templates do");
        if matches!(span, Some(Span::Bucket(Bucket::Minute))) {
            text.line("note")
                .push("one roll-over in a thousand may overload a partition, and minutes roll over 1,440 ");
            text.push("times a day: prefer a bucket of an hour");
        }
        if pair.warm_write_units() > load.quota() {
            text.line("note").push("that exceeds the account's quota of ").number(load.quota());
            text.push(" WCU/s for a table or index: ask AWS to raise it, and declare #[table(quota = ..)]");
        } else if pair.shards > MANY_SHARDS
            && let Some(fewer) = raised
        {
            text.line("note")
                .push("with a quota that AWS has raised, #[table(quota = ")
                .padded(fewer.warm_write_units(), 1);
            text.push(")], ").number(fewer.shards).push(" shards are enough");
        }
    }
}

/// Writes the read units of a page of this many shards, such as `7.5 RCU for a page of 50 items`.
const fn push_page(text: &mut Text, load: &KeyLoad<'_>, shards: u64, is_first: bool) {
    let (items, Some(bytes)) = (load.page_items(), load.key.entity.entry_bytes(load.place)) else { return };
    text.units(ReadCost::of(items, shards, bytes).units);
    if is_first {
        text.push(" for a page of ").number(items).push(if items == 1 { " item" } else { " items" });
    }
}

/// Writes the number of shards that suffice after partitions have split, if time does not renew the keys.
const fn push_once_split(text: &mut Text, load: &KeyLoad<'_>) {
    let is_known = load.peak.is_some() && load.least_shards() <= MOST_SHARDS;
    if !is_known || !load.key.entity.table.local_indexes.is_empty() {
        return;
    }
    match load.cardinality.moving() {
        Some(_) if !load.can_be_spread() => return,
        Some(span) => {
            text.line("note").push("without the ").push(span.noun()).push(" in the key, splits for heat stay: ");
        }
        None if gradual_needs_fewer(load) => {
            push_gradual(text);
        }
        None => return,
    }
    text.number(load.least_shards()).push(" shards carry the peak once hot partitions have split");
    if load.cardinality.moving().is_some()
        && matches!(load.key.entity.table.launch, Launch::Full)
        && let Some(wanted) = load.shards_wanted()
        && wanted > load.least_shards()
    {
        text.push(", and ").number(wanted).push(" from the first minute of a new table");
    }
}

/// Whether fewer shards than for a launch at the peak suffice if the load rises over hours.
const fn gradual_needs_fewer(load: &KeyLoad<'_>) -> bool {
    let wanted = match load.shards_wanted() {
        Some(wanted) => wanted,
        None => MOST_SHARDS + 1,
    };
    load.roll_over().is_none()
        && load.must_be_placed()
        && load.share_that_throttles().is_none()
        && load.least_shards() < wanted
}

/// Writes the option that silences the rule with a reason.
pub(super) const fn push_allow_hot(text: &mut Text, load: &KeyLoad<'_>) {
    text.line("or").push("allow_hot = \"why this stays small\"  inside ");
    match load.key.key.index {
        Some(index) => text.push("#[gsi(index = ").quoted(index).push(", ..)]"),
        None => text.push("#[pk(..)]"),
    };
}

const fn random(count: u64, on_index: bool) -> Text {
    let mut text = Text::new();
    text.push(if on_index { "shard(random = " } else { "#[shard(random = " });
    text.padded(count, 1).push(if on_index { ")" } else { ")]" });
    text
}

/// The share of the most frequent hashed value, in a hash that a message shows.
#[derive(Clone, Copy)]
enum HashShare {
    None,
    Given(f64),
    /// A number that the reader fills in.
    Asked,
}

/// The current hash with another number of shards.
const fn hash(load: &KeyLoad<'_>, fields: &[u8], count: u64) -> Text {
    let share = match load.shards.top_share {
        Some(share) => HashShare::Given(share),
        None => HashShare::None,
    };
    let mut text = Text::new();
    push_hash(&mut text, load, fields, share, count);
    text
}

const fn push_hash(text: &mut Text, load: &KeyLoad<'_>, fields: &[u8], share: HashShare, count: u64) {
    let on_index = load.key.key.index.is_some();
    text.push(if on_index { "shard(hash(" } else { "#[shard(hash(" });
    push_fields(text, load.key.entity, fields);
    match share {
        HashShare::None => {}
        HashShare::Given(share) => push_decimal(text.push(", top_share = "), share),
        HashShare::Asked => {
            text.push(", top_share = ..");
        }
    }
    text.push("), count = ").padded(count, 1).push(if on_index { ")" } else { ")]" });
}

/// Writes a share over 0 and at most 1 as a number with up to six decimals, rounded up.
const fn push_decimal(text: &mut Text, share: f64) {
    let millionths = ceil(share * 1e6 * (1.0 - 1e-12));
    if millionths >= 1_000_000 {
        text.push("1.0");
        return;
    }
    text.push("0.");
    let (mut rest, mut place) = (millionths, 100_000);
    while rest > 0 {
        text.number(rest / place);
        rest %= place;
        place /= 10;
    }
}

const fn push_fields(text: &mut Text, entity: &EntitySchema, fields: &[u8]) {
    let mut at = 0;
    while at < fields.len() {
        if (fields[at] as usize) < entity.fields.len() {
            text.push(if at == 0 { "" } else { ", " });
            text.push(entity.fields[fields[at] as usize].name);
        }
        at += 1;
    }
}

/// Whether a hash of these fields spreads over `count` shards: of many values or, if the share of the most frequent one
/// is declared, of at least as many.
const fn spreads_over(load: &KeyLoad<'_>, fields: &[u8], count: u64) -> bool {
    match hashed_values(load.key.entity, &load.key.key.partition, fields) {
        Some(values) => load.hashes_top_value() && values >= count,
        None => true,
    }
}

/// A hash of the sort key's fields that differ within a partition, if it certainly spreads the load.
const fn hash_of_sort_key(load: &KeyLoad<'_>, count: u64) -> Option<Text> {
    let Some(sort) = &load.key.key.sort else {
        return None;
    };
    let (entity, partition) = (load.key.entity, &load.key.key.partition);
    let (mut fields, mut number) = ([0_u8; MOST_HASHED], 0);
    let mut at = 0;
    while at < sort.segments.len() {
        if let Segment::Field { field, .. } = sort.segments[at]
            && !holds(fields.split_at(number).0, field)
            && !stands_whole(entity, partition, field)
        {
            let is_known = (field as usize) < entity.fields.len();
            if number == MOST_HASHED || !is_known || entity.fields[field as usize].optional {
                return None;
            }
            fields[number] = field;
            number += 1;
        }
        at += 1;
    }
    let fields = fields.split_at(number).0;
    if number == 0 || !spreads_evenly(entity, partition, fields) || !spreads_over(load, fields, count) {
        return None;
    }
    let mut text = Text::new();
    push_hash(&mut text, load, fields, HashShare::None, count);
    Some(text)
}

/// Whether random shards fit the entity: no item is written again, or its items are counters.
const fn is_append_only(load: &KeyLoad<'_>) -> bool {
    let changes = match load.peak {
        Some(peak) => peak.updates.rate > 0 || peak.deletes.rate > 0,
        None => false,
    };
    let fields = load.key.entity.fields;
    let mut at = 0;
    while at < fields.len() {
        if fields[at].is_counter() {
            return true;
        }
        if fields[at].unique.is_some() || matches!(fields[at].purpose, Purpose::Version) {
            return false;
        }
        at += 1;
    }
    !changes
}

/// Whether each partition key of the table has only one item, and the entity has no counter. Shards would be copies of
/// this item.
const fn is_one_item(load: &KeyLoad<'_>) -> bool {
    if !load.has_one_item() {
        return false;
    }
    let fields = load.key.entity.fields;
    let mut at = 0;
    while at < fields.len() {
        if fields[at].is_counter() {
            return false;
        }
        at += 1;
    }
    true
}

/// Whether the shards grow with time.
const fn grows(load: &KeyLoad<'_>) -> bool {
    match load.key.key.shard {
        Some(shard) => !shard.grow.is_empty(),
        None => false,
    }
}

/// Whether the current hash spreads over all of its shards.
const fn is_spread(load: &KeyLoad<'_>) -> bool {
    load.key.key.shard.is_some() && load.shards.reached() == load.shards.declared && load.can_be_spread()
}

const fn length(text: &Option<Text>) -> usize {
    match text {
        Some(text) => text.len(),
        None => 0,
    }
}

const fn max(a: usize, b: usize) -> usize {
    if a > b { a } else { b }
}
