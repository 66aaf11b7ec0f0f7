use std::fmt;

use proptest::{prelude::*, sample::select};

use super::*;
use crate::{
    check::samples::{Design, TABLE},
    key::FieldKind::{Text, Time},
    load::{placed::MAX_JOINED, warm_throughput},
    physics::placement::MAX_PLANNED_PARTITIONS,
    schema::{Bucket, Field, Form, KeySchema, Peak, Segment, ShardBy, Sharding, TableSchema, Template},
};

const AT: u8 = 0;
const ID: u8 = 1;

fn design(name: &'static str, partition: &'static str) -> Design {
    Design::new(name, &[("at", Time), ("id", Text)]).key(partition, "<at>#<id>")
}

fn alarms(shards: u32) -> &'static EntitySchema {
    design("Alarm", "ALARM#<at:day>").hash(&[AT, ID], shards).peak(2_000, 400).build()
}

/// Keys that fill a partition exactly leave no capacity for any other load.
#[test]
fn new_keys_with_other_load_need_more_than_both_alone() {
    let readings = design("Reading", "READING#<id>#<at:day>").peak(10_000, 250).build();
    let warm = |entities: &[&EntitySchema]| warm_throughput(entities, None).write_units;
    assert_eq!((warm(&[alarms(6)]), warm(&[readings])), (Some(25_000), Some(12_000)));
    assert_eq!(warm(&[alarms(6), readings]), Some(141_000));
    assert!(sum_exceeds_quota(&[alarms(6), readings]));
    assert_eq!(warm(&[alarms(12), readings]), Some(35_000));
    assert!(!sum_exceeds_quota(&[alarms(12), readings]));
}

#[test]
fn small_loads_beside_full_partitions_are_ignored() {
    let readings = design("Reading", "READING#<id>#<at:day>").peak(1, 250).build();
    assert_eq!(warm_throughput(&[alarms(6), readings], None).write_units, Some(25_000));
}

/// An accepted key that exceeds the limit of a partition must not hide the demand of other keys.
#[test]
fn loads_that_no_partitions_carry_count_with_their_mean() {
    let hot = |peak| design("Hot", "HOT#<at:day>").allow_hot().peak(peak, 400).build();
    let readings = design("Reading", "READING#<id>#<at:day>").peak(20_000, 250).build();
    let warm = |entities: &[&EntitySchema]| warm_throughput(entities, None).write_units;
    assert_eq!((warm(&[hot(5_000)]), warm(&[hot(5_000), alarms(6)])), (Some(6_000), Some(141_000)));
    assert!(!sum_exceeds_quota(&[hot(5_000), readings]) && sum_exceeds_quota(&[hot(20_000), readings]));
}

/// Each lane of a query costs 0.5 RCU or more.
#[test]
fn reads_are_compared_with_the_quota_of_the_table_and_of_each_index() {
    let logs = |name, reads| {
        let log = Design::new(name, &[("at", Time), ("id", Text)]).key("L#<id>", "<at>");
        log.index("GSI1", "DAY#<at:day>", "<at>").random(100).own_peak(100, 70).own_reads(reads).build()
    };
    let warm = |entities: &[&EntitySchema]| warm_throughput(entities, Some("GSI1")).read_units;
    let (below, above) = (logs("A", 800), logs("A", 801));
    assert!(!reads_exceed_quota(&[below], Some("GSI1")) && reads_exceed_quota(&[above], Some("GSI1")));
    assert!(!reads_exceed_quota(&[above], None));
    // The template requests at most the quota.
    assert_eq!((warm(&[below]), warm(&[above]), warm(&[logs("A", 100)])), (Some(40_000), Some(40_000), None));
    let others = [logs("A", 200), logs("B", 200), logs("C", 401)];
    assert!(!sum_exceeds_read_quota(&others[..2]) && sum_exceeds_read_quota(&others));
    // A warning at the entity covers the sum.
    assert!(!sum_exceeds_read_quota(&[above, others[0]]) && !sum_exceeds_read_quota(&[]));
    const RAISED: TableSchema = TableSchema { read_quota: 40_050, ..TABLE };
    assert!(!reads_exceed_quota(&[&EntitySchema { table: &RAISED, ..*above }], Some("GSI1")));
}

/// A generated entity. `Debug` prints its keys.
#[derive(Clone)]
struct Drawn(&'static EntitySchema);

impl fmt::Debug for Drawn {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let keys = self.0.keys.iter().map(|key| (key.index, key.partition.source, key.shard));
        write!(f, "{:?} {:?}", self.0.peak, keys.collect::<Vec<_>>())
    }
}

/// Generates an entity with a load on the table or on its index.
fn entities() -> impl Strategy<Value = Drawn> {
    let partition = select(vec!["A#<at:day>", "B#<at:hour>", "C#<id>", "D#<id>#<at:day>", "E", "F#<at>"]);
    let loads = (1_u32..=60, 1_u64..=12_000, prop::option::weighted(0.2, 0.05..0.9));
    (partition, loads, any::<bool>(), any::<bool>()).prop_map(|(partition, (shards, peak, share), hashed, in_index)| {
        let of = match in_index {
            true => design("Log", "LOG#<id>").index("GSI1", partition, "<at>#<id>"),
            false => design("Log", partition),
        };
        let of = if hashed { of.hash(&[ID], shards) } else { of.random(shards) }.peak(peak, 700);
        Drawn(share.into_iter().fold(of, Design::top_share).build())
    })
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 500, ..ProptestConfig::default() })]

    /// The compiler warns if the template sets more than the quota although no single entity needs that, unless a sum
    /// on one key is rejected. For a sum that 10,000 partitions do not serve, the template sets the mean.
    #[test]
    fn the_compiler_warns_if_the_template_exceeds_the_quota(drawn in prop::collection::vec(entities(), 1..7)) {
        let entities: Vec<_> = drawn.iter().map(|Drawn(entity)| *entity).collect();
        let exceeds = |entities: &[&EntitySchema], index| {
            let is_carried = Placed::of(entities, index, Moment::RollOver).hold_on(MAX_PLANNED_PARTITIONS);
            !is_carried || warm_throughput(entities, index).write_units > Some(TABLE.quota)
        };
        let expected = [None, Some("GSI1")].into_iter().any(|index| {
            exceeds(&entities, index) && !entities.iter().any(|entity| exceeds(&[*entity], index))
        });
        let is_refused = (0..entities.len()).any(|at| sum_at(&entities, at).is_some());
        prop_assert_eq!(sum_exceeds_quota(&entities), expected && !is_refused);
    }
}

const FIELDS: [Field; 2] =
    [Field::new("at", "at", "").in_keys(Time, false), Field::new("id", "id", "").in_keys(Text, false)];

const KEY: KeySchema = KeySchema {
    index: None,
    local: false,
    query: "query",
    partition: Template {
        of_table: None,
        source: "LOG#<at:day>",
        segments: &[
            Segment::Literal("LOG#"),
            Segment::Field { field: AT, form: Form::Bucket(Bucket::Day), raw: false },
            Segment::Delimiter,
            Segment::Shard { width: 0 },
        ],
    },
    sort: None,
    shard: Some(Sharding {
        count: 500,
        first: 0,
        by: ShardBy::Hash { fields: &[ID], with: None, top_share: None },
        grow: &[],
    }),
    since: None,
    legacy: &[],
    allow_hot: None,
    peak: None,
    entry_bytes: None,
    retention: None,
    page: None,
};

const LOG: EntitySchema = EntitySchema {
    name: "Log",
    docs: "",
    discriminator: "Log",
    constants: &[],
    fields: &FIELDS,
    keys: &[KEY],
    unasked: &[],
    peak: None,
    flattens: false,
    may_overlap: None,
    table: &TABLE,
};

/// Entities on 500 shards each, with different peaks, and each with one value that is more frequent than the others.
const fn many<const N: usize>(least_peak: u64) -> [EntitySchema; N] {
    let mut entities = [LOG; N];
    let mut at = 0;
    while at < entities.len() {
        entities[at].peak = Some(Peak::new(least_peak + at as u64, 300).top_share(0.02));
        at += 1;
    }
    entities
}

const fn all<const N: usize>(entities: &[EntitySchema; N]) -> [&EntitySchema; N] {
    let mut all = [&entities[0]; N];
    let mut at = 0;
    while at < all.len() {
        all[at] = &entities[at];
        at += 1;
    }
    all
}

static LIGHT: [EntitySchema; 200] = many(10);
static HEAVY: [EntitySchema; 200] = many(90);
static COMPARED: [EntitySchema; MAX_COMPARED] = many(3_400);

// Constants, as in expansions: rustc limits an evaluation to two million steps.
const LIGHT_EXCEED: bool = sum_exceeds_quota(&all(&LIGHT));
const HEAVY_EXCEED: bool = sum_exceeds_quota(&all(&HEAVY));
const COMPARED_EXCEED: bool = sum_exceeds_quota(&all(&COMPARED));

#[test]
fn the_quota_of_200_entities_is_checked_in_constants() {
    assert_eq!((LIGHT_EXCEED, HEAVY_EXCEED, COMPARED_EXCEED), (false, true, true));
}

/// The shards of one key are as many keys as those of the entity with the most shards, and the first ones have the load
/// of both.
#[test]
fn entities_on_the_same_keys_load_them_together() {
    let log = |name, shards, writes| design(name, "LOG#<at:day>").random(shards).peak(writes, 200).build();
    let warm = |entities: &[&EntitySchema]| warm_throughput(entities, None).write_units;
    let both = [log("Login", 2, 600), log("Logout", 2, 750)];
    // Two keys of 675 WCU/s must not share a partition.
    assert!(sum_exceeds_quota(&both) && warm(&both) == warm(&[log("All", 2, 1_350)]));
    for shards in [4, 8, 12, 20] {
        let both = [log("Login", shards, 600), log("Logout", shards, 750)];
        assert_eq!(warm(&both), warm(&[log("All", shards, 1_350)]), "{shards}");
        let apart = [log("Login", shards, 600), log("Logout", 2 * shards, 750)];
        assert!(warm(&apart) <= warm(&both), "{shards}");
    }
}

static SEGMENTS: [[Segment; 3]; MAX_JOINED] = {
    let mut segments = [[
        Segment::Literal("#"),
        Segment::Literal("#"),
        Segment::Field { field: AT, form: Form::Bucket(Bucket::Day), raw: false },
    ]; MAX_JOINED];
    let mut at = 0;
    while at < MAX_JOINED {
        let (_, rest) = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz!$%&=#".split_at(at);
        segments[at][0] = Segment::Literal(rest.split_at(4).0);
        at += 1;
    }
    segments
};

static KEYS: [[KeySchema; 1]; MAX_JOINED] = {
    let mut keys = [[KeySchema { shard: None, ..KEY }]; MAX_JOINED];
    let mut at = 0;
    while at < MAX_JOINED {
        keys[at][0].partition.segments = &SEGMENTS[at];
        at += 1;
    }
    keys
};

/// Entities that share no key.
static OTHERS: [EntitySchema; MAX_JOINED] = {
    let mut entities = many(1);
    let mut at = 0;
    while at < MAX_JOINED {
        entities[at].keys = &KEYS[at];
        at += 1;
    }
    entities
};

const OTHERS_EXCEED: bool = sum_exceeds_quota(&all(&OTHERS));
const OTHERS_EXCEED_AT_LAUNCH: bool = sum_exceeds_quota_at_launch(&all(&OTHERS));

#[test]
fn keys_are_joined_in_constants() {
    assert_eq!((OTHERS_EXCEED, OTHERS_EXCEED_AT_LAUNCH), (false, false));
}
