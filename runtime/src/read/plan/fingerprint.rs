//! The fingerprint that binds a cursor to its query.

use std::ops::Bound;

use sha2::{Digest, Sha256};

use crate::{
    key::{KeyValue, Timestamp, range::ValueRange},
    read::{
        Direction, QuerySpec, SortBound,
        cursor::{Fingerprint, codec},
    },
    schema::{EntitySchema, KeySchema, Segment, ShardBy, Sharding, Template},
};

impl Fingerprint {
    pub(crate) fn of(entity: &EntitySchema, key: &KeySchema, spec: &QuerySpec, table_name: Option<&str>) -> Self {
        Self {
            query: query(entity, key, spec).finish(),
            design: design(entity, key).finish(),
            range: range(spec).finish(),
            table: table_name.map_or([0; 8], |name| table(name).finish()),
        }
    }
}

fn query(entity: &EntitySchema, key: &KeySchema, spec: &QuerySpec) -> Hash {
    let mut hash = Hash::default();
    hash.text(entity.table.name);
    hash.text(entity.discriminator);
    hash.text(key.index.unwrap_or_default());
    hash.number((spec.direction == Direction::Descending).into());
    for (field, value) in &spec.partition {
        hash.field(entity, *field);
        hash.value(Some(value));
    }
    for values in [Some(&spec.prefix), spec.hashed.as_ref()] {
        hash.number(values.map_or(u64::MAX, |values| values.len() as u64));
        for value in values.into_iter().flatten() {
            hash.value(value.as_ref());
        }
    }
    hash.text(spec.begins_with.as_deref().unwrap_or_default());
    #[cfg(feature = "client")]
    if let Some(filter) = &spec.filter {
        hash.text(&crate::expression::Filter::text(filter));
    }
    for entity in spec.entities {
        hash.text(entity.discriminator);
    }
    if let Some(beginning) = &spec.sort_begins_with {
        hash.text("sort");
        hash.text(beginning);
    }
    for bound in &spec.bounds {
        hash.bound(bound);
    }
    if let Some(context) = &spec.cursor_context {
        hash.text("context");
        hash.text(context);
    }
    hash
}

fn range(spec: &QuerySpec) -> Hash {
    let mut hash = Hash::default();
    hash.ends(&spec.range);
    hash.ends(&spec.during);
    hash
}

fn table(name: &str) -> Hash {
    let mut hash = Hash::default();
    hash.text(name);
    hash
}

fn design(entity: &EntitySchema, key: &KeySchema) -> Hash {
    let mut hash = Hash::default();
    hash.text(&format!("{:?} {}", entity.table.encoding, entity.table.delimiter));
    for template in [Some(&key.partition), key.sort.as_ref()] {
        hash.template(entity, template);
    }
    hash.sharding(entity, key.shard.as_ref());
    hash.instant("since", key.since);
    for legacy in key.legacy {
        hash.template(entity, Some(&legacy.partition));
        hash.sharding(entity, legacy.shard.as_ref());
        hash.instant("since", legacy.since);
        hash.instant("until", legacy.until);
    }
    hash
}

#[derive(Default)]
struct Hash(Sha256);

impl Hash {
    fn text(&mut self, text: &str) {
        self.number(text.len() as u64);
        self.0.update(text);
    }

    fn number(&mut self, number: u64) {
        self.0.update(number.to_be_bytes());
    }

    fn value(&mut self, value: Option<&KeyValue<'_>>) {
        let mut bytes = Vec::new();
        if let Some(value) = value {
            codec::value(&mut bytes, value);
        }
        self.number(bytes.len() as u64);
        self.0.update(bytes);
    }

    fn field(&mut self, entity: &EntitySchema, field: u8) {
        self.text(entity.fields.get(usize::from(field)).map_or("", |field| field.attribute));
    }

    fn template(&mut self, entity: &EntitySchema, template: Option<&Template>) {
        let segments = template.map_or(&[][..], |template| template.segments);
        self.number(segments.len() as u64);
        for segment in segments {
            match *segment {
                Segment::Literal(text) => self.text(text),
                Segment::Field { field, form, raw } => {
                    self.field(entity, field);
                    self.text(&format!("{form:?} {raw}"));
                }
                Segment::Delimiter => self.text("delimiter"),
                Segment::NextAttribute(_) => self.text("next attribute"),
                Segment::Shard { width } => self.number(width.into()),
            }
        }
    }

    fn sharding(&mut self, entity: &EntitySchema, shard: Option<&Sharding>) {
        let Some(shard) = shard else { return self.number(0) };
        self.number(shard.count.into());
        self.number(shard.first.into());
        match shard.by {
            ShardBy::Random => self.text("random"),
            ShardBy::TableKey => self.text("table key"),
            ShardBy::Hash { fields, .. } => {
                self.text("hash");
                fields.iter().for_each(|&field| self.field(entity, field));
            }
        }
        for growth in shard.grow {
            self.instant("grow", Some(growth.at));
            self.number(growth.count.into());
        }
    }

    fn instant(&mut self, what: &str, at: Option<Timestamp>) {
        if let Some(at) = at {
            self.text(what);
            self.value(Some(&KeyValue::Time(at)));
        }
    }

    fn bound(&mut self, SortBound { entity, key, spec, is_lower, is_upper }: &SortBound) {
        self.text("bound");
        self.text(entity.discriminator);
        self.template(entity, entity.keys.get(*key).and_then(|key| key.sort.as_ref()));
        self.text(&format!("{is_lower} {is_upper}"));
        self.number(spec.prefix.len() as u64);
        spec.prefix.iter().for_each(|value| self.value(value.as_ref()));
        self.ends(&spec.range);
        self.text(spec.begins_with.as_deref().unwrap_or_default());
    }

    fn ends(&mut self, range: &ValueRange) {
        for end in [&range.lower, &range.upper] {
            let (kind, value) = match end {
                Bound::Included(value) => ("included", Some(value)),
                Bound::Excluded(value) => ("excluded", Some(value)),
                Bound::Unbounded => ("none", None),
            };
            self.text(kind);
            self.value(value);
        }
    }

    /// Returns the first bytes of the hash.
    fn finish<const N: usize>(self) -> [u8; N] {
        self.0.finalize().first_chunk().copied().unwrap_or([0; N])
    }
}
