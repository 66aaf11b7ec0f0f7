//! KW020: a text in a key that the item holds in another spelling.

use super::text::Text;
use crate::{key::FieldKind, schema::EntitySchema};

/// Times and numbers keep their value in any representation. A text is its spelling.
pub(crate) const fn refusal(entity: &EntitySchema, field: usize) -> Option<Text> {
    if entity.keys.is_empty() || field >= entity.fields.len() {
        return None;
    }
    let field = &entity.fields[field];
    if !matches!(field.kind, Some(FieldKind::Text)) {
        return None;
    }
    let mut text = Text::opening("KW020", None);
    text.push("keys hold `").push(field.name).push("` of ").name(entity.name);
    text.push(" as the struct does, and this function can make the item's text another one: ");
    text.push("what is read would have another key");
    text.line("fix").push("drop the function, and normalize the text before it is stored");
    text.line("or").push("a type of your own, which holds normalized text only, ");
    text.push("with its `Serialize`, `Deserialize` and `KeyField`");
    Some(text)
}

#[cfg(test)]
mod tests;
