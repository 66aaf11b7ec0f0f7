const _: () = {
    use ::keywright::__private as __kw;
    #[automatically_derived]
    impl __kw::Readable<0> for Threat {
        type Strong = __kw::Can;
        type Whole = __kw::Can;
    }
    #[automatically_derived]
    impl __kw::Readable<1> for Threat {
        type Strong = __kw::Cannot;
        type Whole = __kw::Is<
            { __kw::holds_whole_items(__kw::table_of::<Threat>(), "GSI1") },
        >;
    }
    #[automatically_derived]
    impl __kw::Entity for Threat {
        type Table = <Platform as __kw::IsTable>::Table;
        const SCHEMA: __kw::EntitySchema = __kw::EntitySchema {
            name: "Threat",
            docs: "An alert on a brand.",
            discriminator: "Threat",
            fields: &[
                __kw::field_in_keys(
                    "brand",
                    "brand",
                    "",
                    "String",
                    <String as __kw::KeyField>::__IN_KEYS,
                ),
                __kw::field_in_keys(
                    "at",
                    "at",
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
                __kw::field("severity", "severity", "", "Severity"),
            ],
            keys: &__kw::over_table(
                [
                    __kw::KeySchema {
                        query: "query",
                        partition: __kw::Template::new(
                            "THREAT#<brand>#<at:month>",
                            &[
                                __kw::literal("THREAT#"),
                                __kw::part(0),
                                __kw::literal("#"),
                                __kw::part_as(1, __kw::Form::Bucket(__kw::Bucket::Month)),
                            ],
                        ),
                        sort: __kw::Option::Some(
                            __kw::Template::new(
                                "ALERT#<at>#<id>",
                                &[
                                    __kw::literal("ALERT#"),
                                    __kw::part(1),
                                    __kw::literal("#"),
                                    __kw::part(2),
                                ],
                            ),
                        ),
                        ..__kw::KEY
                    },
                    __kw::KeySchema {
                        index: __kw::Option::Some("GSI1"),
                        query: "by_brand",
                        partition: __kw::Template::new(
                            "BRAND#<brand>",
                            &[__kw::literal("BRAND#"), __kw::part(0)],
                        ),
                        sort: __kw::Option::Some(
                            __kw::Template::new(
                                "THREAT#<at>#<id>",
                                &[
                                    __kw::literal("THREAT#"),
                                    __kw::part(1),
                                    __kw::literal("#"),
                                    __kw::part(2),
                                ],
                            ),
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
                0 => <String as __kw::KeyField>::to_value(&self.brand),
                1 => <DateTime<Utc> as __kw::KeyField>::to_value(&self.at),
                2 => <String as __kw::KeyField>::to_value(&self.id),
                _ => __kw::Option::None,
            }
        }
        fn __stored(__f: u8, __v: __kw::KeyValue<'static>) -> __kw::StoredField {
            match __f {
                0 => __kw::Probe(Self::BRAND).of(__v),
                1 => __kw::Probe(Self::AT).of(__v),
                2 => __kw::Probe(Self::ID).of(__v),
                _ => __kw::Default::default(),
            }
        }
    }
    #[automatically_derived]
    impl __kw::KnownKey for Threat {}
    #[automatically_derived]
    impl __kw::Partition<0, (String,), __kw::During<DateTime<Utc>>> for Threat {}
    #[automatically_derived]
    impl __kw::Partition<1, (String,), __kw::NoBucket> for Threat {}
    #[allow(private_bounds, private_interfaces, clippy::too_many_arguments)]
    impl Threat {
        ///Reads `THREAT#<brand>#<at:month>` in the order of `ALERT#<at>#<id>`.
        pub fn query(
            brand: impl __kw::KeyArg<String>,
        ) -> __kw::Query<
            __kw::ByKey<Self, 0>,
            __kw::Part<DateTime<Utc>, __kw::Part<String, __kw::End>>,
        > {
            __kw::Query::__new().__arg(0, brand)
        }
        ///Reads `BRAND#<brand>` of index GSI1 in the order of `THREAT#<at>#<id>`.
        pub fn by_brand(
            brand: impl __kw::KeyArg<String>,
        ) -> __kw::Query<
            __kw::ByKey<Self, 1>,
            __kw::Part<DateTime<Utc>, __kw::Part<String, __kw::End>>,
        > {
            __kw::Query::__new().__arg(0, brand)
        }
        /// The key of one item.
        pub fn key(
            brand: impl __kw::KeyArg<String>,
            at: impl __kw::KeyArg<DateTime<Utc>>,
            id: impl __kw::KeyArg<String>,
        ) -> __kw::Key<Self> {
            __kw::Key::__new(__kw::Option::None)
                .__arg(0, brand)
                .__arg(1, at)
                .__arg(2, id)
        }
    }
    #[allow(missing_docs, private_interfaces)]
    impl Threat {
        pub const BRAND: __kw::FieldOf<Self, String, __kw::Fixed> = __kw::FieldOf::__new(
                0,
            )
            .__in_keys(<String as __kw::KeyField>::__TO_VALUE);
        pub const AT: __kw::FieldOf<Self, DateTime<Utc>, __kw::Fixed> = __kw::FieldOf::__new(
                1,
            )
            .__in_keys(<DateTime<Utc> as __kw::KeyField>::__TO_VALUE);
        pub const ID: __kw::FieldOf<Self, String, __kw::Fixed> = __kw::FieldOf::__new(2)
            .__in_keys(<String as __kw::KeyField>::__TO_VALUE);
        pub const SEVERITY: __kw::FieldOf<Self, Severity> = __kw::FieldOf::__new(3);
    }
    const __S: &__kw::EntitySchema = &<Threat as __kw::Entity>::SCHEMA;
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
    const _: () = if __kw::check::names_may_clash::<Threat>(__S) {
        use __kw::check::attribute as __check;
        __check(__S, 0);
        __check(__S, 1);
        __check(__S, 2);
        __check(__S, 3);
    };
    const _: () = __kw::check::listed::<Threat>(__S);
};
