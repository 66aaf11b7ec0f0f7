//! Holds the input of an entity's design: its pattern, and rules for its fields and templates.

use super::{
    field::{Field, Type},
    key,
    names::{Names, snake},
};
use crate::audit::{Audit, EntryAudit, KeyAttributeAudit, PatternAudit, Source};

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
        let is_text = matches!(field.of, Type::Text | Type::Date | Type::Instant(_));
        let is_certain = is_text || self.pattern.items >= MIN_ITEMS;
        ((is_text || field.of == Type::Unsigned) && is_certain).then_some(position)
    }

    /// Returns whether the values of an attribute are in a partition key, of the table or of an index. There, an
    /// instant stays a text, because a partition key that rolls over with time is a decision about load.
    pub(super) fn is_in_partition(&self, name: &str) -> bool {
        let is_source = |source: &Source| matches!(source, Source::Attribute(attribute) if attribute == name);
        let of_table = self.pattern.key.first().into_iter().flat_map(key::values);
        let mut of_table = of_table.filter_map(|value| self.pattern.parts.get(value)).flat_map(|part| &part.same_as);
        let in_index = |entry: &EntryAudit| {
            let pattern = self.audit.indexes.get(entry.index).and_then(|index| index.patterns.get(entry.pattern));
            let partition = pattern.iter().flat_map(|pattern| pattern.key.iter().take(pattern.partition_attributes));
            let mut sources = partition.flat_map(key::values).filter_map(|value| entry.same_as.get(value)).flatten();
            sources.any(is_source)
        };
        of_table.any(is_source) || self.pattern.entries.iter().any(in_index) || self.is_partition(name)
    }

    /// Returns whether an attribute is itself in a partition key.
    fn is_partition(&self, name: &str) -> bool {
        let indexes = self.audit.table.indexes.iter().flat_map(|index| &index.partition_key);
        indexes.chain([&self.audit.table.partition_key]).any(|attribute| attribute == name)
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
            return Ok(field.of.native(&field.name));
        }
        let (of, items) = match self.pattern.attributes.get(name) {
            Some(found) => (Type::of_native(found), found.items),
            None => (of_letter(self.audit.table.types.get(name).map_or("S", String::as_str)), 0),
        };
        let of = match self.is_partition(name) {
            true if of == Some(Type::Date) => Some(Type::Text),
            true => of.map(Type::without_instant),
            false => of,
        };
        let of = of.ok_or_else(|| format!("no type for keys holds the values of `{name}` as they are"))?;
        let is_key = self.pattern.key.iter().any(|key| key.name == *name);
        let is_optional = !is_key && (items < self.pattern.items || self.pattern.items == 0);
        let field = Field { name: names.take(&snake(name)), attribute: Some(name.clone()), of, is_optional, items };
        let template = field.of.native(&field.name);
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
