//! Fields that describe the lifecycle of an item (`ttl`, `created` and `updated`), and `sensitive` fields.
//!
//! # `ttl`
//!
//! `#[table(ttl = "expires_at")]` names the table's TTL attribute. `#[entity(ttl)]` marks the field with the item's
//! expiry. The field is a time, an integer of seconds since 1970, or an `Option` of one. DynamoDB requires a number of
//! whole seconds, so the attribute has that form whatever serde writes for the type. Fractions of a second are lost.
//!
//! A table has one TTL attribute, and the field must be stored under its name. Give the field that name, or rename it:
//! `#[serde(rename = "expires_at")]`. Other names do not compile (KW014).
//!
//! An item without the attribute never expires. That includes items written before the field was marked `ttl`: use
//! `update_each` to set the attribute in them.
//!
//! DynamoDB deletes an expired item within a few days, and never deletes one that expired more than five years ago.
//! Until then, this library treats the item as absent. An item is expired if its second is in the past by the caller's
//! clock.
//!
//! | Call | With an expired item |
//! |---|---|
//! | reads | omit it, even if it does not decode, unless the call sets `include_expired()` |
//! | `create` | overwrites it |
//! | `replace`, `update`, `move_to` | do not find it |
//! | `upsert` | writes a new item, which keeps nothing of the expired one. Rejected in a transaction |
//! | `when` | evaluates the condition as if there were no item |
//! | `update_each`, `delete_each`, `backfill` | skip it |
//! | streams, scans of all entities | return it |
//!
//! Expired items consume read capacity like others. The library removes them from the response and does not use a
//! filter expression, because that saves no capacity, and because `limit` must count the items that are returned.
//!
//! With older keys (`legacy`), the newest item hides older ones while it is stored, even after it has expired. After
//! DynamoDB deletes it, an older item becomes visible again. `replace` moves items, so it leaves no older item.
//!
//! If an index does not project the TTL attribute, its items cannot be checked for expiry. A query of such an index is
//! an error without `include_expired()`. `hydrate()` reads the table, and is allowed.
//!
//! TTL must be enabled on the table, which `CreateTable` cannot do. The generated CloudFormation template enables it,
//! as does `aws dynamodb update-time-to-live`.
//!
//! AWS: [Using time to live](https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/TTL.html).
//!
//! # `created` and `updated`
//!
//! Every write sets a field with `#[entity(updated)]` to the time of the write, regardless of the struct's value. A
//! field with `#[entity(created)]` is set
//!
//! - by `create` to the time of the write;
//! - by `put`, `replace`, batches and transactions to the struct's value. If the struct has `None` or
//!   1970-01-01T00:00:00Z, it is set to the time of the write, because a put does not read the stored item.
//!
//! An item that was read and is put again keeps its `created`. A write does not change the struct. To get the times,
//! read the item.
//!
//! `increment`, `update` and `upsert` set `updated`, and `created` if they create the item. `update` and `upsert`
//! reject explicit values for these fields, except for `created` in an `upsert`. `update_each` and `move_to` set
//! `updated` in the items that they change, and leave `created` to their function.
//!
//! The field is a time or an `Option` of one, in any form that serde writes. In items that predate the field, it reads
//! as `None`, as the value of `#[serde(default)]`, or else as 1970-01-01T00:00:00Z.
//!
//! Such a field can be part of an index key, which every write updates. It cannot be part of the table key (KW017).
//!
//! An update sets `updated` without reading the item, so it must know the other fields of an index key part with
//! `updated`. Such a part may contain only the time and fields of the table's key: `pk = "STATUS#<status>", sk =
//! "<updated>"`. A part with the time and another field, such as `sk = "<status>#<updated>"`, is rejected (KW017). Use
//! a time field without `updated` there, and set both fields together: `.set(Order::STATUS_AND_CHANGED, (status,
//! now))`.
//!
//! # `sensitive`
//!
//! Errors, traces, monitors and debug output of this library show `<redacted>` for the values of a field with
//! `#[entity(sensitive)]`. The rest of a key stays readable.
//!
//! Functions that return stored data still return these values: `params()`, `into_sdk()`, `to_item()`,
//! `to_expression()`, `keys()` and the values of an [`ItemKey`](crate::key::ItemKey). The struct's own `Debug` and a
//! cursor that is not encrypted contain them too.

use serde::Serializer;

use crate::{
    entity::Serialized,
    key::{FieldKind, KeyField, KeyValue},
};

/// A type that can be a `ttl`, `created` or `updated` field: a time, an integer for `ttl`, or an `Option` of one.
///
/// Implemented for every [`KeyField`]. The compiler rejects types that are not a time (KW020).
#[diagnostic::on_unimplemented(
    message = "KW020: `{Self}` cannot be a time of an item",
    label = "not a supported type of time",
    note = "write `DateTime<Utc>` of `chrono`, or a time of `jiff` or `time` with the feature of that name; for `ttl` \
            also an integer of seconds since 1970"
)]
pub trait TimeField: Sized {
    #[doc(hidden)]
    const __KIND: FieldKind;

    #[doc(hidden)]
    const __OPTIONAL: bool;

    #[doc(hidden)]
    fn __value(&self) -> Option<KeyValue<'_>>;

    /// Serializes a value of the runtime as serde writes the field. `None` if the type does not have the value.
    #[doc(hidden)]
    fn __serialize<S: Serializer>(
        value: KeyValue<'static>,
        to: S,
        write: impl FnOnce(&Self, S) -> Result<S::Ok, S::Error>,
    ) -> Serialized<S>;
}

#[diagnostic::do_not_recommend]
impl<F: KeyField> TimeField for F {
    const __KIND: FieldKind = F::KIND;
    const __OPTIONAL: bool = F::OPTIONAL;

    fn __value(&self) -> Option<KeyValue<'_>> {
        self.to_value()
    }

    fn __serialize<S: Serializer>(
        value: KeyValue<'static>,
        to: S,
        write: impl FnOnce(&Self, S) -> Result<S::Ok, S::Error>,
    ) -> Serialized<S> {
        Some(write(&F::from_value(value)?, to))
    }
}
