//! Entities built at run time, to test templates that no derive would generate.

use crate::{
    key::{FieldKind, KeyValue},
    schema::{
        AttributeKind, Encoding, EntitySchema, Field, Form, IndexProjection, IndexSchema, KeyAttribute, KeyAttributes,
        KeySchema, Segment, ShardBy, Sharding, TableSchema, Template,
    },
};

/// An entity with one key, whose parts tests can replace.
#[derive(Debug, Clone)]
pub(super) struct Design {
    pub(super) delimiter: u8,
    pub(super) encoding: Encoding,
    pub(super) attributes: (AttributeKind, AttributeKind),
    /// The name, which is also the attribute, the kind, and whether it is an `Option`.
    pub(super) fields: Vec<(&'static str, FieldKind, bool)>,
    pub(super) partition: Vec<Segment>,
    pub(super) sort: Option<Vec<Segment>>,
    pub(super) shard: Option<Sharding>,
    pub(super) index: bool,
}

impl Default for Design {
    fn default() -> Self {
        Self {
            delimiter: b'#',
            encoding: Encoding::Escaped,
            attributes: (AttributeKind::S, AttributeKind::S),
            fields: Vec::new(),
            partition: vec![Segment::Literal("P")],
            sort: None,
            shard: None,
            index: false,
        }
    }
}

impl Design {
    /// Builds the entity. Its key attributes are `pk` and `sk`. It is leaked, because test processes are short-lived.
    pub(super) fn entity(&self) -> &'static EntitySchema {
        let template = |segments: &[Segment]| Template::new("<template>", leak(segments.to_vec()));
        let partition_key = KeyAttribute { name: "pk", kind: self.attributes.0 };
        let sort_key = self.sort.is_some().then_some(KeyAttribute { name: "sk", kind: self.attributes.1 });
        let index = IndexSchema {
            name: "GSI1",
            partition_key: KeyAttributes::one(partition_key),
            sort_key: sort_key.map(KeyAttributes::one),
            projection: IndexProjection::All,
        };
        let table = TableSchema {
            name: "Tests",
            partition_key,
            sort_key,
            delimiter: self.delimiter,
            encoding: self.encoding,
            indexes: leak(vec![index]),
            ..TableSchema::BARE
        };
        let key = KeySchema {
            index: self.index.then_some("GSI1"),
            local: false,
            query: "query",
            partition: template(&self.partition),
            sort: self.sort.as_deref().map(template),
            shard: self.shard,
            since: None,
            legacy: &[],
            allow_hot: None,
            peak: None,
            entry_bytes: None,
            retention: None,
            page: None,
        };
        let field = |(name, kind, optional): &(&'static str, FieldKind, bool)| {
            Field::new(name, name, "").in_keys(*kind, *optional)
        };
        &leak(vec![EntitySchema {
            name: "Thing",
            docs: "",
            discriminator: "Thing",
            constants: &[],
            fields: leak(self.fields.iter().map(field).collect()),
            keys: leak(vec![key]),
            unasked: &[],
            peak: None,
            flattens: false,
            may_overlap: None,
            table: &leak(vec![table])[0],
        }])[0]
    }
}

fn leak<T>(values: Vec<T>) -> &'static [T] {
    values.leak()
}

/// A placeholder.
pub(super) const fn field(field: u8, form: Form) -> Segment {
    Segment::Field { field, form, raw: false }
}

pub(super) fn text(text: &str) -> KeyValue<'_> {
    KeyValue::Text(text.into())
}

pub(super) fn integer(value: impl Into<crate::key::Integer>) -> KeyValue<'static> {
    KeyValue::Integer(value.into())
}

pub(super) const I64: FieldKind = FieldKind::Integer { digits: 19, signed: true };

pub(super) const HASHED: fn(&'static [u8]) -> Sharding =
    |fields| Sharding { count: 10, first: 0, by: ShardBy::Hash { fields, with: None, top_share: None }, grow: &[] };
