//! The contract between the derives and the runtime: an expansion, written by hand.
//!
//! The two entities are those of the README.

#![allow(missing_docs, dead_code, unreachable_pub, clippy::type_complexity)]

use chrono::{DateTime, Utc};
use serde::{Deserialize, Serialize};

/// Everything the platform stores.
pub struct Platform;

const _: () = {
    use ::keywright::__private as __kw;
    #[automatically_derived]
    impl __kw::Table for Platform {
        const SCHEMA: __kw::TableSchema = __kw::TableSchema {
            name: "Platform",
            docs: "Everything the platform stores.",
            partition_key: __kw::KeyAttribute { name: "PK", kind: __kw::AttributeKind::S },
            sort_key: __kw::Option::Some(__kw::KeyAttribute { name: "SK", kind: __kw::AttributeKind::S }),
            discriminator: __kw::Option::Some("_et"),
            delimiter: b'#',
            encoding: __kw::Encoding::Escaped,
            undeclared_peak: __kw::UndeclaredPeak::Warn,
            undeclared_share: __kw::UndeclaredShare::Allow,
            launch: __kw::Launch::Full,
            regions: __kw::Regions::Eventual,
            quota: __kw::DEFAULT_QUOTA,
            read_quota: __kw::DEFAULT_READ_QUOTA,
            ttl: None,
            write_id: None,
            indexes: &[__kw::IndexSchema {
                name: "GSI1",
                partition_key: __kw::KeyAttributes::one(__kw::KeyAttribute {
                    name: "GSI1PK",
                    kind: __kw::AttributeKind::S,
                }),
                sort_key: __kw::Option::Some(__kw::KeyAttributes::one(__kw::KeyAttribute {
                    name: "GSI1SK",
                    kind: __kw::AttributeKind::S,
                })),
                projection: __kw::IndexProjection::All,
            }],
            local_indexes: &[],
            entities: __kw::ListedEntities(|| <Platform as __kw::Schema>::ENTITIES),
        };
        const LISTED: __kw::Option<&'static [&'static __kw::EntitySchema]> =
            __kw::Option::Some(<Platform as __kw::Schema>::ENTITIES);
    }
    #[automatically_derived]
    impl __kw::Schema for Platform {
        type Table = Platform;
        const ENTITIES: &'static [&'static __kw::EntitySchema] =
            &[&<OpsLog as __kw::Entity>::SCHEMA, &<Threat as __kw::Entity>::SCHEMA];
    }
    // The checks across entities: see the check module.
};

/// One call of an AI agent.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct OpsLog {
    pub at: DateTime<Utc>,
    pub call_id: String,
    pub agent: String,
    pub severity: Severity,
    pub latency_ms: u32,
}

const _: () = {
    use ::keywright::__private as __kw;
    #[automatically_derived]
    impl __kw::Readable<0> for OpsLog {
        type Strong = __kw::Is<true>;
        type Whole = __kw::Is<true>;
    }
    #[automatically_derived]
    impl __kw::Entity for OpsLog {
        type Table = Platform;
        const SCHEMA: __kw::EntitySchema = __kw::EntitySchema {
            name: "OpsLog",
            docs: "One call of an AI agent.",
            discriminator: "OpsLog",
            constants: &[],
            fields: &[
                __kw::key_field::<DateTime<Utc>>("at", "at", "").of_type("DateTime<Utc>"),
                __kw::key_field::<String>("call_id", "call_id", "").of_type("String"),
                __kw::field("agent", "agent", "", "String"),
                __kw::field("severity", "severity", "", "Severity"),
                __kw::field("latency_ms", "latency_ms", "", "u32"),
            ],
            keys: &[__kw::KeySchema {
                index: __kw::Option::None,
                local: false,
                query: "query",
                partition: __kw::Template {
                    of_table: __kw::Option::None,
                    source: "OPS_LOG#<at:day>",
                    segments: &[
                        __kw::Segment::Literal("OPS_LOG#"),
                        __kw::Segment::Field { field: 0, form: __kw::Form::Bucket(__kw::Bucket::Day), raw: false },
                        __kw::Segment::Delimiter,
                        __kw::Segment::Shard { width: 0 },
                    ],
                },
                sort: __kw::Option::Some(__kw::Template {
                    of_table: __kw::Option::None,
                    source: "<at>#<call_id>",
                    segments: &[
                        __kw::Segment::Field { field: 0, form: __kw::Form::Default, raw: false },
                        __kw::Segment::Literal("#"),
                        __kw::Segment::Field { field: 1, form: __kw::Form::Default, raw: false },
                    ],
                }),
                shard: __kw::Option::Some(__kw::Sharding { count: 10, first: 0, by: __kw::ShardBy::Random, grow: &[] }),
                since: None,
                legacy: &[],
                allow_hot: __kw::Option::None,
                peak: __kw::Option::None,
                entry_bytes: __kw::Option::None,
                retention: __kw::Option::None,
                page: __kw::Option::None,
            }],
            peak: __kw::Option::Some(__kw::Peak::new(2_000, 700)),
            flattens: false,
            unasked: &[],
            may_overlap: None,
            table: &<Platform as __kw::Table>::SCHEMA,
        };
        fn __value(&self, field: u8) -> __kw::Option<__kw::KeyValue<'_>> {
            match field {
                0 => __kw::KeyField::to_value(&self.at),
                1 => __kw::KeyField::to_value(&self.call_id),
                _ => __kw::Option::None,
            }
        }
    }
    impl OpsLog {
        /// Reads `OPS_LOG#<at:day>` in the order of `<at>#<call_id>`.
        pub fn query() -> __kw::Query<__kw::ByKey<Self, 0>, __kw::Part<DateTime<Utc>, __kw::Part<String, __kw::End>>> {
            __kw::Query::__new()
        }
        /// Returns the key of the item in one shard.
        pub fn key_in_shard(
            shard: u32,
            at: impl __kw::KeyArg<DateTime<Utc>>,
            call_id: impl __kw::KeyArg<String>,
        ) -> __kw::Key<Self> {
            __kw::Key::__new(__kw::Option::Some(shard)).__arg::<DateTime<Utc>>(0, at).__arg::<String>(1, call_id)
        }
        /// Returns the key of these fields in every shard, for `find` to read.
        pub fn find(at: impl __kw::KeyArg<DateTime<Utc>>, call_id: impl __kw::KeyArg<String>) -> __kw::Find<Self> {
            __kw::Find::__new(
                __kw::Key::__new(__kw::Option::None).__arg::<DateTime<Utc>>(0, at).__arg::<String>(1, call_id),
            )
        }
    }
};

/// An alert on a brand.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Threat {
    pub brand: String,
    pub at: DateTime<Utc>,
    pub id: String,
    pub severity: Severity,
}

const _: () = {
    use ::keywright::__private as __kw;
    #[automatically_derived]
    impl __kw::Readable<0> for Threat {
        type Strong = __kw::Is<true>;
        type Whole = __kw::Is<true>;
    }
    #[automatically_derived]
    impl __kw::Readable<1> for Threat {
        type Strong = __kw::Is<false>;
        type Whole = __kw::Is<{ __kw::holds_whole_items(&<Platform as __kw::Table>::SCHEMA, "GSI1") }>;
    }
    #[automatically_derived]
    impl __kw::Entity for Threat {
        type Table = Platform;
        const SCHEMA: __kw::EntitySchema = __kw::EntitySchema {
            name: "Threat",
            docs: "An alert on a brand.",
            discriminator: "Threat",
            constants: &[],
            fields: &[
                __kw::key_field::<String>("brand", "brand", "").of_type("String"),
                __kw::key_field::<DateTime<Utc>>("at", "at", "").of_type("DateTime<Utc>"),
                __kw::key_field::<String>("id", "id", "").of_type("String"),
                __kw::field("severity", "severity", "", "Severity"),
            ],
            keys: &[
                __kw::KeySchema {
                    index: __kw::Option::None,
                    local: false,
                    query: "query",
                    partition: __kw::Template {
                        of_table: __kw::Option::None,
                        source: "THREAT#<brand>#<at:month>",
                        segments: &[
                            __kw::Segment::Literal("THREAT#"),
                            __kw::Segment::Field { field: 0, form: __kw::Form::Default, raw: false },
                            __kw::Segment::Literal("#"),
                            __kw::Segment::Field {
                                field: 1,
                                form: __kw::Form::Bucket(__kw::Bucket::Month),
                                raw: false,
                            },
                        ],
                    },
                    sort: __kw::Option::Some(__kw::Template {
                        of_table: __kw::Option::None,
                        source: "ALERT#<at>#<id>",
                        segments: &[
                            __kw::Segment::Literal("ALERT#"),
                            __kw::Segment::Field { field: 1, form: __kw::Form::Default, raw: false },
                            __kw::Segment::Literal("#"),
                            __kw::Segment::Field { field: 2, form: __kw::Form::Default, raw: false },
                        ],
                    }),
                    shard: __kw::Option::None,
                    since: None,
                    legacy: &[],
                    allow_hot: __kw::Option::None,
                    peak: __kw::Option::None,
                    entry_bytes: __kw::Option::None,
                    retention: __kw::Option::None,
                    page: __kw::Option::None,
                },
                __kw::KeySchema {
                    index: __kw::Option::Some("GSI1"),
                    local: false,
                    query: "by_brand",
                    partition: __kw::Template {
                        of_table: __kw::Option::None,
                        source: "BRAND#<brand>",
                        segments: &[
                            __kw::Segment::Literal("BRAND#"),
                            __kw::Segment::Field { field: 0, form: __kw::Form::Default, raw: false },
                        ],
                    },
                    sort: __kw::Option::Some(__kw::Template {
                        of_table: __kw::Option::None,
                        source: "THREAT#<at>#<id>",
                        segments: &[
                            __kw::Segment::Literal("THREAT#"),
                            __kw::Segment::Field { field: 1, form: __kw::Form::Default, raw: false },
                            __kw::Segment::Literal("#"),
                            __kw::Segment::Field { field: 2, form: __kw::Form::Default, raw: false },
                        ],
                    }),
                    shard: __kw::Option::None,
                    since: None,
                    legacy: &[],
                    allow_hot: __kw::Option::None,
                    peak: __kw::Option::None,
                    entry_bytes: __kw::Option::None,
                    retention: __kw::Option::None,
                    page: __kw::Option::None,
                },
            ],
            peak: __kw::Option::None,
            flattens: false,
            unasked: &[],
            may_overlap: None,
            table: &<Platform as __kw::Table>::SCHEMA,
        };
        fn __value(&self, field: u8) -> __kw::Option<__kw::KeyValue<'_>> {
            match field {
                0 => __kw::KeyField::to_value(&self.brand),
                1 => __kw::KeyField::to_value(&self.at),
                2 => __kw::KeyField::to_value(&self.id),
                _ => __kw::Option::None,
            }
        }
    }
    // Only if the fields determine the table key: not with random shards.
    #[automatically_derived]
    impl __kw::KnownKey for Threat {}
    impl Threat {
        /// Reads `THREAT#<brand>#<at:month>` in the order of `ALERT#<at>#<id>`.
        pub fn query(
            brand: impl __kw::KeyArg<String>,
        ) -> __kw::Query<__kw::ByKey<Self, 0>, __kw::Part<DateTime<Utc>, __kw::Part<String, __kw::End>>> {
            __kw::Query::__new().__arg::<String>(0, brand)
        }
        /// Reads `BRAND#<brand>` of index GSI1 in the order of `THREAT#<at>#<id>`.
        pub fn by_brand(
            brand: impl __kw::KeyArg<String>,
        ) -> __kw::Query<__kw::ByKey<Self, 1>, __kw::Part<DateTime<Utc>, __kw::Part<String, __kw::End>>> {
            __kw::Query::__new().__arg::<String>(0, brand)
        }
        /// Returns the key of one item.
        pub fn key(
            brand: impl __kw::KeyArg<String>,
            at: impl __kw::KeyArg<DateTime<Utc>>,
            id: impl __kw::KeyArg<String>,
        ) -> __kw::Key<Self> {
            __kw::Key::__new(__kw::Option::None)
                .__arg::<String>(0, brand)
                .__arg::<DateTime<Utc>>(1, at)
                .__arg::<String>(2, id)
        }
    }
};

#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub enum Severity {
    Low,
    High,
    Critical,
}

const _: () = {
    use ::keywright::__private as __kw;
    #[automatically_derived]
    impl __kw::KeyField for Severity {
        type Scalar = Self;
        const KIND: __kw::FieldKind = __kw::FieldKind::OneOf(&["Low", "High", "Critical"]);
        fn to_value(&self) -> __kw::Option<__kw::KeyValue<'_>> {
            __kw::Option::Some(__kw::text(match self {
                Self::Low => "Low",
                Self::High => "High",
                Self::Critical => "Critical",
            }))
        }
        fn from_value(value: __kw::KeyValue<'_>) -> __kw::Option<Self> {
            match __kw::as_text(&value)? {
                "Low" => __kw::Option::Some(Self::Low),
                "High" => __kw::Option::Some(Self::High),
                "Critical" => __kw::Option::Some(Self::Critical),
                _ => __kw::Option::None,
            }
        }
    }
};
