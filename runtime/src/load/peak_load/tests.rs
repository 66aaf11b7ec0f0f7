use super::*;
use crate::{
    check::samples::{Design, STATUS, leak},
    key::FieldKind::{Text, Time},
    physics::shards::{WriteClass, shards_for_mix},
    schema::{Field, Peak},
};

fn order() -> Design {
    Design::new("Order", &[("id", Text), ("status", STATUS), ("at", Time)])
        .key("ORDER#<id>", "ORDER")
        .index("GSI1", "STATUS#<status>", "<at>")
        .index("GSI2", "DAY#<id>", "<id>")
}

fn loads(design: Design, peak: Peak) -> Vec<PeakLoad> {
    let entity = design.with(|entity| entity.peak = Some(peak)).build();
    let load = |place| PeakLoad::of(&DeclaredKey::of(entity, place).unwrap(), place).unwrap();
    (0..entity.keys.len()).map(load).collect()
}

fn totals(design: Design, peak: Peak) -> Vec<u64> {
    loads(design, peak).iter().map(|load| load.units_per_second).collect()
}

#[test]
fn creates_and_deletes_write_the_table_and_every_index() {
    assert_eq!(totals(order(), Peak::new(300, 700).deletes(100)), [400, 400, 400]);
    assert_eq!(totals(order(), Peak::new(300, 1_500)), [600, 600, 300]);
}

#[test]
fn an_update_that_changes_an_index_key_costs_two_writes() {
    // GSI2 has only fields of the table's key, and projects keys only: an update does not change its entries.
    assert_eq!(totals(order(), Peak::new(300, 700).updates(100)), [400, 500, 300]);
    assert_eq!(totals(order(), Peak::new(300, 700).updates(100).moves(0.3)), [400, 430, 300]);
    assert_eq!(totals(order(), Peak::new(0, 700).updates(100).moves(0.0)), [100, 100, 0]);
}

#[test]
fn transactions_double_writes_of_the_table_but_not_of_indexes() {
    assert_eq!(totals(order(), Peak::new(1_000, 700).in_transactions(0.2)), [1_200, 1_000, 1_000]);
    assert_eq!(totals(order(), Peak::new(1_000, 700).in_transactions(7.0)), [2_000, 1_000, 1_000]);
}

#[test]
fn a_unique_field_makes_creates_and_deletes_transactions() {
    let unique = order().with(|entity| {
        let email = Field::new("email", "email", "").unique_within(&[]);
        entity.fields = leak(entity.fields.iter().copied().chain([email]).collect());
    });
    let peak = Peak::new(700, 700).updates(100).deletes(10);
    assert_eq!(totals(unique.clone(), peak)[0], 1_400 + 100 + 20);
    // A write that is a transaction already costs no more inside one.
    assert_eq!(totals(unique, peak.in_transactions(1.0))[0], 1_400 + 200 + 20);
}

/// The one size with equal variance needs no fewer shards than the several sizes, and not many more.
#[test]
fn one_equivalent_size_needs_no_fewer_shards_than_the_mix() {
    for (peak, classes) in [
        (Peak::new(4_000, 700).updates(1_000).in_transactions(0.2), vec![(4_000.0, 1), (1_000.0, 2)]),
        (Peak::new(20_000, 700).in_transactions(0.5), vec![(10_000.0, 1), (10_000.0, 2)]),
        (Peak::new(5_000, 9_000).in_transactions(0.1), vec![(4_500.0, 9), (500.0, 18)]),
    ] {
        let [load, ..] = loads(order(), peak)[..] else { unreachable!() };
        let classes: Vec<_> =
            classes.into_iter().map(|(writes_per_second, units)| WriteClass { writes_per_second, units }).collect();
        let (ours, exact) = (load.shards(), shards_for_mix(&classes, DEFAULT_TARGET));
        assert!(ours >= exact && ours <= exact + exact / 8 + 1, "{peak:?}: {ours}, exactly {exact}");
    }
}

#[test]
fn shares_are_rounded_up() {
    let [load, ..] = loads(order(), Peak::new(1_001, 700))[..] else { unreachable!() };
    assert_eq!(load.share(0.5).units_per_second, 501);
    assert_eq!(load.share(0.0).units_per_second, 0);
}
