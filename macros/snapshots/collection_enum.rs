const _: () = {
    use crate::db::__private as __kw;
    #[automatically_derived]
    impl __kw::Collection for RegionItem {
        type Table = <Customer as __kw::Entity>::Table;
        type Strong = __kw::Is<false>;
        type Alike = __kw::Is<
            { __kw::sorts_alike(&<RegionItem as __kw::Collection>::SCHEMA) },
        >;
        const SCHEMA: __kw::CollectionSchema = __kw::CollectionSchema {
            name: "RegionItem",
            docs: "Everything of one region.",
            index: __kw::Option::Some("GSI1"),
            query: "of_region",
            entities: &[
                __kw::listed_entity::<<Customer as __kw::Entity>::Table, Customer>(),
                __kw::listed_entity::<<Customer as __kw::Entity>::Table, shop::Order>(),
            ],
        };
        fn __visit<__V: __kw::Visit>(
            __at: usize,
            __to: __V,
        ) -> __kw::Option<__V::Output<Self>> {
            match __at {
                0 => __kw::Option::Some(__kw::Visit::visit(__to, Self::Customer)),
                1 => {
                    __kw::Option::Some(
                        __kw::Visit::visit(
                            __to,
                            |__e: shop::Order| Self::Order(__kw::Box::new(__e)),
                        ),
                    )
                }
                _ => __kw::Option::None,
            }
        }
    }
    #[allow(
        private_bounds,
        private_interfaces,
        clippy::self_named_constructors,
        clippy::too_many_arguments
    )]
    impl RegionItem {
        ///Reads `Customer`, `shop::Order` of one partition key of index GSI1.
        pub fn of_region<__F0, __F1, __D, __S>(
            tenant: impl __kw::KeyArg<__F0>,
            region: impl __kw::KeyArg<__F1>,
        ) -> __kw::CollectionQuery<Self, __D, __S>
        where
            Customer: __kw::Partition<
                { __kw::key_on::<Customer>("GSI1") },
                (__F0, __F1),
                __D,
                __S,
            >,
        {
            __kw::CollectionQuery::__new()
                .__arg::<__F0>(0, tenant)
                .__arg::<__F1>(1, region)
        }
    }
    const __C: &__kw::CollectionSchema = &<RegionItem as __kw::Collection>::SCHEMA;
    const _: () = __kw::check::collected_index(__C);
    const _: () = __kw::check::collected(__C, 0);
    const _: () = __kw::check::collected(__C, 1);
    const _: () = __kw::check::collected_by(__C, &["tenant", "region"]);
};
