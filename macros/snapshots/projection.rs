const _: () = {
    use crate::db::__private as __kw;
    #[allow(unused_imports)]
    use __kw::NotInKeys as _;
    #[automatically_derived]
    impl __kw::Projects for OrderTotal {
        type Of = <crate::Order as __kw::IsEntity>::Entity;
        const FIELDS: &'static [__kw::ProjectedField] = &[
            __kw::ProjectedField {
                name: "order_id",
                read_as: "orderId",
                recover: __kw::InKeys::<String>::RECOVER,
            },
            __kw::ProjectedField {
                name: "total",
                read_as: "sum",
                recover: __kw::InKeys::<u64>::RECOVER,
            },
            __kw::ProjectedField {
                name: "at",
                read_as: "at",
                recover: __kw::Option::None,
            },
            __kw::ProjectedField {
                name: "type",
                read_as: "type",
                recover: __kw::InKeys::<Kind>::RECOVER,
            },
        ];
        type Held = __kw::held_by_key!(OrderTotal);
    }
    const _: () = {
        let _ = |__of: &crate::Order| __kw::same_type::<String, _>(&__of.order_id);
        __kw::check::projected::<OrderTotal>(0)
    };
    const _: () = {
        let _ = |__of: &crate::Order| __kw::same_type::<u64, _>(&__of.total);
        __kw::check::projected::<OrderTotal>(1)
    };
    const _: () = {
        let _ = |__of: &crate::Order| __kw::same_type::<DateTime<Utc>, _>(&__of.at);
        __kw::check::projected::<OrderTotal>(2)
    };
    const _: () = {
        let _ = |__of: &crate::Order| __kw::same_type::<Kind, _>(&__of.r#type);
        __kw::check::projected::<OrderTotal>(3)
    };
};
