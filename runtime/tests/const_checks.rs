//! The checks of fifty entities fit into constants: this file compiles within the compiler's limit for long
//! evaluations, and exceeding that limit is an error.

use keywright::__private::{self as kw, check};
use keywright::key::FieldKind;

const TABLE: kw::TableSchema = kw::TableSchema {
    name: "Platform",
    docs: "",
    partition_key: kw::KeyAttribute { name: "PK", kind: kw::AttributeKind::S },
    sort_key: Some(kw::KeyAttribute { name: "SK", kind: kw::AttributeKind::S }),
    discriminator: Some("_et"),
    delimiter: b'#',
    encoding: kw::Encoding::Escaped,
    undeclared_peak: kw::UndeclaredPeak::Warn,
    undeclared_share: kw::UndeclaredShare::Allow,
    launch: kw::Launch::Full,
    regions: kw::Regions::Eventual,
    quota: kw::DEFAULT_QUOTA,
    read_quota: kw::DEFAULT_READ_QUOTA,
    ttl: None,
    write_id: None,
    indexes: &[kw::IndexSchema {
        name: "GSI1",
        partition_key: kw::KeyAttributes::one(kw::KeyAttribute { name: "GSI1PK", kind: kw::AttributeKind::S }),
        sort_key: Some(kw::KeyAttributes::one(kw::KeyAttribute { name: "GSI1SK", kind: kw::AttributeKind::S })),
        projection: kw::IndexProjection::All,
    }],
    local_indexes: &[],
    entities: kw::ListedEntities::NONE,
};

const fn field(name: &'static str, kind: FieldKind) -> kw::Field {
    kw::Field::new(name, name, "").in_keys(kind, false)
}

const FIELDS: &[kw::Field] = &[
    field("customer", FieldKind::Text),
    field("at", FieldKind::Time),
    field("status", FieldKind::OneOf(&["open", "paid", "sent", "lost"])),
    field("id", FieldKind::FixedText(36)),
];

const fn value(field: u8, form: kw::Form) -> kw::Segment {
    kw::Segment::Field { field, form, raw: false }
}

const fn key(
    index: Option<&'static str>,
    partition: &'static [kw::Segment],
    sort: &'static [kw::Segment],
    shard: Option<kw::Sharding>,
) -> kw::KeySchema {
    kw::KeySchema {
        index,
        local: false,
        query: "query",
        partition: kw::Template::new("", partition),
        sort: Some(kw::Template::new("", sort)),
        shard,
        since: None,
        legacy: &[],
        allow_hot: None,
        peak: None,
        entry_bytes: None,
        retention: None,
        page: None,
    }
}

const SHARDS: Option<kw::Sharding> = Some(kw::Sharding { count: 60, first: 0, by: kw::ShardBy::Random, grow: &[] });

/// A log, in which every entity has its own partition, and a member of a collection, identified by the sort key.
macro_rules! entities {
    ($($log:literal $member:literal)*) => {
        const ENTITIES: &[&kw::EntitySchema] = &[$(
            &kw::EntitySchema {
                name: $log,
                docs: "",
                discriminator: $log,
                constants: &[],
                fields: FIELDS,
                keys: &[
                    key(
                        None,
                        &[
                            kw::Segment::Literal(concat!($log, "#")),
                            value(1, kw::Form::Bucket(kw::Bucket::Day)),
                            kw::Segment::Delimiter,
                            kw::Segment::Shard { width: 0 },
                        ],
                        &[value(1, kw::Form::Default), kw::Segment::Literal("#"), value(3, kw::Form::Default)],
                        SHARDS,
                    ),
                    key(
                        Some("GSI1"),
                        &[
                            kw::Segment::Literal(concat!("STATUS#", $log, "#")),
                            value(2, kw::Form::Default),
                            kw::Segment::Delimiter,
                            kw::Segment::Shard { width: 0 },
                        ],
                        &[value(1, kw::Form::Default)],
                        SHARDS,
                    ),
                ],
                peak: Some(kw::Peak::new(48_000, 600).top_share(0.01)),
                flattens: false,
                unasked: &[],
                may_overlap: None,
                table: &TABLE,
            },
            &kw::EntitySchema {
                name: $member,
                docs: "",
                discriminator: $member,
                constants: &[],
                fields: FIELDS,
                keys: &[key(
                    None,
                    &[kw::Segment::Literal("CUSTOMER#"), value(0, kw::Form::Default)],
                    &[kw::Segment::Literal(concat!($member, "#")), value(3, kw::Form::Default)],
                    None,
                )],
                peak: None,
                flattens: false,
                unasked: &[],
                may_overlap: None,
                table: &TABLE,
            },
        )*];
    };
}

entities! {
    "LOG_A" "A" "LOG_B" "B" "LOG_C" "C" "LOG_D" "D" "LOG_E" "E" "LOG_F" "F" "LOG_G" "G" "LOG_H" "H" "LOG_I" "I"
    "LOG_J" "J" "LOG_K" "K" "LOG_L" "L" "LOG_M" "M" "LOG_N" "N" "LOG_O" "O" "LOG_P" "P" "LOG_Q" "Q" "LOG_R" "R"
    "LOG_S" "S" "LOG_T" "T" "LOG_U" "U" "LOG_V" "V" "LOG_W" "W" "LOG_X" "X" "LOG_Y" "Y"
}

/// The checks of fifty derives and one table, in one constant.
const CHECKED: usize = {
    let mut at = 0;
    while at < ENTITIES.len() {
        let entity = ENTITIES[at];
        let mut field = 0;
        while field < entity.fields.len() {
            check::attribute(entity, field);
            field += 1;
        }
        let mut key = 0;
        while key < entity.keys.len() {
            let declared = check::declared(entity, key);
            check::template(&declared, kw::KeyPart::Partition);
            check::template(&declared, kw::KeyPart::Sort);
            check::hot_partition(entity, key);
            let warned = check::all_warnings::<2>(entity)[key];
            assert!(warned.few_values == 0 && !warned.lone_bucket && warned.missing_margin == 0);
            key += 1;
        }
        check::item_bytes(entity);
        check::collisions(ENTITIES, at);
        check::summed_peaks(ENTITIES, at);
        at += 1;
    }
    at
};

#[test]
fn fifty_entities_are_checked_at_compile_time() {
    assert_eq!(CHECKED, 50);
}
