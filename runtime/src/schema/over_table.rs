//! Indexes over the table's own key attributes, such as an inverted index.

use super::{EntitySchema, Form, KeyAttributes, KeyPart, KeySchema, Segment, TableSchema, Template, same};

/// Gives the templates of indexes the form of the table's key if their attribute is one of that key: it contains what
/// the table's key says. The first key is the table's.
#[doc(hidden)]
pub const fn over_table<const N: usize>(mut keys: [KeySchema; N], table: &TableSchema) -> [KeySchema; N] {
    let mut at = 1;
    while at < N {
        let key = keys[at];
        if let Some(name) = key.index
            && !key.local
            && let Some(index) = table.index(name)
        {
            let partition = adopted(key.partition, index.partition_key, &keys[0], table);
            keys[at].partition = partition;
            if let Some(KeyPart::Partition) = partition.of_table {
                keys[at] = in_partitions_of_table(keys[at], &keys[0]);
            }
            if let (Some(sort), Some(attributes)) = (key.sort, index.sort_key) {
                keys[at].sort = Some(adopted(sort, attributes, &keys[0], table));
            }
        }
        at += 1;
    }
    keys
}

/// Returns the key of an index whose partition key is the table's: it has the table's shards and older designs.
const fn in_partitions_of_table(key: KeySchema, of_table: &KeySchema) -> KeySchema {
    KeySchema {
        partition: Template { segments: of_table.partition.segments, ..key.partition },
        shard: of_table.shard,
        since: of_table.since,
        legacy: of_table.legacy,
        retention: match key.retention {
            None => of_table.retention,
            retention => retention,
        },
        ..key
    }
}

impl EntitySchema {
    /// Returns the template of a key's sort key, if it determines the stored text. If an index's sort key is the
    /// table's partition key, and that has shards or older designs, it does not: items under another design have
    /// another text.
    pub(crate) const fn determined_sort<'k>(&self, key: &'k KeySchema) -> Option<&'k Template> {
        match &key.sort {
            Some(Template { of_table: Some(KeyPart::Partition), .. }) if self.table_partition_varies() => None,
            Some(sort) => Some(sort),
            None => None,
        }
    }

    const fn table_partition_varies(&self) -> bool {
        match self.keys {
            [of_table, ..] => of_table.shard.is_some() || !of_table.legacy.is_empty(),
            [] => false,
        }
    }
}

/// Returns the part of the table's key that is the only one of these attributes, and the template that writes it.
const fn part_of_table(
    attributes: KeyAttributes,
    of_table: &KeySchema,
    table: &TableSchema,
) -> Option<(KeyPart, Template)> {
    if attributes.count() != 1 {
        return None;
    }
    if same(attributes.first.name, table.partition_key.name) {
        return Some((KeyPart::Partition, of_table.partition));
    }
    match (table.sort_key, of_table.sort) {
        (Some(attribute), Some(sort)) if same(attributes.first.name, attribute.name) => Some((KeyPart::Sort, sort)),
        _ => None,
    }
}

const fn adopted(template: Template, attributes: KeyAttributes, of_table: &KeySchema, table: &TableSchema) -> Template {
    let Some((part, stored)) = part_of_table(attributes, of_table, table) else { return template };
    let segments = without_appended_shard(stored.segments);
    let is_same = are_same(template.segments, segments, false) || are_same(template.segments, stored.segments, false);
    if is_same {
        Template { source: template.source, segments, of_table: Some(part) }
    } else {
        // Refused by KW024.
        template
    }
}

pub(crate) const fn without_appended_shard(segments: &'static [Segment]) -> &'static [Segment] {
    match segments {
        [rest @ .., Segment::Delimiter, Segment::Shard { .. }] => rest,
        _ => segments,
    }
}

/// Whether two templates of one entity write equal text.
pub(crate) const fn same_segments(a: &[Segment], b: &[Segment]) -> bool {
    are_same(a, b, true)
}

/// Whether two templates have equal text and fields. Unless they are compared `exactly`, numbers may have different
/// forms, of which the stored one counts.
const fn are_same(a: &[Segment], b: &[Segment], exactly: bool) -> bool {
    if a.len() != b.len() {
        return false;
    }
    let mut at = 0;
    while at < a.len() {
        let is_same = match (a[at], b[at]) {
            (Segment::Literal(a), Segment::Literal(b)) => same(a, b),
            (
                Segment::Field { field: a, form: form_a, raw: raw_a },
                Segment::Field { field: b, form: form_b, raw: raw_b },
            ) => a == b && raw_a == raw_b && is_same_form(form_a, form_b, exactly),
            (Segment::Shard { width: a }, Segment::Shard { width: b }) => a == b,
            (Segment::Delimiter, Segment::Delimiter) => true,
            _ => false,
        };
        if !is_same {
            return false;
        }
        at += 1;
    }
    true
}

const fn is_same_form(a: Form, b: Form, exactly: bool) -> bool {
    match (a, b) {
        (Form::Default, Form::Default)
        | (Form::Plain, Form::Plain)
        | (Form::Lower, Form::Lower)
        | (Form::Upper, Form::Upper) => true,
        (Form::Bucket(a), Form::Bucket(b)) => a as u8 == b as u8,
        (Form::Time(a), Form::Time(b)) => a as u8 == b as u8,
        (Form::Width(a), Form::Width(b)) if exactly => a == b,
        (Form::Default | Form::Plain | Form::Width(_), Form::Default | Form::Plain | Form::Width(_)) => !exactly,
        _ => false,
    }
}
