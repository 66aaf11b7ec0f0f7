//! Fields that describe the life of an item: `ttl`, `created` and `updated`; and `sensitive` fields.
//!
//! # `ttl`
//!
//! `#[table(ttl = "expires_at")]` names the table's TTL attribute. `#[entity(ttl)]` on a field says when its item
//! expires. The field is a time, an integer of seconds since 1970, or an `Option` of one. DynamoDB requires a number of
//! whole seconds, so the attribute has that form whatever serde writes for the type; a fraction of a second is lost.
//!
//! A table has one TTL attribute, and the field must be stored under its name. Give the field that name, or rename it:
//! `#[serde(rename = "expires_at")]`. Another name does not compile (KW014).
//!
//! An item without the attribute never expires. That includes items written before the field was marked `ttl`: use
//! `update_each` to set the attribute in them.
//!
//! DynamoDB deletes an expired item within a few days, and never deletes one that expired more than five years ago.
//! Until then this library treats the item as absent. An item is expired when its second lies in the past by the clock
//! of the caller.
//!
//! | Call | With an expired item |
//! |---|---|
//! | reads | leave it out, unless the call says `include_expired()` |
//! | `create` | overwrites it |
//! | `replace`, `update`, `move_to` | do not find it |
//! | `upsert` | writes a new item, which keeps nothing of the expired one. It is refused in a transaction |
//! | `when` | judges the condition as if there were no item |
//! | `update_each`, `delete_each`, `backfill` | skip it |
//! | streams, scans of all entities | show it |
//!
//! Expired items cost read capacity like others. The library filters them out of the response, not with a filter
//! expression: a filter expression saves no capacity, and `limit` has to count the items that are returned.
//!
//! With older keys (`legacy`) the newest item decides: while it is stored, it hides older ones even after it has
//! expired. Once DynamoDB deletes it, an older one becomes visible again. `replace` moves items and so leaves no older
//! one.
//!
//! An index that does not project the TTL attribute cannot tell which items are expired. A query of such an index is an
//! error without `include_expired()`; `hydrate()` reads the table, and is allowed.
//!
//! TTL has to be enabled on the table, which `CreateTable` cannot do. The generated CloudFormation template does it,
//! and so does `aws dynamodb update-time-to-live`.
//!
//! AWS: [Using time to live](https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/TTL.html).
//!
//! # `created` and `updated`
//!
//! Every write sets a field with `#[entity(updated)]` to the time of the write, whatever the struct holds. A field with
//! `#[entity(created)]` is set
//!
//! - by `create` to the time of the write;
//! - by `put`, `replace`, batches and transactions to the struct's value. Where the struct has `None` or
//!   1970-01-01T00:00:00Z, it is set to the time of the write: a put does not read the stored item.
//!
//! An item that was read and is put again keeps its `created`. A write does not change the struct: read the item to see
//! its times.
//!
//! An increment sets `updated`, and `created` where it makes the item. So do `update` and `upsert`, which refuse to set
//! these fields themselves; only an `upsert` can be given `created`. `update_each` and `move_to` set `updated` in the
//! items that they change, and leave `created` to their function.
//!
//! The field is a time or an `Option` of one, in any form that serde writes. In items older than the field it reads as
//! `None`, as the value of `#[serde(default)]`, or else as 1970-01-01T00:00:00Z.
//!
//! Such a field can be part of an index key, which follows every write. It cannot be part of the table key (KW017).
//!
//! An update sets `updated` without reading the item, so it must know what else an index key that holds `updated`
//! follows from. The time stands alone in a part of the key, or beside fields of the table's key: `pk =
//! "STATUS#<status>", sk = "<updated>"`. A part of the time and of another field, as `sk = "<status>#<updated>"`, is
//! refused (KW017): without `updated`, both are set together by `.set(Order::STATUS_AND_CHANGED, (status, now))`.
//!
//! # `sensitive`
//!
//! Values of a field with `#[entity(sensitive)]` appear in no error, trace, monitor or debug output of this library:
//! `<redacted>` stands in their place. The rest of a key stays readable.
//!
//! Functions that return stored data on purpose still show it: `params()`, `into_sdk()`, `to_item()`,
//! `to_expression()`, `keys()` and the values of an [`ItemKey`](crate::key::ItemKey). So do the struct's own `Debug`
//! and a cursor that is not encrypted.

use serde::Serializer;

use crate::{
    entity::Serialized,
    key::{FieldKind, KeyField, KeyValue},
};

/// A type that can say when something of an item's life was: a time, an integer for `ttl`, or an `Option` of one.
///
/// Implemented for every [`KeyField`]; the compiler refuses those that are not a time (KW020).
#[diagnostic::on_unimplemented(
    message = "KW020: `{Self}` cannot be a time of an item",
    label = "not a time that is known here",
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

    /// What serde writes for a value of the runtime's.
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
