const _: () = {
    use ::keywright::__private as __kw;
    #[doc(hidden)]
    #[allow(non_camel_case_types, private_interfaces, clippy::large_enum_variant)]
    pub(crate) enum __Items {
        __0(Customer),
        __1(Order),
        __2(Kind),
    }
    #[automatically_derived]
    impl __kw::Collection for __Items {
        type Table = <Customer as __kw::Entity>::Table;
        type Strong = __kw::Is<true>;
        type Alike = __kw::Is<
            { __kw::sorts_alike(&<__Items as __kw::Collection>::SCHEMA) },
        >;
        const SCHEMA: __kw::CollectionSchema = __kw::CollectionSchema {
            name: "CustomerWithOrders",
            docs: "A customer and what belongs to it.",
            index: __kw::Option::None,
            query: "query",
            entities: &[
                __kw::listed_entity::<<Customer as __kw::Entity>::Table, Customer>(),
                __kw::listed_entity::<<Customer as __kw::Entity>::Table, Order>(),
                __kw::listed_entity::<<Customer as __kw::Entity>::Table, Kind>(),
            ],
        };
        fn __visit<__V: __kw::Visit>(
            __at: usize,
            __to: __V,
        ) -> __kw::Option<__V::Output<Self>> {
            match __at {
                0 => __kw::Option::Some(__kw::Visit::visit(__to, Self::__0)),
                1 => __kw::Option::Some(__kw::Visit::visit(__to, Self::__1)),
                2 => __kw::Option::Some(__kw::Visit::visit(__to, Self::__2)),
                _ => __kw::Option::None,
            }
        }
    }
    #[automatically_derived]
    impl __kw::Assembly for CustomerWithOrders {
        type Items = __Items;
        fn __assemble(__of: __kw::Vec<Self::Items>) -> __kw::Result<Self> {
            let mut __0 = __kw::Vec::new();
            let mut __1 = __kw::Vec::new();
            let mut __2 = __kw::Vec::new();
            for __item in __of {
                match __item {
                    __Items::__0(__e) => __0.push(__e),
                    __Items::__1(__e) => __1.push(__e),
                    __Items::__2(__e) => __2.push(__e),
                }
            }
            __kw::Ok(Self {
                customer: __kw::one("customer", __0)?,
                orders: __1,
                r#type: __kw::at_most_one("type", __2)?,
            })
        }
    }
    #[allow(
        private_bounds,
        private_interfaces,
        clippy::self_named_constructors,
        clippy::too_many_arguments
    )]
    impl CustomerWithOrders {
        ///Reads `Customer`, `Order`, `Kind` of one partition key.
        pub(crate) fn query<__F0, __D, __S>(
            id: impl __kw::KeyArg<__F0>,
        ) -> __kw::AssemblyQuery<Self, __D>
        where
            Customer: __kw::Partition<0, (__F0,), __D, __S>,
        {
            __kw::AssemblyQuery::__new(
                __kw::CollectionQuery::__new().__arg::<__F0>(0, id),
            )
        }
    }
    const __C: &__kw::CollectionSchema = &<__Items as __kw::Collection>::SCHEMA;
    const _: () = __kw::check::collected(__C, 0);
    const _: () = __kw::check::collected(__C, 1);
    const _: () = __kw::check::collected(__C, 2);
    const _: () = __kw::check::collected_by(__C, &["id"]);
};
