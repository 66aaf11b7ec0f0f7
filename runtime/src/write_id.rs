//! Write ids: how a retried write recognizes the item that its first attempt wrote.
//!
//! If a response is lost, the library repeats the write. The repetition can be rejected because of the item that the
//! first request wrote. An equal item can also come from another writer, so the outcome of such a rejection is
//! [`Unknown`](crate::Outcome::Unknown). A table can have an attribute that distinguishes the two cases:
//!
//! ```
//! # use keywright::Table;
//! #[derive(Table)]
//! #[table(write_id = "_w")]
//! struct Platform;
//! ```
//!
//! Each call of `put`, `create`, `replace`, `update`, `upsert`, `move_to` and `update_each` writes 16 random bytes to
//! that attribute, the same bytes in every request of the call. If a repeated write is rejected and the stored item has
//! the call's id, the call returns `Ok`, because an earlier request was applied. If another write has replaced the id
//! since, the outcome stays unknown. An `update` that returns the previous item is unknown too, because the previous
//! item is gone.
//!
//! Actions of a [transaction](crate::Handle::transaction) and items of a batch have no id. A transaction has its client
//! request token for the same purpose, and the same token must always be sent with the same request.
//!
//! Reads omit the attribute from the entity and from its [`Attributes`](crate::Attributes). Two items that differ only
//! in this attribute count as equal: if a randomly sharded item is appended again, and if `update_each` decides whether
//! an item changes. No field and no constant can use the attribute's name (KW014).
//!
//! # Cost
//!
//! An item grows by the attribute's name and 16 bytes, which `item_bytes` of `#[peak(..)]` includes. The id changes
//! with every write, so every write of an item also writes an index that projects all attributes. If updates often do
//! not change the attributes that an index needs, let the index project only those with `include(..)`.
//!
//! The attribute can be added to a table at any time. Older items get an id with their next write. Do not change its
//! name: if it is changed or removed, the old attribute remains in stored items, and a struct with
//! `deny_unknown_fields` cannot read them.
