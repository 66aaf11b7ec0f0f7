const _: () = {
    use crate::storage::keywright::__private as __kw;
    #[automatically_derived]
    impl __kw::Table for Platform {
        const SCHEMA: __kw::TableSchema = __kw::TableSchema {
            name: "Platform",
            docs: "Everything the platform stores.\n\nSince 2024.",
            partition_key: __kw::KeyAttribute {
                name: "deviceId",
                kind: __kw::AttributeKind::S,
            },
            sort_key: __kw::Option::Some(__kw::KeyAttribute {
                name: "ts",
                kind: __kw::AttributeKind::N,
            }),
            discriminator: __kw::Option::None,
            delimiter: b'|',
            encoding: __kw::Encoding::Raw,
            undeclared_peak: __kw::UndeclaredPeak::Deny,
            undeclared_share: __kw::UndeclaredShare::Warn,
            launch: __kw::Launch::Gradual,
            regions: __kw::Regions::Eventual,
            quota: 80000,
            read_quota: 120000,
            ttl: __kw::Option::None,
            write_id: __kw::Option::Some("_w"),
            indexes: &[
                __kw::IndexSchema {
                    name: "GSI1",
                    partition_key: __kw::KeyAttributes::one(__kw::KeyAttribute {
                        name: "GSI1PK",
                        kind: __kw::AttributeKind::S,
                    }),
                    sort_key: __kw::Option::Some(
                        __kw::KeyAttributes::one(__kw::KeyAttribute {
                            name: "GSI1SK",
                            kind: __kw::AttributeKind::S,
                        }),
                    ),
                    projection: __kw::IndexProjection::All,
                },
                __kw::IndexSchema {
                    name: "by-status",
                    partition_key: __kw::KeyAttributes::one(__kw::KeyAttribute {
                        name: "status",
                        kind: __kw::AttributeKind::S,
                    }),
                    sort_key: __kw::Option::None,
                    projection: __kw::IndexProjection::KeysOnly,
                },
                __kw::IndexSchema {
                    name: "by.owner",
                    partition_key: __kw::KeyAttributes::one(__kw::KeyAttribute {
                        name: "owner",
                        kind: __kw::AttributeKind::B,
                    }),
                    sort_key: __kw::Option::Some(
                        __kw::KeyAttributes::one(__kw::KeyAttribute {
                            name: "GSI1SK",
                            kind: __kw::AttributeKind::S,
                        }),
                    ),
                    projection: __kw::IndexProjection::Include(&["name", "price"]),
                },
                __kw::IndexSchema {
                    name: "by-region",
                    partition_key: __kw::KeyAttributes {
                        first: __kw::KeyAttribute {
                            name: "tenant",
                            kind: __kw::AttributeKind::S,
                        },
                        more: &[
                            __kw::KeyAttribute {
                                name: "region",
                                kind: __kw::AttributeKind::N,
                            },
                        ],
                    },
                    sort_key: __kw::Option::Some(__kw::KeyAttributes {
                        first: __kw::KeyAttribute {
                            name: "round",
                            kind: __kw::AttributeKind::S,
                        },
                        more: &[
                            __kw::KeyAttribute {
                                name: "at",
                                kind: __kw::AttributeKind::B,
                            },
                            __kw::KeyAttribute {
                                name: "id",
                                kind: __kw::AttributeKind::S,
                            },
                        ],
                    }),
                    projection: __kw::IndexProjection::All,
                },
            ],
            local_indexes: &[
                __kw::LocalIndexSchema {
                    name: "by-day",
                    sort_key: __kw::KeyAttribute {
                        name: "day",
                        kind: __kw::AttributeKind::S,
                    },
                    projection: __kw::IndexProjection::All,
                },
                __kw::LocalIndexSchema {
                    name: "by-size",
                    sort_key: __kw::KeyAttribute {
                        name: "bytes",
                        kind: __kw::AttributeKind::N,
                    },
                    projection: __kw::IndexProjection::Include(&["name"]),
                },
            ],
            entities: __kw::ListedEntities(|| <Platform as __kw::Schema>::ENTITIES),
        };
        const LISTED: __kw::Option<&'static [&'static __kw::EntitySchema]> = __kw::Option::Some(
            <Platform as __kw::Schema>::ENTITIES,
        );
    }
    #[automatically_derived]
    impl __kw::Transactional for Platform {}
    #[automatically_derived]
    impl __kw::Schema for Platform {
        type Table = Platform;
        const ENTITIES: &'static [&'static __kw::EntitySchema] = &[
            __kw::listed_entity::<Platform, OpsLog>(),
            __kw::listed_entity::<Platform, self::brand::Threat>(),
        ];
    }
    #[allow(path_statements)]
    const _: () = {
        __kw::lint::KW004QuotaOfAll::<
            { __kw::check::summed_quota(<Platform as __kw::Schema>::ENTITIES) },
        >::WARM_THROUGHPUT;
        __kw::lint::KW004LaunchOfAll::<
            { __kw::check::summed_launch(<Platform as __kw::Schema>::ENTITIES) },
        >::THROTTLES_FOR_MINUTES;
        __kw::lint::KW022QuotaOfAll::<
            { __kw::check::summed_read_quota(<Platform as __kw::Schema>::ENTITIES) },
        >::READ_UNITS;
    };
    const _: () = __kw::check::collisions(<Platform as __kw::Schema>::ENTITIES, 0);
    const _: () = __kw::check::summed_peaks(<Platform as __kw::Schema>::ENTITIES, 0);
    #[allow(path_statements)]
    const _: () = {
        __kw::lint::KW004::<
            { __kw::check::summed_margin(<Platform as __kw::Schema>::ENTITIES, 0) },
        >::NO_MARGIN;
        __kw::lint::KW004Unasked::<
            { __kw::check::unasked(<Platform as __kw::Schema>::ENTITIES, 0) },
        >::ITEMS_ENTER_AN_INDEX;
    };
    const _: () = __kw::check::collisions(<Platform as __kw::Schema>::ENTITIES, 1);
    const _: () = __kw::check::summed_peaks(<Platform as __kw::Schema>::ENTITIES, 1);
    #[allow(path_statements)]
    const _: () = {
        __kw::lint::KW004::<
            { __kw::check::summed_margin(<Platform as __kw::Schema>::ENTITIES, 1) },
        >::NO_MARGIN;
        __kw::lint::KW004Unasked::<
            { __kw::check::unasked(<Platform as __kw::Schema>::ENTITIES, 1) },
        >::ITEMS_ENTER_AN_INDEX;
    };
    #[allow(path_statements)]
    const _: () = {
        __kw::lint::KW013::<
            {
                __kw::check::empty_local_index(
                    <Platform as __kw::Schema>::ENTITIES,
                    &<Platform as __kw::Table>::SCHEMA,
                    0,
                )
            },
        >::NO_ENTITY_HAS_ITS_SORT_KEY;
    };
    #[allow(path_statements)]
    const _: () = {
        __kw::lint::KW013::<
            {
                __kw::check::empty_local_index(
                    <Platform as __kw::Schema>::ENTITIES,
                    &<Platform as __kw::Table>::SCHEMA,
                    1,
                )
            },
        >::NO_ENTITY_HAS_ITS_SORT_KEY;
    };
};
