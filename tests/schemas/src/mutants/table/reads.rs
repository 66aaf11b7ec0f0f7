//! Errors in reads of items, whole or in part.

use crate::mutants::Mutant;

pub(super) const MUTANTS: &[Mutant] = &[
    Mutant {
        number: 13,
        name: "A get returns another item whose key has the same bucket, or the same text in lower case.",
        file: "item/any_key.rs",
        after: "",
        original: "Age::Current => lossy_fields(self.entity())",
        replacement: "Age::Current => Vec::new()",
    },
    Mutant {
        number: 14,
        name: "A scan leaves out items without a discriminator.",
        file: "client/scan/source.rs",
        after: "",
        original: r##""(#d = :d OR attribute_not_exists(#d))".to_owned()"##,
        replacement: r##""#d = :d".to_owned()"##,
    },
    Mutant {
        number: 15,
        name: "Reads return expired items.",
        file: "item/expiry.rs",
        after: "",
        original: "compare_numbers(seconds, &now.seconds.to_string()).is_lt()",
        replacement: "false",
    },
    Mutant {
        number: 16,
        name: "A projection from an index lacks a field that only the index's key contains.",
        file: "projection/decode.rs",
        after: "",
        original: "(None, recovered(&from_keys, place, field))",
        replacement: "(None, None)",
    },
    Mutant {
        number: 17,
        name: "A hydrated query returns items outside of its range, if the index key contains only a part of a time.",
        file: "client/query/hydrate/items.rs",
        after: "",
        original: "!plan.accepts(&|field| item.__value(field))",
        replacement: "false",
    },
    Mutant {
        number: 18,
        name: "A collection returns items outside of its range, if their keys contain only a part of a time.",
        file: "collection/extract.rs",
        after: "",
        original: "plan.accepts_member(entity, |field| decoded.__value(field))",
        replacement: "true",
    },
];
