::core::compile_error! {
    "KW011: `CustomerWithOrders` contains `Order` twice: an item can be only one of them; keep one of the two"
}
::core::compile_error! {
    "first used here"
}
const _: () = {
    use ::keywright::__private as __kw;
    #[doc(hidden)]
    #[allow(non_camel_case_types, private_interfaces, clippy::large_enum_variant)]
    enum __Items {
        __0(Customer),
        __1(Order),
        __2(Order),
    }
    #[automatically_derived]
    impl __kw::Collection for __Items {
        type Table = __kw::NoTable;
        type Strong = __kw::Is<true>;
        type Alike = __kw::Is<
            { __kw::sorts_alike(&<__Items as __kw::Collection>::SCHEMA) },
        >;
        const SCHEMA: __kw::CollectionSchema = __kw::CollectionSchema {
            name: "CustomerWithOrders",
            docs: "",
            index: __kw::Option::None,
            query: "of_customer",
            entities: &[],
        };
        fn __visit<__V: __kw::Visit>(
            __at: usize,
            __to: __V,
        ) -> __kw::Option<__V::Output<Self>> {
            let _ = __to;
            match __at {
                _ => __kw::Option::None,
            }
        }
    }
    #[automatically_derived]
    impl __kw::Assembly for CustomerWithOrders {
        type Items = __Items;
        fn __assemble(__of: __kw::Vec<Self::Items>) -> __kw::Result<Self> {
            let _ = __of;
            loop {}
        }
    }
    #[allow(
        private_bounds,
        private_interfaces,
        clippy::self_named_constructors,
        clippy::too_many_arguments
    )]
    impl CustomerWithOrders {
        ///Reads `Customer`, `Order`, `Order` of one partition key.
        fn of_customer<__F0, __D, __S>(
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
};
