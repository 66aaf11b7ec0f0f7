const _: () = {
    use ::keywright::__private as __kw;
    #[automatically_derived]
    impl __kw::Readable<0> for OpsLog {
        type Strong = __kw::Can;
        type Whole = __kw::Can;
    }
    #[automatically_derived]
    impl __kw::Entity for OpsLog {
        type Table = <Platform as __kw::IsTable>::Table;
        const SCHEMA: __kw::EntitySchema = __kw::EntitySchema {
            name: "OpsLog",
            docs: "One call of an AI agent.",
            discriminator: "OpsLog",
            fields: &[
                __kw::field_in_keys(
                    "at",
                    "at",
                    "",
                    "DateTime<Utc>",
                    <DateTime<Utc> as __kw::KeyField>::__IN_KEYS,
                ),
                __kw::field_in_keys(
                    "call_id",
                    "call_id",
                    "",
                    "String",
                    <String as __kw::KeyField>::__IN_KEYS,
                ),
                __kw::field("agent", "agent", "", "String"),
                __kw::field("severity", "severity", "", "Severity"),
                __kw::field("latency_ms", "latency_ms", "", "u32"),
            ],
            keys: &[
                __kw::KeySchema {
                    query: "query",
                    partition: __kw::Template::new(
                        "OPS_LOG#<at:day>",
                        &[
                            __kw::literal("OPS_LOG#"),
                            __kw::part_as(0, __kw::Form::Bucket(__kw::Bucket::Day)),
                            __kw::Segment::Delimiter,
                            __kw::Segment::Shard { width: 0 },
                        ],
                    ),
                    sort: __kw::Option::Some(
                        __kw::Template::new(
                            "<at>#<call_id>",
                            &[__kw::part(0), __kw::literal("#"), __kw::part(1)],
                        ),
                    ),
                    shard: __kw::Option::Some(__kw::Sharding {
                        count: 10,
                        first: 0,
                        by: __kw::ShardBy::Random,
                        grow: &[],
                    }),
                    ..__kw::KEY
                },
            ],
            peak: __kw::Option::Some(__kw::Peak::new(5000, 700)),
            table: &<<Platform as __kw::IsTable>::Table as __kw::Table>::SCHEMA,
            ..__kw::ENTITY
        };
        fn __value(&self, __f: u8) -> __kw::Option<__kw::KeyValue<'_>> {
            match __f {
                0 => <DateTime<Utc> as __kw::KeyField>::to_value(&self.at),
                1 => <String as __kw::KeyField>::to_value(&self.call_id),
                _ => __kw::Option::None,
            }
        }
        fn __stored(__f: u8, __v: __kw::KeyValue<'static>) -> __kw::StoredField {
            match __f {
                0 => __kw::Probe(Self::AT).of(__v),
                1 => __kw::Probe(Self::CALL_ID).of(__v),
                _ => __kw::Default::default(),
            }
        }
    }
    #[automatically_derived]
    impl __kw::Partition<0, (), __kw::During<DateTime<Utc>>, __kw::Leads<DateTime<Utc>>>
    for OpsLog {}
    #[allow(private_bounds, private_interfaces, clippy::too_many_arguments)]
    impl OpsLog {
        ///Reads `OPS_LOG#<at:day>` in the order of `<at>#<call_id>`.
        pub fn query() -> __kw::Query<
            __kw::ByKey<Self, 0>,
            __kw::Part<DateTime<Utc>, __kw::Part<String, __kw::End>>,
        > {
            __kw::Query::__new()
        }
        /// The key of the item in one shard.
        pub fn key_in_shard(
            __shard: u32,
            at: impl __kw::KeyArg<DateTime<Utc>>,
            call_id: impl __kw::KeyArg<String>,
        ) -> __kw::Key<Self> {
            __kw::Key::__new(__kw::Option::Some(__shard)).__arg(0, at).__arg(1, call_id)
        }
        /// Finds the item with these key fields in any shard.
        pub fn find(
            at: impl __kw::KeyArg<DateTime<Utc>>,
            call_id: impl __kw::KeyArg<String>,
        ) -> __kw::Find<Self> {
            __kw::Find::__new(
                __kw::Key::__new(__kw::Option::None).__arg(0, at).__arg(1, call_id),
            )
        }
        #[doc(hidden)]
        pub fn key<__P: __kw::KeyArg<DateTime<Utc>>>(
            at: __P,
            call_id: impl __kw::KeyArg<String>,
        ) -> __kw::Key<Self>
        where
            Self: __kw::KnownKey<__P>,
        {
            __kw::Key::__new(__kw::Option::None).__arg(0, at).__arg(1, call_id)
        }
    }
    #[allow(missing_docs, private_interfaces)]
    impl OpsLog {
        pub const AT: __kw::FieldOf<Self, DateTime<Utc>, __kw::Fixed> = __kw::FieldOf::__new(
                0,
            )
            .__in_keys(<DateTime<Utc> as __kw::KeyField>::__TO_VALUE);
        pub const CALL_ID: __kw::FieldOf<Self, String, __kw::Fixed> = __kw::FieldOf::__new(
                1,
            )
            .__in_keys(<String as __kw::KeyField>::__TO_VALUE);
        pub const AGENT: __kw::FieldOf<Self, String> = __kw::FieldOf::__new(2);
        pub const SEVERITY: __kw::FieldOf<Self, Severity> = __kw::FieldOf::__new(3);
        pub const LATENCY_MS: __kw::FieldOf<Self, u32> = __kw::FieldOf::__new(4);
    }
    const __S: &__kw::EntitySchema = &<OpsLog as __kw::Entity>::SCHEMA;
    const _: () = {
        let __key = __kw::check::declared(__S, 0);
        __kw::check::template(&__key, __kw::KeyPart::Partition);
        __kw::check::template(&__key, __kw::KeyPart::Sort);
        __kw::check::hot_partition(__S, 0);
    };
    const __W: [__kw::check::Warnings; 1] = __kw::check::all_warnings(__S);
    #[allow(path_statements)]
    const _: () = {
        __kw::lint::KW002Share::<
            { __W[0].share_that_throttles },
        >::ON_ONE_VALUE_THROTTLES;
        __kw::lint::KW002Unknown::<{ __W[0].unknown_share }>::SHARE_NOT_DECLARED;
        __kw::lint::KW004::<{ __W[0].missing_margin }>::NO_MARGIN;
        __kw::lint::KW004Quota::<{ __W[0].above_quota }>::WARM_THROUGHPUT;
        __kw::lint::KW004Launch::<{ __W[0].shards_for_launch }>::THROTTLES_FOR_MINUTES;
        __kw::lint::KW003RollOvers::<{ __W[0].bad_roll_overs }>::OVERLOAD_A_PARTITION;
        __kw::lint::KW018::<{ __W[0].days_to_full }>::COLLECTION_WITHOUT_END;
        __kw::lint::KW004Many::<{ __W[0].sufficient_shards }>::TEN_TIMES_THE_SHARDS;
    };
    const _: () = if __kw::check::names_may_clash::<OpsLog>(__S) {
        use __kw::check::attribute as __check;
        __check(__S, 0);
        __check(__S, 1);
        __check(__S, 2);
        __check(__S, 3);
        __check(__S, 4);
    };
    const _: () = __kw::check::item_bytes(__S);
    const _: () = __kw::check::listed::<OpsLog>(__S);
};
