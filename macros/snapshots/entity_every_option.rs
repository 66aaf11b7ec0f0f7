const _: () = {
    use crate::db::__private as __kw;
    #[automatically_derived]
    impl __kw::Readable<0> for Order {
        type Strong = __kw::Can;
        type Whole = __kw::Can;
    }
    #[automatically_derived]
    impl __kw::Readable<1> for Order {
        type Strong = __kw::Cannot;
        type Whole = __kw::Is<
            { __kw::holds_whole_items(__kw::table_of::<Order>(), "GSI1") },
        >;
    }
    #[automatically_derived]
    impl __kw::Readable<2> for Order {
        type Strong = __kw::Cannot;
        type Whole = __kw::Is<
            { __kw::holds_whole_items(__kw::table_of::<Order>(), "GSI2") },
        >;
    }
    #[automatically_derived]
    impl __kw::Entity for Order {
        type Table = <crate::Shop as __kw::IsTable>::Table;
        const SCHEMA: __kw::EntitySchema = __kw::EntitySchema {
            name: "Order",
            docs: "An order.\n\nPaid or not.",
            discriminator: "order",
            constants: &[("__edb_v__", "1"), ("__edb_e__", "order")],
            fields: &[
                __kw::field_in_keys(
                    "tenant",
                    "tenant",
                    "Whose it is.",
                    "String",
                    <String as __kw::KeyField>::__IN_KEYS,
                ),
                __kw::field_in_keys(
                    "placed",
                    "placed",
                    "",
                    "DateTime<Utc>",
                    <DateTime<Utc> as __kw::KeyField>::__IN_KEYS,
                ),
                __kw::field_in_keys(
                    "id",
                    "id",
                    "",
                    "String",
                    <String as __kw::KeyField>::__IN_KEYS,
                ),
                __kw::field_in_keys(
                    "type",
                    "type",
                    "",
                    "Kind",
                    <Kind as __kw::KeyField>::__IN_KEYS,
                ),
                __kw::field_in_keys(
                    "number",
                    "number",
                    "",
                    "u32",
                    <u32 as __kw::KeyField>::__IN_KEYS,
                ),
                __kw::field_in_keys(
                    "status",
                    "status",
                    "",
                    "Status",
                    <Status as __kw::KeyField>::__IN_KEYS,
                ),
                __kw::field_in_keys(
                    "coupon",
                    "coupon",
                    "",
                    "Option<String>",
                    <Option<String> as __kw::KeyField>::__IN_KEYS,
                ),
                __kw::field("total_cents", "total", "", "u64"),
                __kw::field("gift", "gift", "", "bool").defaulted(),
            ],
            flattens: true,
            keys: &__kw::over_table(
                [
                    __kw::KeySchema {
                        query: "of_tenant",
                        partition: __kw::Template::new(
                            "ORDER#<tenant>#<shard:02>#<placed:month>",
                            &[
                                __kw::literal("ORDER#"),
                                __kw::part(0),
                                __kw::literal("#"),
                                __kw::Segment::Shard { width: 2 },
                                __kw::literal("#"),
                                __kw::part_as(1, __kw::Form::Bucket(__kw::Bucket::Month)),
                            ],
                        ),
                        sort: __kw::Option::Some(
                            __kw::Template::new(
                                "<<<type>#<number:w8>#<id:lower,raw>",
                                &[
                                    __kw::literal("<"),
                                    __kw::part(3),
                                    __kw::literal("#"),
                                    __kw::part_as(4, __kw::Form::Width(8)),
                                    __kw::literal("#"),
                                    __kw::raw_part(2, __kw::Form::Lower),
                                ],
                            ),
                        ),
                        shard: __kw::Option::Some(__kw::Sharding {
                            count: 6,
                            first: 1,
                            by: __kw::ShardBy::Hash {
                                fields: &[2, 3],
                                with: __kw::Option::Some(crate::spread),
                                top_share: __kw::Option::None,
                            },
                            grow: &[],
                        }),
                        legacy: &[
                            __kw::LegacyKey {
                                partition: __kw::Template::new(
                                    "ORDERS#<tenant>",
                                    &[
                                        __kw::literal("ORDERS#"),
                                        __kw::part(0),
                                        __kw::Segment::Delimiter,
                                        __kw::Segment::Shard { width: 0 },
                                    ],
                                ),
                                shard: __kw::Option::Some(__kw::Sharding {
                                    count: 4,
                                    first: 1,
                                    by: __kw::ShardBy::Random,
                                    grow: &[],
                                }),
                                since: __kw::Option::None,
                                until: __kw::Option::Some(__kw::Timestamp {
                                    seconds: 1798761600,
                                    nanos: 0,
                                }),
                            },
                            __kw::LegacyKey {
                                partition: __kw::Template::new(
                                    "ORDERS#<tenant>",
                                    &[
                                        __kw::literal("ORDERS#"),
                                        __kw::part(0),
                                        __kw::Segment::Delimiter,
                                        __kw::Segment::Shard { width: 0 },
                                    ],
                                ),
                                shard: __kw::Option::Some(__kw::Sharding {
                                    count: 3,
                                    first: 0,
                                    by: __kw::ShardBy::Hash {
                                        fields: &[2],
                                        with: __kw::Option::None,
                                        top_share: __kw::Option::None,
                                    },
                                    grow: &[],
                                }),
                                since: __kw::Option::None,
                                until: __kw::Option::Some(__kw::Timestamp {
                                    seconds: 1767222000,
                                    nanos: 500000000,
                                }),
                            },
                        ],
                        allow_hot: __kw::Option::Some("a tenant has few orders"),
                        retention: __kw::Option::Some(7776000),
                        ..__kw::KEY
                    },
                    __kw::KeySchema {
                        index: __kw::Option::Some("GSI1"),
                        query: "by_status",
                        partition: __kw::Template::new(
                            "STATUS#<status>#<placed:day>",
                            &[
                                __kw::literal("STATUS#"),
                                __kw::part(5),
                                __kw::literal("#"),
                                __kw::part_as(1, __kw::Form::Bucket(__kw::Bucket::Day)),
                                __kw::Segment::Delimiter,
                                __kw::Segment::Shard { width: 0 },
                            ],
                        ),
                        shard: __kw::Option::Some(__kw::Sharding {
                            count: 20,
                            first: 0,
                            by: __kw::ShardBy::TableKey,
                            grow: &[
                                __kw::Growth {
                                    at: __kw::Timestamp {
                                        seconds: 1798761600,
                                        nanos: 0,
                                    },
                                    count: 40,
                                },
                                __kw::Growth {
                                    at: __kw::Timestamp {
                                        seconds: 1830297600,
                                        nanos: 0,
                                    },
                                    count: 60,
                                },
                            ],
                        }),
                        since: __kw::Option::Some(__kw::Timestamp {
                            seconds: 1780272000,
                            nanos: 0,
                        }),
                        legacy: &[
                            __kw::LegacyKey {
                                partition: __kw::Template::new(
                                    "STATUS#<status>",
                                    &[__kw::literal("STATUS#"), __kw::part(5)],
                                ),
                                shard: __kw::Option::None,
                                since: __kw::Option::Some(__kw::Timestamp {
                                    seconds: 1767225600,
                                    nanos: 0,
                                }),
                                until: __kw::Option::Some(__kw::Timestamp {
                                    seconds: 1782864000,
                                    nanos: 0,
                                }),
                            },
                            __kw::LegacyKey {
                                partition: __kw::Template::new(
                                    "S#<status>",
                                    &[__kw::literal("S#"), __kw::part(5)],
                                ),
                                shard: __kw::Option::None,
                                since: __kw::Option::None,
                                until: __kw::Option::None,
                            },
                        ],
                        peak: __kw::Option::Some(
                            __kw::Peak::new(900, 1500)
                                .reads(__kw::PeakReads::new(40, 50).top_share(0.1))
                                .top_share(0.25),
                        ),
                        ..__kw::KEY
                    },
                    __kw::KeySchema {
                        index: __kw::Option::Some("GSI2"),
                        query: "by_coupon",
                        partition: __kw::Template::new(
                            "COUPON#<coupon>",
                            &[
                                __kw::literal("COUPON#"),
                                __kw::part(6),
                                __kw::Segment::Delimiter,
                                __kw::Segment::Shard { width: 0 },
                            ],
                        ),
                        sort: __kw::Option::Some(
                            __kw::Template::new(
                                "<placed:ms>",
                                &[
                                    __kw::part_as(1, __kw::Form::Time(__kw::TimeForm::Millis)),
                                ],
                            ),
                        ),
                        shard: __kw::Option::Some(__kw::Sharding {
                            count: 3,
                            first: 0,
                            by: __kw::ShardBy::Hash {
                                fields: &[6],
                                with: __kw::Option::None,
                                top_share: __kw::Option::Some(0.2),
                            },
                            grow: &[],
                        }),
                        ..__kw::KEY
                    },
                ],
                &<<crate::Shop as __kw::IsTable>::Table as __kw::Table>::SCHEMA,
            ),
            peak: __kw::Option::Some(
                __kw::Peak::new(2000, 1500).reads_per_second(300).mean(0.2),
            ),
            table: &<<crate::Shop as __kw::IsTable>::Table as __kw::Table>::SCHEMA,
            ..__kw::ENTITY
        };
        fn __value(&self, __f: u8) -> __kw::Option<__kw::KeyValue<'_>> {
            match __f {
                0 => <String as __kw::KeyField>::to_value(&self.tenant),
                1 => <DateTime<Utc> as __kw::KeyField>::to_value(&self.placed),
                2 => <String as __kw::KeyField>::to_value(&self.id),
                3 => <Kind as __kw::KeyField>::to_value(&self.r#type),
                4 => <u32 as __kw::KeyField>::to_value(&self.number),
                5 => <Status as __kw::KeyField>::to_value(&self.status),
                6 => <Option<String> as __kw::KeyField>::to_value(&self.coupon),
                _ => __kw::Option::None,
            }
        }
        fn __attributes(&self) -> __kw::Option<&__kw::Attributes> {
            __kw::Option::Some(&self.rest)
        }
        fn __attributes_mut(&mut self) -> __kw::Option<&mut __kw::Attributes> {
            __kw::Option::Some(&mut self.rest)
        }
        fn __stored(__f: u8, __v: __kw::KeyValue<'static>) -> __kw::StoredField {
            match __f {
                0 => __kw::Probe(Self::TENANT).of(__v),
                1 => __kw::Probe(Self::PLACED).of(__v),
                2 => __kw::Probe(Self::ID).of(__v),
                3 => __kw::Probe(Self::TYPE).of(__v),
                4 => __kw::Probe(Self::NUMBER).of(__v),
                5 => __kw::Probe(Self::STATUS).of(__v),
                6 => __kw::Probe(Self::COUPON).of(__v),
                _ => __kw::Default::default(),
            }
        }
    }
    #[automatically_derived]
    impl __kw::KnownKey for Order {}
    #[automatically_derived]
    impl __kw::Partition<0, (String,), __kw::During<DateTime<Utc>>> for Order {}
    #[automatically_derived]
    impl __kw::Partition<1, (Status,), __kw::During<DateTime<Utc>>> for Order {}
    #[automatically_derived]
    impl __kw::Partition<
        2,
        (__kw::Scalar<Option<String>>,),
        __kw::NoBucket,
        __kw::Leads<DateTime<Utc>>,
    > for Order {}
    #[allow(private_bounds, private_interfaces, clippy::too_many_arguments)]
    impl Order {
        ///Reads `ORDER#<tenant>#<shard:02>#<placed:month>` in the order of `<<<type>#<number:w8>#<id:lower,raw>`.
        pub(crate) fn of_tenant(
            tenant: impl __kw::KeyArg<String>,
        ) -> __kw::Query<
            __kw::ByKey<Self, 0>,
            __kw::Part<Kind, __kw::Part<u32, __kw::Part<String, __kw::End>>>,
            __kw::During<DateTime<Utc>>,
            __kw::Hashed<(String, Kind)>,
        > {
            __kw::Query::__new().__arg(0, tenant)
        }
        ///Reads `STATUS#<status>#<placed:day>` of index GSI1.
        pub(crate) fn by_status(
            status: impl __kw::KeyArg<Status>,
        ) -> __kw::Query<__kw::ByKey<Self, 1>, __kw::End, __kw::During<DateTime<Utc>>> {
            __kw::Query::__new().__arg(5, status)
        }
        ///Reads `COUPON#<coupon>` of index GSI2 in the order of `<placed:ms>`.
        pub(crate) fn by_coupon(
            coupon: impl __kw::KeyArg<__kw::Scalar<Option<String>>>,
        ) -> __kw::Query<__kw::ByKey<Self, 2>, __kw::Part<DateTime<Utc>, __kw::End>> {
            __kw::Query::__new().__arg(6, coupon)
        }
        /// The key of one item.
        pub(crate) fn key(
            tenant: impl __kw::KeyArg<String>,
            placed: impl __kw::KeyArg<DateTime<Utc>>,
            r#type: impl __kw::KeyArg<Kind>,
            number: impl __kw::KeyArg<u32>,
            id: impl __kw::KeyArg<String>,
        ) -> __kw::Key<Self> {
            __kw::Key::__new(__kw::Option::None)
                .__arg(0, tenant)
                .__arg(1, placed)
                .__arg(3, r#type)
                .__arg(4, number)
                .__arg(2, id)
        }
    }
    #[allow(missing_docs, private_interfaces)]
    impl Order {
        pub(crate) const TENANT: __kw::FieldOf<Self, String, __kw::Fixed> = __kw::FieldOf::__new(
                0,
            )
            .__in_keys(<String as __kw::KeyField>::__TO_VALUE);
        pub(crate) const PLACED: __kw::FieldOf<Self, DateTime<Utc>, __kw::Fixed> = __kw::FieldOf::__new(
                1,
            )
            .__in_keys(<DateTime<Utc> as __kw::KeyField>::__TO_VALUE);
        pub(crate) const ID: __kw::FieldOf<Self, String, __kw::Fixed> = __kw::FieldOf::__new(
                2,
            )
            .__in_keys(<String as __kw::KeyField>::__TO_VALUE);
        pub(crate) const TYPE: __kw::FieldOf<Self, Kind, __kw::Fixed> = __kw::FieldOf::__new(
                3,
            )
            .__in_keys(<Kind as __kw::KeyField>::__TO_VALUE);
        pub(crate) const NUMBER: __kw::FieldOf<Self, u32, __kw::Fixed> = __kw::FieldOf::__new(
                4,
            )
            .__in_keys(<u32 as __kw::KeyField>::__TO_VALUE);
        pub(crate) const STATUS: __kw::FieldOf<Self, Status, __kw::Keyed> = __kw::FieldOf::__new(
                5,
            )
            .__in_keys(<Status as __kw::KeyField>::__TO_VALUE);
        pub(crate) const COUPON: __kw::FieldOf<Self, Option<String>, __kw::Keyed> = __kw::FieldOf::__new(
                6,
            )
            .__in_keys(<Option<String> as __kw::KeyField>::__TO_VALUE);
        pub(crate) const TOTAL_CENTS: __kw::FieldOf<Self, u64> = __kw::FieldOf::__new(7);
        pub(crate) const GIFT: __kw::FieldOf<Self, bool> = __kw::FieldOf::__new(8);
    }
    const __S: &__kw::EntitySchema = &<Order as __kw::Entity>::SCHEMA;
    const _: () = {
        let __key = __kw::check::declared(__S, 0);
        __kw::check::template(&__key, __kw::KeyPart::Partition);
        __kw::check::template(&__key, __kw::KeyPart::Sort);
        __kw::check::legacy(&__key, 0);
        __kw::check::until(__S, 0);
        __kw::check::legacy(&__key, 1);
        __kw::check::until(__S, 0);
        __kw::check::hot_partition(__S, 0);
        __kw::check::readers(__S, 0);
    };
    const _: () = {
        let __key = __kw::check::declared(__S, 1);
        __kw::check::template(&__key, __kw::KeyPart::Partition);
        __kw::check::legacy(&__key, 0);
        __kw::check::legacy_since(__S, 1, 0);
        __kw::check::until(__S, 1);
        __kw::check::legacy(&__key, 1);
        __kw::check::since(__S, 1);
        __kw::check::grow(__S, 1);
        __kw::check::hot_partition(__S, 1);
        __kw::check::readers(__S, 1);
    };
    const _: () = {
        let __key = __kw::check::declared(__S, 2);
        __kw::check::template(&__key, __kw::KeyPart::Partition);
        __kw::check::template(&__key, __kw::KeyPart::Sort);
        __kw::check::hot_partition(__S, 2);
    };
    const __W: [__kw::check::Warnings; 3] = __kw::check::all_warnings(__S);
    #[allow(deprecated)]
    #[allow(path_statements)]
    const _: () = {
        __kw::lint::KW004Allowed::<{ __W[0].far_too_hot }>::TEN_TIMES_THE_LIMIT;
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
        __kw::lint::KW022::<{ __kw::check::newest_that_fit(__S, 0) }>::NEWEST_50;
        __kw::lint::KW022Quota::<{ __kw::check::reads_above_quota(__S, 0) }>::READ_UNITS;
        __kw::lint::KW022RollOver::<
            { __kw::check::reads_share_partitions(__S, 0) },
        >::KEYS_SHARE_A_PARTITION;
        __kw::lint::KW004Since::<{ __W[1].overloads_older_key }>::OLDER_KEY;
        __kw::lint::KW002Share::<
            { __W[1].share_that_throttles },
        >::ON_ONE_VALUE_THROTTLES;
        __kw::lint::KW002Unknown::<{ __W[1].unknown_share }>::SHARE_NOT_DECLARED;
        __kw::lint::KW004::<{ __W[1].missing_margin }>::NO_MARGIN;
        __kw::lint::KW004Quota::<{ __W[1].above_quota }>::WARM_THROUGHPUT;
        __kw::lint::KW004Launch::<{ __W[1].shards_for_launch }>::THROTTLES_FOR_MINUTES;
        __kw::lint::KW003RollOvers::<{ __W[1].bad_roll_overs }>::OVERLOAD_A_PARTITION;
        __kw::lint::KW004Many::<{ __W[1].sufficient_shards }>::TEN_TIMES_THE_SHARDS;
        __kw::lint::KW022::<{ __kw::check::newest_that_fit(__S, 1) }>::NEWEST_50;
        __kw::lint::KW022Quota::<{ __kw::check::reads_above_quota(__S, 1) }>::READ_UNITS;
        __kw::lint::KW022RollOver::<
            { __kw::check::reads_share_partitions(__S, 1) },
        >::KEYS_SHARE_A_PARTITION;
        __kw::lint::KW002Share::<
            { __W[2].share_that_throttles },
        >::ON_ONE_VALUE_THROTTLES;
        __kw::lint::KW002Unknown::<{ __W[2].unknown_share }>::SHARE_NOT_DECLARED;
        __kw::lint::KW004::<{ __W[2].missing_margin }>::NO_MARGIN;
        __kw::lint::KW004Quota::<{ __W[2].above_quota }>::WARM_THROUGHPUT;
        __kw::lint::KW004Launch::<{ __W[2].shards_for_launch }>::THROTTLES_FOR_MINUTES;
        __kw::lint::KW003RollOvers::<{ __W[2].bad_roll_overs }>::OVERLOAD_A_PARTITION;
        __kw::lint::KW004Many::<{ __W[2].sufficient_shards }>::TEN_TIMES_THE_SHARDS;
    };
    const _: () = if __kw::check::names_may_clash::<Order>(__S) {
        use __kw::check::attribute as __check;
        __check(__S, 0);
        __check(__S, 1);
        __check(__S, 2);
        __check(__S, 3);
        __check(__S, 4);
        __check(__S, 5);
        __check(__S, 6);
        __check(__S, 7);
        __check(__S, 8);
    };
    const _: () = __kw::check::constant(__S, 0);
    const _: () = __kw::check::constant(__S, 1);
    const _: () = __kw::check::item_bytes(__S);
    const _: () = __kw::check::listed::<Order>(__S);
};
