//! KW025: a page of a query costs more than it declares.

use super::text::Text;
use crate::{
    physics::{WorstPage, capacity::Consistency, math::ceil, worst_page::PageShape},
    query_cost::{QueryCost, most_bytes_in_range},
    schema::{EntitySchema, PageLimit},
};

/// `listed` is the content of `#[entities(..)]` on the entity's table, if there is one.
pub(crate) const fn refusal(entity: &'static EntitySchema, key: usize, listed: &[&EntitySchema]) -> Option<Text> {
    let Some(declared) = entity.key_at(key) else { return None };
    let Some(PageLimit { items, max_rcu: Some(max_rcu) }) = declared.page else { return None };
    let most_bytes = match most_bytes_in_range(entity, key, listed) {
        Ok(bytes) => bytes,
        Err(unknown) => return Some(without_size(declared.index, declared.query, unknown)),
    };
    let shape = PageShape { most_bytes, ..QueryCost::at(entity, key).shape(items, 1, Consistency::Eventual) };
    let worst = shape.worst();
    let units = units_of(&worst);
    if units <= max_rcu {
        return None;
    }
    let mut text = Text::opening("KW025", declared.index);
    text.push("a page of ").name(declared.query).push(" can cost ").number(units).push(" RCU, and `max_rcu` is ");
    text.number(max_rcu);
    text.line("page").number(items).push(if items == 1 { " item" } else { " items" }).push(" of up to ");
    text.number(most_bytes).push(" bytes from ").number(worst.lanes);
    text.push(if worst.lanes == 1 { " partition key" } else { " partition keys" });
    text.push(", in up to ").number(worst.requests).push(if worst.requests == 1 { " request" } else { " requests" });
    push_limits(text.line("fix"), items, units);
    let fitting = most_items_within(shape, max_rcu);
    if fitting > 0 {
        push_limits(text.line("or"), fitting, max_rcu);
    }
    text.line("note").push(if worst.lanes > 1 {
        "every partition key costs at least one request: fewer shards or older keys make a page cheaper"
    } else {
        "an index that projects fewer attributes makes a page cheaper"
    });
    Some(text)
}

const fn without_size(index: Option<&str>, query: &str, entity: &str) -> Text {
    let mut text = Text::opening("KW025", index);
    text.push("a page of ").name(query).push(" has no known cost, because the size of ").name(entity);
    text.push(" is not declared");
    text.line("fix").push("#[peak(.., item_bytes = ..)] on ").push(entity);
    text.line("or").push("page(items = ..) without `max_rcu`");
    text
}

const fn push_limits(text: &mut Text, items: u64, max_rcu: u64) {
    text.push("page(items = ").padded(items, 1).push(", max_rcu = ").padded(max_rcu, 1).push(")");
}

/// Returns the largest number of items with which a page costs at most this many units. 0 if a page of one item costs
/// more.
const fn most_items_within(shape: PageShape, max_rcu: u64) -> u64 {
    let (mut fits, mut exceeds) = (0, shape.items);
    while exceeds - fits > 1 {
        let items = fits + (exceeds - fits) / 2;
        match units_of(&PageShape { items, ..shape }.worst()) <= max_rcu {
            true => fits = items,
            false => exceeds = items,
        }
    }
    fits
}

const fn units_of(page: &WorstPage) -> u64 {
    match page.units {
        Some(units) => ceil(units),
        None => 0,
    }
}

#[cfg(test)]
mod tests;
