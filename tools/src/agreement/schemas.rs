//! Generates random entities, as the derives would write them.

use keywright::{
    key::FieldKind,
    schema::{
        AttributeKind, Bucket, Encoding, EntitySchema, Field, Form, IndexProjection, IndexSchema, KeyAttribute,
        KeyAttributes, KeySchema, Launch, LocalIndexSchema, Peak, PeakReads, Purpose, Regions, Segment, ShardBy,
        Sharding, TableSchema, Template, TimeForm, UndeclaredPeak, UndeclaredShare,
    },
};
use proptest::{option, prelude::*, sample::select};

const ID: u8 = 0;
const NAME: u8 = 1;
const STATUS: u8 = 2;
const DONE: u8 = 3;
const LEVEL: u8 = 4;
pub(super) const AT: u8 = 5;
pub(super) const ON: u8 = 6;

/// The varying parts of a partition key: fields and their forms.
const CONSTANT: &[(u8, Form)] = &[];
const MOVING: &[&[(u8, Form)]] = &[
    &[(AT, Form::Bucket(Bucket::Minute))],
    &[(AT, Form::Bucket(Bucket::Day))],
    &[(AT, Form::Time(TimeForm::Seconds))],
    &[(AT, Form::Time(TimeForm::Epoch))],
    &[(ON, Form::Default)],
];
const EVEN: &[&[(u8, Form)]] = &[&[(AT, Form::Default)], &[(AT, Form::Time(TimeForm::EpochMillis))]];
const FEW: &[&[(u8, Form)]] = &[
    &[(STATUS, Form::Default)],
    &[(DONE, Form::Default)],
    &[(LEVEL, Form::Default)],
    &[(STATUS, Form::Default), (DONE, Form::Default)],
    &[(STATUS, Form::Default), (AT, Form::Bucket(Bucket::Day))],
    &[(DONE, Form::Default), (ON, Form::Default)],
];
const UNKNOWN: &[&[(u8, Form)]] = &[
    &[(NAME, Form::Default)],
    &[(NAME, Form::Default), (AT, Form::Bucket(Bucket::Month))],
    &[(NAME, Form::Default), (STATUS, Form::Default)],
];

/// A random entity with a table key and perhaps an index key.
#[derive(Debug, Clone)]
pub(super) struct Case {
    pub(super) table: KeyCase,
    pub(super) index: Option<KeyCase>,
    pub(super) peak: Option<Peak>,
    pub(super) policy: UndeclaredPeak,
    pub(super) quota: u64,
    pub(super) read_quota: u64,
    pub(super) launch: Launch,
    pub(super) projection: IndexProjection,
    pub(super) has_local_index: bool,
    pub(super) is_unique: bool,
    /// Whether the time in the keys is the TTL, which is stored in whole seconds.
    pub(super) expires: bool,
}

/// One key of a case.
#[derive(Debug, Clone)]
pub(super) struct KeyCase {
    pub(super) varying: &'static [(u8, Form)],
    pub(super) shard: Option<(Spread, u32)>,
    /// The declared share of the most frequent hashed value.
    pub(super) hash_share: Option<f64>,
    pub(super) peak: Option<Peak>,
    pub(super) allow_hot: bool,
}

/// How the shard of an item is selected.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Spread {
    /// At random, or on an index by the table's key.
    Random,
    /// By a hash of these fields.
    Hash(&'static [u8]),
}

pub(super) fn cases() -> impl Strategy<Value = Case> {
    let policy = select(vec![UndeclaredPeak::Warn, UndeclaredPeak::Allow, UndeclaredPeak::Deny]);
    let launch = prop_oneof![2 => Just(Launch::Full), 1 => Just(Launch::Gradual)];
    let table = (policy, quotas(), quotas(), launch);
    let projection = select(vec![IndexProjection::All, IndexProjection::KeysOnly]);
    let options = (projection, weighted(0.2), weighted(0.2), weighted(0.15));
    (keys(false), option::of(keys(true)), option::weighted(0.9, peaks()), table, options).prop_map(
        |(
            table,
            index,
            peak,
            (policy, quota, read_quota, launch),
            (projection, has_local_index, is_unique, expires),
        )| Case {
            index,
            // Only an index declares which updates change its key.
            peak: peak.map(|mut peak| {
                peak.moves = None;
                peak
            }),
            policy,
            quota,
            read_quota,
            launch,
            projection,
            has_local_index,
            expires,
            // A unique field needs a key that identifies the item.
            is_unique: is_unique && !table.shard.is_some_and(|(spread, _)| spread == Spread::Random),
            table,
        },
    )
}

fn weighted(chance: f64) -> impl Strategy<Value = bool> {
    prop::bool::weighted(chance)
}

fn quotas() -> impl Strategy<Value = u64> {
    prop_oneof![4 => Just(40_000), 1 => select(vec![10_000, 160_000])]
}

fn keys(own_peak: bool) -> BoxedStrategy<KeyCase> {
    let varying = prop_oneof![
        1 => Just(CONSTANT),
        4 => select(MOVING),
        1 => select(EVEN),
        3 => select(FEW),
        3 => select(UNKNOWN),
    ];
    let spread = prop_oneof![
        3 => Just(Spread::Random),
        1 => select(vec![&[ID][..], &[NAME], &[STATUS], &[ON], &[STATUS, DONE], &[AT, ID]]).prop_map(Spread::Hash),
    ];
    let counts = prop_oneof![2_u32..=12, 2_u32..=120, 100_u32..=1_000];
    // Only the table's peak declares how many writes are in transactions.
    let of_index = peaks().prop_map(|mut peak| {
        // Nor has an index reads of one item or strongly consistent ones.
        peak.reads = peak.reads.map(|reads| reads.gets(0).consistent(0.0));
        peak.in_transactions(0.0)
    });
    let peak = option::weighted(if own_peak { 0.3 } else { 1e-9 }, of_index);
    let hash_share = option::weighted(0.5, prop_oneof![0.001..0.05, 0.05..1.0]);
    (varying, option::weighted(0.6, (spread, counts)), hash_share, peak, weighted(0.1))
        .prop_map(move |(varying, shard, hash_share, peak, allow_hot)| {
            let peak = peak.filter(|_| own_peak);
            KeyCase { varying, shard, hash_share, peak, allow_hot }
        })
        .boxed()
}

fn peaks() -> BoxedStrategy<Peak> {
    let rates = || prop_oneof![2 => Just(0_u64), 2 => 1_u64..=1_500, 2 => 500_u64..=12_000, 1 => 5_000_u64..=80_000];
    let creates = prop_oneof![1_u64..=1_500, 500_u64..=12_000, 5_000_u64..=80_000];
    let share = option::weighted(0.4, prop_oneof![0.001..0.05, 0.05..1.0]);
    let item_bytes = prop_oneof![3 => 50_u64..=700, 1 => 700_u64..=9_000];
    let in_transactions = prop_oneof![3 => Just(0.0), 1 => 0.0..1.0, 1 => Just(1.0)];
    let moves = option::weighted(0.5, 0.0..=1.0);
    let kinds = (creates, option::weighted(0.4, (rates(), rates())));
    (kinds, item_bytes, in_transactions, (moves, reads()), share)
        .prop_map(|((creates, others), item_bytes, in_transactions, (moves, (short, reads)), share)| {
            let (updates, deletes) = others.unwrap_or_default();
            let mut peak =
                Peak::new(creates, item_bytes).updates(updates).deletes(deletes).in_transactions(in_transactions);
            (peak.moves, peak.top_share) = (moves, share);
            (peak.reads_per_second, peak.reads) = (short, reads);
            peak
        })
        .boxed()
}

/// Draws no reads, or reads in the short form, or by kind.
fn reads() -> BoxedStrategy<(Option<u64>, Option<PeakReads>)> {
    let rate = || prop_oneof![2 => 1_u64..=500, 2 => 100_u64..=8_000, 1 => 5_000_u64..=100_000];
    let consistent = prop_oneof![2 => Just(0.0), 1 => 0.0..=1.0];
    let items = prop_oneof![1_u64..=10, 10_u64..=200];
    let kinds = (option::weighted(0.8, rate()), items, option::weighted(0.5, rate()));
    let by_kind = (kinds, consistent, option::weighted(0.3, 0.001..1.0)).prop_map(
        |((queries, items, gets), consistent, share)| {
            let gets = gets.unwrap_or(if queries.is_none() { 1 } else { 0 });
            let reads = PeakReads::new(queries.unwrap_or_default(), items).gets(gets).consistent(consistent);
            (
                None,
                Some(match share {
                    Some(share) => reads.top_share(share),
                    None => reads,
                }),
            )
        },
    );
    prop_oneof![4 => Just((None, None)), 1 => rate().prop_map(|rate| (Some(rate), None)), 2 => by_kind].boxed()
}

impl Case {
    /// Two values a day, in shards by a hash; one value takes 2.6 % of the writes. The key needs 25 or 26 partitions.
    pub(super) fn borderline_case() -> Self {
        const DONE_AND_DAY: &[(u8, Form)] = &[(DONE, Form::Default), (ON, Form::Default)];
        let mut peak = Peak::new(1_033, 50).deletes(1_812);
        peak.top_share = Some(0.025_737_540_390_675_67);
        let shard = Some((Spread::Hash(&[AT, ID]), 337));
        Self {
            table: KeyCase { varying: DONE_AND_DAY, shard, hash_share: None, peak: None, allow_hot: false },
            index: None,
            peak: Some(peak),
            policy: UndeclaredPeak::Warn,
            quota: 40_000,
            read_quota: 40_000,
            launch: Launch::Full,
            projection: IndexProjection::All,
            has_local_index: true,
            is_unique: true,
            expires: false,
        }
    }

    /// The keys of a minute, in two shards by a hash; one value takes 0.9 % of the writes. On the partition with that
    /// value, there is no room for one of 322 even shards.
    pub(super) fn frequent_value_case() -> Self {
        const MINUTE: &[(u8, Form)] = &[(AT, Form::Bucket(Bucket::Minute))];
        let (shard, hash_share) = (Some((Spread::Hash(&[ID]), 2)), Some(0.009_395_365_931_472_6));
        Self {
            table: KeyCase { varying: MINUTE, shard, hash_share, peak: None, allow_hot: false },
            index: None,
            peak: Some(Peak::new(63_858, 50).updates(459)),
            policy: UndeclaredPeak::Warn,
            quota: 40_000,
            read_quota: 40_000,
            launch: Launch::Full,
            projection: IndexProjection::All,
            has_local_index: false,
            is_unique: false,
            expires: false,
        }
    }

    pub(super) fn build(&self) -> &'static EntitySchema {
        let of_table = key(None, &self.table, self.peak);
        let mut keys = vec![of_table];
        keys.extend(self.index.as_ref().map(|index| key(Some("GSI1"), index, index.peak)));
        if self.has_local_index {
            keys.push(KeySchema { local: true, index: Some("LSI1"), shard: None, ..of_table });
        }
        Box::leak(Box::new(EntitySchema {
            name: "Item",
            docs: "",
            discriminator: "Item",
            constants: &[],
            fields: leak(fields(self)),
            keys: leak(keys),
            unasked: &[],
            peak: self.peak,
            flattens: false,
            may_overlap: None,
            table: Box::leak(Box::new(self.table_schema())),
        }))
    }

    /// Returns the key at this place.
    pub(super) fn key(&self, place: usize) -> &KeyCase {
        match (place, &self.index) {
            (1, Some(index)) => index,
            _ => &self.table,
        }
    }

    /// Returns the case with this number of shards for the key at this place.
    pub(super) fn with_shards(&self, place: usize, spread: Spread, count: u64) -> Self {
        let mut case = self.clone();
        let key = match (place, &mut case.index) {
            (1, Some(index)) => index,
            _ => &mut case.table,
        };
        key.shard = Some((spread, u32::try_from(count).unwrap()));
        case
    }

    fn table_schema(&self) -> TableSchema {
        TableSchema {
            name: "Table",
            docs: "",
            partition_key: attribute("PK"),
            sort_key: Some(attribute("SK")),
            discriminator: Some("_et"),
            delimiter: b'#',
            encoding: Encoding::Escaped,
            undeclared_peak: self.policy,
            undeclared_share: UndeclaredShare::Allow,
            launch: self.launch,
            regions: Regions::Eventual,
            quota: self.quota,
            read_quota: self.read_quota,
            ttl: None,
            write_id: None,
            entities: keywright::schema::ListedEntities::NONE,
            indexes: leak(vec![IndexSchema {
                name: "GSI1",
                partition_key: KeyAttributes::one(attribute("GSI1PK")),
                sort_key: Some(KeyAttributes::one(attribute("GSI1SK"))),
                projection: self.projection,
            }]),
            local_indexes: match self.has_local_index {
                true => leak(vec![LocalIndexSchema {
                    name: "LSI1",
                    sort_key: attribute("LSI1SK"),
                    projection: self.projection,
                }]),
                false => &[],
            },
        }
    }
}

fn fields(case: &Case) -> Vec<Field> {
    let kinds = [
        ("id", FieldKind::Text),
        ("name", FieldKind::Text),
        ("status", FieldKind::OneOf(&["open", "paid", "sent"])),
        ("done", FieldKind::OneOf(&["false", "true"])),
        ("level", FieldKind::Integer { digits: 3, signed: false }),
        ("at", FieldKind::Time),
        ("on", FieldKind::Date),
    ];
    let mut fields: Vec<_> = kinds.map(|(name, kind)| Field::new(name, name, "").in_keys(kind, false)).into();
    if case.expires {
        let at = usize::from(AT);
        fields[at] = fields[at].timed(Purpose::Ttl, false);
    }
    if case.is_unique {
        fields.push(Field::new("email", "email", "").unique_within(&[]));
    }
    fields
}

fn key(index: Option<&'static str>, case: &KeyCase, peak: Option<Peak>) -> KeySchema {
    let mut segments = vec![Segment::Literal("ITEM")];
    for (field, form) in case.varying {
        segments.extend([Segment::Literal("#"), Segment::Field { field: *field, form: *form, raw: false }]);
    }
    if case.shard.is_some() {
        segments.extend([Segment::Delimiter, Segment::Shard { width: 0 }]);
    }
    // The share of a peak is refused if it can be mistaken for that of the only hashed field.
    let is_mistaken = |fields: &[u8]| fields.len() == 1 && peak.is_some_and(|peak| peak.top_share.is_some());
    let share = |fields| case.hash_share.or(is_mistaken(fields).then_some(0.5));
    let by = |spread| match spread {
        Spread::Random if index.is_some() => ShardBy::TableKey,
        Spread::Random => ShardBy::Random,
        Spread::Hash(fields) => ShardBy::Hash { fields, with: None, top_share: share(fields) },
    };
    let sort = vec![
        Segment::Field { field: AT, form: Form::Default, raw: false },
        Segment::Literal("#"),
        Segment::Field { field: ID, form: Form::Default, raw: false },
    ];
    KeySchema {
        index,
        local: false,
        query: "query",
        partition: Template::new("ITEM", leak(segments)),
        sort: Some(Template::new("<at>#<id>", leak(sort))),
        shard: case.shard.map(|(spread, count)| Sharding { count, first: 0, by: by(spread), grow: &[] }),
        since: None,
        legacy: &[],
        allow_hot: case.allow_hot.then_some("a test"),
        peak: case.peak,
        entry_bytes: case.peak.map(|peak| peak.item_bytes),
        retention: None,
        page: None,
    }
}

fn attribute(name: &'static str) -> KeyAttribute {
    KeyAttribute { name, kind: AttributeKind::S }
}

fn leak<T>(values: Vec<T>) -> &'static [T] {
    Box::leak(values.into_boxed_slice())
}
