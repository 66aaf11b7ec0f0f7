//! The texts of KW001 to KW004.

use super::remedy;
use crate::{
    check::{example::push_keys, text::Text},
    load::{KeyLoad, KindLoad, PeakLoad, Verdict, carried},
    physics::{
        limits::{KB, PARTITION_WRITE_UNITS},
        shards::MOST_SHARDS,
        write_cost::{WriteCall, WriteCost},
    },
    schema::{EntitySchema, UndeclaredPeak, UndeclaredShare},
};

/// The number of shards in an example, if no peak says how many are needed.
const EXAMPLE_SHARDS: u64 = 10;

pub(super) const fn refusal(entity: &EntitySchema, key: usize) -> Option<Text> {
    let Some(load) = KeyLoad::of(entity, key) else {
        return None;
    };
    if load.has_share_of_hash() {
        return Some(share_of_hash(&load));
    }
    let is_refused = load.cardinality.is_constant() || matches!(load.policy(), UndeclaredPeak::Deny);
    match (load.verdict(), load.peak) {
        (Verdict::Undeclared, _) if is_refused => Some(undeclared(&load)),
        (Verdict::Overloaded { keys }, Some(peak)) => Some(overloaded(&load, &peak, keys)),
        (Verdict::Popular, Some(peak)) => Some(popular(&load, &peak)),
        (Verdict::Fine, _) if matches!(entity.table.undeclared_share, UndeclaredShare::Deny) => {
            let load = load.with_local();
            match (load.unknown_share_that_throttles(), load.peak) {
                (Some(percent), Some(peak)) if load.hash_is_unknown() => {
                    Some(unknown_share_of_hash(&load, &peak, percent))
                }
                (Some(percent), Some(peak)) => Some(unknown_share(&load, &peak, percent)),
                _ => None,
            }
        }
        _ => None,
    }
}

/// The refusal of an entity without a peak in a table that accepts no unknown load.
pub(super) const fn without_peak(entity: &EntitySchema, key: usize) -> Option<Text> {
    let is_strict = matches!(entity.table.undeclared_share, UndeclaredShare::Deny)
        && !matches!(entity.table.undeclared_peak, UndeclaredPeak::Allow);
    if key > 0 || !is_strict || entity.peak.is_some() {
        return None;
    }
    let Some(load) = KeyLoad::of(entity, key) else { return None };
    let mut text = Text::opening("KW002", None);
    text.name(entity.name).push(" declares no peak, and its table accepts no unknown load");
    push_key_line(&mut text, &load);
    text.line("fix").push("#[peak(writes_per_second = .., item_bytes = .., top_share = ..)]");
    text.line("or").push("#[table(undeclared_peak = \"allow\")]  on the table: entities without a peak are not judged");
    remedy::push_allow_hot(&mut text, &load);
    push_strict_table(&mut text);
    Some(text)
}

/// KW020: the share of the peak is that of the partition key before its shards, and all writes have this key.
const fn share_of_hash(load: &KeyLoad<'_>) -> Text {
    let mut text = Text::opening("KW020", load.key.key.index);
    text.push("`top_share` of the peak is the share of one partition key, over all its shards, and ");
    text.name(load.key.entity.name).push(" writes one at a time");
    push_key_line(&mut text, load);
    text.line("fix").push("move it into the hash, whose most frequent value has this share: ");
    remedy::push_hash_with_share(&mut text, load);
    if load.cardinality.moving().is_some() {
        text.line("or")
            .push("declare both, if the times do not follow the clock: only a part of the writes has the key ");
        text.push("of the moment");
    }
    text
}

const fn unknown_share(load: &KeyLoad<'_>, peak: &PeakLoad, percent: u64) -> Text {
    let mut text = Text::opening("KW002", load.key.key.index);
    text.push("one partition key of ").name(load.key.entity.name);
    push_undeclared(text.push(" throttles if it"), percent);
    push_key_line(&mut text, load);
    push_peak(&mut text, peak);
    push_carried(&mut text, load.shards.reached());
    if load.is_unasked() {
        remedy::push_unasked(&mut text, load, "fix");
        push_strict_table(&mut text);
        return text;
    }
    text.line("fix").push("declare the share of the most frequent key: top_share = ..  inside ");
    text.push(if load.key.key.index.is_some() { "peak(..) of this `#[gsi]`" } else { "#[peak(..)]" });
    if load.has_one_item() {
        text.line("or")
            .push("combine the writes of one item, or count in the shards of a counter: shards cannot divide it");
    } else {
        let shards = load.on_one(peak, 1.0).shards();
        remedy::push_shards_after(&mut text, load, if shards <= MOST_SHARDS { Some(shards) } else { None });
    }
    remedy::push_allow_hot(&mut text, load);
    push_strict_table(&mut text);
    text
}

const fn unknown_share_of_hash(load: &KeyLoad<'_>, peak: &PeakLoad, percent: u64) -> Text {
    let mut text = Text::opening("KW002", load.key.key.index);
    text.push("one shard of ").name(load.key.entity.name);
    push_undeclared(text.push(" throttles if one hashed value"), percent);
    push_key_line(&mut text, load);
    push_peak(&mut text, peak);
    push_carried(&mut text, 1);
    if load.is_unasked() {
        remedy::push_unasked(&mut text, load, "fix");
        push_strict_table(&mut text);
        return text;
    }
    text.line("fix").push("declare the share of the most frequent hashed value: ");
    remedy::push_hash_with_share(&mut text, load);
    text.line("or").push("hash all fields that distinguish the items of a key, whose values differ");
    remedy::push_allow_hot(&mut text, load);
    push_strict_table(&mut text);
    text
}

const fn push_undeclared(text: &mut Text, percent: u64) {
    text.push(" has more than ").number(percent).push(" % of the writes, and its share is not declared");
}

const fn push_strict_table(text: &mut Text) {
    text.line("note").push("the table has `undeclared_share = \"deny\"`");
}

const fn undeclared(load: &KeyLoad<'_>) -> Text {
    let keys = match load.cardinality.values() {
        Some(values) => values,
        None => 1,
    };
    let mut text = heading(load, keys);
    text.line("peak").push("not declared; one partition carries ");
    text.number(PARTITION_WRITE_UNITS).push(" WCU/s");
    if load.is_unasked() {
        text.line("fix").push("declare it: #[peak(writes_per_second = .., item_bytes = ..)]  on ");
        text.name(load.key.entity.name);
        remedy::push_unasked(&mut text, load, "or");
        return text;
    }
    text.line("fix").push("declare it, and the compiler counts the shards, if any are needed: ");
    match load.key.key.index {
        Some(_) => text.push("peak(writes_per_second = .., item_bytes = ..)  inside this `#[gsi]`"),
        None => text.push("#[peak(writes_per_second = .., item_bytes = ..)]"),
    };
    remedy::push_shards_after(&mut text, load, Some(EXAMPLE_SHARDS));
    remedy::push_allow_hot(&mut text, load);
    text
}

const fn overloaded(load: &KeyLoad<'_>, peak: &PeakLoad, keys: u64) -> Text {
    let mut text = heading(load, keys);
    push_peak(&mut text, &load.even(peak));
    push_carried(&mut text, keys);
    if load.is_unasked() {
        remedy::push_unasked(&mut text, load, "fix");
        return text;
    }
    let wanted = remedy::moderate(load);
    remedy::push_shards(&mut text, load, wanted);
    push_shards_of_each(&mut text, load, wanted);
    if load.cardinality.moving().is_some() {
        remedy::push_top_share(&mut text, load, "if its times do not follow the clock");
    }
    push_notes(&mut text, load);
    remedy::push_pairs(&mut text, load);
    text
}

const fn popular(load: &KeyLoad<'_>, peak: &PeakLoad) -> Text {
    let mut text = Text::opening("KW004", load.key.key.index);
    let hashed = load.overloads_a_shard(peak);
    let (heavy, keys, share) = match (hashed, load.shards.top_share) {
        (true, Some(top)) => (load.popular_hashed(peak), 1, load.share_of_key() * top),
        _ => (load.popular_key(peak), load.shards.reached(), load.share.least),
    };
    text.push(if hashed { "one hashed value of " } else { "one partition key of " });
    text.name(load.key.entity.name).push(" receives ");
    text.push(if hashed || load.share.is_exact() { "" } else { "at least " });
    push_percent(&mut text, share);
    text.push(" of its writes, more than ");
    let one = keys == 1;
    text.push(if hashed {
        "a shard carries"
    } else if one {
        "a partition carries"
    } else {
        "its shards carry"
    });
    push_key_line(&mut text, load);
    text.line("peak").number(heavy.units_per_second).push(" WCU/s on one ");
    text.push(if hashed { "shard" } else { "key" });
    if heavy.units_per_second == peak.share(share).units_per_second {
        text.push(" (").number(peak.units_per_second).push(" WCU/s x ");
        push_percent(&mut text, share);
        text.push(")");
    }
    push_carried(&mut text, keys);
    if load.is_unasked() {
        remedy::push_unasked(&mut text, load, "fix");
        return text;
    }
    remedy::push_shards(&mut text, load, remedy::moderate(load));
    if hashed {
        text.line("note").push("all writes of one hashed value go to one shard, however many there are");
    }
    push_owner_of_share(&mut text, load);
    push_notes(&mut text, load);
    remedy::push_pairs(&mut text, load);
    text
}

/// Writes the code, the problem, and the keys.
const fn heading(load: &KeyLoad<'_>, keys: u64) -> Text {
    let is_sharded = load.key.key.shard.is_some();
    let code = match load.cardinality.moving() {
        _ if load.cardinality.few().is_some() => "KW002",
        _ if is_sharded => "KW004",
        Some(_) => "KW003",
        None => "KW001",
    };
    let mut text = Text::opening(code, load.key.key.index);
    let entity = load.key.entity.name;
    match load.cardinality.moving() {
        _ if load.cardinality.few().is_some() => {
            text.name(entity).push(" writes to only ").number(keys).push(" partition key");
            text.push(if keys == 1 { "" } else { "s" });
            text.push(if load.roll_over().is_some() { " at a time" } else { "" });
            push_key_line(&mut text, load);
        }
        _ if is_sharded => {
            text.name(entity).push(" needs ");
            match load.shards_wanted() {
                Some(wanted) => text.number(wanted).push(" shards"),
                None => text.push("more than ").number(MOST_SHARDS).push(" shards"),
            };
            text.push(" for its peak and has ").number(load.shards.reached());
            push_key_line(&mut text, load);
        }
        Some(span) => {
            text.name(entity).push(" writes each ").push(span.noun()).push(" to one partition key");
            push_key_line(&mut text, load);
        }
        None => {
            let mut key = Text::new();
            push_keys(&mut key, &load.key.partition_part());
            text.push("every ").name(entity).push(" writes the same key ").quoted(key.as_str());
        }
    }
    text
}

const fn push_key_line(text: &mut Text, load: &KeyLoad<'_>) {
    push_keys(text.line("key"), &load.key.partition_part());
}

/// Writes a peak such as `5,000 WCU/s (5,000 writes/s x 1 WCU)`.
pub(super) const fn push_peak(text: &mut Text, peak: &PeakLoad) {
    text.line("peak").number(peak.units_per_second).push(" WCU/s (");
    let kinds = [(&peak.creates, "creates"), (&peak.updates, "updates"), (&peak.deletes, "deletes")];
    match (peak.creates.each(), peak.updates.rate + peak.deletes.rate) {
        (Some(each), 0) => {
            text.number(peak.creates.rate).push(" writes/s x ").number(each).push(" WCU");
        }
        _ => {
            let mut first = true;
            let mut at = 0;
            while at < kinds.len() {
                let (kind, name) = kinds[at];
                if kind.rate > 0 {
                    text.push(if first { "" } else { ", " });
                    push_kind(text, kind, name);
                    first = false;
                }
                at += 1;
            }
        }
    }
    text.push(")");
}

/// Writes a kind of write such as `500 updates/s x 2 WCU`.
const fn push_kind(text: &mut Text, kind: &KindLoad, name: &str) {
    text.number(kind.rate).push(" ").push(name).push("/s ");
    match kind.each() {
        Some(each) => text.push("x ").number(each).push(" WCU"),
        None => text.push("= ").number(kind.units_per_second()).push(" WCU/s"),
    };
}

pub(super) const fn push_carried(text: &mut Text, keys: u64) {
    match keys {
        1 => text.push("; one partition carries "),
        _ => text.push("; ").number(keys).push(" keys on partitions of their own carry "),
    };
    text.number(carried(keys));
}

const fn push_percent(text: &mut Text, share: f64) {
    let tenths = (share * 1_000.0 + 0.5) as u64;
    text.number(tenths / 10);
    if !tenths.is_multiple_of(10) {
        text.push(".").number(tenths % 10);
    }
    text.push(" %");
}

/// Names the declaration that a share comes from.
const fn push_owner_of_share(text: &mut Text, load: &KeyLoad<'_>) {
    if load.key.key.index.is_some() && !load.owns_peak() {
        text.line("note").push("the share is the table key's, which determines this key; ");
        text.push("declare the index's own with peak(top_share = ..)  inside this `#[gsi]`");
    }
}

/// Adds a note about a key with few values. Each value needs the shards, computed for equally frequent values or, if
/// more are wanted, for one value with the whole load.
const fn push_shards_of_each(text: &mut Text, load: &KeyLoad<'_>, wanted: Option<u64>) {
    let (Some(values), Some(wanted), Some(peak)) = (load.cardinality.few(), wanted, load.peak) else { return };
    if wanted < load.on_one(&peak, 1.0).shards() {
        text.line("note").number(wanted).push(" shards for each of ").number(values);
        text.push(" values make ").number(values.saturating_mul(wanted));
        text.push(" keys, if the values are equally frequent; else declare the share of the most frequent one: ");
    } else {
        text.line("note").number(wanted).push(" shards carry a value with all the writes; ");
        text.push("declare the share of the most frequent one, if it has fewer: ");
    }
    text.push("top_share = ..  inside ");
    text.push(if load.key.key.index.is_some() { "peak(..) of this `#[gsi]`" } else { "#[peak(..)]" });
}

const fn push_notes(text: &mut Text, load: &KeyLoad<'_>) {
    let (Some(peak), Some(declared)) = (load.peak, load.key.peak()) else {
        return;
    };
    if load.shards.reached() < load.shards.declared {
        text.line("note").number(load.shards.declared).push(" shards are declared, and one key reaches ");
        text.number(load.shards.reached()).push(": the hashed fields have no more values in it at one moment");
    }
    if load.key.key.index.is_none() {
        let cost = WriteCost::in_table(WriteCall::Put, KB, load.key.entity.additional_writes());
        if cost.is_transaction {
            text.line("note").push("an item with unique fields is written in a transaction, which doubles its units");
        } else if declared.in_transactions > 0.0 {
            text.line("note").push("writes in transactions cost twice the units");
        }
    } else if peak.updates.rate > 0
        && load.key.entity.can_move(load.place)
        && declared.moves.is_none()
        && peak.units_per_second == load.even(&peak).units_per_second
    {
        text.line("note").push("an update that changes this key costs two writes; declare the share that does with ");
        text.push("peak(moves = ..)  inside this `#[gsi]`");
    }
}
