use super::*;
use crate::{
    check::samples::Design,
    key::FieldKind::{Text, Time},
    schema::PeakReads,
};

fn design(name: &'static str, partition: &'static str, reads: PeakReads) -> Design {
    let design = Design::new(name, &[("at", Time), ("id", Text)]).key(partition, "<at>#<id>").peak(5, 400);
    design.declared_reads(reads)
}

fn sums(entities: &[&EntitySchema]) -> Vec<Option<f64>> {
    (0..entities.len()).map(|at| read_sum_at(entities, at).map(|sum| sum.on_one_key)).collect()
}

#[test]
fn reads_of_one_key_add_up_over_entities() {
    let gets = |name, key, gets| design(name, key, PeakReads::new(0, 50).gets(gets)).build();
    let day = |name, rate| gets(name, "D#<at:day>", rate);
    assert_eq!(sums(&[day("A", 4_000), day("B", 2_000)]), [None, None]);
    assert_eq!(sums(&[day("A", 4_000), day("B", 2_001)]), [None, Some(3_000.5)]);
    // The error at `B` covers the sum with `C`.
    assert_eq!(sums(&[day("A", 4_000), day("B", 3_000), day("C", 1)]), [None, Some(3_500.0), None]);
    assert_eq!(sums(&[day("A", 4_000), gets("B", "E#<at:day>", 6_000)]), [None, None]);
    // An own error covers the sum.
    assert_eq!(sums(&[day("A", 6_001), day("B", 2_000)]), [None, None]);
}

#[test]
fn shares_of_unknown_keys_add_up_if_the_keys_have_one_shape() {
    let of = |name, key, rate, share| design(name, key, PeakReads::new(0, 50).gets(rate).top_share(share)).build();
    let tenants = [of("A", "T#<id>", 20_000, 0.2), of("B", "T#<id>", 20_010, 0.1)];
    assert_eq!(sums(&tenants), [None, Some(3_000.5)]);
    let without = design("C", "T#<id>", PeakReads::new(0, 50).gets(20_000)).build();
    assert_eq!(sums(&[tenants[0], without]), [None, None]);
}

#[test]
fn an_index_and_the_table_are_apart() {
    let of = |name, rate| {
        let design = Design::new(name, &[("at", Time), ("id", Text)]).key("T#<id>", "<at>").peak(5, 400);
        design.index("GSI1", "D#<at:day>", "<at>").own_peak(5, 400).own_reads(rate).build()
    };
    let sum = sums(&[of("A", 4_000), of("B", 2_001)]);
    assert_eq!(sum, [None, Some(3_000.5)]);
    let table = design("C", "D#<at:day>", PeakReads::new(0, 50).gets(4_000)).build();
    assert_eq!(sums(&[of("A", 4_000), table]), [None, None]);
}
