//! KW022 across entities: the declared reads of all entities by one partition key are added.

use crate::{
    check::{example::push_keys, text::Text},
    load::{read_sum_at, sharing_readers},
    physics::{limits::PARTITION_READ_UNITS, math::ceil},
    schema::EntitySchema,
};

/// The error at the entity with which the reads of a partition key exceed its limit.
pub(crate) const fn refusal(entities: &[&EntitySchema], at: usize) -> Option<Text> {
    let Some(sum) = read_sum_at(entities, at) else { return None };
    let load = &sum.readers.load;
    let mut text = Text::opening("KW022", load.key.key.index);
    text.name(entities[at].name).push(" and others are read by one partition key, together more often than it can be ");
    text.push("served");
    push_keys(text.line("key"), &load.key.partition_part());
    let mut label = "peak";
    let mut other = 0;
    while other <= at {
        let readers = if other == at { Some(sum.readers) } else { sharing_readers(entities[other], &sum.readers) };
        if let Some(readers) = readers {
            text.line(label).name(entities[other].name).push(" ").number(ceil(readers.least_units()));
            text.push(" RCU/s");
            label = "";
        }
        other += 1;
    }
    text.line("").number(ceil(sum.on_one_key)).push(" RCU/s in all; one partition serves ");
    text.number(PARTITION_READ_UNITS);
    text.line("fix").push("declare only the misses of a cache in the process");
    text.line("or").push("a partition key of its own: another literal at the beginning of its template");
    Some(text)
}
