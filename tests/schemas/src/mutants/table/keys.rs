//! Errors in the text of keys.

use crate::mutants::Mutant;

pub(super) const MUTANTS: &[Mutant] = &[
    Mutant {
        number: 1,
        name: "Negative integers are not complemented in sort keys, so that they sort backwards.",
        file: "key/integer.rs",
        after: "",
        original: r#"write(format_args!("{:0digits$}", self.magnitude), NinesComplement(out))"#,
        replacement: r#"write(format_args!("{:0digits$}", self.magnitude), &mut *out)"#,
    },
    Mutant {
        number: 2,
        name: "An integer in `w8` is padded to one digit less, and refused for its width.",
        file: "key/integer.rs",
        after: "",
        original: r#"write(format_args!("{:0width$}", self.magnitude), out)"#,
        replacement: r#"write(format_args!("{:0width$}", self.magnitude, width = width.saturating_sub(1)), out)"#,
    },
    Mutant {
        number: 3,
        name: "Spaces and other low bytes of a text are not escaped in sort keys.",
        file: "key/escape.rs",
        after: "",
        original: "(self.sorted && byte <= b'%')",
        replacement: "(self.sorted && byte < b' ')",
    },
    Mutant {
        number: 4,
        name: "Fractions of seconds are written in microseconds in place of nanoseconds.",
        file: "key/time/text.rs",
        after: "",
        original: "fill(&mut text[20..29], i64::from(self.nanos))",
        replacement: "fill(&mut text[20..29], i64::from(self.nanos / 1_000))",
    },
    Mutant {
        number: 5,
        name: "After one hour's bucket, a query goes on a day later.",
        file: "key/time.rs",
        after: "",
        original: "start.saturating_add(3_600)",
        replacement: "start.saturating_add(DAY)",
    },
    Mutant {
        number: 6,
        name: "The hash of a shard joins several fields without a delimiter.",
        file: "key/shard.rs",
        after: "",
        original: "joined.extend((at > 0).then_some(char::from(delimiter)))",
        replacement: "()",
    },
    Mutant {
        number: 7,
        name: "The last text of a raw key must not contain the delimiter.",
        file: "key/placeholder.rs",
        after: "",
        original: "self.of.entity.may_contain_delimiter(self.of.template, self.at)",
        replacement: "false",
    },
];
