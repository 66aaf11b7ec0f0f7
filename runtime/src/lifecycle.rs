//! What a field can say of its item's life: `ttl`, `created` and `updated`.
//!
//! # `ttl`
//!
//! `#[table(ttl = "expires_at")]` names the table's TTL attribute, and `#[entity(ttl)]` on a field says when its item
//! expires. The field is a time, an integer of seconds since 1970, or an `Option` of one. It is stored as DynamoDB
//! wants it, a number of whole seconds, whatever serde says of its type: what is read back has lost the part of a
//! second. An item without it never expires, and neither do those from before the field was `ttl`, until it is written
//! into them (`update_each`).
//!
//! DynamoDB deletes expired items within a few days, and not those that expired more than five years ago. Until then
//! they are there, and this library treats them as gone: no read returns them unless it is told to
//! (`include_expired()`), `create` overwrites them, `replace`, `update` and `move_to` do not find them, `upsert` makes
//! them anew with nothing of what they held, and a condition (`when`) is judged of them as of no item; all this also in
//! transactions, but for an `upsert`, which is refused there. `update_each`, `delete_each` and `backfill` leave them
//! alone. A stream tells what happened to them, and a scan of items of whatever entity shows them. An item is expired
//! when its second lies in the past, by the clock of who asks. Reading them costs the same capacity as reading others:
//! they are left out of the answer when it has come, because a filter expression would save nothing and a limit has to
//! count what is returned. Under keys of several designs (`legacy`) the newest item decides: while it is there, an
//! older one that it supersedes stays hidden when it has expired. When DynamoDB deletes it, the older one is there
//! again: let `replace` move items, which leaves no second one. An index that does not hold the attribute does not tell
//! them from others: asking it is an error without `include_expired()`, but for `hydrate()`, which asks the table.
//!
//! TTL has to be switched on for the table, which CreateTable cannot do: the generated CloudFormation does, and so does
//! `aws dynamodb update-time-to-live`.
//!
//! AWS: [Using time to live](https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/TTL.html).
//!
//! # `created` and `updated`
//!
//! A field with `#[entity(updated)]` is stored as the time of the write, whatever the struct has. A field with
//! `#[entity(created)]` is stored
//!
//! - by `create` as the time of the write;
//! - by `put`, `replace`, transactions of them and batches as the struct has it. Where it has none, `None` or
//!   1970-01-01T00:00:00Z, it is the time of the write: a put does not read, and so cannot know what is stored.
//!
//! An item that was read and is put again keeps its `created`; a struct that was made anew makes a new item of it. The
//! struct itself is not changed by a write: read the item to see its times. An increment sets `updated`, and `created`
//! where it makes the item; so do `update` and `upsert`, by fields, which refuse to be told these times; an `upsert`
//! may be told `created`. `update_each` and `move_to` set `updated` in the items that they change, and leave `created`
//! to their function.
//!
//! The field is a time or an `Option` of one, in whatever form serde writes it. Items from before the field have
//! `None`, what `#[serde(default)]` says, or else 1970-01-01T00:00:00Z.
//!
//! Such a field can stand in the key of an index, which then follows what is written, and not in the key of the table
//! (KW017). Where such a key holds `updated` together with fields that may change, in its partition key, in its sort
//! key, or anywhere in it beside an `Option`, every update has to set those fields too: it changes the key, and does
//! not read the item.
//!
//! # `sensitive`
//!
//! The values of a field with `#[entity(sensitive)]` are in no error, no trace, no monitor and no debug output of this
//! library: `<redacted>` stands in their place, and in keys the rest stays readable. What is asked for by name shows
//! what is stored: `params()`, `into_sdk()`, `to_item()`, `to_expression()`, `keys()` and the values of an
//! [`ItemKey`](crate::key::ItemKey). So do the struct's own `Debug`, and an unencrypted cursor.

use serde::Serializer;

use crate::{
    entity::Serialized,
    key::{FieldKind, KeyField, KeyValue},
};

/// A type that can say when something of an item's life was: a time, an integer for `ttl`, or an `Option` of one.
///
/// Implemented for every [`KeyField`]; the compiler refuses those that are no time (KW020).
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
