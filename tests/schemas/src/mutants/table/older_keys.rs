//! Errors with items under keys of older designs.

use crate::mutants::Mutant;

pub(super) const MUTANTS: &[Mutant] = &[
    Mutant {
        number: 34,
        name: "A get does not look under older keys.",
        file: "client/get/any.rs",
        after: "",
        original: "Box::pin(self.read_older_keys()).await?",
        replacement: "None",
    },
    Mutant {
        number: 35,
        name: "A query also returns the copy of an item under its older key.",
        file: "read/paging.rs",
        after: "",
        original: "newest.is_some_and(|newest| newest < age)",
        replacement: "false",
    },
    Mutant {
        number: 36,
        name: "A replace leaves the copy of the item under its older key.",
        file: "client/legacy/relocate.rs",
        after: "",
        original: "std::iter::once(put).chain(deletes).collect()",
        replacement: "std::iter::once(put).collect()",
    },
    Mutant {
        number: 37,
        name: "A rekey copies items to their own keys, and does not remove them from the older ones.",
        file: "client/sweep/two_keys.rs",
        after: "",
        original: "vec![self.action(key, change)?]",
        replacement: "Vec::new()",
    },
];
