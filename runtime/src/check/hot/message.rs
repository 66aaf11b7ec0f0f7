//! The texts of KW001 to KW004.

use super::{Judged, Verdict, carries, remedy};
use crate::{
    check::{example::push_keys, segment::bucket_name, text::Text, variety::Variety},
    physics::{
        capacity::write_units,
        limits::{NEW_TABLE_WRITE_UNITS, PARTITION_WRITE_UNITS},
        shards::MOST_SHARDS,
    },
    schema::{EntitySchema, Form, Projection, Segment, Template, UndeclaredPeak},
};

/// The shards of an example, where no peak says how many it takes.
const EXAMPLE_SHARDS: u64 = 10;

pub(super) const fn refusal(entity: &EntitySchema, key: usize) -> Option<Text> {
    let Some(judged) = Judged::of(entity, key) else {
        return None;
    };
    match judged.verdict() {
        Verdict::Fine => None,
        Verdict::Undeclared(Variety::Constant) => Some(undeclared(&judged)),
        Verdict::Undeclared(_) if matches!(judged.policy(), UndeclaredPeak::Deny) => Some(undeclared(&judged)),
        Verdict::Undeclared(_) => None,
        Verdict::Overloaded { keys } => Some(overloaded(&judged, keys)),
        Verdict::Popular => Some(popular(&judged)),
    }
}

const fn undeclared(judged: &Judged<'_>) -> Text {
    let keys = match judged.variety.values() {
        Some(values) => values,
        None => 1,
    };
    let mut text = heading(judged, keys);
    text.line("peak").push("not declared; one key carries ");
    text.number(PARTITION_WRITE_UNITS).push(" WCU/s");
    remedy::push_shards(&mut text, judged, EXAMPLE_SHARDS);
    remedy::push_allow_hot(&mut text, judged);
    text.line("note").push(
        "with `#[peak(writes_per_second = .., item_bytes = ..)]` the compiler counts the shards, if any are needed",
    );
    text
}

const fn overloaded(judged: &Judged<'_>, keys: u64) -> Text {
    let mut text = heading(judged, keys);
    push_peak(&mut text, judged);
    push_carried(&mut text, keys);
    remedy::push_shards(&mut text, judged, judged.shards_wanted());
    push_shards_of_each(&mut text, judged);
    if matches!(judged.variety, Variety::Constant) {
        remedy::push_allow_hot(&mut text, judged);
    }
    push_notes(&mut text, judged);
    text
}

const fn popular(judged: &Judged<'_>) -> Text {
    let mut text = Text::opening("KW004", judged.key.key.index);
    let hashed = judged.popular_spread < judged.spread;
    text.push(if hashed { "one hashed value of " } else { "one partition key of " });
    text.name(judged.key.entity.name).push(" takes ");
    push_top_share(&mut text, judged);
    text.push(if hashed {
        " of its writes, more than a shard carries"
    } else {
        " of its writes, more than it carries"
    });
    push_key_line(&mut text, judged);
    text.line("peak");
    if let Some(load) = judged.load {
        text.number(load.popular().units_per_second()).push(" WCU/s on one key (");
        text.number(load.writes).push(" writes/s x ").number(load.units).push(" WCU x ");
        push_top_share(&mut text, judged);
        text.push(")");
    }
    push_carried(&mut text, judged.popular_spread);
    remedy::push_shards(&mut text, judged, judged.shards_wanted());
    if hashed {
        text.line("note").push("all writes of one hashed value go to one shard, however many there are");
    }
    push_notes(&mut text, judged);
    text
}

/// The code, what is wrong, and the keys.
const fn heading(judged: &Judged<'_>, keys: u64) -> Text {
    let sharded = judged.key.key.shard.is_some();
    let code = match judged.variety {
        Variety::Few(_) => "KW002",
        Variety::Constant if !sharded => "KW001",
        Variety::Bucket(_) if !sharded => "KW003",
        _ => "KW004",
    };
    let mut text = Text::opening(code, judged.key.key.index);
    let entity = judged.key.entity.name;
    match judged.variety {
        Variety::Few(_) => {
            text.name(entity).push(" writes to only ").number(keys).push(" partition key");
            text.push(if keys == 1 { "" } else { "s" });
            text.push(if has_bucket(&judged.key.key.partition) { " at a time" } else { "" });
            push_key_line(&mut text, judged);
        }
        Variety::Constant if !sharded => {
            let mut key = Text::new();
            push_keys(&mut key, &judged.key.partition_part());
            text.push("every ").name(entity).push(" writes the same key ").quoted(key.as_str());
        }
        Variety::Bucket(bucket) if !sharded => {
            text.name(entity).push(" writes each ").push(bucket_name(bucket));
            text.push(" to one partition key");
            push_key_line(&mut text, judged);
        }
        _ => {
            let wanted = judged.shards_wanted();
            text.name(entity).push(" needs ");
            if wanted > MOST_SHARDS {
                text.push("more than ").number(MOST_SHARDS);
            } else {
                text.number(wanted);
            }
            text.push(" shards for its peak and has ").number(judged.spread);
            push_key_line(&mut text, judged);
        }
    }
    text
}

pub(super) const fn has_bucket(template: &Template) -> bool {
    let mut at = 0;
    while at < template.segments.len() {
        if let Segment::Field { form: Form::Bucket(_), .. } = template.segments[at] {
            return true;
        }
        at += 1;
    }
    false
}

const fn push_key_line(text: &mut Text, judged: &Judged<'_>) {
    push_keys(text.line("key"), &judged.key.partition_part());
}

const fn push_peak(text: &mut Text, judged: &Judged<'_>) {
    text.line("peak");
    if let Some(load) = judged.load {
        text.number(load.units_per_second()).push(" WCU/s (");
        text.number(load.writes).push(" writes/s x ").number(load.units).push(" WCU)");
    }
}

pub(super) const fn push_carried(text: &mut Text, keys: u64) {
    match keys {
        1 => text.push("; one key carries "),
        _ => text.push("; ").number(keys).push(" keys carry "),
    };
    text.number(carries(keys, 1));
}

const fn push_top_share(text: &mut Text, judged: &Judged<'_>) {
    let share = match judged.load {
        Some(load) => load.top_share,
        None => 0.0,
    };
    let tenths = (share * 1_000.0 + 0.5) as u64;
    text.number(tenths / 10);
    if !tenths.is_multiple_of(10) {
        text.push(".").number(tenths % 10);
    }
    text.push(" %");
}

/// Shards are counted for each value of a key of few.
const fn push_shards_of_each(text: &mut Text, judged: &Judged<'_>) {
    let wanted = judged.shards_wanted();
    if let Variety::Few(values) = judged.variety
        && values > 1
        && wanted <= MOST_SHARDS
    {
        let keys = values.saturating_mul(wanted);
        text.line("note").number(wanted).push(" shards for each of ").number(values);
        text.push(" values make ").number(keys).push(" keys");
    }
}

const fn push_notes(text: &mut Text, judged: &Judged<'_>) {
    let (Some(load), Some(peak)) = (judged.load, judged.key.peak()) else {
        return;
    };
    if let Some(shard) = judged.key.key.shard
        && judged.spread < shard.last_count() as u64
    {
        text.line("note").number(shard.last_count() as u64).push(" shards are declared, and one key reaches ");
        text.number(judged.spread).push(": the hashed fields take no more values in it");
    }
    if matches!(judged.key.projection, Projection::All)
        && write_units(peak.item_bytes) < load.units
        && let Some(stored) = judged.key.entity.entry_bytes(judged.place)
    {
        text.line("note").number(peak.item_bytes).push(" declared bytes are ").number(stored);
        text.push(" stored, with key, index and discriminator attributes");
    }
    if load.units_per_second() > NEW_TABLE_WRITE_UNITS {
        text.line("note").push("a new on-demand table starts at ").number(NEW_TABLE_WRITE_UNITS);
        text.push(" WCU/s; set warm throughput");
    }
}
