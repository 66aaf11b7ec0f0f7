use super::*;
use crate::{
    check::samples::Design,
    key::FieldKind::{Text, Time},
};

fn log() -> Design {
    Design::new("Log", &[("at", Time), ("id", Text)]).key("LOG#<at:day>", "<at>#<id>").peak(500, 700)
}

fn declared(design: Design) -> (PeakReads, ReadUnits) {
    let entity = design.build();
    let reads = entity.declared_reads(0).expect("declared reads");
    (reads, entity.read_units(0, &reads).expect("a size"))
}

#[test]
fn the_short_form_is_queries_or_reads_of_the_only_item() {
    assert_eq!(declared(log().reads(9)).0, PeakReads::new(9, 50));
    let settings = Design::new("Settings", &[("id", Text)]).key("SETTINGS", "SETTINGS").peak(5, 700);
    assert_eq!(declared(settings.clone().reads(9)).0, PeakReads::new(0, 1).gets(9));
    assert_eq!(declared(settings.declared_reads(PeakReads::new(9, 50))).0, PeakReads::new(9, 1));
}

#[test]
fn reads_cost_what_the_lanes_and_the_consistency_require() {
    let units = |design: Design| declared(design).1;
    let eight = PeakReads::new(1, 8).gets(1);
    let of = |query, query_per_lane, get, get_per_lane| ReadUnits { query, query_per_lane, get, get_per_lane };
    assert_eq!(units(log().declared_reads(eight)), of(1.0, 1.0, 0.5, 0.5));
    assert_eq!(units(log().declared_reads(eight.consistent(0.5))), of(1.5, 1.5, 0.75, 0.75));
    // A read of an item in a random shard visits every lane; one of a hash knows its lane.
    assert_eq!(units(log().random(10).declared_reads(eight)), of(5.0, 0.5, 5.0, 0.5));
    assert_eq!(units(log().hash(&[1], 10).declared_reads(eight)), of(5.0, 0.5, 0.5, 0.5));
    let large = log().with(|entity| entity.peak = Some(Peak::new(5, 40_000)));
    assert_eq!(units(large.random(10).declared_reads(eight)).get, 9.5);
}

#[test]
fn reads_have_a_share_of_their_own() {
    let user = Design::new("User", &[("at", Time), ("id", Text)]).key("USER#<id>", "<at>").peak(500, 700);
    let hottest = |design: Design| Readers::of(design.build(), 0).map(|readers| readers.reads.per_second());
    let reads = PeakReads::new(100, 50).gets(11);
    assert_eq!(hottest(user.clone().declared_reads(reads)), None);
    assert_eq!(hottest(user.clone().top_share(0.5).declared_reads(reads)), Some(56));
    assert_eq!(hottest(user.top_share(0.5).declared_reads(reads.top_share(0.1))), Some(12));
}
