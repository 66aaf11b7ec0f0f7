//! Write ids: how a retried write recognizes the item that its first attempt wrote.
//!
//! When a response is lost, the library repeats the write. The repetition can be refused because of the item that the
//! first request wrote. An equal item can also come from another writer, so the outcome of such a refusal is
//! [`Unknown`](crate::Outcome::Unknown). A table can have an attribute that tells the two cases apart:
//!
//! ```
//! # use keywright::Table;
//! #[derive(Table)]
//! #[table(write_id = "_w")]
//! struct Platform;
//! ```
//!
//! Each call of `put`, `create`, `replace`, `update`, `upsert`, `move_to` and `update_each` writes 16 random bytes to
//! that attribute, the same bytes in every request of the call. If a repeated write is refused and the stored item has
//! the call's id, the call returns `Ok`: an earlier request was applied. If another write has replaced the id since,
//! the outcome stays unknown. An `update` that returns the previous item is unknown too, because the previous item is
//! gone.
//!
//! Actions of a [transaction](crate::Handle::transaction) and items of a batch carry no id. A transaction has its
//! client request token for the same purpose, and a token must stand for the same request whenever it is repeated.
//!
//! Reads leave the attribute out of the entity and out of its [`Attributes`](crate::Attributes). Two items that differ
//! only in it count as equal: when a randomly sharded item is appended again, and when `update_each` decides whether an
//! item changes. No field and no constant can be stored there (KW014).
//!
//! # What it costs
//!
//! An item grows by the attribute's name and 16 bytes, which
//! [`stored_item_bytes`](crate::schema::EntitySchema::stored_item_bytes) counts. The id changes with every write, so an
//! index that projects all attributes is written with every write of an item. Let indexes `include(..)` what they need
//! if updates often leave those attributes as they are.
//!
//! The attribute can be added to a table at any time: older items get an id with their next write. Keep its name. If it
//! is changed or removed, the old attribute remains in stored items, and a struct with `deny_unknown_fields` does not
//! read them.
