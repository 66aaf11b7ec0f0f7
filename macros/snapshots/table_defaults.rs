const _: () = {
    use ::keywright::__private as __kw;
    #[automatically_derived]
    impl __kw::Table for Platform {
        const SCHEMA: __kw::TableSchema = __kw::TableSchema {
            name: "Platform",
            docs: "",
            partition_key: __kw::KeyAttribute {
                name: "PK",
                kind: __kw::AttributeKind::S,
            },
            sort_key: __kw::Option::Some(__kw::KeyAttribute {
                name: "SK",
                kind: __kw::AttributeKind::S,
            }),
            discriminator: __kw::Option::Some("_et"),
            delimiter: b'#',
            encoding: __kw::Encoding::Escaped,
            undeclared_peak: __kw::UndeclaredPeak::Warn,
            undeclared_share: __kw::UndeclaredShare::Allow,
            launch: __kw::Launch::Full,
            regions: __kw::Regions::Eventual,
            quota: __kw::DEFAULT_QUOTA,
            read_quota: __kw::DEFAULT_READ_QUOTA,
            ttl: __kw::Option::None,
            write_id: __kw::Option::None,
            indexes: &[],
            local_indexes: &[],
            entities: __kw::ListedEntities::NONE,
        };
    }
    #[automatically_derived]
    impl __kw::Transactional for Platform {}
};
