const _: () = {
    use ::keywright::__private as __kw;
    #[automatically_derived]
    impl __kw::Readable<0> for Pair {
        type Strong = __kw::Can;
        type Whole = __kw::Can;
    }
    #[automatically_derived]
    impl __kw::Readable<1> for Pair {
        type Strong = __kw::Cannot;
        type Whole = __kw::Is<
            { __kw::holds_whole_items(__kw::table_of::<Pair>(), "GSI1") },
        >;
    }
    #[automatically_derived]
    impl __kw::Entity for Pair {
        type Table = <Platform as __kw::IsTable>::Table;
        const SCHEMA: __kw::EntitySchema = __kw::EntitySchema {
            name: "Pair",
            docs: "",
            discriminator: "Pair",
            constants: &[("type", "pair")],
            fields: &[
                __kw::field_in_keys(
                    "id",
                    "id",
                    "",
                    "String",
                    <String as __kw::KeyField>::__IN_KEYS,
                ),
                __kw::field_in_keys(
                    "one",
                    "one",
                    "",
                    "String",
                    <String as __kw::KeyField>::__IN_KEYS,
                ),
                __kw::field_in_keys(
                    "other",
                    "other",
                    "",
                    "u8",
                    <u8 as __kw::KeyField>::__IN_KEYS,
                ),
                __kw::field_in_keys(
                        "changed",
                        "changed",
                        "",
                        "DateTime<Utc>",
                        <DateTime<Utc> as __kw::KeyField>::__IN_KEYS,
                    )
                    .timed(
                        __kw::Purpose::Updated,
                        <DateTime<Utc> as __kw::TimeField>::__OPTIONAL,
                    ),
            ],
            keys: &__kw::over_table(
                [
                    __kw::KeySchema {
                        query: "query",
                        partition: __kw::Template::new(
                            "PAIR#<id>",
                            &[__kw::literal("PAIR#"), __kw::part(0)],
                        ),
                        ..__kw::KEY
                    },
                    __kw::KeySchema {
                        index: __kw::Option::Some("GSI1"),
                        query: "by_both",
                        partition: __kw::Template::new(
                            "BOTH#<one>#<other>",
                            &[
                                __kw::literal("BOTH#"),
                                __kw::part(1),
                                __kw::literal("#"),
                                __kw::part(2),
                            ],
                        ),
                        sort: __kw::Option::Some(
                            __kw::Template::new("<changed>", &[__kw::part(3)]),
                        ),
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
                1 => <String as __kw::KeyField>::to_value(&self.one),
                2 => <u8 as __kw::KeyField>::to_value(&self.r#other),
                3 => <DateTime<Utc> as __kw::KeyField>::to_value(&self.changed),
                _ => __kw::Option::None,
            }
        }
        fn __stored(__f: u8, __v: __kw::KeyValue<'static>) -> __kw::StoredField {
            match __f {
                0 => __kw::Probe(Self::ID).of(__v),
                1 => __kw::Probe(Self::ONE).of(__v),
                2 => __kw::Probe(Self::OTHER).of(__v),
                3 => __kw::Probe(Self::CHANGED).of(__v),
                _ => __kw::Default::default(),
            }
        }
        fn __serialize_as<__S: __kw::Serializer>(
            __f: u8,
            __v: __kw::KeyValue<'static>,
            __to: __S,
        ) -> __kw::Serialized<__S> {
            match __f {
                3 => {
                    <DateTime<
                        Utc,
                    > as __kw::TimeField>::__serialize(
                        __v,
                        __to,
                        <DateTime<Utc> as __kw::Serialize>::serialize,
                    )
                }
                _ => __kw::Option::None,
            }
        }
        const __TAG: __kw::Option<&'static str> = __kw::Option::Some("type");
    }
    #[automatically_derived]
    impl __kw::KnownKey for Pair {}
    #[automatically_derived]
    impl __kw::Partition<0, (String,), __kw::NoBucket> for Pair {}
    #[automatically_derived]
    impl __kw::Partition<1, (String, u8), __kw::NoBucket, __kw::Leads<DateTime<Utc>>>
    for Pair {}
    #[allow(private_bounds, private_interfaces, clippy::too_many_arguments)]
    impl Pair {
        ///Reads `PAIR#<id>`.
        fn query(
            id: impl __kw::KeyArg<String>,
        ) -> __kw::Query<__kw::ByKey<Self, 0>, __kw::End> {
            __kw::Query::__new().__arg(0, id)
        }
        ///Reads `BOTH#<one>#<other>` of index GSI1 in the order of `<changed>`.
        fn by_both(
            one: impl __kw::KeyArg<String>,
            r#other: impl __kw::KeyArg<u8>,
        ) -> __kw::Query<__kw::ByKey<Self, 1>, __kw::Part<DateTime<Utc>, __kw::End>> {
            __kw::Query::__new().__arg(1, one).__arg(2, r#other)
        }
        /// The key of one item.
        fn key(id: impl __kw::KeyArg<String>) -> __kw::Key<Self> {
            __kw::Key::__new(__kw::Option::None).__arg(0, id)
        }
    }
    #[allow(missing_docs, private_interfaces)]
    impl Pair {
        const ID: __kw::FieldOf<Self, String, __kw::Fixed> = __kw::FieldOf::__new(0)
            .__in_keys(<String as __kw::KeyField>::__TO_VALUE);
        const ONE: __kw::FieldOf<Self, String, __kw::Joint<ONE_AND_OTHER>> = __kw::FieldOf::__new(
                1,
            )
            .__in_keys(<String as __kw::KeyField>::__TO_VALUE);
        const OTHER: __kw::FieldOf<Self, u8, __kw::Joint<ONE_AND_OTHER>> = __kw::FieldOf::__new(
                2,
            )
            .__in_keys(<u8 as __kw::KeyField>::__TO_VALUE);
        const CHANGED: __kw::FieldOf<
            Self,
            DateTime<Utc>,
            __kw::RoleOf<{ __kw::independence(__S, 3) }, __kw::Keyed>,
        > = __kw::FieldOf::__new(3)
            .__in_keys(<DateTime<Utc> as __kw::KeyField>::__TO_VALUE);
        ///The fields `one` and `other`, which feed an index key together.
        const ONE_AND_OTHER: __kw::Joined<
            (
                __kw::FieldOf<Self, String, __kw::Joint<ONE_AND_OTHER>>,
                __kw::FieldOf<Self, u8, __kw::Joint<ONE_AND_OTHER>>,
            ),
        > = __kw::Joined::__new((Self::ONE, Self::OTHER));
    }
    #[doc(hidden)]
    #[allow(non_camel_case_types)]
    enum ONE_AND_OTHER {}
    const __S: &__kw::EntitySchema = &<Pair as __kw::Entity>::SCHEMA;
    const _: () = {
        let __key = __kw::check::declared(__S, 0);
        __kw::check::template(&__key, __kw::KeyPart::Partition);
        __kw::check::hot_partition(__S, 0);
    };
    const _: () = {
        let __key = __kw::check::declared(__S, 1);
        __kw::check::template(&__key, __kw::KeyPart::Partition);
        __kw::check::template(&__key, __kw::KeyPart::Sort);
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
    const _: () = if __kw::check::names_may_clash::<Pair>(__S) {
        use __kw::check::attribute as __check;
        __check(__S, 0);
        __check(__S, 1);
        __check(__S, 2);
        __check(__S, 3);
    };
    const _: () = __kw::check::time(__S, 3, <DateTime<Utc> as __kw::TimeField>::__KIND);
    const _: () = __kw::check::updated(__S, 3);
    const _: () = __kw::check::tag(__S, 0);
    const _: () = __kw::check::listed::<Pair>(__S);
};
