const _: () = {
    use core::keywright::__private as __kw;
    #[automatically_derived]
    impl __kw::Schema for PlatformSchema {
        type Table = core::Platform;
        const ENTITIES: &'static [&'static __kw::EntitySchema] = &[
            __kw::listed_entity::<core::Platform, ops::OpsLog>(),
            __kw::listed_entity::<core::Platform, brand::Threat>(),
        ];
    }
    #[allow(path_statements)]
    const _: () = {
        __kw::lint::KW004QuotaOfAll::<
            { __kw::check::summed_quota(<PlatformSchema as __kw::Schema>::ENTITIES) },
        >::WARM_THROUGHPUT;
        __kw::lint::KW004LaunchOfAll::<
            { __kw::check::summed_launch(<PlatformSchema as __kw::Schema>::ENTITIES) },
        >::THROTTLES_FOR_MINUTES;
        __kw::lint::KW022QuotaOfAll::<
            {
                __kw::check::summed_read_quota(
                    <PlatformSchema as __kw::Schema>::ENTITIES,
                )
            },
        >::READ_UNITS;
    };
    const _: () = __kw::check::collisions(<PlatformSchema as __kw::Schema>::ENTITIES, 0);
    const _: () = __kw::check::summed_peaks(
        <PlatformSchema as __kw::Schema>::ENTITIES,
        0,
    );
    #[allow(path_statements)]
    const _: () = {
        __kw::lint::KW004::<
            { __kw::check::summed_margin(<PlatformSchema as __kw::Schema>::ENTITIES, 0) },
        >::NO_MARGIN;
        __kw::lint::KW004Unasked::<
            { __kw::check::unasked(<PlatformSchema as __kw::Schema>::ENTITIES, 0) },
        >::ITEMS_ENTER_AN_INDEX;
    };
    const _: () = __kw::check::collisions(<PlatformSchema as __kw::Schema>::ENTITIES, 1);
    const _: () = __kw::check::summed_peaks(
        <PlatformSchema as __kw::Schema>::ENTITIES,
        1,
    );
    #[allow(path_statements)]
    const _: () = {
        __kw::lint::KW004::<
            { __kw::check::summed_margin(<PlatformSchema as __kw::Schema>::ENTITIES, 1) },
        >::NO_MARGIN;
        __kw::lint::KW004Unasked::<
            { __kw::check::unasked(<PlatformSchema as __kw::Schema>::ENTITIES, 1) },
        >::ITEMS_ENTER_AN_INDEX;
    };
};
