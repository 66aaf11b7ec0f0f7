const _: () = {
    use ::keywright::__private as __kw;
    #[automatically_derived]
    impl __kw::Readable<0> for Votes {
        type Strong = __kw::Can;
        type Whole = __kw::Can;
    }
    #[automatically_derived]
    impl __kw::Entity for Votes {
        type Table = <Platform as __kw::IsTable>::Table;
        const SCHEMA: __kw::EntitySchema = __kw::EntitySchema {
            name: "Votes",
            docs: "The votes of a poll.",
            discriminator: "Votes",
            fields: &[
                __kw::field_in_keys(
                    "poll",
                    "poll",
                    "",
                    "String",
                    <String as __kw::KeyField>::__IN_KEYS,
                ),
                __kw::field("for", "for", "Those who are for it.", "u64")
                    .for_purpose(__kw::Purpose::Counter),
                __kw::field("against", "against", "", "i64")
                    .for_purpose(__kw::Purpose::Counter),
                __kw::option("note", "note", "", "Option<String>"),
            ],
            flattens: true,
            keys: &[
                __kw::KeySchema {
                    query: "query",
                    partition: __kw::Template::new(
                        "VOTES#<poll>",
                        &[
                            __kw::literal("VOTES#"),
                            __kw::part(0),
                            __kw::Segment::Delimiter,
                            __kw::Segment::Shard { width: 0 },
                        ],
                    ),
                    sort: __kw::Option::Some(
                        __kw::Template::new("COUNT", &[__kw::literal("COUNT")]),
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
            table: &<<Platform as __kw::IsTable>::Table as __kw::Table>::SCHEMA,
            ..__kw::ENTITY
        };
        fn __value(&self, __f: u8) -> __kw::Option<__kw::KeyValue<'_>> {
            match __f {
                0 => <String as __kw::KeyField>::to_value(&self.poll),
                _ => __kw::Option::None,
            }
        }
        fn __attributes(&self) -> __kw::Option<&__kw::Attributes> {
            __kw::Option::Some(&self.others)
        }
        fn __attributes_mut(&mut self) -> __kw::Option<&mut __kw::Attributes> {
            __kw::Option::Some(&mut self.others)
        }
        fn __uncounted(__key: &__kw::Key<Self>) -> __kw::Option<Self> {
            __kw::Option::Some(Self {
                poll: <String as __kw::KeyField>::from_value(__key.__value(0)?)?,
                r#for: <u64 as __kw::CounterField>::ZERO,
                against: <i64 as __kw::CounterField>::ZERO,
                note: __kw::Default::default(),
                others: __kw::Default::default(),
            })
        }
        fn __stored(__f: u8, __v: __kw::KeyValue<'static>) -> __kw::StoredField {
            match __f {
                0 => __kw::Probe(Self::POLL).of(__v),
                _ => __kw::Default::default(),
            }
        }
    }
    #[automatically_derived]
    impl __kw::Partition<0, (String,), __kw::NoBucket> for Votes {}
    #[allow(private_bounds, private_interfaces, clippy::too_many_arguments)]
    impl Votes {
        ///Reads `VOTES#<poll>` in the order of `COUNT`.
        pub fn query(
            poll: impl __kw::KeyArg<String>,
        ) -> __kw::Query<__kw::ByKey<Self, 0>, __kw::End> {
            __kw::Query::__new().__arg(0, poll)
        }
        /// The key of the item in one shard.
        pub fn key_in_shard(
            __shard: u32,
            poll: impl __kw::KeyArg<String>,
        ) -> __kw::Key<Self> {
            __kw::Key::__new(__kw::Option::Some(__shard)).__arg(0, poll)
        }
        /// Finds the item with these key fields in any shard.
        pub fn find(poll: impl __kw::KeyArg<String>) -> __kw::Find<Self> {
            __kw::Find::__new(__kw::Key::__new(__kw::Option::None).__arg(0, poll))
        }
        #[doc(hidden)]
        pub fn key<__P: __kw::KeyArg<String>>(poll: __P) -> __kw::Key<Self>
        where
            Self: __kw::KnownKey<__P>,
        {
            __kw::Key::__new(__kw::Option::None).__arg(0, poll)
        }
        ///The counter `for`.
        #[allow(clippy::self_named_constructors)]
        pub fn r#for(poll: impl __kw::KeyArg<String>) -> __kw::Counter<Self, u64> {
            <u64 as __kw::CounterField>::__counter(
                __kw::Key::__new(__kw::Option::None).__arg(0, poll),
                1,
            )
        }
        ///The counter `against`.
        #[allow(clippy::self_named_constructors)]
        pub fn against(poll: impl __kw::KeyArg<String>) -> __kw::Counter<Self, i64> {
            <i64 as __kw::CounterField>::__counter(
                __kw::Key::__new(__kw::Option::None).__arg(0, poll),
                2,
            )
        }
    }
    #[allow(missing_docs, private_interfaces)]
    impl Votes {
        pub const POLL: __kw::FieldOf<Self, String, __kw::Fixed> = __kw::FieldOf::__new(
                0,
            )
            .__in_keys(<String as __kw::KeyField>::__TO_VALUE);
        pub const FOR: __kw::FieldOf<Self, u64> = __kw::FieldOf::__new(1);
        pub const AGAINST: __kw::FieldOf<Self, i64> = __kw::FieldOf::__new(2);
        pub const NOTE: __kw::FieldOf<Self, Option<String>> = __kw::FieldOf::__new(3);
    }
    const __S: &__kw::EntitySchema = &<Votes as __kw::Entity>::SCHEMA;
    const _: () = {
        let __key = __kw::check::declared(__S, 0);
        __kw::check::template(&__key, __kw::KeyPart::Partition);
        __kw::check::template(&__key, __kw::KeyPart::Sort);
        __kw::check::hot_partition(__S, 0);
    };
    const __W: [__kw::check::Warnings; 1] = __kw::check::all_warnings(__S);
    #[allow(path_statements)]
    const _: () = {
        __kw::lint::KW002::<{ __W[0].few_values }>::FEW_VALUES;
        __kw::lint::KW003::<{ __W[0].lone_bucket }>::TIME_BUCKET_ALONE;
    };
    const _: () = if __kw::check::names_may_clash::<Votes>(__S) {
        use __kw::check::attribute as __check;
        __check(__S, 0);
        __check(__S, 1);
        __check(__S, 2);
        __check(__S, 3);
    };
    const _: () = __kw::check::listed::<Votes>(__S);
};
