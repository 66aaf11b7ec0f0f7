//! Open texts: the last texts of raw keys, which may contain the table's delimiter.
//!
//! Nothing follows such a text, so its key is read back as it was written, unless the key also is one of another
//! template: of another entity, or of an older design. Then the value is refused, and a stored key is the other one's.

use super::{
    FieldKind, KeyPart, KeyValue,
    parse_template::{ParsedKey, is_read_by},
    render::ValueOf,
    scalar::ItemKey,
};
use crate::{
    Error, ErrorKind,
    schema::{Encoding, EntitySchema, KeySchema, Segment, Template},
};

impl EntitySchema {
    /// Returns whether the value of a placeholder may contain the table's delimiter, by the position of its segment in
    /// the template of an attribute. In raw keys, a text may if nothing follows it. In escaped keys, none may.
    pub fn may_contain_delimiter(&self, template: &Template, at: usize) -> bool {
        let Some(Segment::Field { field, raw, .. }) = template.segments.get(at) else { return false };
        let is_raw = self.table.encoding == Encoding::Raw;
        if template.segments.len() == 1 {
            return is_raw || *raw;
        }
        let kind = || self.fields.get(usize::from(*field)).and_then(|field| field.kind);
        is_raw
            && at + 1 == template.segments.len()
            && kind() == Some(FieldKind::Text)
            // Without a list, the keys of the other entities are not known.
            && !self.table.entities.get().is_empty()
    }
}

/// Returns the error for a table key whose open text makes it a key of another template.
pub(crate) fn ambiguity(
    entity: &'static EntitySchema,
    key: &KeySchema,
    partition: &Template,
    value: ValueOf<'_, '_>,
    written: &ItemKey,
) -> Option<Error> {
    if entity.table.encoding == Encoding::Escaped {
        return None;
    }
    let delimiter = char::from(entity.table.delimiter);
    let sort = key.sort.as_ref().map(|sort| (KeyPart::Sort, sort));
    let open = |(part, template): (KeyPart, &Template)| match template.segments.last() {
        Some(Segment::Field { field, .. }) => match value(*field) {
            Some(KeyValue::Text(text)) if text.contains(delimiter) => Some((*field, part, template.source)),
            _ => None,
        },
        _ => None,
    };
    let (field, part, source) = [(KeyPart::Partition, partition)].into_iter().chain(sort).find_map(open)?;
    let reader = other_reader(entity, partition, written)?;
    let name = entity.fields.get(usize::from(field)).map_or("", |field| field.name);
    let message = format!(
        "field `{name}` of the {} contains {delimiter:?}, and {reader} has a key with the same text; use a value \
         without it, or a table with `encoding = \"escaped\"`",
        part.noun()
    );
    Some(Error::new(ErrorKind::KeyValue, message).of_entity(entity.name).at_key(source))
}

/// Returns the description of another template that has a stored key, if an open text of the parsed key contains the
/// delimiter.
pub(super) fn other_reading(
    entity: &'static EntitySchema,
    partition: &Template,
    parsed: &ParsedKey,
    stored: &ItemKey,
) -> Option<String> {
    if entity.table.encoding == Encoding::Escaped {
        return None;
    }
    let delimiter = char::from(entity.table.delimiter);
    let is_open =
        parsed.values.iter().any(|value| matches!(&value.value, KeyValue::Text(text) if text.contains(delimiter)));
    if is_open { other_reader(entity, partition, stored) } else { None }
}

fn other_reader(entity: &'static EntitySchema, partition: &Template, stored: &ItemKey) -> Option<String> {
    let own = entity.keys.first()?;
    let mut others = templates(own).filter(|other| other.source != partition.source);
    if others.any(|other| is_read_by(entity, other, stored)) {
        return Some(format!("another design of `{}`", entity.name));
    }
    if entity.may_overlap.is_some() {
        return None;
    }
    let others = entity.table.entities.get().iter().filter(|other| other.may_overlap.is_none());
    let mut others = others.filter(|other| !is_same(entity, other));
    others.find(|other| is_key_of(other, stored)).map(|other| format!("`{}`", other.name))
}

/// Returns whether a stored key is one of this entity's table keys by the text of its templates alone, of the current
/// design or an older one.
pub(crate) fn is_key_of(entity: &'static EntitySchema, stored: &ItemKey) -> bool {
    entity.keys.first().is_some_and(|key| templates(key).any(|partition| is_read_by(entity, partition, stored)))
}

/// Returns the partition key's templates of all designs.
pub(super) fn templates(key: &KeySchema) -> impl Iterator<Item = &Template> {
    std::iter::once(&key.partition).chain(key.legacy.iter().map(|legacy| &legacy.partition))
}

/// Whether two schemas are of one entity: their names and keys are equal. A schema can have several addresses.
fn is_same(a: &EntitySchema, b: &EntitySchema) -> bool {
    let sources = |entity: &EntitySchema| {
        entity.keys.first().map(|key| (key.partition.source, key.sort.as_ref().map(|sort| sort.source)))
    };
    a.name == b.name && sources(a) == sources(b)
}
