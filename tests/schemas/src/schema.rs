//! A random schema: a table with its entities, the items that are written, and the laws that are checked.

pub mod features;
mod groups;

use crate::{
    kind::{Kind, Type},
    release::Change,
    step::Step,
    template::{Bucket, Encoding, Segment, Spec, Template},
    value::Value,
};

/// A random schema.
#[derive(Debug, Clone)]
pub struct Schema {
    pub seed: u64,
    pub table: Table,
    /// The first one is `Record`.
    pub entities: Vec<Entity>,
    pub laws: Vec<Law>,
    /// Whether it has a mistake, so that it is compiled, but not run.
    pub is_mistaken: bool,
}

/// The writes of an entity in one second.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Peak {
    pub creates: u32,
    pub updates: u32,
    pub item_bytes: u32,
    /// Whether the mean of the peak is declared.
    pub has_mean: bool,
}

/// What a table declares beside its keys.
#[derive(Debug, Clone)]
pub struct Table {
    pub encoding: Encoding,
    /// Whether items have the attribute `_et`.
    pub discriminator: bool,
    pub ttl: bool,
    pub write_id: bool,
    /// Whether keys of unknown variety must declare their shares.
    pub asks_for_shares: bool,
    /// Whether the load of a new table rises over hours.
    pub is_launched_gradually: bool,
    /// Whether replicas in other Regions are strongly consistent, so that there are no transactions.
    pub has_strong_regions: bool,
    pub indexes: Vec<Index>,
}

/// An index, as the table declares it.
#[derive(Debug, Clone)]
pub struct Index {
    pub name: String,
    pub scope: Scope,
    pub projection: Projection,
}

/// Whose partitions an index has.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Scope {
    Global,
    Local,
    /// A global index over the table's key attributes, in the other order.
    Inverted,
}

/// What an index contains of its items.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Projection {
    All,
    Keys,
}

/// An entity.
#[derive(Debug, Clone)]
pub struct Entity {
    pub name: String,
    /// The discriminator's value, if that is not the name.
    pub label: Option<String>,
    pub rename_all: Option<Case>,
    /// The attribute of `#[serde(tag = "..")]`, whose value is the name.
    pub tag: Option<String>,
    pub constants: Vec<(String, String)>,
    pub peak: Option<Peak>,
    /// Whether its keys can be those of another entity, which its items never have.
    pub may_overlap: bool,
    pub fields: Vec<Field>,
    /// The fields of its projection `Part`.
    pub part: Vec<usize>,
    pub key: Key,
    /// The key in each index of the table. The entity is not in an index without one.
    pub indexes: Vec<Option<IndexKey>>,
    pub items: Vec<Item>,
}

/// An entity's key in an index.
#[derive(Debug, Clone)]
pub struct IndexKey {
    pub query: String,
    pub key: Key,
}

/// How serde renames all fields.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Case {
    Camel,
    Kebab,
    Screaming,
}

/// A field of an entity.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Field {
    pub name: String,
    pub ty: Type,
    /// The name that serde gives it, if that is another one.
    pub renamed: Option<String>,
    /// Another name under which serde reads it.
    pub alias: Option<String>,
    pub defaulted: bool,
    pub skipped: bool,
    /// Whether an empty list or map is not written.
    pub skipped_if_empty: bool,
    pub with: Option<With>,
    pub flattened: bool,
    pub role: Role,
    /// The field within whose values it is unique.
    pub within: Option<usize>,
    pub sensitive: bool,
    /// Whether writes drop the part of a time that its key attribute does not contain.
    pub trunc: bool,
}

/// The function by which serde writes a time.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum With {
    Seconds,
    Milliseconds,
}

/// What a field is for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Role {
    Plain,
    Version,
    Ttl,
    Created,
    Updated,
    Unique,
    Counter,
    KeyOnly,
}

/// A key attribute, and the template that writes it.
#[derive(Debug, Clone)]
pub struct Attribute {
    pub name: String,
    pub template: Template,
}

/// A key of the table or of an index.
#[derive(Debug, Clone)]
pub struct Key {
    /// One attribute, or several in an index.
    pub partition: Vec<Attribute>,
    /// None in a table without sort key.
    pub sort: Vec<Attribute>,
    pub shard: Option<Shard>,
    /// Older templates of the partition key.
    pub older: Vec<Older>,
    /// Items of earlier times are written under the older key.
    pub since: Option<i64>,
    /// The declared limits of pages.
    pub page: Option<Page>,
}

/// The declared limits of the pages of a query.
#[derive(Debug, Clone, Copy)]
pub struct Page {
    pub items: u32,
    pub max_rcu: Option<u32>,
}

/// How items are spread over partition keys.
#[derive(Debug, Clone)]
pub struct Shard {
    /// The hashed fields. With none, the shard is random; in an index, it is a hash of the table's key.
    pub fields: Vec<usize>,
    pub count: u32,
    pub first: u32,
    /// Whether `lane` of the program hashes, instead of SHA-256.
    pub with: bool,
    /// Another count for items of this time (seconds since 1970) or later.
    pub grow: Option<(i64, u32)>,
}

/// An older partition key.
#[derive(Debug, Clone)]
pub struct Older {
    pub template: Template,
    /// Items of this time or later never had it.
    pub until: Option<i64>,
}

/// An item of an entity.
#[derive(Debug, Clone)]
pub struct Item {
    pub values: Vec<Value>,
    /// Which of the random shards it is in, counted from 0.
    pub shard: u32,
    /// Whether it is stored under the older key.
    pub is_older: bool,
    /// How its attributes differ from those that a put writes.
    pub forms: Vec<Form>,
}

/// How another program stores an item.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Form {
    /// The absent value of this field as NULL.
    Null(usize),
    /// This field under its alias.
    Alias(usize),
    /// This field, and another value under its alias.
    Both(usize),
    /// Without this field, whose value is the default.
    Missing(usize),
    /// This time in another text of the same instant.
    OtherText(usize),
    /// With an attribute that no field has.
    Extra,
    /// Without the discriminator.
    Unlabeled,
}

/// What a program checks.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Law {
    /// `to_item`, `from_item`, `keys`, keys from items, and records of streams.
    Codec,
    /// `get`, `batch_get`, `transaction_get`, `scan`.
    Reads,
    /// Queries of the table and of its indexes.
    Queries(Vec<Asked>),
    /// Items that are read and put back, deleted and created.
    PutBack,
    /// Writes of an entity, and the items after each.
    Steps(Vec<Step>),
    /// The items of both entities in the partition of this item or, if its key has buckets, with times from one of
    /// these seconds to the other.
    Collection { like: usize, during: Option<(i64, i64)> },
    /// This item is also under its older key.
    Straggler { item: usize },
    /// Items of this release, read by the next one.
    Release(Change),
    /// Documents, templates and policies, and the table that a template creates.
    Generated,
    /// The declared peak does not throttle the deployed table, if no warning says that it does.
    Load,
}

/// A query of the first entity.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Asked {
    /// The index, or the table.
    pub index: Option<usize>,
    /// An item whose values are the arguments.
    pub like: usize,
    /// How many fields of the sort key are given, with the values of that item.
    pub then: usize,
    /// The bounds of the next field of the sort key.
    pub between: Option<(Value, Value)>,
    /// Whether the range contains its upper bound.
    pub closed: bool,
    /// The first and the last second of the times that select buckets, if they are not those of all items.
    pub during: Option<(i64, i64)>,
    pub newest_first: bool,
    pub view: View,
}

/// What a query returns of each item, and how it is sent.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum View {
    /// Whole items, in pages of each size.
    Pages,
    Stream,
    Count,
    Keys,
    Located,
    /// Whole items of the table for the keys in an index.
    Hydrated,
    /// Some of the fields.
    Projected,
}

impl Schema {
    /// Returns the changes of each next release.
    pub fn releases(&self) -> impl Iterator<Item = Change> {
        self.laws.iter().filter_map(|law| if let Law::Release(change) = law { Some(*change) } else { None })
    }
}

impl Field {
    /// Returns the attribute that stores it.
    pub fn attribute(&self, of: &Entity) -> String {
        match (&self.renamed, of.rename_all) {
            (Some(name), _) => name.clone(),
            (None, Some(case)) => case.of(&self.name),
            (None, None) => self.name.clone(),
        }
    }
}

impl Law {
    /// Returns whether it reads projections.
    pub fn projects(&self) -> bool {
        matches!(self, Self::Queries(asked) if asked.iter().any(|asked| asked.view == View::Projected))
    }
}

impl Case {
    /// Returns serde's word for it.
    pub fn word(self) -> &'static str {
        match self {
            Self::Camel => "camelCase",
            Self::Kebab => "kebab-case",
            Self::Screaming => "SCREAMING_SNAKE_CASE",
        }
    }

    /// Returns the name of a field in this case.
    fn of(self, field: &str) -> String {
        match self {
            Self::Kebab => field.replace('_', "-"),
            Self::Screaming => field.to_uppercase(),
            Self::Camel => {
                let words = field.split('_').enumerate().map(|(place, word)| match word.split_at_checked(1) {
                    Some((first, rest)) if place > 0 => first.to_uppercase() + rest,
                    _ => word.to_owned(),
                });
                words.collect()
            }
        }
    }
}

impl Entity {
    /// Returns the kind of a field, or of the value in its `Option`.
    pub fn kind(&self, field: usize) -> Kind {
        self.fields[field].ty.kind()
    }

    /// Returns the value of the discriminator.
    pub fn label(&self) -> &str {
        self.label.as_deref().unwrap_or(&self.name)
    }

    /// Returns the field that is itself this attribute, if the entity writes no shard into it.
    pub fn native(&self, attribute: &Attribute) -> Option<usize> {
        match attribute.template.as_slice() {
            [Segment::Field { field, spec }] if self.fields[*field].attribute(self) == attribute.name => {
                (!matches!(spec, Spec::Bucket(_))).then_some(*field)
            }
            _ => None,
        }
    }

    /// Returns the type of a key attribute: `S`, `N` or `B`.
    pub fn attribute_type(&self, attribute: &Attribute) -> &'static str {
        match (self.native(attribute), attribute.template.as_slice()) {
            (Some(field), [Segment::Field { spec: Spec::Default, .. }]) => self.kind(field).attribute_type(),
            _ => "S",
        }
    }

    /// Returns the place of the field with a role.
    pub fn with_role(&self, role: Role) -> Option<usize> {
        self.fields.iter().position(|field| field.role == role)
    }

    /// Returns its key of the table or of an index.
    pub fn key_of(&self, index: Option<usize>) -> Option<&Key> {
        match index {
            None => Some(&self.key),
            Some(index) => self.indexes.get(index)?.as_ref().map(|index| &index.key),
        }
    }

    /// Returns whether an item with these values has expired.
    pub fn is_expired(&self, values: &[Value]) -> bool {
        let seconds = self.with_role(Role::Ttl).map(|ttl| match &values[ttl] {
            Value::Time { seconds, .. } => i128::from(*seconds),
            Value::Integer(seconds) => *seconds,
            _ => i128::MAX,
        });
        seconds.is_some_and(|seconds| seconds < crate::value::EXPIRED.into())
    }

    /// Returns its keys: the table's, and those of indexes.
    pub fn keys(&self) -> impl Iterator<Item = &Key> {
        std::iter::once(&self.key).chain(self.indexes.iter().flatten().map(|index| &index.key))
    }

    /// Returns whether a form contains all of the values that items store: writes truncate a field to the digits of the
    /// key attribute that is itself the field.
    pub fn holds_whole(&self, field: usize, spec: Spec) -> bool {
        let digits = |spec: Spec| match spec {
            Spec::Digits(digits) => Some(digits),
            Spec::EpochMillis => Some(3),
            Spec::Epoch => Some(0),
            _ => None,
        };
        let attributes = self.keys().flat_map(Key::attributes).filter(|of| self.native(of) == Some(field));
        let stored = attributes.flat_map(|of| &of.template).filter_map(Segment::spec).filter_map(digits).min();
        !spec.is_lossy()
            || self.fields[field].trunc && digits(spec).zip(stored).is_some_and(|(written, stored)| written >= stored)
    }

    /// Returns whether several values of the table's key have one key.
    pub fn is_lossy(&self) -> bool {
        let is_whole = |field: &usize| {
            self.key.attributes().flat_map(|attribute| &attribute.template).any(|segment| {
                matches!(segment, Segment::Field { field: other, spec }
                    if other == field && self.holds_whole(*field, *spec))
            })
        };
        !self.key.fields().iter().all(is_whole)
    }

    /// Returns whether sentinels of unique values depend on a field.
    pub fn is_kept_by_sentinels(&self, field: usize) -> bool {
        let is_unique =
            |(place, of): (usize, &Field)| of.role == Role::Unique && (place == field || of.within == Some(field));
        self.fields[field].role == Role::Ttl || self.fields.iter().enumerate().any(is_unique)
    }

    /// Returns whether the shards of the table's key are random.
    pub fn is_random(&self) -> bool {
        self.key.shard.as_ref().is_some_and(Shard::is_random)
    }
}

impl Shard {
    /// Returns whether no field determines it.
    pub fn is_random(&self) -> bool {
        self.fields.is_empty()
    }

    /// Returns the number of shards at a time.
    pub fn count_at(&self, seconds: Option<i64>) -> u32 {
        match (self.grow, seconds) {
            (Some((at, count)), Some(seconds)) if seconds >= at => count,
            _ => self.count,
        }
    }
}

impl Key {
    pub fn attributes(&self) -> impl Iterator<Item = &Attribute> {
        self.partition.iter().chain(&self.sort)
    }

    fn partition_segments(&self) -> impl Iterator<Item = &Segment> {
        self.partition.iter().flat_map(|attribute| &attribute.template)
    }

    /// Returns the time of which the partition key contains only a bucket.
    pub fn bucket(&self) -> Option<(usize, Bucket)> {
        let (field, bucket) = self.partition_segments().find_map(|segment| match segment {
            Segment::Field { field, spec: Spec::Bucket(bucket) } => Some((*field, *bucket)),
            _ => None,
        })?;
        let is_whole = |segment: &Segment| {
            matches!(segment, Segment::Field { field: other, spec }
                if *other == field && !matches!(spec, Spec::Bucket(_)))
        };
        (!self.partition_segments().any(is_whole)).then_some((field, bucket))
    }

    /// Returns the buckets of its partition keys, older ones included.
    pub fn buckets(&self) -> impl Iterator<Item = Bucket> {
        let older = self.older.iter().flat_map(|older| &older.template);
        self.partition_segments().chain(older).filter_map(|segment| match segment {
            Segment::Field { spec: Spec::Bucket(bucket), .. } => Some(*bucket),
            _ => None,
        })
    }

    /// Returns the time by which `since`, `until` and `grow` judge an item: the instant of the bucket, else the
    /// first one of the sort key, else the first one of the partition key.
    pub fn time(&self, fields: &[Field]) -> Option<usize> {
        let first = |attributes: &[Attribute]| {
            attributes.iter().flat_map(|attribute| &attribute.template).find_map(|segment| match segment {
                Segment::Field { field, .. } if fields[*field].ty.kind().is_instant() => Some(*field),
                _ => None,
            })
        };
        let bucketed = self.bucket().map(|(field, _)| field).filter(|field| fields[*field].ty.kind().is_instant());
        bucketed.or_else(|| first(&self.sort)).or_else(|| first(&self.partition))
    }

    /// Returns the fields that a query takes: those of the partition key, except the one of its bucket.
    pub fn arguments(&self) -> Vec<usize> {
        let bucketed = self.bucket().map(|(field, _)| field);
        let mut arguments = Vec::new();
        for segment in self.partition_segments() {
            if let Segment::Field { field, .. } = segment
                && Some(*field) != bucketed
                && !arguments.contains(field)
            {
                arguments.push(*field);
            }
        }
        arguments
    }

    /// Returns the fields of the sort key that no argument gives, in order, each once, with their specs.
    pub fn sort_fields(&self) -> Vec<(usize, Spec)> {
        let mut fields: Vec<(usize, Spec)> = Vec::new();
        let arguments = self.arguments();
        for segment in self.sort.iter().flat_map(|attribute| &attribute.template) {
            if let Segment::Field { field, spec } = segment
                && fields.iter().all(|(other, _)| other != field)
                && !arguments.contains(field)
            {
                fields.push((*field, *spec));
            }
        }
        fields
    }

    /// Returns whether a range of the query selects the buckets, because the sort key begins with their time.
    pub fn is_ranged_by(&self, bucketed: usize) -> bool {
        self.sort_fields().first().is_some_and(|(field, spec)| *field == bucketed && !matches!(spec, Spec::Bucket(_)))
    }

    /// Returns all fields of its templates, in order, each once.
    pub fn fields(&self) -> Vec<usize> {
        let mut fields = Vec::new();
        for segment in self.attributes().flat_map(|attribute| &attribute.template) {
            if let Segment::Field { field, .. } = segment
                && !fields.contains(field)
            {
                fields.push(*field);
            }
        }
        fields
    }

    /// Returns whether it contains, or hashes, a field.
    pub fn uses(&self, field: usize) -> bool {
        let of_older = |older: &Older| {
            older
                .template
                .iter()
                .any(|segment| matches!(segment, Segment::Field { field: other, .. } if *other == field))
        };
        self.fields().contains(&field)
            || self.shard.as_ref().is_some_and(|shard| shard.fields.contains(&field))
            || self.older.iter().any(of_older)
    }
}
