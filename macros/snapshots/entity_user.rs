const _: () = {
    use ::keywright::__private as __kw;
    #[automatically_derived]
    impl __kw::Readable<0> for User {
        type Strong = __kw::Can;
        type Whole = __kw::Can;
    }
    #[automatically_derived]
    impl __kw::Entity for User {
        type Table = <Platform as __kw::IsTable>::Table;
        const SCHEMA: __kw::EntitySchema = __kw::EntitySchema {
            name: "User",
            docs: "",
            discriminator: "User",
            fields: &[
                __kw::field_in_keys(
                    "id",
                    "id",
                    "",
                    "String",
                    <String as __kw::KeyField>::__IN_KEYS,
                ),
                __kw::field_in_keys(
                    "tenant",
                    "tenant",
                    "",
                    "String",
                    <String as __kw::KeyField>::__IN_KEYS,
                ),
                __kw::field_in_keys(
                        "email",
                        "email",
                        "",
                        "String",
                        <String as __kw::KeyField>::__IN_KEYS,
                    )
                    .unique_within(&[]),
                __kw::field_in_keys(
                        "nickname",
                        "nickname",
                        "",
                        "Option<String>",
                        <Option<String> as __kw::KeyField>::__IN_KEYS,
                    )
                    .unique_within(&[1]),
                __kw::field("version", "version", "", "u64")
                    .for_purpose(__kw::Purpose::Version),
            ],
            keys: &[
                __kw::KeySchema {
                    query: "query",
                    partition: __kw::Template::new(
                        "USER#<id>",
                        &[__kw::literal("USER#"), __kw::part(0)],
                    ),
                    sort: __kw::Option::Some(
                        __kw::Template::new("PROFILE", &[__kw::literal("PROFILE")]),
                    ),
                    ..__kw::KEY
                },
            ],
            table: &<<Platform as __kw::IsTable>::Table as __kw::Table>::SCHEMA,
            ..__kw::ENTITY
        };
        fn __value(&self, __f: u8) -> __kw::Option<__kw::KeyValue<'_>> {
            match __f {
                0 => <String as __kw::KeyField>::to_value(&self.id),
                1 => <String as __kw::KeyField>::to_value(&self.tenant),
                2 => <String as __kw::KeyField>::to_value(&self.email),
                3 => <Option<String> as __kw::KeyField>::to_value(&self.nickname),
                _ => __kw::Option::None,
            }
        }
        const __MOST_VERSION: u64 = <u64 as __kw::VersionField>::__MOST;
        fn __version(&self) -> __kw::Option<__kw::Held> {
            __kw::Option::Some(<u64 as __kw::VersionField>::__held(&self.version))
        }
        fn __reads() -> __kw::Option<__kw::Reads<Self>> {
            __kw::Option::Some(__kw::Reads::of())
        }
        fn __stored(__f: u8, __v: __kw::KeyValue<'static>) -> __kw::StoredField {
            match __f {
                0 => __kw::Probe(Self::ID).of(__v),
                _ => __kw::Default::default(),
            }
        }
    }
    #[automatically_derived]
    impl __kw::KnownKey for User {}
    #[automatically_derived]
    impl __kw::Partition<0, (String,), __kw::NoBucket> for User {}
    #[automatically_derived]
    impl __kw::Versioned for User {}
    #[allow(private_bounds, private_interfaces, clippy::too_many_arguments)]
    impl User {
        ///Reads `USER#<id>` in the order of `PROFILE`.
        pub fn query(
            id: impl __kw::KeyArg<String>,
        ) -> __kw::Query<__kw::ByKey<Self, 0>, __kw::End> {
            __kw::Query::__new().__arg(0, id)
        }
        /// The key of one item.
        pub fn key(id: impl __kw::KeyArg<String>) -> __kw::Key<Self> {
            __kw::Key::__new(__kw::Option::None).__arg(0, id)
        }
    }
    #[allow(missing_docs, private_interfaces)]
    impl User {
        pub const ID: __kw::FieldOf<Self, String, __kw::Fixed> = __kw::FieldOf::__new(0)
            .__in_keys(<String as __kw::KeyField>::__TO_VALUE);
        pub const TENANT: __kw::FieldOf<Self, String> = __kw::FieldOf::__new(1);
        pub const EMAIL: __kw::FieldOf<Self, String> = __kw::FieldOf::__new(2);
        pub const NICKNAME: __kw::FieldOf<Self, Option<String>> = __kw::FieldOf::__new(
            3,
        );
        pub const VERSION: __kw::FieldOf<Self, u64> = __kw::FieldOf::__new(4);
    }
    const __S: &__kw::EntitySchema = &<User as __kw::Entity>::SCHEMA;
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
    const _: () = if __kw::check::names_may_clash::<User>(__S) {
        use __kw::check::attribute as __check;
        __check(__S, 0);
        __check(__S, 1);
        __check(__S, 2);
        __check(__S, 3);
        __check(__S, 4);
    };
    const _: () = __kw::check::unique(__S, 2);
    const _: () = __kw::check::unique(__S, 3);
    const _: () = __kw::check::listed::<User>(__S);
};
