//! Errors in writes of several items, and in their changes.

use crate::mutants::Mutant;

pub(super) const MUTANTS: &[Mutant] = &[
    Mutant {
        number: 38,
        name: "A backfill does not add the keys of indexes.",
        file: "client/sweep/derived_attributes.rs",
        after: "",
        original: "derived.extend(present)",
        replacement: "()",
    },
    Mutant {
        number: 39,
        name: "`delete_item` in a transaction does not require that the item is the one that was read.",
        file: "client/transaction/delete_item.rs",
        after: "",
        original: "Condition::all([same, version, unchanged])",
        replacement: "None",
    },
    Mutant {
        number: 40,
        name: "A stream's record of a removed item is no change.",
        file: "streams/change.rs",
        after: "",
        original: "Some(Change::Removed(old))",
        replacement: "None",
    },
];
