::core::compile_error! {
    "KW020: `rest` is flattened, and a projection names the entity's fields one by one; write them out here"
}
const _: () = {
    use ::keywright::__private as __kw;
    #[allow(unused_imports)]
    use __kw::NotInKeys as _;
    #[automatically_derived]
    impl __kw::Projects for OrderTotal {
        type Of = <Order as __kw::IsEntity>::Entity;
        const FIELDS: &'static [__kw::ProjectedField] = &[];
        type Held = __kw::held_by_key!(OrderTotal);
    }
};
