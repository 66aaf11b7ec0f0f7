//! Holds the input of an entity's design: its pattern, and rules for its fields and templates.

use super::{
    field::{Field, Type},
    key,
    names::{Names, snake},
};
use crate::audit::{Audit, KeyAttributeAudit, PatternAudit};

/// The number of items below which an attribute may equal a number of the key by chance.
pub(super) const MIN_ITEMS: u64 = 20;

/// A pattern that becomes an entity.
pub(super) struct Plan<'a> {
    pub(super) audit: &'a Audit,
    pub(super) pattern: &'a PatternAudit,
    pub(super) discriminator: Option<&'a str>,
}

impl Plan<'_> {
    /// Returns the field of an attribute, if it is a text, or a number that does not match by chance.
    pub(super) fn field_of(&self, name: &str, fields: &[Field]) -> Option<usize> {
        let position = fields.iter().position(|field| field.attribute.as_deref() == Some(name))?;
        let field = fields.get(position)?;
        let is_certain = field.of == Type::Text || self.pattern.items >= MIN_ITEMS;
        (matches!(field.of, Type::Text | Type::Unsigned) && is_certain).then_some(position)
    }

    /// Returns the template of an attribute of the table's key. An attribute that is itself a field has none.
    pub(super) fn template(
        &self,
        attribute: &KeyAttributeAudit,
        fields: &[Field],
        of_values: &[usize],
    ) -> Option<String> {
        let is_text = self.pattern.attributes.get(&attribute.name).is_some_and(|key| key.only_type() == Some("S"));
        let is_field = key::is_value(attribute) && !is_generic(&attribute.name);
        let field = |value: usize| of_values.get(value).copied();
        let template = || key::template(attribute, &self.pattern.parts, self.audit.delimiter, fields, field);
        (is_text && !is_field).then(template).flatten()
    }

    /// Returns the template of a key attribute that is itself a field.
    pub(super) fn native(
        &self,
        attribute: &KeyAttributeAudit,
        fields: &mut Vec<Field>,
        names: &mut Names,
    ) -> Result<String, String> {
        let name = &attribute.name;
        if let Some(field) = fields.iter().find(|field| field.attribute.as_ref() == Some(name)) {
            return Ok(format!("<{}>", field.name));
        }
        let (of, items) = match self.pattern.attributes.get(name) {
            Some(found) => (Type::of_native(found), found.items),
            None => (of_letter(self.audit.table.types.get(name).map_or("S", String::as_str)), 0),
        };
        let of = of.ok_or_else(|| format!("no type for keys holds the values of `{name}` as they are"))?;
        let is_key = self.pattern.key.iter().any(|key| key.name == *name);
        let is_optional = !is_key && (items < self.pattern.items || self.pattern.items == 0);
        let field = Field { name: names.take(&snake(name)), attribute: Some(name.clone()), of, is_optional, items };
        let template = format!("<{}>", field.name);
        fields.push(field);
        Ok(template)
    }
}

/// Returns whether a partition key has one value, or one value a day.
pub(super) fn is_hot(key: &KeyAttributeAudit, of: impl Fn(usize) -> Option<Type>) -> bool {
    key::values(key).all(|value| of(value) == Some(Type::Date))
}

/// Returns whether an attribute's name only means that it is a key.
fn is_generic(name: &str) -> bool {
    let plain: String = name.chars().filter(char::is_ascii_alphanumeric).map(|c| c.to_ascii_lowercase()).collect();
    ["pk", "sk", "partitionkey", "sortkey", "hashkey", "rangekey"].iter().any(|word| plain.ends_with(word))
}

fn of_letter(letter: &str) -> Option<Type> {
    match letter {
        "S" => Some(Type::Text),
        "N" => Some(Type::Signed),
        "B" => Some(Type::Bytes),
        _ => None,
    }
}
