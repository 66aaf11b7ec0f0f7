::core::compile_error! {
    "KW020: `#[peak]` has no option `writes`; there is `writes_per_second`, `creates`, `updates`, `deletes`, `item_bytes`, `in_transactions`, `reads_per_second`, `reads`, `top_share`, `mean`, `per_month`"
}
const _: () = {
    use ::keywright::__private as __kw;
    #[automatically_derived]
    impl __kw::Readable<0> for OpsLog {
        type Strong = __kw::Can;
        type Whole = __kw::Can;
    }
    #[automatically_derived]
    impl __kw::Entity for OpsLog {
        type Table = <Platform as __kw::IsTable>::Table;
        const SCHEMA: __kw::EntitySchema = __kw::EntitySchema {
            name: "OpsLog",
            docs: "One call of an AI agent.",
            discriminator: "OpsLog",
            fields: &[],
            keys: &[],
            table: &<<Platform as __kw::IsTable>::Table as __kw::Table>::SCHEMA,
            ..__kw::ENTITY
        };
        fn __value(&self, _: u8) -> __kw::Option<__kw::KeyValue<'_>> {
            __kw::Option::None
        }
    }
    #[automatically_derived]
    impl __kw::Partition<0, (), __kw::During<DateTime<Utc>>, __kw::Leads<DateTime<Utc>>>
    for OpsLog {}
    #[allow(private_bounds, private_interfaces, clippy::too_many_arguments)]
    impl OpsLog {
        ///Reads `OPS_LOG#<at:day>` in the order of `<at>#<call_id>`.
        pub fn query() -> __kw::Query<
            __kw::ByKey<Self, 0>,
            __kw::Part<DateTime<Utc>, __kw::Part<String, __kw::End>>,
        > {
            __kw::Query::__new()
        }
        /// The key of the item in one shard.
        pub fn key_in_shard(
            __shard: u32,
            at: impl __kw::KeyArg<DateTime<Utc>>,
            call_id: impl __kw::KeyArg<String>,
        ) -> __kw::Key<Self> {
            __kw::Key::__new(__kw::Option::Some(__shard)).__arg(0, at).__arg(1, call_id)
        }
        /// Finds the item with these key fields in any shard.
        pub fn find(
            at: impl __kw::KeyArg<DateTime<Utc>>,
            call_id: impl __kw::KeyArg<String>,
        ) -> __kw::Find<Self> {
            __kw::Find::__new(
                __kw::Key::__new(__kw::Option::None).__arg(0, at).__arg(1, call_id),
            )
        }
        #[doc(hidden)]
        pub fn key<__P: __kw::KeyArg<DateTime<Utc>>>(
            at: __P,
            call_id: impl __kw::KeyArg<String>,
        ) -> __kw::Key<Self>
        where
            Self: __kw::KnownKey<__P>,
        {
            __kw::Key::__new(__kw::Option::None).__arg(0, at).__arg(1, call_id)
        }
    }
    #[allow(missing_docs, private_interfaces)]
    impl OpsLog {
        pub const AT: __kw::FieldOf<Self, DateTime<Utc>, __kw::Fixed> = __kw::FieldOf::__new(
            0,
        );
        pub const CALL_ID: __kw::FieldOf<Self, String, __kw::Fixed> = __kw::FieldOf::__new(
            1,
        );
        pub const AGENT: __kw::FieldOf<Self, String> = __kw::FieldOf::__new(2);
        pub const SEVERITY: __kw::FieldOf<Self, Severity> = __kw::FieldOf::__new(3);
        pub const LATENCY_MS: __kw::FieldOf<Self, u32> = __kw::FieldOf::__new(4);
    }
    const __S: &__kw::EntitySchema = &<OpsLog as __kw::Entity>::SCHEMA;
};
