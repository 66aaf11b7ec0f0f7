use expect_test::expect;

use super::*;
use crate::{
    check::samples::{Design, STATUS, message_text},
    key::FieldKind::{Text, Time},
};

fn log(name: &'static str, writes: u64, partition: &'static str) -> Design {
    let design = Design::new(name, &[("at", Time), ("id", Text), ("status", STATUS)]);
    design.key(partition, "<at>").peak(writes, 200)
}

fn message_at(designs: &[Design], at: usize) -> String {
    let entities: Vec<_> = designs.iter().cloned().map(Design::build).collect();
    message_text(refusal(&entities, at))
}

#[test]
fn peaks_on_one_partition_key_add_up() {
    let designs = [
        log("Login", 600, "LOG#<at:day>"),
        log("Other", 900, "OTHER#<at:day>"),
        log("Logout", 300, "LOG#<at:day>"),
        log("Failure", 450, "LOG#<at:day>"),
        log("Late", 10, "LOG#<at:day>"),
    ];
    for at in [0, 1, 2, 4, 9] {
        assert_eq!(message_at(&designs, at), "");
    }
    expect![[r#"
        KW004: `Failure` and others write to one partition key, together more than a partition carries
          key   LOG#2026-06-22
          peak  `Login` 600 WCU/s
                `Logout` 300 WCU/s
                `Failure` 450 WCU/s
                1,350 WCU/s in all; one partition carries 1,000
          fix   #[shard(hash(at), count = 6)]  on each of them
          or    a partition key of its own: another literal at the beginning of its template
          note  each day has new keys, which may share partitions; choose one of:
                3 shards, 32,000 WCU/s of warm throughput, 3 RCU for a page of 50 items
                6 shards, 9,000 WCU/s, 3 RCU
                10 shards, 5,000 WCU/s, 5 RCU
          note  set that warm throughput before the load starts, as the generated templates do"#]]
    .assert_eq(&message_at(&designs, 3));
}

#[test]
fn shards_divide_sums_and_indexes_are_summed_separately() {
    let login = log("Login", 600, "LOG#<at:day>");
    let logout = log("Logout", 600, "LOG#<at:day>");
    assert_ne!(message_at(&[login.clone(), logout.clone()], 1), "");
    let sharded = [login.clone().random(2), logout.clone().random(4)];
    assert_eq!(message_at(&sharded, 1), "");
    let index = |design: Design| design.index("GSI1", "EVERYTHING", "<at>");
    let designs = [index(log("Login", 600, "A#<id>")), index(log("Logout", 600, "B#<id>"))];
    assert!(message_at(&designs, 1).starts_with("KW004: index GSI1: "));
    let apart = [log("Login", 600, "LOG#<at:day>"), log("Logout", 600, "LOG#<at:hour>")];
    assert_eq!(message_at(&apart, 1), "");
}

#[test]
fn keys_that_are_hot_alone_are_not_summed() {
    let designs = [log("Login", 5_000, "LOG"), log("Logout", 600, "LOG"), log("Other", 5_000, "LOG")];
    for at in 0..3 {
        assert_eq!(message_at(&designs, at), "");
    }
}

#[test]
fn allow_hot_exempts_only_its_own_entity() {
    let (login, logout) = (log("Login", 600, "LOG"), log("Logout", 600, "LOG"));
    assert_eq!(message_at(&[login.clone(), logout.clone().allow_hot()], 1), "");
    assert_ne!(message_at(&[login.allow_hot(), logout], 1), "");
}

#[test]
fn keys_of_unknown_or_few_values_are_not_summed() {
    let designs = [log("Login", 900, "A#<status>"), log("Logout", 900, "A#<status>")];
    assert_eq!(message_at(&designs, 1), "");
    let designs = [log("Login", 900, "A#<id>"), log("Logout", 900, "A#<id>")];
    assert_eq!(message_at(&designs, 1), "");
}

#[test]
fn few_values_are_summed_if_an_even_division_is_too_much() {
    let designs = [log("Login", 2_000, "A#<status>"), log("Logout", 2_000, "A#<status>")];
    expect![[r#"
        KW004: `Logout` and others write to one partition key, together more than a partition carries
          key   A#open .. A#sent
          peak  `Login` 666 WCU/s on each key, if all are equally frequent
                `Logout` 666 WCU/s on each key, if all are equally frequent
                1,333 WCU/s in all; one partition carries 1,000
          fix   #[shard(hash(at), count = 7)]  on each of them
          or    a partition key of its own: another literal at the beginning of its template
          note  a new table has new keys, which may share partitions; choose one of:
                7 shards, 33,000 WCU/s of warm throughput, 3.5 RCU for a page of 50 items
                14 shards, 15,000 WCU/s, 7 RCU
                23 shards, 11,000 WCU/s, 11.5 RCU
          note  set that warm throughput before the load starts, as the generated templates do"#]]
    .assert_eq(&message_at(&designs, 1));
    let shared = [log("Login", 1_400, "A#<status>").top_share(0.5), log("Logout", 1_400, "A#<status>").top_share(0.5)];
    expect![[r#"
        KW004: `Logout` and others write to one partition key, together more than a partition carries
          key   A#open .. A#sent
          peak  `Login` 700 WCU/s on its most frequent key
                `Logout` 700 WCU/s on its most frequent key
                1,400 WCU/s in all; one partition carries 1,000
          fix   #[shard(hash(at), count = 3)]  on each of them
          or    a partition key of its own: another literal at the beginning of its template
          note  a new table has new keys, which may share partitions; choose one of:
                3 shards, 32,000 WCU/s of warm throughput, 3 RCU for a page of 50 items
                6 shards, 25,000 WCU/s, 3 RCU
                11 shards, 8,000 WCU/s, 5.5 RCU
          note  set that warm throughput before the load starts, as the generated templates do"#]]
    .assert_eq(&message_at(&shared, 1));
}

#[test]
fn top_shares_of_one_unknown_key_add_up() {
    let tenant = |name, share: f64, partition| log(name, 3_000, partition).top_share(share);
    let designs = [tenant("User", 0.2, "TENANT#<id>"), tenant("Project", 0.2, "TENANT#<id>")];
    expect![[r#"
        KW004: `Project` and others write to one partition key, together more than a partition carries
          key   TENANT#<id>
          peak  `User` 600 WCU/s on its most frequent key
                `Project` 600 WCU/s on its most frequent key
                1,200 WCU/s in all; one partition carries 1,000
          fix   #[shard(hash(at), count = 3)]  on each of them
          or    a partition key of its own: another literal at the beginning of its template
          note  a new table has new keys, which may share partitions; choose one of:
                3 shards, 32,000 WCU/s of warm throughput, 3 RCU for a page of 50 items
                6 shards, 25,000 WCU/s, 3 RCU
                11 shards, 13,000 WCU/s, 5.5 RCU
          note  set that warm throughput before the load starts, as the generated templates do"#]]
    .assert_eq(&message_at(&designs, 1));
    assert_eq!(message_at(&[tenant("User", 0.1, "TENANT#<id>"), tenant("Project", 0.1, "TENANT#<id>")], 1), "");
    assert_eq!(message_at(&[tenant("User", 0.2, "TENANT#<id>"), tenant("Project", 0.2, "PROJECT#<id>")], 1), "");
    // The shards of each entity divide its part.
    let sharded = [tenant("User", 0.2, "TENANT#<id>").random(2), tenant("Project", 0.2, "TENANT#<id>").random(2)];
    assert_eq!(message_at(&sharded, 1), "");
    // A key with another type is another key.
    let other = tenant("Project", 0.2, "TENANT#<at:s>#<id>");
    assert_eq!(message_at(&[tenant("User", 0.2, "TENANT#<id>"), other], 1), "");
}

#[test]
fn a_sum_that_fits_only_on_average_gives_a_warning() {
    let at = |designs: &[Design]| {
        let entities: Vec<_> = designs.iter().cloned().map(Design::build).collect();
        missing_margin(&entities, 1)
    };
    assert_eq!(at(&[log("Login", 500, "LOG"), log("Logout", 450, "LOG")]), 2);
    assert_eq!(at(&[log("Login", 400, "LOG"), log("Logout", 400, "LOG")]), 0);
    // Rejected keys, and a missing margin of a single entity, are reported elsewhere.
    assert_eq!(at(&[log("Login", 600, "LOG"), log("Logout", 600, "LOG")]), 0);
    assert_eq!(at(&[log("Login", 50, "LOG"), log("Logout", 900, "LOG")]), 0);
}
