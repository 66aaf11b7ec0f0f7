//! KW021: an entity that its table does not list.

use super::text::Text;
use crate::schema::{EntitySchema, same};

/// `list` is the content of `#[entities(..)]` on the entity's table, if there is one.
pub(crate) const fn refusal(entity: &EntitySchema, list: Option<&[&EntitySchema]>) -> Option<Text> {
    let Some(list) = list else {
        return None;
    };
    let mut at = 0;
    while at < list.len() {
        if same(list[at].name, entity.name) && same(list[at].discriminator, entity.discriminator) {
            return None;
        }
        at += 1;
    }
    let table = entity.table.name;
    let mut text = Text::opening("KW021", None);
    text.name(entity.name).push(" is stored in ").name(table);
    text.push(", whose `#[entities(..)]` does not list it");
    text.line("fix").push("#[entities(");
    let mut at = 0;
    while at < list.len() {
        text.push(list[at].name).push(", ");
        at += 1;
    }
    text.push(entity.name).push(")]  on ").name(table);
    text.line("note")
        .push("the checks across entities, the documentation and the infrastructure code follow this list");
    Some(text)
}

#[cfg(test)]
mod tests;
