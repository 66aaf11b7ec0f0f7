const _: () = {
    use ::keywright::__private as __kw;
    #[automatically_derived]
    impl __kw::Readable<0> for Session {
        type Strong = __kw::Can;
        type Whole = __kw::Can;
    }
    #[automatically_derived]
    impl __kw::Readable<1> for Session {
        type Strong = __kw::Cannot;
        type Whole = __kw::Is<
            { __kw::holds_whole_items(__kw::table_of::<Session>(), "GSI1") },
        >;
    }
    #[automatically_derived]
    impl __kw::Entity for Session {
        type Table = <Platform as __kw::IsTable>::Table;
        const SCHEMA: __kw::EntitySchema = __kw::EntitySchema {
            name: "Session",
            docs: "A session.",
            discriminator: "Session",
            fields: &[
                __kw::field_in_keys(
                        "user",
                        "user",
                        "",
                        "String",
                        <String as __kw::KeyField>::__IN_KEYS,
                    )
                    .sensitive(),
                __kw::field("expires_at", "expires_at", "", "DateTime<Utc>")
                    .converted(__kw::Converted::Number)
                    .timed(
                        __kw::Purpose::Ttl,
                        <DateTime<Utc> as __kw::TimeField>::__OPTIONAL,
                    ),
                __kw::option("created", "created", "", "Option<DateTime<Utc>>")
                    .timed(
                        __kw::Purpose::Created,
                        <Option<DateTime<Utc>> as __kw::TimeField>::__OPTIONAL,
                    )
                    .sensitive(),
                __kw::field_in_keys(
                        "updated",
                        "updated",
                        "",
                        "DateTime<Utc>",
                        <DateTime<Utc> as __kw::KeyField>::__IN_KEYS,
                    )
                    .timed(__kw::Purpose::Updated, true)
                    .defaulted(),
            ],
            keys: &__kw::over_table(
                [
                    __kw::KeySchema {
                        query: "query",
                        partition: __kw::Template::new(
                            "USER#<user>",
                            &[__kw::literal("USER#"), __kw::part(0)],
                        ),
                        sort: __kw::Option::Some(
                            __kw::Template::new("SESSION", &[__kw::literal("SESSION")]),
                        ),
                        ..__kw::KEY
                    },
                    __kw::KeySchema {
                        index: __kw::Option::Some("GSI1"),
                        query: "by_change",
                        partition: __kw::Template::new(
                            "USER#<user>",
                            &[__kw::literal("USER#"), __kw::part(0)],
                        ),
                        sort: __kw::Option::Some(
                            __kw::Template::new("<updated>", &[__kw::part(3)]),
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
                0 => <String as __kw::KeyField>::to_value(&self.user),
                3 => <DateTime<Utc> as __kw::KeyField>::to_value(&self.updated),
                1 => {
                    <DateTime<Utc> as __kw::TimeField>::__value(&self.expires_at)
                        .map(__kw::KeyValue::in_whole_seconds)
                }
                2 => <Option<DateTime<Utc>> as __kw::TimeField>::__value(&self.created),
                _ => __kw::Option::None,
            }
        }
        fn __stored(__f: u8, __v: __kw::KeyValue<'static>) -> __kw::StoredField {
            match __f {
                0 => __kw::Probe(Self::USER).of(__v),
                3 => __kw::Probe(Self::UPDATED).of(__v),
                _ => __kw::Default::default(),
            }
        }
        fn __serialize_as<__S: __kw::Serializer>(
            __f: u8,
            __v: __kw::KeyValue<'static>,
            __to: __S,
        ) -> __kw::Serialized<__S> {
            match __f {
                1 => {
                    <DateTime<
                        Utc,
                    > as __kw::TimeField>::__serialize(
                        __v,
                        __to,
                        chrono::serde::ts_seconds::serialize,
                    )
                }
                2 => {
                    <Option<
                        DateTime<Utc>,
                    > as __kw::TimeField>::__serialize(
                        __v,
                        __to,
                        <Option<DateTime<Utc>> as __kw::Serialize>::serialize,
                    )
                }
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
    }
    #[automatically_derived]
    impl __kw::KnownKey for Session {}
    #[automatically_derived]
    impl __kw::Partition<0, (String,), __kw::NoBucket> for Session {}
    #[automatically_derived]
    impl __kw::Partition<1, (String,), __kw::NoBucket, __kw::Leads<DateTime<Utc>>>
    for Session {}
    #[allow(private_bounds, private_interfaces, clippy::too_many_arguments)]
    impl Session {
        ///Reads `USER#<user>` in the order of `SESSION`.
        pub fn query(
            user: impl __kw::KeyArg<String>,
        ) -> __kw::Query<__kw::ByKey<Self, 0>, __kw::End> {
            __kw::Query::__new().__arg(0, user)
        }
        ///Reads `USER#<user>` of index GSI1 in the order of `<updated>`.
        pub fn by_change(
            user: impl __kw::KeyArg<String>,
        ) -> __kw::Query<__kw::ByKey<Self, 1>, __kw::Part<DateTime<Utc>, __kw::End>> {
            __kw::Query::__new().__arg(0, user)
        }
        /// The key of one item.
        pub fn key(user: impl __kw::KeyArg<String>) -> __kw::Key<Self> {
            __kw::Key::__new(__kw::Option::None).__arg(0, user)
        }
    }
    #[allow(missing_docs, private_interfaces)]
    impl Session {
        pub const USER: __kw::FieldOf<Self, String, __kw::Fixed> = __kw::FieldOf::__new(
                0,
            )
            .__in_keys(<String as __kw::KeyField>::__TO_VALUE);
        pub const EXPIRES_AT: __kw::FieldOf<Self, DateTime<Utc>> = __kw::FieldOf::<
            Self,
            DateTime<Utc>,
        >::__new(1)
            .__ttl(<DateTime<Utc> as __kw::TimeField>::__value)
            .__with(|__v, __to| chrono::serde::ts_seconds::serialize(__v, __to))
            .__needed();
        pub const CREATED: __kw::FieldOf<Self, Option<DateTime<Utc>>> = __kw::FieldOf::__new(
            2,
        );
        pub const UPDATED: __kw::FieldOf<
            Self,
            DateTime<Utc>,
            __kw::RoleOf<{ __kw::independence(__S, 3) }, __kw::Keyed>,
        > = __kw::FieldOf::__new(3)
            .__in_keys(<DateTime<Utc> as __kw::KeyField>::__TO_VALUE);
    }
    const __S: &__kw::EntitySchema = &<Session as __kw::Entity>::SCHEMA;
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
    const _: () = if __kw::check::names_may_clash::<Session>(__S) {
        use __kw::check::attribute as __check;
        __check(__S, 0);
        __check(__S, 1);
        __check(__S, 2);
        __check(__S, 3);
    };
    const _: () = __kw::check::time(__S, 1, <DateTime<Utc> as __kw::TimeField>::__KIND);
    const _: () = __kw::check::time(
        __S,
        2,
        <Option<DateTime<Utc>> as __kw::TimeField>::__KIND,
    );
    const _: () = __kw::check::time(__S, 3, <DateTime<Utc> as __kw::TimeField>::__KIND);
    const _: () = __kw::check::updated(__S, 3);
    const _: () = __kw::check::listed::<Session>(__S);
};
