//! Which features can be on one field, in one key or in one operation.

/// What a feature is a property of.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Kind {
    Table,
    Entity,
    /// A type whose values keys can contain.
    KeyType,
    /// A type whose values keys cannot contain.
    OtherType,
    Attribute,
    /// The form of a field in items of other programs.
    Form,
    Role,
    Key,
    /// The part of a key that contains a field.
    Part,
    Index,
    /// A read of the table by keys, or of all of it.
    Read,
    /// A query, and what it returns.
    View,
    /// A setting of a query.
    Range,
    /// A write of whole items.
    Write,
    /// A write of fields.
    Change,
    /// How a write is sent.
    Way,
    /// A change of the schema in the next release.
    Release,
    /// A law about a whole entity.
    Whole,
}

use Kind::*;

/// Features of keys.
const OF_KEYS: &[&str] = &[
    "bucket",
    "random shards",
    "hash shards",
    "grow",
    "with = path",
    "first",
    "legacy",
    "until",
    "since",
    "page limit",
    "max_rcu",
    "no sort key",
    "several attributes",
    "native",
    "precision",
    "epoch",
    "width",
    "case",
    "raw text",
    "<shard>",
];

/// All features, by kind.
const FEATURES: [(Kind, &[&str]); 18] = [
    (
        Table,
        &[
            "raw",
            "escaped",
            "no discriminator",
            "delimiter",
            "table ttl",
            "write id",
            "two entities",
            "may_overlap",
            "undeclared_share",
            "gradual launch",
            "strong regions",
        ],
    ),
    (
        Entity,
        &[
            "rename_all",
            "serde(tag) on the entity",
            "constants",
            "name",
            "peak",
            "mean of a peak",
            "unknown attribute",
            "without its discriminator",
            "expired",
            "older item",
        ],
    ),
    (
        KeyType,
        &[
            "128 bits",
            "bool",
            "chrono time",
            "civil time",
            "date",
            "enum",
            "jiff time",
            "newtype",
            "option",
            "serde(from, into)",
            "serde(transparent)",
            "signed",
            "text",
            "time time",
            "unsigned",
            "uuid",
        ],
    ),
    (
        OtherType,
        &[
            "Attribute",
            "Attributes",
            "bytes",
            "enum with fields",
            "float",
            "list",
            "map",
            "serde(tag)",
            "set",
            "struct",
        ],
    ),
    (
        Attribute,
        &[
            "rename",
            "alias",
            "default",
            "skip",
            "skip_serializing_if",
            "with seconds",
            "with milliseconds",
            "sensitive",
            "trunc",
            "within",
        ],
    ),
    (Form, &["NULL", "under its alias", "under both names", "missing", "other text"]),
    (Role, &["counter", "created", "key_only", "ttl", "unique", "updated", "version", "flatten"]),
    (Key, OF_KEYS),
    (Part, &["in a partition key", "in a sort key"]),
    (Index, &["global index", "local index", "inverted index", "keys_only"]),
    (Read, &["get", "scan", "find", "batch_get", "transaction_get", "collection", "two copies"]),
    (View, &["pages", "stream", "count", "keys", "located", "hydrate", "projection"]),
    (Range, &["newest_first", "then", "between"]),
    (
        Write,
        &[
            "put",
            "create",
            "replace",
            "delete",
            "upsert",
            "key collision",
            "version conflict",
            "delete_item",
            "backfill",
            "rekey",
        ],
    ),
    (Change, &["update", "add", "increment", "move_to", "when", "update_each", "delete_each"]),
    (Way, &["transaction", "batch"]),
    (
        Release,
        &[
            "another template",
            "other shards",
            "new field",
            "removed field",
            "another attribute",
            "another type",
            "new index",
            "another index template",
            "another sort key",
            "another name",
            "another encoding",
            "another spec",
            "another purpose",
        ],
    ),
    (Whole, &["codec", "put back", "documents", "load", "release", "changes index key"]),
];

/// Types of which no value is a time, a number or a text.
const STRUCTURED: &[&str] =
    &["Attribute", "bytes", "enum with fields", "float", "list", "map", "serde(tag)", "set", "struct"];

/// Types that are no integers.
const NO_INTEGERS: &[&str] = &[
    "bool",
    "chrono time",
    "civil time",
    "date",
    "enum",
    "jiff time",
    "newtype",
    "option",
    "serde(from, into)",
    "serde(transparent)",
    "text",
    "time time",
    "uuid",
];

/// Pairs that cannot meet, although others of their kinds can.
const IMPOSSIBLE: [(&[&str], &[&str]); 43] = [
    // They exclude each other.
    (&["raw"], &["escaped"]),
    (&["may_overlap"], &["no discriminator", "without its discriminator"]),
    (&["no sort key"], &["in a sort key", "collection"]),
    // KW026: what needs a transaction, and what DynamoDB does not offer there.
    (
        &["strong regions"],
        &[
            "table ttl",
            "ttl",
            "expired",
            "local index",
            "unique",
            "within",
            "older item",
            "two copies",
            "transaction",
            "transaction_get",
            "move_to",
            "delete_item",
        ],
    ),
    // Only random shards have several items of one key.
    (&["find"], &["hash shards", "with = path", "since", "unique", "within", "older item"]),
    // A table's key has one attribute of each part.
    (&["several attributes"], &["get", "scan", "find", "batch_get", "transaction_get", "collection", "two copies"]),
    // An item is under two keys only where its fields do not determine one of them.
    (&["two copies"], &["random shards", "since", "unique", "within"]),
    (&["another template"], &["older item"]),
    // Flattened fields have no attribute, constant or projection of their own.
    (&["flatten"], &["in a partition key", "in a sort key", "removed field"]),
    (
        &["Attributes"],
        &[
            "alias",
            "default",
            "rename",
            "sensitive",
            "skip",
            "skip_serializing_if",
            "trunc",
            "with milliseconds",
            "with seconds",
            "within",
            "NULL",
            "missing",
            "other text",
            "under both names",
            "under its alias",
            "unknown attribute",
            "projection",
            "list",
            "map",
            "option",
        ],
    ),
    (&["Attributes"], &["add", "delete_each", "increment", "move_to", "update", "update_each", "when"]),
    // Fields that are not stored
    (
        &["skip"],
        &[
            "default",
            "skip_serializing_if",
            "NULL",
            "missing",
            "other text",
            "under both names",
            "under its alias",
            "projection",
        ],
    ),
    (&["skip"], &["update", "add", "increment", "move_to", "when", "update_each", "delete_each"]),
    (&["skip"], &["alias", "trunc", "within", "in a partition key", "in a sort key"]),
    (&["skip"], &["global index", "local index", "inverted index", "keys_only"]),
    (&["skip"], OF_KEYS),
    // Lists and maps are in no key, are no times, and have no condition.
    (
        &["skip_serializing_if"],
        &["trunc", "with milliseconds", "with seconds", "within", "NULL", "other text", "set", "when", "add"],
    ),
    (&["skip_serializing_if"], &["in a partition key", "in a sort key", "increment", "move_to"]),
    (&["skip_serializing_if"], &["global index", "local index", "inverted index", "keys_only"]),
    (&["skip_serializing_if"], OF_KEYS),
    (&["trunc", "with seconds", "with milliseconds", "other text", "within", "increment", "when", "add"], STRUCTURED),
    (&["move_to"], STRUCTURED),
    (&["move_to"], &["option", "NULL", "within", "default"]),
    (&["add", "increment"], NO_INTEGERS),
    (&["add", "increment"], &["trunc", "with seconds", "with milliseconds", "NULL", "other text"]),
    (&["increment"], &["128 bits", "within", "changes index key", "under both names", "under its alias", "alias"]),
    // An empty set, the default of the other name, is not stored.
    (&["under both names"], &["set"]),
    // Fields of the table's key are not absent, and a unique field is not one of them.
    (&["inverted index"], &["NULL", "within"]),
    // KW020: what increments create has no time, version or unique value.
    (&["increment"], &["ttl", "unique", "version", "sensitive", "expired"]),
    (&["counter"], &["expired", "add", "move_to", "update_each", "version conflict"]),
    (&["counter"], &["ttl", "unique", "version", "within", "skip_serializing_if"]),
    // KW017: each write would change the key.
    (&["counter", "version"], &["in a partition key", "in a sort key"]),
    // The table's key has no optional field.
    (&["inverted index"], &["option", "default"]),
    // KW020: a unique field has sentinels, which name one key.
    (&["unique", "within"], &["older item"]),
    // KW015: the index has keys alone.
    (&["keys_only"], &["located", "pages", "projection", "stream"]),
    // A batch has puts and deletes, and a transaction the writes of one item.
    (&["batch"], &["backfill", "create", "delete_item", "key collision", "rekey", "replace", "upsert"]),
    (&["batch"], &["version conflict", "add", "delete_each", "increment", "move_to", "update", "update_each", "when"]),
    (&["transaction"], &["backfill", "rekey", "move_to", "update_each", "delete_each"]),
    // Values inside of a list or a map are lists and maps, not sets.
    (&["set"], &["list", "map"]),
    // Not drawn: see the README.
    (&["load"], &["since"]),
    (&["add", "update_each", "when"], &["within"]),
    (&["add"], &["changes index key"]),
    (&["counter"], &["upsert", "key collision"]),
];

/// Returns whether two features can be on one field, in one key or in one operation, in a schema that compiles.
pub fn may_meet(one: &str, other: &str) -> bool {
    if one == other {
        return true;
    }
    let is_listed = |a: &str, b: &str| IMPOSSIBLE.iter().any(|(these, those)| these.contains(&a) && those.contains(&b));
    match (kind(one), kind(other)) {
        (Some(of_one), Some(of_other)) => {
            (kinds_meet(of_one, of_other, one, other) || kinds_meet(of_other, of_one, other, one))
                && !is_listed(one, other)
                && !is_listed(other, one)
        }
        _ => true,
    }
}

/// Returns all features.
pub fn features() -> impl Iterator<Item = &'static str> {
    FEATURES.iter().flat_map(|(_, features)| features.iter().copied())
}

/// Returns the kind of a feature.
fn kind(feature: &str) -> Option<Kind> {
    FEATURES.iter().find(|(_, features)| features.contains(&feature)).map(|(kind, _)| *kind)
}

fn kinds_meet(of_one: Kind, of_other: Kind, one: &str, other: &str) -> bool {
    match (of_one, of_other) {
        // Types meet in one key, or inside of each other.
        (KeyType, KeyType) => true,
        (KeyType | OtherType, KeyType | OtherType) => match one {
            "list" | "map" | "option" => true,
            "set" => matches!(
                other,
                "serde(transparent)" | "text" | "newtype" | "serde(from, into)" | "signed" | "unsigned" | "bytes"
            ),
            _ => false,
        },
        (OtherType, Key | Part | Index) | (Key | Part | Index, OtherType) => false,
        (Table | Entity | Role | Key | Index, _) => !matches!((of_one, of_other), (Index, Read) | (Entity, Part)),
        (KeyType | OtherType | Attribute | Form, KeyType | OtherType | Attribute | Form) => true,
        (KeyType | OtherType | Attribute | Form, Read | View | Write | Change | Way) => true,
        (KeyType | Attribute | Form, Part) | (KeyType | OtherType | Attribute | Form, Whole) => true,
        (View | KeyType | OtherType | Attribute | Form, Range) | (Range, Range) | (Write | Change, Way) => true,
        (Whole, Write | Change | Way) => one == "changes index key",
        (Whole, Release) => one == "release",
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::draw::draw;

    #[test]
    fn every_feature_has_a_kind() {
        let features = (0..2_000).map(draw).flat_map(|schema| schema.together()).flatten();
        let unknown: Vec<_> = features.filter(|feature| kind(feature).is_none()).collect();
        assert!(unknown.is_empty(), "{unknown:?}");
    }

    #[test]
    fn pairs_that_meet_may_meet() {
        let mut met = std::collections::BTreeSet::new();
        let schemas = (0..2_000).map(draw).filter(|schema| !schema.is_mistaken);
        for features in schemas.flat_map(|schema| schema.together()) {
            met.extend(features.iter().flat_map(|one| features.range::<&str, _>(one..).map(|other| (*one, *other))));
        }
        let impossible: Vec<_> = met.into_iter().filter(|(one, other)| !may_meet(one, other)).collect();
        assert!(impossible.is_empty(), "{impossible:?}");
    }
}
