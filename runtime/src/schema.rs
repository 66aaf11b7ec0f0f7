//! The schema as data: what the derives write, and what the checks, the planner, the runtime and the
//! documentation all read.
//!
//! Every value is `const`, so that the compiler can judge a design while it checks the crate.

mod field_kind;
mod growth;
mod key_part;
mod peak;
mod several;
mod sharing;
mod timestamp;

use crate::physics::limits::DEFAULT_TABLE_WRITE_UNITS;

pub use field_kind::FieldKind;
pub use key_part::KeyPart;

pub use peak::Peak;
pub use several::KeyAttributes;
pub use timestamp::Timestamp;

/// What the keys of sentinels begin with, and their discriminator: the items that keep a [unique](crate::unique)
/// field's values unique.
pub const SENTINEL: &str = "%UNIQUE";

/// A table: its key attributes, its indexes, and how its keys are written.
#[derive(Debug, Clone, Copy)]
pub struct TableSchema {
    /// The name of the struct that derives `Table`.
    ///
    /// Empty where a compile error is reported: the checks of an entity skip such a table.
    pub name: &'static str,
    /// The struct's doc comment.
    pub docs: &'static str,
    /// The attribute of the partition key.
    pub partition_key: KeyAttribute,
    /// The attribute of the sort key, unless the table has none.
    pub sort_key: Option<KeyAttribute>,
    /// The attribute that names an item's entity.
    pub discriminator: Option<&'static str>,
    /// The ASCII byte between the parts of a key.
    pub delimiter: u8,
    /// How text stands in keys.
    pub encoding: Encoding,
    /// What an undeclared peak on a bucket-only or few-valued key does.
    pub undeclared_peak: UndeclaredPeak,
    /// The write units a second that the account may use on the table, and on each index:
    /// [`DEFAULT_TABLE_WRITE_UNITS`] unless declared.
    pub quota: u64,
    /// The attribute that says when an item expires, in seconds since 1970: a table has one at most.
    ///
    /// AWS: [TTL](https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/TTL.html).
    pub ttl: Option<&'static str>,
    /// The attribute in which a write leaves the id of its call, if the table has one: 16 random bytes.
    pub write_id: Option<&'static str>,
    /// The table's global secondary indexes.
    pub indexes: &'static [IndexSchema],
    /// The table's local secondary indexes.
    pub local_indexes: &'static [LocalIndexSchema],
}

/// An attribute that is part of a key, with its DynamoDB type.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct KeyAttribute {
    /// The attribute's name.
    pub name: &'static str,
    /// Its type: `S`, `N` or `B`.
    pub kind: AttributeKind,
}

/// The types that a key attribute can have.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum AttributeKind {
    /// A string.
    S,
    /// A number.
    N,
    /// Bytes.
    B,
}

/// How text stands in keys.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Encoding {
    /// Reserved bytes are percent-encoded: injective for every value.
    Escaped,
    /// Values stand as they are; one that holds a reserved byte is an error. For tables that already exist.
    Raw,
}

/// What an undeclared peak on a bucket-only or few-valued key does.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum UndeclaredPeak {
    /// A compiler warning: the default.
    Warn,
    /// Nothing.
    Allow,
    /// A compiler error.
    Deny,
}

/// A global secondary index of a table.
#[derive(Debug, Clone, Copy)]
pub struct IndexSchema {
    /// The index's name.
    pub name: &'static str,
    /// The attributes of its partition key.
    pub partition_key: KeyAttributes,
    /// The attributes of its sort key, unless it has none.
    pub sort_key: Option<KeyAttributes>,
    /// Which attributes of an item the index holds in addition to the keys.
    pub projection: IndexProjection,
}

/// A local secondary index of a table: its partition key is the table's, and its entries lie in the partition of their
/// items. In a table with one, the items of one partition key are never split over several partitions.
///
/// AWS: [Local secondary indexes](https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/LSI.html), [adaptive
/// capacity](https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/burst-adaptive-capacity.html).
#[derive(Debug, Clone, Copy)]
pub struct LocalIndexSchema {
    /// The index's name.
    pub name: &'static str,
    /// The attribute of its sort key.
    pub sort_key: KeyAttribute,
    /// Which attributes of an item the index holds in addition to the keys.
    pub projection: IndexProjection,
}

/// Which attributes of an item an index holds in addition to the table's and its own key attributes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum IndexProjection {
    /// The whole item.
    All,
    /// None.
    KeysOnly,
    /// The ones named here.
    Include(&'static [&'static str]),
}

/// An entity: its fields and the keys that it writes.
#[derive(Debug, Clone, Copy)]
pub struct EntitySchema {
    /// The name of the struct that derives `Entity`.
    pub name: &'static str,
    /// The struct's doc comment.
    pub docs: &'static str,
    /// What the table's discriminator attribute says on its items.
    pub discriminator: &'static str,
    /// Attributes that every item carries with a fixed text.
    pub constants: &'static [(&'static str, &'static str)],
    /// Its fields, in the order of the struct. Without those that serde skips or flattens.
    pub fields: &'static [Field],
    /// The keys that it writes: first the table's, then one for each index.
    ///
    /// Empty where a compile error is reported: such an entity is skipped by the checks across entities.
    pub keys: &'static [KeySchema],
    /// The declared peak load.
    pub peak: Option<Peak>,
    /// Why no item of it has a key that another entity can write, though the templates allow it.
    pub may_overlap: Option<&'static str>,
    /// The table that stores it.
    pub table: &'static TableSchema,
}

/// A field of an entity.
#[derive(Debug, Clone, Copy)]
#[non_exhaustive]
pub struct Field {
    /// The field's name in Rust.
    pub name: &'static str,
    /// The item's attribute, as serde names it.
    pub attribute: &'static str,
    /// The field's doc comment.
    pub docs: &'static str,
    /// The field's type as the struct writes it, such as `Option<String>`. For documentation: empty where a schema is
    /// written by hand and does not say.
    pub rust_type: &'static str,
    /// Whether functions write or read its value in serde's place (`serde(with = ..)`), so that its type does not tell
    /// how it is stored.
    pub converted: bool,
    /// How it stands in keys; `None` if it stands in no key, and is in no sentinel of a unique field.
    pub kind: Option<FieldKind>,
    /// Whether it is an `Option`, and so may be absent from an index, or else serde has a default for it where it is a
    /// time of its item.
    pub optional: bool,
    /// What the runtime does with it.
    pub purpose: Purpose,
    /// Whether its values are kept out of errors, traces and debug output.
    pub sensitive: bool,
    /// Whether no two items have the same value of it.
    pub unique: Option<Unique>,
    /// Whether items hold it in the table's key alone, and not as an attribute.
    pub key_only: bool,
    /// Whether it is an `Option` whose `None` is stored as no attribute. Otherwise a null is stored where serde writes
    /// one.
    pub omits_none: bool,
    /// How its attribute differs from what serde writes.
    pub form: AttributeForm,
    /// Whether a key that is the field itself cuts off what its form does not hold of a time.
    pub truncated: bool,
}

/// How a field's attribute differs from what serde writes for its value.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum AttributeForm {
    /// In nothing.
    Plain,
    /// It is a set (SS, NS or BS) and not a list. An empty set is no attribute: DynamoDB stores none.
    Set {
        /// Whether an absent attribute is read as an empty set. Otherwise serde decides what it means.
        absent_is_empty: bool,
    },
    /// Of an `Option<Option<_>>`: no attribute for `None`, and a null for `Some(None)`.
    Nullable,
}

/// What the runtime does with a field in addition to storing it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum Purpose {
    /// Nothing.
    Value,
    /// It is added to in place.
    Counter,
    /// It counts the writes of its item, which must each know the number before.
    Version,
    /// The time of its item's first write.
    Created,
    /// The time of its item's last write.
    Updated,
    /// When its item expires.
    Ttl,
}

/// Among which items a field's values are unique.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub struct Unique {
    /// Those that agree in these fields (places in [`EntitySchema::fields`]): none for all items of the entity.
    pub within: &'static [u8],
}

impl Field {
    /// A field that stands in no key.
    pub const fn new(name: &'static str, attribute: &'static str, docs: &'static str) -> Self {
        Self {
            name,
            attribute,
            docs,
            rust_type: "",
            converted: false,
            kind: None,
            optional: false,
            purpose: Purpose::Value,
            sensitive: false,
            unique: None,
            key_only: false,
            omits_none: false,
            form: AttributeForm::Plain,
            truncated: false,
        }
    }

    /// This field with its type as the struct writes it.
    pub const fn of_type(self, rust_type: &'static str) -> Self {
        Self { rust_type, ..self }
    }

    /// This field, written or read by functions in serde's place.
    pub const fn converted(self) -> Self {
        Self { converted: true, ..self }
    }

    /// This field as part of keys.
    pub const fn in_keys(self, kind: FieldKind, optional: bool) -> Self {
        Self { kind: Some(kind), optional, omits_none: optional, ..self }
    }

    /// This field with a purpose.
    pub const fn for_purpose(self, purpose: Purpose) -> Self {
        Self { purpose, ..self }
    }

    /// This field as a time of its item: [`Created`](Purpose::Created), [`Updated`](Purpose::Updated) or
    /// [`Ttl`](Purpose::Ttl).
    pub const fn timed(self, purpose: Purpose, optional: bool) -> Self {
        Self { purpose, optional, ..self }
    }

    /// This field with values that errors and traces redact.
    pub const fn sensitive(self) -> Self {
        Self { sensitive: true, ..self }
    }

    /// This field as an `Option` whose `None` is no attribute.
    pub const fn omits_none(self) -> Self {
        Self { omits_none: true, ..self }
    }

    /// This field with a null for its `None`: serde reads it by a function, which takes no missing attribute for one.
    pub const fn keeps_null(self) -> Self {
        Self { omits_none: false, ..self }
    }

    /// This field as a set of DynamoDB's.
    pub const fn set(self, absent_is_empty: bool) -> Self {
        Self { form: AttributeForm::Set { absent_is_empty }, ..self }
    }

    /// This field as an `Option<Option<_>>`, which tells a null from an absent attribute.
    pub const fn nullable(self) -> Self {
        Self { form: AttributeForm::Nullable, ..self }
    }

    /// This field as a time of which a key that is the field itself holds what its form does.
    pub const fn truncated(self) -> Self {
        Self { truncated: true, ..self }
    }

    /// This field, held in the table's key alone.
    pub const fn key_only(self) -> Self {
        Self { key_only: true, ..self }
    }

    /// This field with values that are unique among the items that agree in these fields.
    pub const fn unique_within(self, within: &'static [u8]) -> Self {
        Self { unique: Some(Unique { within }), ..self }
    }

    /// Whether its time says something of its item.
    pub const fn is_time(&self) -> bool {
        matches!(self.purpose, Purpose::Created | Purpose::Updated | Purpose::Ttl)
    }

    /// Whether an item that holds it in its keys alone is read with it.
    ///
    /// A time of its item, a counter or a version that is missing means something else.
    #[cfg(feature = "client")]
    pub(crate) const fn is_read_from_keys(&self) -> bool {
        self.kind.is_some() && matches!(self.purpose, Purpose::Value)
    }

    /// Whether it is added to in place.
    pub const fn is_counter(&self) -> bool {
        matches!(self.purpose, Purpose::Counter)
    }
}

impl EntitySchema {
    /// An entity without a name, fields, keys and options.
    #[doc(hidden)]
    pub const BARE: Self = Self {
        name: "",
        docs: "",
        discriminator: "",
        constants: &[],
        fields: &[],
        keys: &[],
        peak: None,
        may_overlap: None,
        table: &TableSchema::BARE,
    };

    /// The field for a purpose that one field of an entity can have, and its place.
    pub fn field_for(&self, purpose: Purpose) -> Option<(u8, &'static Field)> {
        let place = self.fields.iter().position(|field| field.purpose == purpose)?;
        Some((u8::try_from(place).ok()?, self.fields.get(place)?))
    }

    /// Whether one of its fields is sensitive.
    pub(crate) fn has_secrets(&self) -> bool {
        self.fields.iter().any(|field| field.sensitive)
    }

    /// The table's TTL attribute, if items of this entity expire.
    pub fn ttl_attribute(&self) -> Option<&'static str> {
        self.field_for(Purpose::Ttl).map(|(_, field)| field.attribute)
    }
}

/// A key that an entity writes: into the table, or into one of its indexes.
#[derive(Debug, Clone, Copy)]
pub struct KeySchema {
    /// The index, or `None` for the table.
    pub index: Option<&'static str>,
    /// Whether the index is a local one: then the partition key is the table's.
    pub local: bool,
    /// The name of the generated query function.
    pub query: &'static str,
    /// The partition key's template.
    pub partition: Template,
    /// The sort key's template, if there is one.
    pub sort: Option<Template>,
    /// How one partition key is spread over several.
    pub shard: Option<Sharding>,
    /// The first instant of the key's time from which items are written under `partition`, if earlier ones are not:
    /// they are written under the newest of the [`legacy`](Self::legacy) keys that [holds](LegacyKey::holds) their
    /// time.
    pub since: Option<Timestamp>,
    /// Older partition keys that reads still visit.
    pub legacy: &'static [LegacyKey],
    /// Why this key may be hot.
    pub allow_hot: Option<&'static str>,
    /// The peak load on this key, where it differs from the entity's.
    pub peak: Option<Peak>,
    /// How far back an open range reaches, in seconds.
    pub retention: Option<u64>,
}

impl KeySchema {
    /// A table's key without templates and options.
    #[doc(hidden)]
    pub const BARE: Self = Self {
        index: None,
        local: false,
        query: "query",
        partition: Template { source: "", segments: &[] },
        sort: None,
        shard: None,
        since: None,
        legacy: &[],
        allow_hot: None,
        peak: None,
        retention: None,
    };
}

/// A partition key of another design: reads visit it. Writes use it only for items of a time before
/// [`KeySchema::since`].
#[derive(Debug, Clone, Copy)]
pub struct LegacyKey {
    /// Its template, over the fields of today.
    pub partition: Template,
    /// Its shards, if it had any.
    pub shard: Option<Sharding>,
    /// Items whose time is before this instant never had this key.
    pub since: Option<Timestamp>,
    /// Items whose time is at or after this instant never had this key.
    pub until: Option<Timestamp>,
}

/// A key template: the text as written, and what it was parsed to.
#[derive(Debug, Clone, Copy)]
pub struct Template {
    /// The template as the user wrote it.
    pub source: &'static str,
    /// Its parts, in order; an appended shard included.
    pub segments: &'static [Segment],
}

/// One part of a key template.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Segment {
    /// Text as it stands.
    Literal(&'static str),
    /// A field's value.
    Field {
        /// The field's place in [`EntitySchema::fields`].
        field: u8,
        /// How the value is written.
        form: Form,
        /// Written without escaping; a value that holds a reserved byte is an error.
        raw: bool,
    },
    /// The table's delimiter, before an appended shard.
    Delimiter,
    /// The end of one attribute of a key of several, and the template of the next as the user wrote it.
    NextAttribute(&'static str),
    /// The shard's number.
    Shard {
        /// Zero-padded to this many digits; 0 for none.
        width: u8,
    },
}

/// How a field's value is written into a key.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Form {
    /// As its type is written: text as it is; a time to the nanosecond; an integer in fixed width in sort keys
    /// and in plain decimal in partition keys.
    Default,
    /// A time, truncated to its bucket.
    Bucket(Bucket),
    /// A time, in this form.
    Time(TimeForm),
    /// An integer in plain decimal.
    Plain,
    /// An integer, zero-padded to this many digits.
    Width(u8),
    /// Text in lower case.
    Lower,
    /// Text in upper case.
    Upper,
}

/// Spans of time that a key can hold as one value. Weeks are ISO 8601's; all are UTC.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Bucket {
    /// `2026-06-22T14:05`
    Minute,
    /// `2026-06-22T14`
    Hour,
    /// `2026-06-22`
    Day,
    /// `2026-W26`
    Week,
    /// `2026-06`
    Month,
    /// `2026`
    Year,
}

/// The forms of a time in a key: UTC, of fixed width, so that byte order is the order of time.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum TimeForm {
    /// `2026-06-22T14:05:06Z`
    Seconds,
    /// `2026-06-22T14:05:06.123Z`, byte for byte JavaScript's `toISOString`
    Millis,
    /// `2026-06-22T14:05:06.123456Z`
    Micros,
    /// `2026-06-22T14:05:06.123456789Z`: the default
    Nanos,
    /// Seconds since 1970, written like an `i64`
    Epoch,
    /// Milliseconds since 1970, written like an `i64`
    EpochMillis,
}

/// How one partition key is spread over several.
#[derive(Debug, Clone, Copy)]
pub struct Sharding {
    /// How many there are, before the first of [`grow`](Self::grow).
    pub count: u32,
    /// The number of the first one: 0 unless declared.
    pub first: u32,
    /// How an item finds its shard.
    pub by: ShardBy,
    /// More shards from some instant of the key's time on, the earliest first.
    pub grow: &'static [Growth],
}

/// More shards for items whose time is at or after an instant. Older items stay where they are.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Growth {
    /// The first instant of the key's time that has them.
    pub at: Timestamp,
    /// How many there are from then on, more than before.
    pub count: u32,
}

/// How an item finds its shard.
#[derive(Debug, Clone, Copy)]
pub enum ShardBy {
    /// Round robin from a random start: a write picks one, a read visits all. Append-only.
    Random,
    /// A hash of these fields (places in [`EntitySchema::fields`]).
    Hash {
        /// The fields' places.
        fields: &'static [u8],
        /// A hash of the user's own instead of SHA-256: from the fields' canonical text to a number.
        with: Option<fn(&str) -> u32>,
    },
    /// A hash of the item's table key: what `random` means on an index, where it must be stable through updates.
    TableKey,
}

impl TableSchema {
    /// A table without a name, with the partition key `PK` of text and neither a sort key nor options: what a schema
    /// that is written by hand starts from.
    pub(crate) const BARE: Self = Self {
        name: "",
        docs: "",
        partition_key: KeyAttribute { name: "PK", kind: AttributeKind::S },
        sort_key: None,
        discriminator: None,
        delimiter: b'#',
        encoding: Encoding::Escaped,
        undeclared_peak: UndeclaredPeak::Warn,
        quota: DEFAULT_TABLE_WRITE_UNITS,
        ttl: None,
        write_id: None,
        indexes: &[],
        local_indexes: &[],
    };

    /// The index of this name, global or local.
    pub const fn index(&self, name: &str) -> Option<IndexSchema> {
        let mut at = 0;
        while at < self.indexes.len() {
            if same(self.indexes[at].name, name) {
                return Some(self.indexes[at]);
            }
            at += 1;
        }
        match self.local_index(name) {
            Some(index) => Some(index.whole(self)),
            None => None,
        }
    }

    /// The local index of this name.
    pub const fn local_index(&self, name: &str) -> Option<&'static LocalIndexSchema> {
        let mut at = 0;
        while at < self.local_indexes.len() {
            if same(self.local_indexes[at].name, name) {
                return Some(&self.local_indexes[at]);
            }
            at += 1;
        }
        None
    }

    /// What the index of this name holds of an item in addition to the keys, whether it is a global or a local one.
    pub const fn projection_of(&self, index: &str) -> Option<IndexProjection> {
        match self.index(index) {
            Some(index) => Some(index.projection),
            None => None,
        }
    }
}

impl IndexSchema {
    /// The table's own key, in the shape of an index's.
    pub(crate) const fn of_table(table: &TableSchema) -> Self {
        Self {
            name: "",
            partition_key: KeyAttributes::one(table.partition_key),
            sort_key: match table.sort_key {
                Some(sort) => Some(KeyAttributes::one(sort)),
                None => None,
            },
            projection: IndexProjection::All,
        }
    }

    /// Its key attributes: the partition key's, then the sort key's.
    pub fn keys(&self) -> impl Iterator<Item = KeyAttribute> {
        self.partition_key.iter().chain(self.sort_key.into_iter().flat_map(KeyAttributes::iter))
    }
}

impl LocalIndexSchema {
    /// A schema of a local index, whose partition key is the table's.
    pub(crate) const fn whole(&self, table: &TableSchema) -> IndexSchema {
        IndexSchema {
            name: self.name,
            partition_key: KeyAttributes::one(table.partition_key),
            sort_key: Some(KeyAttributes::one(self.sort_key)),
            projection: self.projection,
        }
    }
}

/// `==` on text, in a `const fn`.
pub(crate) const fn same(a: &str, b: &str) -> bool {
    let (a, b) = (a.as_bytes(), b.as_bytes());
    if a.len() != b.len() {
        return false;
    }
    let mut at = 0;
    while at < a.len() {
        if a[at] != b[at] {
            return false;
        }
        at += 1;
    }
    true
}
