const _: () = {
    use ::keywright::__private as __kw;
    #[automatically_derived]
    impl __kw::KeyField for Email {
        type Scalar = Self;
        const KIND: __kw::FieldKind = <String as __kw::KeyField>::KIND;
        const OPTIONAL: bool = <String as __kw::KeyField>::OPTIONAL;
        fn to_value(&self) -> __kw::Option<__kw::KeyValue<'_>> {
            <String as __kw::KeyField>::to_value(&self.text)
        }
        fn from_value(__v: __kw::KeyValue<'_>) -> __kw::Option<Self> {
            <Self as __kw::TryFrom<
                String,
            >>::try_from(<String as __kw::KeyField>::from_value(__v)?)
                .ok()
        }
    }
    #[automatically_derived]
    #[diagnostic::do_not_recommend]
    impl __kw::Ordered for Email
    where
        for<'__kw> String: __kw::Ordered,
    {}
    #[automatically_derived]
    #[diagnostic::do_not_recommend]
    impl __kw::TextField for Email
    where
        for<'__kw> String: __kw::TextField,
    {}
    #[automatically_derived]
    #[diagnostic::do_not_recommend]
    impl __kw::Comparable for Email
    where
        for<'__kw> String: __kw::Comparable,
    {}
    #[automatically_derived]
    #[diagnostic::do_not_recommend]
    impl __kw::Textual for Email
    where
        for<'__kw> String: __kw::Textual,
    {}
};
