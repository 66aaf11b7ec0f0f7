//! KW019: an item that is larger than DynamoDB allows.

use super::text::Text;
use crate::{physics::limits::ITEM_BYTES, schema::EntitySchema};

pub(crate) const fn refusal(entity: &EntitySchema) -> Option<Text> {
    if entity.keys.is_empty() {
        return None;
    }
    if let Some(bytes) = entity.item_bytes()
        && bytes > ITEM_BYTES
    {
        return Some(message(entity, None, bytes));
    }
    let mut at = 0;
    while at < entity.keys.len() {
        if let Some(bytes) = entity.keys[at].entry_bytes
            && bytes > ITEM_BYTES
        {
            return Some(message(entity, entity.keys[at].index, bytes));
        }
        at += 1;
    }
    None
}

const fn message(entity: &EntitySchema, index: Option<&str>, bytes: u64) -> Text {
    let mut text = Text::opening("KW019", index);
    text.push("an item of ").name(entity.name).push(" is declared with ");
    text.number(bytes).push(" bytes; DynamoDB stores up to ").number(ITEM_BYTES).push(" (400 KB)");
    text.line("fix").push("keep the large part elsewhere, such as in S3, and its address in the item");
    text.line("or").push("split the item into several under one partition key");
    text
}

#[cfg(test)]
mod tests;
