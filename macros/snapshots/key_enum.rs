const _: () = {
    use crate::storage::keywright::__private as __kw;
    #[automatically_derived]
    #[allow(deprecated)]
    impl __kw::KeyField for Severity {
        type Scalar = Self;
        const KIND: __kw::FieldKind = __kw::FieldKind::OneOf(&["low", "hoch", "crit"]);
        fn to_value(&self) -> __kw::Option<__kw::KeyValue<'_>> {
            __kw::Option::Some(
                __kw::text(
                    match self {
                        Self::Low => "low",
                        Self::High => "hoch",
                        Self::Critical => "crit",
                    },
                ),
            )
        }
        fn from_value(__v: __kw::KeyValue<'_>) -> __kw::Option<Self> {
            match __kw::as_text(&__v)? {
                "low" => __kw::Option::Some(Self::Low),
                "hoch" => __kw::Option::Some(Self::High),
                "crit" => __kw::Option::Some(Self::Critical),
                _ => __kw::Option::None,
            }
        }
    }
};
