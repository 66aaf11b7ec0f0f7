const _: () = {
    use ::keywright::__private as __kw;
    #[automatically_derived]
    impl __kw::Readable<0> for Match {
        type Strong = __kw::Can;
        type Whole = __kw::Can;
    }
    #[automatically_derived]
    impl __kw::Readable<1> for Match {
        type Strong = __kw::Cannot;
        type Whole = __kw::Is<
            { __kw::holds_whole_items(__kw::table_of::<Match>(), "GSI1") },
        >;
    }
    #[automatically_derived]
    impl __kw::Entity for Match {
        type Table = <Platform as __kw::IsTable>::Table;
        const SCHEMA: __kw::EntitySchema = __kw::EntitySchema {
            name: "Match",
            docs: "A match of a tournament.",
            discriminator: "Match",
            fields: &[
                __kw::field_in_keys(
                    "id",
                    "id",
                    "",
                    "String",
                    <String as __kw::KeyField>::__IN_KEYS,
                ),
                __kw::field_in_keys(
                    "tournament",
                    "tournament",
                    "",
                    "String",
                    <String as __kw::KeyField>::__IN_KEYS,
                ),
                __kw::field_in_keys(
                    "region",
                    "region",
                    "",
                    "String",
                    <String as __kw::KeyField>::__IN_KEYS,
                ),
                __kw::field_in_keys(
                    "round",
                    "round",
                    "",
                    "u32",
                    <u32 as __kw::KeyField>::__IN_KEYS,
                ),
                __kw::field_in_keys(
                    "at",
                    "at",
                    "",
                    "DateTime<Utc>",
                    <DateTime<Utc> as __kw::KeyField>::__IN_KEYS,
                ),
            ],
            keys: &__kw::over_table(
                [
                    __kw::KeySchema {
                        query: "query",
                        partition: __kw::Template::new(
                            "MATCH#<id>",
                            &[__kw::literal("MATCH#"), __kw::part(0)],
                        ),
                        sort: __kw::Option::Some(
                            __kw::Template::new("MATCH", &[__kw::literal("MATCH")]),
                        ),
                        ..__kw::KEY
                    },
                    __kw::KeySchema {
                        index: __kw::Option::Some("GSI1"),
                        query: "by_region",
                        partition: __kw::Template::new(
                            "<tournament>, R#<region>",
                            &[
                                __kw::part(1),
                                __kw::Segment::NextAttribute("R#<region>"),
                                __kw::literal("R#"),
                                __kw::part(2),
                                __kw::Segment::Delimiter,
                                __kw::Segment::Shard { width: 0 },
                            ],
                        ),
                        sort: __kw::Option::Some(
                            __kw::Template::new(
                                "<round>, <at:day>, <id>",
                                &[
                                    __kw::part(3),
                                    __kw::Segment::NextAttribute("<at:day>"),
                                    __kw::part_as(4, __kw::Form::Bucket(__kw::Bucket::Day)),
                                    __kw::Segment::NextAttribute("<id>"),
                                    __kw::part(0),
                                ],
                            ),
                        ),
                        shard: __kw::Option::Some(__kw::Sharding {
                            count: 4,
                            first: 0,
                            by: __kw::ShardBy::TableKey,
                            grow: &[],
                        }),
                        ..__kw::KEY
                    },
                ],
                &<<Platform as __kw::IsTable>::Table as __kw::Table>::SCHEMA,
            ),
            table: &<<Platform as __kw::IsTable>::Table as __kw::Table>::SCHEMA,
            ..__kw::ENTITY
        };
        fn __value(&self, __f: u8) -> __kw::Option<__kw::KeyValue<'_>> {
            match __f {
                0 => <String as __kw::KeyField>::to_value(&self.id),
                1 => <String as __kw::KeyField>::to_value(&self.tournament),
                2 => <String as __kw::KeyField>::to_value(&self.region),
                3 => <u32 as __kw::KeyField>::to_value(&self.round),
                4 => <DateTime<Utc> as __kw::KeyField>::to_value(&self.at),
                _ => __kw::Option::None,
            }
        }
        fn __stored(__f: u8, __v: __kw::KeyValue<'static>) -> __kw::StoredField {
            match __f {
                0 => __kw::Probe(Self::ID).of(__v),
                1 => __kw::Probe(Self::TOURNAMENT).of(__v),
                2 => __kw::Probe(Self::REGION).of(__v),
                3 => __kw::Probe(Self::ROUND).of(__v),
                4 => __kw::Probe(Self::AT).of(__v),
                _ => __kw::Default::default(),
            }
        }
    }
    #[automatically_derived]
    impl __kw::KnownKey for Match {}
    #[automatically_derived]
    impl __kw::Partition<0, (String,), __kw::NoBucket> for Match {}
    #[automatically_derived]
    impl __kw::Partition<1, (String, String), __kw::NoBucket, __kw::Leads<u32>>
    for Match {}
    #[allow(private_bounds, private_interfaces, clippy::too_many_arguments)]
    impl Match {
        ///Reads `MATCH#<id>` in the order of `MATCH`.
        pub fn query(
            id: impl __kw::KeyArg<String>,
        ) -> __kw::Query<__kw::ByKey<Self, 0>, __kw::End> {
            __kw::Query::__new().__arg(0, id)
        }
        ///Reads `<tournament>, R#<region>` of index GSI1 in the order of `<round>, <at:day>, <id>`.
        pub fn by_region(
            tournament: impl __kw::KeyArg<String>,
            region: impl __kw::KeyArg<String>,
        ) -> __kw::Query<
            __kw::ByKey<Self, 1>,
            __kw::Part<u32, __kw::Part<DateTime<Utc>, __kw::Part<String, __kw::End>>>,
        > {
            __kw::Query::__new().__arg(1, tournament).__arg(2, region)
        }
        /// The key of one item.
        pub fn key(id: impl __kw::KeyArg<String>) -> __kw::Key<Self> {
            __kw::Key::__new(__kw::Option::None).__arg(0, id)
        }
    }
    #[allow(missing_docs, private_interfaces)]
    impl Match {
        pub const ID: __kw::FieldOf<Self, String, __kw::Fixed> = __kw::FieldOf::__new(0)
            .__in_keys(<String as __kw::KeyField>::__TO_VALUE);
        pub const TOURNAMENT: __kw::FieldOf<
            Self,
            String,
            __kw::RoleOf<
                { __kw::independence(__S, 1) },
                __kw::Joint<TOURNAMENT_AND_REGION>,
            >,
        > = __kw::FieldOf::__new(1).__in_keys(<String as __kw::KeyField>::__TO_VALUE);
        pub const REGION: __kw::FieldOf<
            Self,
            String,
            __kw::RoleOf<
                { __kw::independence(__S, 2) },
                __kw::Joint<TOURNAMENT_AND_REGION>,
            >,
        > = __kw::FieldOf::__new(2).__in_keys(<String as __kw::KeyField>::__TO_VALUE);
        pub const ROUND: __kw::FieldOf<
            Self,
            u32,
            __kw::RoleOf<{ __kw::independence(__S, 3) }, __kw::Joint<ROUND_AND_AT>>,
        > = __kw::FieldOf::__new(3).__in_keys(<u32 as __kw::KeyField>::__TO_VALUE);
        pub const AT: __kw::FieldOf<
            Self,
            DateTime<Utc>,
            __kw::RoleOf<{ __kw::independence(__S, 4) }, __kw::Joint<ROUND_AND_AT>>,
        > = __kw::FieldOf::__new(4)
            .__in_keys(<DateTime<Utc> as __kw::KeyField>::__TO_VALUE);
        ///The fields `tournament` and `region`, which feed an index key together.
        pub const TOURNAMENT_AND_REGION: __kw::Joined<
            (
                __kw::FieldOf<
                    Self,
                    String,
                    __kw::RoleOf<
                        { __kw::independence(__S, 1) },
                        __kw::Joint<TOURNAMENT_AND_REGION>,
                    >,
                >,
                __kw::FieldOf<
                    Self,
                    String,
                    __kw::RoleOf<
                        { __kw::independence(__S, 2) },
                        __kw::Joint<TOURNAMENT_AND_REGION>,
                    >,
                >,
            ),
        > = __kw::Joined::__new((Self::TOURNAMENT, Self::REGION));
        ///The fields `round` and `at`, which feed an index key together.
        pub const ROUND_AND_AT: __kw::Joined<
            (
                __kw::FieldOf<
                    Self,
                    u32,
                    __kw::RoleOf<
                        { __kw::independence(__S, 3) },
                        __kw::Joint<ROUND_AND_AT>,
                    >,
                >,
                __kw::FieldOf<
                    Self,
                    DateTime<Utc>,
                    __kw::RoleOf<
                        { __kw::independence(__S, 4) },
                        __kw::Joint<ROUND_AND_AT>,
                    >,
                >,
            ),
        > = __kw::Joined::__new((Self::ROUND, Self::AT));
    }
    #[doc(hidden)]
    #[allow(non_camel_case_types)]
    pub enum ROUND_AND_AT {}
    #[doc(hidden)]
    #[allow(non_camel_case_types)]
    pub enum TOURNAMENT_AND_REGION {}
    const __S: &__kw::EntitySchema = &<Match as __kw::Entity>::SCHEMA;
    const _: () = {
        let __key = __kw::check::declared(__S, 0);
        __kw::check::template(&__key, __kw::KeyPart::Partition);
        __kw::check::template(&__key, __kw::KeyPart::Sort);
        __kw::check::hot_partition(__S, 0);
    };
    const _: () = {
        let __key = __kw::check::declared(__S, 1);
        __kw::check::template(&__key, __kw::KeyPart::Partition);
        __kw::check::template(&__key, __kw::KeyPart::Sort);
        __kw::check::attribute_template(&__key, __kw::KeyPart::Partition, 1);
        __kw::check::attribute_template(&__key, __kw::KeyPart::Sort, 1);
        __kw::check::attribute_template(&__key, __kw::KeyPart::Sort, 2);
        __kw::check::hot_partition(__S, 1);
    };
    const __W: [__kw::check::Warnings; 2] = __kw::check::all_warnings(__S);
    #[allow(path_statements)]
    const _: () = {
        __kw::lint::KW002::<{ __W[0].few_values }>::FEW_VALUES;
        __kw::lint::KW003::<{ __W[0].lone_bucket }>::TIME_BUCKET_ALONE;
        __kw::lint::KW002::<{ __W[1].few_values }>::FEW_VALUES;
        __kw::lint::KW003::<{ __W[1].lone_bucket }>::TIME_BUCKET_ALONE;
    };
    const _: () = if __kw::check::names_may_clash::<Match>(__S) {
        use __kw::check::attribute as __check;
        __check(__S, 0);
        __check(__S, 1);
        __check(__S, 2);
        __check(__S, 3);
        __check(__S, 4);
    };
    const _: () = __kw::check::listed::<Match>(__S);
};
