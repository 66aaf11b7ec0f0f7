use super::*;
use crate::{
    check::{
        self,
        samples::{Design, TABLE},
    },
    key::FieldKind::{Text, Time},
    load::{Risk, WarmThroughput, sum_exceeds_quota_at_launch, warm_throughput},
    physics::placement::partitions_for_keys,
    schema::EntitySchema,
};

fn log(launch: Launch, shards: u32) -> Design {
    let table = TableSchema { launch, ..TABLE };
    let design = Design::in_table("Log", table, &[("at", Time), ("id", Text)]).key("LOG", "<at>#<id>");
    if shards > 1 { design.random(shards) } else { design }
}

fn warm(entities: &[&EntitySchema]) -> WarmThroughput {
    warm_throughput(entities, None)
}

fn shards_for_launch(entity: &'static EntitySchema) -> usize {
    check::warnings(entity, 0).shards_for_launch
}

#[test]
fn the_template_requests_the_units_of_a_launch() {
    for (peak, shards) in [(2_000, 8), (5_000, 32), (5_000, 100), (12_000, 240)] {
        let full = log(Launch::Full, shards).peak(peak, 700).build();
        let partitions = partitions_for_keys(shards.into(), u64::from(shards) * 1_000 / peak).unwrap();
        let requested = warm(&[full]);
        assert_eq!((requested.write_units, requested.launch_write_units), (Some(partitions * 1_000), None));
        assert_eq!((shards_for_launch(full), full.risk(0)), (0, Risk::None));
        let gradual = log(Launch::Gradual, shards).peak(peak, 700).build();
        let requested = warm(&[gradual]);
        assert!(requested.write_units < Some(partitions * 1_000), "{peak} on {shards}: {requested:?}");
        assert_eq!(requested.launch_write_units, Some(partitions * 1_000));
        assert_eq!((shards_for_launch(gradual), gradual.risk(0)), (0, Risk::None));
    }
}

/// 16 shards of 5,000/s: three of them fill a partition, and about 128 partitions keep four apart.
#[test]
fn a_launch_above_the_quota_is_a_warning_with_the_shards_that_fit() {
    let design = |launch, shards| log(launch, shards).peak(5_000, 700).build();
    let sixteen = design(Launch::Full, 16);
    let fitting = shards_for_launch(sixteen);
    assert_eq!(sixteen.risk(0), Risk::Launch { shards: Some(fitting as u64) });
    let requested = warm(&[sixteen]);
    assert_eq!(requested.write_units, Some(TABLE.quota), "no more than the quota");
    assert!(requested.launch_write_units.is_some_and(|units| (100_000..150_000).contains(&units)), "{requested:?}");
    let fits = design(Launch::Full, fitting as u32);
    assert_eq!((shards_for_launch(fits), fits.risk(0)), (0, Risk::None));
    assert!(!warm(&[fits]).throttles_at_launch());
    assert_eq!(design(Launch::Full, 6).demand(0).unwrap().shards, Some(fits.spread(0).unwrap().shards));
    let gradual = design(Launch::Gradual, 16);
    assert_eq!((shards_for_launch(gradual), gradual.demand(0).unwrap().shards), (0, Some(6)));
    assert!(warm(&[gradual]).throttles_at_launch());
}

/// Two keys of more than half a partition each throttle if they share one, which only more partitions than the quota
/// allows would prevent.
#[test]
fn heavy_keys_of_several_entities_are_a_warning_of_the_table() {
    let of = |name, launch, peak| {
        let table = TableSchema { launch, ..TABLE };
        Design::in_table(name, table, &[("at", Time)]).key(name, "<at>").peak(peak, 700).build()
    };
    let pair = |launch, peak| [of("A", launch, peak), of("B", launch, peak)];
    let throttles = |entities: [&'static EntitySchema; 2]| {
        (sum_exceeds_quota_at_launch(&entities), warm(&entities).throttles_at_launch())
    };
    assert_eq!(throttles(pair(Launch::Full, 600)), (true, true));
    assert_eq!(throttles(pair(Launch::Gradual, 600)), (false, true));
    assert_eq!(throttles(pair(Launch::Full, 500)), (false, false));
}

#[test]
fn unknown_keys_count_as_even_and_buckets_as_roll_overs() {
    let design = |partition| Design::new("Log", &[("at", Time), ("id", Text)]).key(partition, "<at>#<id>");
    let unknown = design("USER#<id>").peak(20_000, 700).build();
    assert_eq!((warm(&[unknown]).write_units, warm(&[unknown]).launch_write_units), (Some(23_000), None));
    assert_eq!(shards_for_launch(unknown), 0);
    let daily = design("LOG#<at:day>").random(32).peak(5_000, 700).build();
    assert!(shards_for_launch(daily) == 0 && !warm(&[daily]).throttles_at_launch());
}

/// The heaviest key of a declared share has a partition almost to itself.
#[test]
fn a_declared_share_is_launched_beside_the_other_keys() {
    let design = Design::new("Note", &[("at", Time), ("id", Text)]).key("TENANT#<id>", "<at>").peak(3_000, 700);
    let tenant = design.top_share(0.27).build();
    let requested = warm(&[tenant]);
    assert!(requested.write_units.is_some_and(|units| (13_000..16_000).contains(&units)), "{requested:?}");
    assert!(shards_for_launch(tenant) == 0 && !requested.throttles_at_launch());
}
