//! KW020: a projection of a field that the entity's items do not store.

use super::text::Text;
use crate::{projection::place, schema::EntitySchema};

/// Does not check whether the struct has the field: rustc reports that, with suggestions for the name.
pub(crate) const fn refusal(entity: &EntitySchema, field: &str) -> Option<Text> {
    if entity.keys.is_empty() || place(entity, field).is_some() {
        return None;
    }
    let mut text = Text::opening("KW020", None);
    text.push("serde skips or flattens field ").name(field).push(" of ").name(entity.name);
    text.push(", so items do not store it");
    text.line("fix").push("leave it out of the projection, or give it `#[serde(skip)]` there too");
    Some(text)
}

#[cfg(test)]
mod tests {
    use expect_test::expect;

    use super::*;
    use crate::{
        check::samples::{Design, message_text},
        key::FieldKind::Text,
    };

    #[test]
    fn a_projected_field_without_an_attribute_is_rejected() {
        let entity = Design::new("Order", &[("id", Text)]).key("ORDER#<id>", "ORDER").build();
        assert_eq!(message_text(refusal(entity, "id")), "");
        expect![[r#"
            KW020: serde skips or flattens field `cache` of `Order`, so items do not store it
              fix   leave it out of the projection, or give it `#[serde(skip)]` there too"#]]
        .assert_eq(&message_text(refusal(entity, "cache")));
        let beside_an_error = EntitySchema { keys: &[], ..*entity };
        assert_eq!(message_text(refusal(&beside_an_error, "cache")), "");
    }
}
