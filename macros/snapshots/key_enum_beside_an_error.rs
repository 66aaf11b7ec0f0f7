::core::compile_error! {
    "`Other` has fields, which a text in a key cannot contain; write it as `Other`"
}
const _: () = {
    use ::keywright::__private as __kw;
    #[automatically_derived]
    #[allow(deprecated)]
    impl __kw::KeyField for Severity {
        type Scalar = Self;
        const KIND: __kw::FieldKind = __kw::FieldKind::OneOf(&[]);
        fn to_value(&self) -> __kw::Option<__kw::KeyValue<'_>> {
            __kw::Option::None
        }
        fn from_value(__v: __kw::KeyValue<'_>) -> __kw::Option<Self> {
            let _ = __v;
            __kw::Option::None
        }
    }
};
