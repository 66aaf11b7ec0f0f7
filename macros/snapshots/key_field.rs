const _: () = {
    use crate::storage::keywright::__private as __kw;
    #[automatically_derived]
    impl __kw::KeyField for BrandId {
        type Scalar = Self;
        const KIND: __kw::FieldKind = <String as __kw::KeyField>::KIND;
        const OPTIONAL: bool = <String as __kw::KeyField>::OPTIONAL;
        fn to_value(&self) -> __kw::Option<__kw::KeyValue<'_>> {
            <String as __kw::KeyField>::to_value(&self.0)
        }
        fn from_value(__v: __kw::KeyValue<'_>) -> __kw::Option<Self> {
            <String as __kw::KeyField>::from_value(__v).map(|__v| Self { 0: __v })
        }
    }
    #[automatically_derived]
    #[diagnostic::do_not_recommend]
    impl __kw::Ordered for BrandId
    where
        for<'__kw> String: __kw::Ordered,
    {}
    #[automatically_derived]
    #[diagnostic::do_not_recommend]
    impl __kw::TextField for BrandId
    where
        for<'__kw> String: __kw::TextField,
    {}
    #[automatically_derived]
    #[diagnostic::do_not_recommend]
    impl __kw::Comparable for BrandId
    where
        for<'__kw> String: __kw::Comparable,
    {}
    #[automatically_derived]
    #[diagnostic::do_not_recommend]
    impl __kw::Textual for BrandId
    where
        for<'__kw> String: __kw::Textual,
    {}
};
