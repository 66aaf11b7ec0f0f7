const _: () = {
    use ::keywright::__private as __kw;
    #[automatically_derived]
    impl __kw::Readable<0> for Visit {
        type Strong = __kw::Can;
        type Whole = __kw::Can;
    }
    #[automatically_derived]
    impl __kw::Readable<1> for Visit {
        type Strong = __kw::Can;
        type Whole = __kw::Is<
            { __kw::holds_whole_items(__kw::table_of::<Visit>(), "by_page") },
        >;
    }
    #[automatically_derived]
    impl __kw::Entity for Visit {
        type Table = <Platform as __kw::IsTable>::Table;
        const SCHEMA: __kw::EntitySchema = __kw::EntitySchema {
            name: "Visit",
            docs: "A visit.",
            discriminator: "Visit",
            fields: &[
                __kw::field_in_keys(
                    "at",
                    "at",
                    "",
                    "DateTime<Utc>",
                    <DateTime<Utc> as __kw::KeyField>::__IN_KEYS,
                ),
                __kw::field_in_keys(
                    "user",
                    "user",
                    "",
                    "String",
                    <String as __kw::KeyField>::__IN_KEYS,
                ),
                __kw::field_in_keys(
                    "page",
                    "page",
                    "",
                    "Option<String>",
                    <Option<String> as __kw::KeyField>::__IN_KEYS,
                ),
            ],
            keys: &[
                __kw::KeySchema {
                    query: "query",
                    partition: __kw::Template::new(
                        "VISITS#<at:day>",
                        &[
                            __kw::literal("VISITS#"),
                            __kw::part_as(0, __kw::Form::Bucket(__kw::Bucket::Day)),
                            __kw::Segment::Delimiter,
                            __kw::Segment::Shard { width: 0 },
                        ],
                    ),
                    sort: __kw::Option::Some(
                        __kw::Template::new(
                            "<at>#<user>",
                            &[__kw::part(0), __kw::literal("#"), __kw::part(1)],
                        ),
                    ),
                    shard: __kw::Option::Some(__kw::Sharding {
                        count: 4,
                        first: 0,
                        by: __kw::ShardBy::Random,
                        grow: &[],
                    }),
                    legacy: &[
                        __kw::LegacyKey {
                            partition: __kw::Template::new(
                                "VISITS",
                                &[__kw::literal("VISITS")],
                            ),
                            shard: __kw::Option::None,
                            since: __kw::Option::None,
                            until: __kw::Option::None,
                        },
                    ],
                    retention: __kw::Option::Some(7776000),
                    ..__kw::KEY
                },
                __kw::KeySchema {
                    index: __kw::Option::Some("by_page"),
                    local: true,
                    query: "by_page",
                    partition: __kw::Template::new(
                        "VISITS#<at:day>",
                        &[
                            __kw::literal("VISITS#"),
                            __kw::part_as(0, __kw::Form::Bucket(__kw::Bucket::Day)),
                            __kw::Segment::Delimiter,
                            __kw::Segment::Shard { width: 0 },
                        ],
                    ),
                    sort: __kw::Option::Some(
                        __kw::Template::new("<page>", &[__kw::part(2)]),
                    ),
                    shard: __kw::Option::Some(__kw::Sharding {
                        count: 4,
                        first: 0,
                        by: __kw::ShardBy::Random,
                        grow: &[],
                    }),
                    legacy: &[
                        __kw::LegacyKey {
                            partition: __kw::Template::new(
                                "VISITS",
                                &[__kw::literal("VISITS")],
                            ),
                            shard: __kw::Option::None,
                            since: __kw::Option::None,
                            until: __kw::Option::None,
                        },
                    ],
                    retention: __kw::Option::Some(7776000),
                    ..__kw::KEY
                },
            ],
            table: &<<Platform as __kw::IsTable>::Table as __kw::Table>::SCHEMA,
            ..__kw::ENTITY
        };
        fn __value(&self, __f: u8) -> __kw::Option<__kw::KeyValue<'_>> {
            match __f {
                0 => <DateTime<Utc> as __kw::KeyField>::to_value(&self.at),
                1 => <String as __kw::KeyField>::to_value(&self.user),
                2 => <Option<String> as __kw::KeyField>::to_value(&self.page),
                _ => __kw::Option::None,
            }
        }
        fn __stored(__f: u8, __v: __kw::KeyValue<'static>) -> __kw::StoredField {
            match __f {
                0 => __kw::Probe(Self::AT).of(__v),
                1 => __kw::Probe(Self::USER).of(__v),
                2 => __kw::Probe(Self::PAGE).of(__v),
                _ => __kw::Default::default(),
            }
        }
    }
    #[automatically_derived]
    impl __kw::Partition<0, (), __kw::During<DateTime<Utc>>, __kw::Leads<DateTime<Utc>>>
    for Visit {}
    #[automatically_derived]
    impl __kw::Partition<
        1,
        (),
        __kw::During<DateTime<Utc>>,
        __kw::Leads<__kw::Scalar<Option<String>>>,
    > for Visit {}
    #[allow(private_bounds, private_interfaces, clippy::too_many_arguments)]
    impl Visit {
        ///Reads `VISITS#<at:day>` in the order of `<at>#<user>`.
        pub fn query() -> __kw::Query<
            __kw::ByKey<Self, 0>,
            __kw::Part<DateTime<Utc>, __kw::Part<String, __kw::End>>,
        > {
            __kw::Query::__new()
        }
        ///Reads `VISITS#<at:day>` of index by_page in the order of `<page>`.
        pub fn by_page() -> __kw::Query<
            __kw::ByKey<Self, 1>,
            __kw::Part<__kw::Scalar<Option<String>>, __kw::End>,
            __kw::During<DateTime<Utc>>,
        > {
            __kw::Query::__new()
        }
        /// The key of the item in one shard.
        pub fn key_in_shard(
            __shard: u32,
            at: impl __kw::KeyArg<DateTime<Utc>>,
            user: impl __kw::KeyArg<String>,
        ) -> __kw::Key<Self> {
            __kw::Key::__new(__kw::Option::Some(__shard)).__arg(0, at).__arg(1, user)
        }
        /// Finds the item with these key fields in any shard.
        pub fn find(
            at: impl __kw::KeyArg<DateTime<Utc>>,
            user: impl __kw::KeyArg<String>,
        ) -> __kw::Find<Self> {
            __kw::Find::__new(
                __kw::Key::__new(__kw::Option::None).__arg(0, at).__arg(1, user),
            )
        }
        #[doc(hidden)]
        pub fn key<__P: __kw::KeyArg<DateTime<Utc>>>(
            at: __P,
            user: impl __kw::KeyArg<String>,
        ) -> __kw::Key<Self>
        where
            Self: __kw::KnownKey<__P>,
        {
            __kw::Key::__new(__kw::Option::None).__arg(0, at).__arg(1, user)
        }
    }
    #[allow(missing_docs, private_interfaces)]
    impl Visit {
        pub const AT: __kw::FieldOf<Self, DateTime<Utc>, __kw::Fixed> = __kw::FieldOf::__new(
                0,
            )
            .__in_keys(<DateTime<Utc> as __kw::KeyField>::__TO_VALUE);
        pub const USER: __kw::FieldOf<Self, String, __kw::Fixed> = __kw::FieldOf::__new(
                1,
            )
            .__in_keys(<String as __kw::KeyField>::__TO_VALUE);
        pub const PAGE: __kw::FieldOf<
            Self,
            Option<String>,
            __kw::RoleOf<{ __kw::independence(__S, 2) }, __kw::Keyed>,
        > = __kw::FieldOf::__new(2)
            .__in_keys(<Option<String> as __kw::KeyField>::__TO_VALUE);
    }
    const __S: &__kw::EntitySchema = &<Visit as __kw::Entity>::SCHEMA;
    const _: () = {
        let __key = __kw::check::declared(__S, 0);
        __kw::check::template(&__key, __kw::KeyPart::Partition);
        __kw::check::template(&__key, __kw::KeyPart::Sort);
        __kw::check::legacy(&__key, 0);
        __kw::check::hot_partition(__S, 0);
    };
    const _: () = {
        let __key = __kw::check::declared(__S, 1);
        __kw::check::template(&__key, __kw::KeyPart::Sort);
    };
    const __W: [__kw::check::Warnings; 2] = __kw::check::all_warnings(__S);
    #[allow(path_statements)]
    const _: () = {
        __kw::lint::KW002::<{ __W[0].few_values }>::FEW_VALUES;
        __kw::lint::KW003::<{ __W[0].lone_bucket }>::TIME_BUCKET_ALONE;
    };
    const _: () = if __kw::check::names_may_clash::<Visit>(__S) {
        use __kw::check::attribute as __check;
        __check(__S, 0);
        __check(__S, 1);
        __check(__S, 2);
    };
    const _: () = __kw::check::listed::<Visit>(__S);
};
