//! The table of mutants fits the sources of the library.

use std::{collections::BTreeSet, fs, path::Path};

use keywright_schema_tests::mutants::all;

#[test]
fn there_are_40_mutants_with_different_numbers() {
    let numbers: BTreeSet<u32> = all().iter().map(|mutant| mutant.number).collect();
    assert_eq!(numbers, (1..=40).collect());
    assert_eq!(all().len(), 40);
}

#[test]
fn each_mutant_replaces_one_expression_of_its_file() {
    let library = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../runtime/src");
    for mutant in all() {
        let source = fs::read_to_string(library.join(mutant.file)).unwrap();
        let mutated = mutant.put_into(&source).unwrap();
        assert!(mutated.contains(mutant.replacement) && mutant.replacement != mutant.original, "{}", mutant.number);
    }
}
