use expect_test::expect;

use super::*;
use crate::physics::shards::{DEFAULT_TARGET, shards_for};
use crate::{
    check::{
        hot::{refusal as said_of_key, summed_refusal, warnings},
        samples::{Design, STATUS, TABLE, message_text, text_attribute},
    },
    key::FieldKind::{Text as STRING, Time},
    schema::{IndexProjection, TableSchema},
};

const LOCAL: TableSchema = TableSchema {
    local_indexes: &[LocalIndexSchema {
        name: "LSI1",
        sort_key: text_attribute("size"),
        projection: IndexProjection::All,
    }],
    ..TABLE
};

const KEYS_ONLY: &[LocalIndexSchema] =
    &[LocalIndexSchema { name: "LSI1", sort_key: text_attribute("size"), projection: IndexProjection::KeysOnly }];

/// A log entity. With `size`, its items are in the local secondary index.
fn log(table: TableSchema, name: &'static str, with_size: bool) -> Design {
    let fields = [("at", Time), ("id", STRING), ("status", STATUS), ("size", STRING)];
    Design::in_table(name, table, &fields[..if with_size { 4 } else { 3 }])
}

fn message_for(design: Design) -> String {
    message_text(said_of_key(design.build(), 0))
}

#[test]
fn allow_hot_does_not_exempt_keys_that_cannot_split() {
    let hot = |table| log(table, "OpsLog", false).key("OPS_LOG", "<at>").allow_hot().peak(5_000, 300);
    assert_eq!(message_for(hot(TABLE)), "");
    expect![[r#"
        KW018: `OpsLog` writes more to one partition key than a partition carries, and the local index LSI1 never lets it split
          key   OPS_LOG
          peak  5,000 WCU/s; one partition carries 1,000
          fix   #[shard(hash(at), count = 30)]  keeps `key` and safe retries
          or    #[shard(random = 30)]           append-only: no key without the shard
          or    #[gsi(..)] in place of each #[lsi(..)]: it has partitions of its own, and the table's may split"#]].assert_eq(&message_for(hot(LOCAL)));
    let small = log(LOCAL, "OpsLog", false).key("OPS_LOG", "<at>").allow_hot().peak(1_000, 300);
    assert_eq!(message_for(small), "");
}

#[test]
fn entries_in_local_indexes_are_written_to_the_same_partition() {
    let design =
        |with_size| log(LOCAL, "OpsLog", with_size).key("OPS_LOG#<at:day>", "<at>#<id>").random(2).peak(1_600, 700);
    assert_eq!(message_for(design(false)), "");
    // A rejected key gets no warning with a smaller number. A key that fits is judged including the entries.
    assert_eq!(warnings(design(true).build(), 0).missing_margin, 0);
    let near = |with_size| {
        log(LOCAL, "OpsLog", with_size).key("OPS_LOG#<at:day>", "<at>#<id>").random(2).peak(950, 700).build()
    };
    assert_eq!((warnings(near(false), 0).missing_margin, warnings(near(true), 0).missing_margin), (0, 6));
    expect![[r#"
        KW018: `OpsLog` writes more to one partition key than a partition carries, and the local index LSI1 never lets it split
          key   OPS_LOG#2026-06-22#0 .. OPS_LOG#2026-06-22#1
          peak  3,200 WCU/s (1,600 of them for local indexes); 2 keys on partitions of their own carry 2,000
          fix   #[shard(random = 13)]  append-only: no key without the shard
          or    #[gsi(..)] in place of each #[lsi(..)]: it has partitions of its own, and the table's may split"#]].assert_eq(&message_for(design(true)));
    let keys_only = TableSchema { local_indexes: KEYS_ONLY, ..TABLE };
    let heavy = |table| log(table, "OpsLog", true).key("OPS_LOG#<at:day>", "<at>#<id>").peak(300, 2_900).build();
    assert_eq!(heavy(LOCAL).local_write_units(), 3);
    assert_eq!(heavy(keys_only).local_write_units(), 1);
    // The planner also counts the entries: 6 units per write.
    let demand = heavy(LOCAL).demand(0).unwrap();
    assert_eq!((demand.writes_per_second, demand.write_units), (300, 6));
    let least = shards_for(300, 6, DEFAULT_TARGET);
    assert!(demand.shards.is_some_and(|shards| shards >= least), "{demand:?}, at least {least}");
}

#[test]
fn a_top_share_counts_entries_of_local_indexes() {
    let design = |share| log(LOCAL, "OpsLog", true).key("TENANT#<id>", "<at>").peak(3_000, 300).top_share(share);
    assert_eq!(message_for(design(0.1)), "");
    assert!(message_for(design(0.3)).contains("1,800 WCU/s (900 of them for local indexes)"));
    assert!(message_for(design(0.4)).starts_with("KW004"));
}

#[test]
fn a_top_share_of_few_values_counts_entries_of_local_indexes() {
    let design = log(LOCAL, "OpsLog", true).key("LOG#<status>", "<at>").peak(1_400, 300).top_share(0.6);
    let message_text = message_for(design);
    assert!(message_text.contains("1,680 WCU/s (840 of them for local indexes)"), "{message_text}");
    // The number of shards for this key, not a third of it.
    assert!(message_text.contains("random = 7"), "{message_text}");
}

#[test]
fn writes_of_several_entities_add_up() {
    let designs = [
        log(LOCAL, "Login", true).key("LOG#<at:day>", "<at>#A").peak(300, 200),
        log(LOCAL, "Logout", true).key("LOG#<at:day>", "<at>#B").peak(300, 200),
    ];
    let entities: Vec<_> = designs.into_iter().map(Design::build).collect();
    assert!(entities.iter().all(|entity| message_text(said_of_key(entity, 0)).is_empty()));
    assert!(summed_refusal(&entities, 0).is_none());
    expect![[r#"
        KW018: `Logout` and others write to one partition key, together more than a partition carries, and the local index LSI1 never lets it split
          key   LOG#2026-06-22
          peak  `Login` 600 WCU/s
                `Logout` 600 WCU/s
                1,200 WCU/s in all, entries of local indexes included; one partition carries 1,000
          fix   #[shard(hash(at), count = 5)]  on each of them
          or    a partition key of its own: another literal at the beginning of its template
          note  each day has new keys, which may share partitions; choose one of:
                3 shards, 32,000 WCU/s of warm throughput, 3 RCU for a page of 50 items
                5 shards, 6,000 WCU/s, 2.5 RCU
                9 shards, 4,000 WCU/s, 4.5 RCU
          note  set that warm throughput before the load starts, as the generated templates do
          or    #[gsi(..)] in place of each #[lsi(..)]: it has partitions of its own, and the table's may split"#]].assert_eq(&message_text(summed_refusal(&entities, 1)));
}

#[test]
fn a_sum_already_rejected_is_reported_once() {
    let designs = [
        log(LOCAL, "Login", true).key("LOG#<at:day>", "<at>#A").peak(900, 200),
        log(LOCAL, "Logout", true).key("LOG#<at:day>", "<at>#B").peak(300, 200),
    ];
    let entities: Vec<_> = designs.into_iter().map(Design::build).collect();
    // The first one alone is rejected at its own key.
    assert!(message_text(said_of_key(entities[0], 0)).starts_with("KW018"));
    assert!(message_text(summed_refusal(&entities, 1)).starts_with("KW004"));
}

#[test]
fn global_indexes_are_not_affected() {
    let design = log(LOCAL, "OpsLog", true).key("A#<id>", "<at>").index("GSI1", "DAY#<at:day>", "<at>").allow_hot();
    assert_eq!(message_text(said_of_key(design.peak(5_000, 300).build(), 1)), "");
}

#[test]
fn an_unbounded_item_collection_gives_a_warning() {
    let days = |design: Design| warnings(design.build(), 0).days_to_full;
    let log = |table| log(table, "OpsLog", false);
    let one = |table| log(table).key("OPS_LOG", "<at>#<id>").peak(10, 1_000);
    // Ten items of 1,070 bytes per second reach 10 GB in eleven and a half days.
    assert_eq!(days(one(LOCAL)), 20);
    assert_eq!(days(one(TABLE)), 0);
    assert_eq!(days(one(LOCAL).allow_hot()), 0);
    assert_eq!(days(log(LOCAL).key("OPS_LOG", "<at>#<id>").random(10).peak(10, 1_000)), 200);
    assert_eq!(days(log(LOCAL).key("OPS_LOG#<at:day>", "<at>#<id>").peak(10, 1_000)), 0);
    assert_eq!(days(log(LOCAL).key("LOG#<status>#<at:day>", "<at>#<id>").peak(10, 1_000)), 0);
    assert_ne!(days(log(LOCAL).key("LOG#<status>", "<at>#<id>").peak(10, 1_000)), 0);
    assert_eq!(days(log(LOCAL).key("LOG#<id>", "<at>").peak(10, 1_000)), 0);
    assert_eq!(days(log(LOCAL).key("LOG", "<id>").peak(10, 1_000)), 20);
    assert_eq!(days(log(LOCAL).key("LOG", "<status>").peak(10, 1_000)), 0);
    assert_eq!(days(log(LOCAL).key("LOG", "<at:day>").peak(10, 1_000)), 0);
    assert_eq!(days(log(LOCAL).key("LOG#<status>", "<status>#<at:hour>").peak(10, 1_000)), 0);
    let with_deletes = |deletes| one(LOCAL).with(|entity| entity.peak = entity.peak.map(|peak| peak.deletes(deletes)));
    assert_eq!((days(with_deletes(5)), days(with_deletes(10))), (30, 0));
    assert_eq!(days(log(LOCAL).key("LOG", "<at>")), 0);
    assert_eq!(days(log(LOCAL).key("LOG", "<at>").peak(1, 10)), 0);
}
