//! Errors in writes of whole items.

use crate::mutants::Mutant;

pub(super) const MUTANTS: &[Mutant] = &[
    Mutant {
        number: 24,
        name: "A create overwrites an existing item.",
        file: "client/put/request/conditions.rs",
        after: "Rule::Create => ",
        original: "Some(Condition::absent(entity))",
        replacement: "None",
    },
    Mutant {
        number: 25,
        name: "A put overwrites another item whose key has the same bucket, or the same text in lower case.",
        file: "client/put/request/conditions.rs",
        after: "",
        original: "Some(Condition::absent(entity).or_same(entity, &lossy, &texts))",
        replacement: "None",
    },
    Mutant {
        number: 26,
        name: "A put does not require the version that was read.",
        file: "client/put/request/conditions.rs",
        after: "",
        original: "self.required_version().map(|version| version.condition_by(entity, now))",
        replacement: "None",
    },
    Mutant {
        number: 27,
        name: "A unique value stays taken after its item has lost it.",
        file: "client/unique/actions.rs",
        after: "",
        original: "item.chain(taken).chain(ours).chain(foreign).chain(checks.into_iter().map(Ok)).collect()",
        replacement: "item.chain(taken).chain(foreign).chain(checks.into_iter().map(Ok)).collect()",
    },
    Mutant {
        number: 28,
        name: "An increment of one counter resets the other counters of the item.",
        file: "client/counter/request.rs",
        after: "",
        original: "let keeps = is_completed || value.is_null();",
        replacement: "let keeps = is_completed && !field.is_some_and(Field::is_counter) || value.is_null();",
    },
    Mutant {
        number: 29,
        name: "A batch puts two writes of one key into one request, which DynamoDB refuses.",
        file: "client/batch/requests/rounds.rs",
        after: "",
        original: "*before += 1",
        replacement: "()",
    },
];
