//! Builds schemas for tests from templates in the users' syntax.

use super::text::Text;
use crate::{
    key::{FieldKind, KeyPart},
    schema::{
        AttributeKind, Bucket, EntitySchema, Field, Form, IndexProjection, IndexSchema, KeyAttribute, KeyAttributes,
        KeySchema, LegacyKey, PageLimit, Peak, PeakReads, Purpose, Segment, ShardBy, Sharding, TableSchema, Template,
        TimeForm,
    },
    template::declared_key::DeclaredKey,
};

pub(crate) const STATUS: FieldKind = FieldKind::OneOf(&["open", "paid", "sent"]);
pub(crate) const FLAG: FieldKind = FieldKind::OneOf(&["false", "true"]);
pub(crate) const U64: FieldKind = FieldKind::Integer { digits: 20, signed: false };
pub(crate) const I32: FieldKind = FieldKind::Integer { digits: 10, signed: true };

/// A table with `PK` and `SK`. GSI1 projects all attributes, GSI2 only keys, and GSI3 `a` and `b`; GSI3 has no sort
/// key.
pub(crate) const TABLE: TableSchema = TableSchema {
    name: "Platform",
    sort_key: Some(text_attribute("SK")),
    discriminator: Some("_et"),
    indexes: &[
        IndexSchema {
            name: "GSI1",
            partition_key: KeyAttributes::one(text_attribute("GSI1PK")),
            sort_key: Some(KeyAttributes::one(text_attribute("GSI1SK"))),
            projection: IndexProjection::All,
        },
        IndexSchema {
            name: "GSI2",
            partition_key: KeyAttributes::one(text_attribute("GSI2PK")),
            sort_key: Some(KeyAttributes::one(text_attribute("GSI2SK"))),
            projection: IndexProjection::KeysOnly,
        },
        IndexSchema {
            name: "GSI3",
            partition_key: KeyAttributes::one(text_attribute("GSI3PK")),
            sort_key: None,
            projection: IndexProjection::Include(&["a", "b"]),
        },
    ],
    ..TableSchema::BARE
};

pub(crate) const fn text_attribute(name: &'static str) -> KeyAttribute {
    KeyAttribute { name, kind: AttributeKind::S }
}

/// Builds an entity.
#[derive(Clone)]
pub(crate) struct Design {
    pub(crate) entity: EntitySchema,
    keys: Vec<KeySchema>,
}

impl Design {
    /// An entity of [`TABLE`], whose fields are stored under their own names.
    pub(crate) fn new(name: &'static str, fields: &[(&'static str, FieldKind)]) -> Self {
        Self::in_table(name, TABLE, fields)
    }

    pub(crate) fn in_table(name: &'static str, table: TableSchema, fields: &[(&'static str, FieldKind)]) -> Self {
        let field = |&(name, kind): &(&'static str, FieldKind)| Field::new(name, name, "").in_keys(kind, false);
        let entity = EntitySchema {
            name,
            docs: "",
            discriminator: name,
            constants: &[],
            fields: leak(fields.iter().map(field).collect()),
            keys: &[],
            unasked: &[],
            peak: None,
            flattens: false,
            may_overlap: None,
            table: Box::leak(Box::new(table)),
        };
        Self { entity, keys: Vec::new() }
    }

    /// Sets the table's key. With an empty sort key it has only a partition key.
    pub(crate) fn key(self, partition: &'static str, sort: &'static str) -> Self {
        self.key_of(None, partition, sort)
    }

    pub(crate) fn index(self, name: &'static str, partition: &'static str, sort: &'static str) -> Self {
        self.key_of(Some(name), partition, sort)
    }

    fn key_of(mut self, index: Option<&'static str>, partition: &'static str, sort: &'static str) -> Self {
        self.keys.push(KeySchema {
            index,
            local: false,
            query: "query",
            partition: self.template(partition),
            sort: (!sort.is_empty()).then(|| self.template(sort)),
            shard: None,
            since: None,
            legacy: &[],
            allow_hot: None,
            peak: None,
            entry_bytes: None,
            retention: None,
            page: None,
        });
        self
    }

    /// Sets the shards of the last key.
    pub(crate) fn shard(mut self, count: u32, by: ShardBy) -> Self {
        let shard = Sharding { count, first: 0, by, grow: &[] };
        let key = self.last();
        key.shard = Some(shard);
        key.partition = appended(key.partition);
        self
    }

    pub(crate) fn random(self, count: u32) -> Self {
        let on_index = self.keys.last().is_some_and(|key| key.index.is_some());
        self.shard(count, if on_index { ShardBy::TableKey } else { ShardBy::Random })
    }

    pub(crate) fn hash(self, fields: &'static [u8], count: u32) -> Self {
        self.shard(count, ShardBy::Hash { fields, with: None, top_share: None })
    }

    /// Sets the share of the most frequent hashed value of the last key.
    pub(crate) fn hash_share(mut self, share: f64) -> Self {
        if let Some(Sharding { by: ShardBy::Hash { top_share, .. }, .. }) = &mut self.last().shard {
            *top_share = Some(share);
        }
        self
    }

    pub(crate) fn legacy(mut self, partition: &'static str) -> Self {
        let legacy = LegacyKey { partition: self.template(partition), shard: None, since: None, until: None };
        let mut all = self.last().legacy.to_vec();
        all.push(legacy);
        self.last().legacy = leak(all);
        self
    }

    /// Sets the limits of the pages of the last key.
    pub(crate) fn page(mut self, page: PageLimit) -> Self {
        self.last().page = Some(page);
        self
    }

    pub(crate) fn allow_hot(mut self) -> Self {
        self.last().allow_hot = Some("50 a day");
        self
    }

    pub(crate) fn peak(mut self, writes_per_second: u64, item_bytes: u64) -> Self {
        self.entity.peak = Some(peak(writes_per_second, item_bytes));
        self
    }

    /// Sets the last key's own peak.
    pub(crate) fn own_peak(mut self, writes_per_second: u64, item_bytes: u64) -> Self {
        self.last().peak = Some(peak(writes_per_second, item_bytes));
        self.last().entry_bytes = Some(item_bytes);
        self
    }

    pub(crate) fn top_share(mut self, share: f64) -> Self {
        if let Some(peak) = &mut self.entity.peak {
            peak.top_share = Some(share);
        }
        self
    }

    /// Sets the reads per second of the most frequently read key.
    pub(crate) fn reads(self, reads: u64) -> Self {
        self.with(|entity| {
            if let Some(peak) = &mut entity.peak {
                peak.reads_per_second = Some(reads);
            }
        })
    }

    /// Sets the reads by kind.
    pub(crate) fn declared_reads(self, reads: PeakReads) -> Self {
        self.with(|entity| entity.peak = entity.peak.map(|peak| peak.reads(reads)))
    }

    /// Sets the reads in the last key's own peak.
    pub(crate) fn own_reads(mut self, reads: u64) -> Self {
        if let Some(peak) = &mut self.last().peak {
            peak.reads_per_second = Some(reads);
        }
        self
    }

    pub(crate) fn with(mut self, change: impl FnOnce(&mut EntitySchema)) -> Self {
        change(&mut self.entity);
        self
    }

    /// Makes a field the TTL.
    pub(crate) fn ttl(self, name: &str) -> Self {
        self.with(|entity| {
            let mut fields = entity.fields.to_vec();
            for field in fields.iter_mut().filter(|field| field.name == name) {
                field.purpose = Purpose::Ttl;
            }
            entity.fields = leak(fields);
        })
    }

    /// Makes a field an `Option`.
    pub(crate) fn optional(self, name: &str) -> Self {
        self.with(|entity| {
            let mut fields = entity.fields.to_vec();
            for field in &mut fields {
                field.optional |= field.name == name;
            }
            entity.fields = leak(fields);
        })
    }

    pub(crate) fn build(self) -> &'static EntitySchema {
        Box::leak(Box::new(EntitySchema { keys: leak(self.keys), ..self.entity }))
    }

    fn last(&mut self) -> &mut KeySchema {
        self.keys.last_mut().expect("a key before its options")
    }

    /// Parses a template, or those of several attributes.
    fn template(&self, source: &'static str) -> Template {
        let mut segments = Vec::new();
        for (place, template) in source.split(Template::SEPARATOR).enumerate() {
            if place > 0 {
                segments.push(Segment::NextAttribute(template));
            }
            segments.extend(self.segments(template));
        }
        Template::new(source, leak(segments))
    }

    fn segments(&self, mut rest: &'static str) -> Vec<Segment> {
        let mut segments = Vec::new();
        while !rest.is_empty() {
            let literal = rest.find('<').unwrap_or(rest.len());
            if literal > 0 {
                segments.push(Segment::Literal(&rest[..literal]));
            }
            rest = &rest[literal..];
            if let Some(inner) = rest.strip_prefix('<') {
                let (placeholder, after) = inner.split_once('>').expect("a closed placeholder");
                segments.push(self.placeholder(placeholder));
                rest = after;
            }
        }
        segments
    }

    fn placeholder(&self, text: &str) -> Segment {
        let (name, specs) = text.split_once(':').unwrap_or((text, ""));
        if name == "shard" {
            return Segment::Shard { width: specs.parse().unwrap_or(0) };
        }
        let field = self.entity.fields.iter().position(|field| field.name == name);
        let field = field.expect("a field of the entity") as u8;
        let (mut form, mut raw) = (Form::Default, false);
        for spec in specs.split(',') {
            match spec {
                "" => {}
                "raw" => raw = true,
                spec => form = form_of(spec),
            }
        }
        Segment::Field { field, form, raw }
    }
}

fn form_of(spec: &str) -> Form {
    match spec {
        "minute" => Form::Bucket(Bucket::Minute),
        "hour" => Form::Bucket(Bucket::Hour),
        "day" => Form::Bucket(Bucket::Day),
        "week" => Form::Bucket(Bucket::Week),
        "month" => Form::Bucket(Bucket::Month),
        "year" => Form::Bucket(Bucket::Year),
        "s" => Form::Time(TimeForm::Seconds),
        "ms" => Form::Time(TimeForm::Millis),
        "us" => Form::Time(TimeForm::Micros),
        "ns" => Form::Time(TimeForm::Nanos),
        "epoch" => Form::Time(TimeForm::Epoch),
        "epoch_ms" => Form::Time(TimeForm::EpochMillis),
        "plain" => Form::Plain,
        "lower" => Form::Lower,
        "upper" => Form::Upper,
        width => Form::Width(width[1..].parse().expect("a width")),
    }
}

fn appended(template: Template) -> Template {
    let mut segments = template.segments.to_vec();
    if !segments.iter().any(|segment| matches!(segment, Segment::Shard { .. })) {
        segments.extend([Segment::Delimiter, Segment::Shard { width: 0 }]);
    }
    Template { segments: leak(segments), ..template }
}

const fn peak(writes_per_second: u64, item_bytes: u64) -> Peak {
    Peak::new(writes_per_second, item_bytes)
}

pub(crate) fn leak<T>(values: Vec<T>) -> &'static [T] {
    Box::leak(values.into_boxed_slice())
}

/// Returns the message, or an empty text.
pub(crate) fn message_text(text: Option<Text>) -> String {
    text.map_or_else(String::new, |text| text.as_str().to_owned())
}

/// Returns the message of the template rules about one part of a key.
pub(crate) fn message_of(entity: &'static EntitySchema, key: usize, part: KeyPart) -> String {
    let declared = DeclaredKey::of(entity, key).expect("a declared key");
    message_text(super::template::refusal(&declared.attribute_part(part, 0).expect("this part")))
}
