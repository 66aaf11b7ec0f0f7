//! Errors in ranges, in the order of items, and in pages.

use crate::mutants::Mutant;

pub(super) const MUTANTS: &[Mutant] = &[
    Mutant {
        number: 19,
        name: "A half-open range includes its end.",
        file: "read/sort_key.rs",
        after: "",
        original: "(value, self.is_truncated(value))",
        replacement: "(value, true)",
    },
    Mutant {
        number: 20,
        name: "`newest_first` reads the buckets of the oldest times first.",
        file: "read/plan/lanes.rs",
        after: "",
        original: "periods.reverse()",
        replacement: "()",
    },
    Mutant {
        number: 21,
        name: "`newest_first` merges shards as if their items were in ascending order.",
        file: "read/sort_digest.rs",
        after: "Direction::Descending => ",
        original: "!digest",
        replacement: "digest",
    },
    Mutant {
        number: 22,
        name: "The next page returns items of earlier shards again, if their sort key is that of the last item.",
        file: "read/plan/resume.rs",
        after: "",
        original: "Interval::clone(&lane.interval).resumed(direction, sort, rank > after.lane)",
        replacement: "Interval::clone(&lane.interval).resumed(direction, sort, true)",
    },
    Mutant {
        number: 23,
        name: "A page has one item more than its limit.",
        file: "read/paging.rs",
        after: "",
        original: "self.returned >= limit",
        replacement: "self.returned > limit",
    },
];
