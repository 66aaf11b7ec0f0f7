//! Designs as data: schemas like those that the derive macros generate.

use std::fmt;

use keywright::{
    key::FieldKind,
    schema::{
        AttributeKind, Bucket, Encoding, EntitySchema, Field, Form, IndexProjection, IndexSchema, KeyAttribute,
        KeyAttributes, KeySchema, ListedEntities, LocalIndexSchema, Peak, PeakReads, Purpose, Segment, ShardBy,
        Sharding, TableSchema, Template, UndeclaredPeak,
    },
};

const ID: u8 = 0;
const AT: u8 = 1;
const ON: u8 = 2;
const STATUS: u8 = 3;
const TENANT: u8 = 4;
const EXPIRES: u8 = 5;

const INDEX: &str = "GSI1";
const LOCAL_INDEX: &str = "LSI1";

/// Returns the declared bytes of items with these write units, without those of their keys.
const fn item_bytes(weight: u64) -> u64 {
    weight * 1_024 - 400
}

/// The resource whose key takes the peak.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Target {
    /// The table.
    Table,
    /// An index. The keys of its table are many, with an even load.
    Index,
}

/// The time in the key.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Time {
    /// `<at:day>`
    Day,
    /// `<at:hour>`
    Hour,
    /// `<on>`, a date
    Date,
    /// `<expires>`, a TTL, which is stored in whole seconds
    Expiry,
    /// None.
    None,
}

/// What the key contains in addition to time, and how it is sharded.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Key {
    /// Nothing; `random` shards.
    Log,
    /// One of three texts, the most frequent of which has this share; `random` shards.
    Status(f64),
    /// Nothing; the shard is a hash of an id that is unique to each item.
    HashOfId,
    /// Nothing; the shard is a hash of a tenant, the most frequent of which has this share.
    HashOfTenant(f64),
    /// The tenant of the table's key, the most frequent of which has this share there; `random` shards.
    TenantOfTable(f64),
    /// Nothing, in an index without a peak of its own; the most frequent tenant of the table's key has this share;
    /// `random` shards.
    NothingOfTable(f64),
}

impl Key {
    /// The share of the most frequent tenant in the table's key.
    const fn share_of_table(self) -> Option<f64> {
        match self {
            Self::TenantOfTable(share) | Self::NothingOfTable(share) => Some(share),
            Self::Log | Self::Status(_) | Self::HashOfId | Self::HashOfTenant(_) => None,
        }
    }
}

/// A design of one entity.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Design {
    /// The peak, in write units per second.
    pub peak: u64,
    /// Write units of each item.
    pub weight: u64,
    /// The number of shards; 1 for no sharding.
    pub shards: u32,
    /// The resource of the key.
    pub place: Target,
    /// The time in the key.
    pub time: Time,
    /// The rest of the key.
    pub key: Key,
    /// The quota of the table, in write units per second.
    pub quota: u64,
    /// Whether the table has a local index.
    pub is_local: bool,
    /// Queries of one item per second.
    pub queries: u64,
}

/// A table and its only entity, with a static lifetime.
#[derive(Debug, Clone, Copy)]
pub struct Schema {
    /// The table.
    pub table: &'static TableSchema,
    /// The only entity.
    pub entities: &'static [&'static EntitySchema],
}

impl Schema {
    /// Returns the entity.
    pub fn entity(&self) -> &'static EntitySchema {
        self.entities[0]
    }
}

impl Design {
    /// Returns the schema. Its memory is never freed.
    #[must_use]
    pub fn schema(&self) -> Schema {
        let table: &'static TableSchema = Box::leak(Box::new(self.table()));
        let entity: &'static EntitySchema = Box::leak(Box::new(self.entity(table)));
        Schema { table, entities: leak(vec![entity]) }
    }

    /// Returns the name of the index that takes the peak, or `None` if the table does.
    #[must_use]
    pub fn index(&self) -> Option<&'static str> {
        (self.place == Target::Index).then_some(INDEX)
    }

    fn table(&self) -> TableSchema {
        let index = IndexSchema {
            name: INDEX,
            partition_key: KeyAttributes::one(text("GSI1PK")),
            sort_key: Some(KeyAttributes::one(text("GSI1SK"))),
            projection: IndexProjection::All,
        };
        TableSchema {
            name: "Grid",
            docs: "",
            partition_key: text("PK"),
            sort_key: Some(text("SK")),
            discriminator: None,
            delimiter: b'#',
            encoding: Encoding::Escaped,
            undeclared_peak: UndeclaredPeak::Warn,
            undeclared_share: keywright::schema::UndeclaredShare::Allow,
            launch: keywright::schema::Launch::Full,
            regions: keywright::schema::Regions::Eventual,
            quota: self.quota,
            read_quota: self.quota,
            ttl: (self.time == Time::Expiry).then_some("expires"),
            write_id: None,
            indexes: self.index().map_or(&[], |_| leak(vec![index])),
            local_indexes: if self.is_local { leak(vec![local_index()]) } else { &[] },
            entities: ListedEntities::NONE,
        }
    }

    fn entity(&self, table: &'static TableSchema) -> EntitySchema {
        let own = self.own_key();
        let mut keys = match self.place {
            Target::Table => vec![own],
            Target::Index if self.key.share_of_table().is_some() => vec![tenant_key(), own],
            Target::Index => vec![item_key(), own],
        };
        if self.is_local {
            keys.push(KeySchema { local: true, index: Some(LOCAL_INDEX), shard: None, peak: None, ..keys[0] });
        }
        let field = |name, kind| Field::new(name, name, "").in_keys(kind, false);
        EntitySchema {
            name: "Item",
            docs: "",
            discriminator: "Item",
            constants: &[],
            fields: leak(vec![
                field("id", FieldKind::Text),
                field("at", FieldKind::Time),
                field("on", FieldKind::Date),
                field("status", FieldKind::OneOf(&["open", "paid", "sent"])),
                field("tenant", FieldKind::Text),
                field("expires", FieldKind::Time).timed(Purpose::Ttl, false),
            ]),
            keys: leak(keys),
            unasked: &[],
            peak: Some(match (self.place, self.key.share_of_table()) {
                (Target::Table, _) => self.peak(),
                (Target::Index, Some(share)) => self.plain_peak().top_share(share),
                (Target::Index, None) => self.plain_peak(),
            }),
            table,
            flattens: false,
            may_overlap: None,
        }
    }

    fn plain_peak(&self) -> Peak {
        Peak::new(self.peak.div_ceil(self.weight), item_bytes(self.weight))
    }

    fn peak(&self) -> Peak {
        let peak = match self.key {
            Key::Status(share) | Key::HashOfTenant(share) => self.plain_peak().top_share(share),
            Key::Log | Key::HashOfId | Key::TenantOfTable(_) | Key::NothingOfTable(_) => self.plain_peak(),
        };
        if self.queries == 0 { peak } else { peak.reads(PeakReads::new(self.queries, 1)) }
    }

    fn own_key(&self) -> KeySchema {
        KeySchema {
            index: self.index(),
            shard: (self.shards > 1).then(|| self.sharding()),
            peak: self.index().filter(|_| self.key.share_of_table().is_none()).map(|_| self.peak()),
            ..key(self.partition(), template("<at>#<id>", vec![of(AT), Segment::Literal("#"), of(ID)]))
        }
    }

    fn sharding(&self) -> Sharding {
        let by = match (self.key, self.place) {
            (Key::HashOfId, _) => ShardBy::Hash { fields: &[ID], with: None, top_share: None },
            (Key::HashOfTenant(_), _) => ShardBy::Hash { fields: &[TENANT], with: None, top_share: None },
            (_, Target::Table) => ShardBy::Random,
            (_, Target::Index) => ShardBy::TableKey,
        };
        Sharding { count: self.shards, first: 0, by, grow: &[] }
    }

    fn partition(&self) -> Template {
        let mut segments = vec![Segment::Literal("LOG")];
        match self.key {
            Key::Status(_) => segments.extend([Segment::Literal("#"), of(STATUS)]),
            Key::TenantOfTable(_) => segments.extend([Segment::Literal("#"), of(TENANT)]),
            Key::Log | Key::HashOfId | Key::HashOfTenant(_) | Key::NothingOfTable(_) => {}
        }
        let (field, form) = match self.time {
            Time::Day => (AT, Form::Bucket(Bucket::Day)),
            Time::Hour => (AT, Form::Bucket(Bucket::Hour)),
            Time::Date => (ON, Form::Default),
            Time::Expiry => (EXPIRES, Form::Default),
            Time::None => (ID, Form::Default),
        };
        if self.time != Time::None {
            segments.extend([Segment::Literal("#"), Segment::Field { field, form, raw: false }]);
        }
        if self.shards > 1 {
            segments.extend([Segment::Delimiter, Segment::Shard { width: 0 }]);
        }
        template(self.source(), segments)
    }

    /// Returns the template of the partition key, as a user writes it.
    fn source(&self) -> &'static str {
        match (self.key, self.time) {
            (Key::Status(_), Time::Day) => "LOG#<status>#<at:day>",
            (Key::Status(_), Time::Hour) => "LOG#<status>#<at:hour>",
            (Key::Status(_), Time::Date) => "LOG#<status>#<on>",
            (Key::Status(_), Time::None) => "LOG#<status>",
            (Key::TenantOfTable(_), _) => "LOG#<tenant>#<at:day>",
            (_, Time::Expiry) => "LOG#<expires>",
            (_, Time::Day) => "LOG#<at:day>",
            (_, Time::Hour) => "LOG#<at:hour>",
            (_, Time::Date) => "LOG#<on>",
            (_, Time::None) => "LOG",
        }
    }
}

impl fmt::Display for Design {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.source())?;
        match self.key {
            Key::Status(share) => write!(f, ", top_share = {share}")?,
            Key::HashOfId => f.write_str(", hash(id)")?,
            Key::HashOfTenant(share) => write!(f, ", hash(tenant), top_share = {share}")?,
            Key::TenantOfTable(share) | Key::NothingOfTable(share) => write!(f, ", of table: top_share = {share}")?,
            Key::Log => {}
        }
        if self.is_local {
            f.write_str(", local index")?;
        }
        if self.queries > 0 {
            write!(f, ", {} queries/s", self.queries)?;
        }
        if self.place == Target::Index {
            f.write_str(", index")?;
        }
        Ok(())
    }
}

/// Returns a table key with many values.
fn item_key() -> KeySchema {
    let partition = template("ITEM#<id>", vec![Segment::Literal("ITEM#"), of(ID)]);
    key(partition, template("ITEM", vec![Segment::Literal("ITEM")]))
}

/// Returns a table key of a tenant and a day.
fn tenant_key() -> KeySchema {
    let day = Segment::Field { field: AT, form: Form::Bucket(Bucket::Day), raw: false };
    let partition = vec![Segment::Literal("TENANT#"), of(TENANT), Segment::Literal("#"), day];
    let partition = template("TENANT#<tenant>#<at:day>", partition);
    key(partition, template("<at>#<id>", vec![of(AT), Segment::Literal("#"), of(ID)]))
}

fn local_index() -> LocalIndexSchema {
    LocalIndexSchema { name: LOCAL_INDEX, sort_key: text("status"), projection: IndexProjection::All }
}

fn key(partition: Template, sort: Template) -> KeySchema {
    KeySchema {
        index: None,
        local: false,
        query: "query",
        partition,
        sort: Some(sort),
        shard: None,
        since: None,
        legacy: &[],
        allow_hot: None,
        peak: None,
        entry_bytes: None,
        retention: None,
        page: None,
    }
}

fn template(source: &'static str, segments: Vec<Segment>) -> Template {
    Template::new(source, leak(segments))
}

const fn of(field: u8) -> Segment {
    Segment::Field { field, form: Form::Default, raw: false }
}

const fn text(name: &'static str) -> KeyAttribute {
    KeyAttribute { name, kind: AttributeKind::S }
}

fn leak<T>(values: Vec<T>) -> &'static [T] {
    Box::leak(values.into_boxed_slice())
}
