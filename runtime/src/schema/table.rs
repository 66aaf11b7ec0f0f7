//! A table with its indexes, and its entities. Both are in one file, because they refer to each other.

use std::fmt;

use super::{AttributeKind, Field, KeyAttribute, KeyAttributes, KeySchema, Peak, same};
use crate::physics::limits::{DEFAULT_TABLE_READ_UNITS, DEFAULT_TABLE_WRITE_UNITS};

/// A table: its key attributes, its indexes, and how its keys are written.
#[derive(Debug, Clone, Copy)]
pub struct TableSchema {
    /// The name of the struct that derives `Table`.
    ///
    /// Empty if a compile error is reported. The checks of an entity skip such a table.
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
    /// The form of text in keys.
    pub encoding: Encoding,
    /// How the compiler treats an undeclared peak on a bucket-only or few-valued key.
    pub undeclared_peak: UndeclaredPeak,
    /// How the compiler treats a declared peak on a key whose most frequent value is unknown.
    pub undeclared_share: UndeclaredShare,
    /// How the load reaches a new table.
    pub launch: Launch,
    /// How consistent the table's replicas in other Regions are.
    pub regions: Regions,
    /// The write units per second that the account may use on the table, and on each index.
    /// [`DEFAULT_TABLE_WRITE_UNITS`] unless declared.
    pub quota: u64,
    /// The read units per second that the account may use on the table, and on each index.
    /// [`DEFAULT_TABLE_READ_UNITS`] unless declared.
    pub read_quota: u64,
    /// The attribute with the time at which an item expires, in seconds since 1970. A table has at most one.
    ///
    /// AWS: [TTL](https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/TTL.html).
    pub ttl: Option<&'static str>,
    /// The attribute in which a write stores the id of its call, if the table has one: 16 random bytes.
    pub write_id: Option<&'static str>,
    /// The table's global secondary indexes.
    pub indexes: &'static [IndexSchema],
    /// The table's local secondary indexes.
    pub local_indexes: &'static [LocalIndexSchema],
    /// The entities that the table lists.
    pub entities: ListedEntities,
}

/// An entity: its fields and the keys that it writes.
#[derive(Debug, Clone, Copy)]
pub struct EntitySchema {
    /// The name of the struct that derives `Entity`.
    pub name: &'static str,
    /// The struct's doc comment.
    pub docs: &'static str,
    /// The value of the table's discriminator attribute in the entity's items.
    pub discriminator: &'static str,
    /// Attributes with a fixed text that every item contains.
    pub constants: &'static [(&'static str, &'static str)],
    /// The fields, in the order of the struct, without those that serde skips or flattens.
    pub fields: &'static [Field],
    /// Whether serde flattens a field, so that items can have attributes that no field names.
    pub flattens: bool,
    /// The keys that the entity writes: first the table's, then one for each index.
    ///
    /// Empty if a compile error is reported. The checks across entities skip such an entity.
    pub keys: &'static [KeySchema],
    /// The keys of indexes that the entity does not declare, and that its items enter because they store the index's
    /// key attributes anyway. An inverted index over the table's own key attributes contains all items. Costs, loads
    /// and documents count these entries. Queries of the index return only the items of their own entity.
    ///
    /// Empty in [`Entity::SCHEMA`](trait@crate::Entity). The schemas of a table's list contain them.
    pub unasked: &'static [KeySchema],
    /// The declared peak load.
    pub peak: Option<Peak>,
    /// The reason why no item has a key that another entity can write, although the templates allow it.
    pub may_overlap: Option<&'static str>,
    /// The table that stores it.
    pub table: &'static TableSchema,
}

/// The entities that `#[entities(..)]` on a table lists. Empty if a type that derives
/// [`Schema`](trait@crate::Schema) lists them.
///
/// A function returns the list, because each entity's schema refers to that of its table.
#[derive(Clone, Copy)]
pub struct ListedEntities(#[doc(hidden)] pub fn() -> &'static [&'static EntitySchema]);

impl ListedEntities {
    /// No list.
    pub const NONE: Self = Self(|| &[]);

    /// Returns the entities, in the order of the list.
    pub fn get(self) -> &'static [&'static EntitySchema] {
        (self.0)()
    }
}

impl fmt::Debug for ListedEntities {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(self.get().iter().map(|entity| entity.name)).finish()
    }
}

/// The form of text in keys.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Encoding {
    /// Reserved bytes are percent-encoded, so that different values have different text.
    Escaped,
    /// Values are written unchanged. A value with a reserved byte is an error. For tables that already exist.
    Raw,
}

/// How the compiler treats an undeclared peak on a bucket-only or few-valued key.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum UndeclaredPeak {
    /// A compiler warning: the default.
    Warn,
    /// No warning or error.
    Allow,
    /// A compiler error.
    Deny,
}

/// How the compiler treats a declared peak on a key whose most frequent value is unknown.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum UndeclaredShare {
    /// No warning or error: the default.
    Allow,
    /// A compiler warning.
    Warn,
    /// A compiler error. Entities without a peak are errors, too, unless the table has `undeclared_peak = "allow"`.
    Deny,
}

/// How the load reaches a new table or index.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Launch {
    /// The declared peak may come at once: the default. The generated templates request enough warm throughput for keys
    /// that share a partition.
    Full,
    /// The load rises over hours, so that DynamoDB splits hot partitions before the peak.
    Gradual,
}

/// How consistent the replicas of a table in several Regions are.
///
/// AWS: [consistency
/// modes](https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/V2globaltables_HowItWorks.html).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Regions {
    /// The table has one Region, or eventually consistent replicas: the default. A condition compares with the item of
    /// one Region, and of writes in two Regions at the same time, the last one wins.
    Eventual,
    /// The table has three Regions, one of which may be a witness that stores no items. A write is in two Regions
    /// before it succeeds, and conditions and consistent reads see the writes of all Regions. DynamoDB offers no
    /// transactions, TTL and local indexes for such a table.
    Strong,
}

/// A global secondary index of a table.
#[derive(Debug, Clone, Copy)]
pub struct IndexSchema {
    /// The index's name.
    pub name: &'static str,
    /// The attributes of the index's partition key.
    pub partition_key: KeyAttributes,
    /// The attributes of the index's sort key, unless it has none.
    pub sort_key: Option<KeyAttributes>,
    /// The attributes of an item that the index contains in addition to the keys.
    pub projection: IndexProjection,
}

/// A local secondary index of a table. Its partition key is the table's, and its entries are in the partition of their
/// items. In a table with a local index, the items of one partition key are never split over several partitions.
///
/// AWS: [Local secondary indexes](https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/LSI.html), [adaptive
/// capacity](https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/burst-adaptive-capacity.html).
#[derive(Debug, Clone, Copy)]
pub struct LocalIndexSchema {
    /// The index's name.
    pub name: &'static str,
    /// The attribute of the index's sort key.
    pub sort_key: KeyAttribute,
    /// The attributes of an item that the index contains in addition to the keys.
    pub projection: IndexProjection,
}

/// The attributes of an item that an index contains in addition to the table's and its own key attributes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum IndexProjection {
    /// The whole item.
    All,
    /// No other attributes.
    KeysOnly,
    /// The attributes with these names.
    Include(&'static [&'static str]),
}

impl TableSchema {
    /// A table without a name, with the text partition key `PK`, and without a sort key and options. The base of
    /// schemas that are written by hand.
    pub(crate) const BARE: Self = Self {
        name: "",
        docs: "",
        partition_key: KeyAttribute { name: "PK", kind: AttributeKind::S },
        sort_key: None,
        discriminator: None,
        delimiter: b'#',
        encoding: Encoding::Escaped,
        undeclared_peak: UndeclaredPeak::Warn,
        undeclared_share: UndeclaredShare::Allow,
        launch: Launch::Full,
        regions: Regions::Eventual,
        quota: DEFAULT_TABLE_WRITE_UNITS,
        read_quota: DEFAULT_TABLE_READ_UNITS,
        ttl: None,
        write_id: None,
        indexes: &[],
        local_indexes: &[],
        entities: ListedEntities::NONE,
    };

    /// Returns the global or local index with this name.
    pub const fn index(&self, name: &str) -> Option<IndexSchema> {
        let mut indexes = self.indexes;
        while let [index, rest @ ..] = indexes {
            if same(index.name, name) {
                return Some(*index);
            }
            indexes = rest;
        }
        match self.local_index(name) {
            Some(index) => Some(index.whole(self)),
            None => None,
        }
    }

    /// Returns the local index with this name.
    pub const fn local_index(&self, name: &str) -> Option<&'static LocalIndexSchema> {
        let mut indexes = self.local_indexes;
        while let [index, rest @ ..] = indexes {
            if same(index.name, name) {
                return Some(index);
            }
            indexes = rest;
        }
        None
    }

    /// Iterates over the keys that an item can have: the table's, with an empty name, then those of the indexes,
    /// whether or not an entity declares them.
    #[cfg(feature = "client")]
    pub(crate) fn every_key(&self) -> impl Iterator<Item = IndexSchema> {
        let local = self.local_indexes.iter().map(|index| index.whole(self));
        std::iter::once(IndexSchema::of_table(self)).chain(self.indexes.iter().copied()).chain(local)
    }

    /// Returns the projection of the global or local index with this name.
    pub const fn projection_of(&self, index: &str) -> Option<IndexProjection> {
        match self.index(index) {
            Some(index) => Some(index.projection),
            None => None,
        }
    }
}

impl IndexSchema {
    /// Returns the table's own key as an index.
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

    /// Iterates over the key attributes: the partition key's, then the sort key's.
    pub fn keys(&self) -> impl Iterator<Item = KeyAttribute> {
        self.partition_key.iter().chain(self.sort_key.into_iter().flat_map(KeyAttributes::iter))
    }
}

impl LocalIndexSchema {
    /// Returns the local index as an index with the table's partition key.
    pub(crate) const fn whole(&self, table: &TableSchema) -> IndexSchema {
        IndexSchema {
            name: self.name,
            partition_key: KeyAttributes::one(table.partition_key),
            sort_key: Some(KeyAttributes::one(self.sort_key)),
            projection: self.projection,
        }
    }
}
