//! Write ids: how a write whose answer was lost recognizes its own item.
//!
//! After a lost answer a write is repeated, and may be refused because of the item that its own first request wrote. An
//! equal item can also be another writer's, so the outcome of such a refusal is [`Unknown`](crate::Outcome::Unknown). A
//! table can have an attribute that tells the two apart:
//!
//! ```
//! # use keywright::Table;
//! #[derive(Table)]
//! #[table(write_id = "_w")]
//! struct Platform;
//! ```
//!
//! Each call of `put`, `create`, `replace`, `update`, `upsert`, `move_to` and `update_each` then leaves 16 random bytes
//! there, the same in all requests of the call. A refusal after a lost answer that finds the call's own id is `Ok`: the
//! request was carried out. Where another write has replaced the id since, the outcome is still unknown. An `update`
//! that returns the item as it was before is unknown too, because that item is gone.
//!
//! Actions of a [transaction](crate::Handle::transaction) and items of a batch carry no id. A transaction's token
//! proves the same, and has to stand for the same request whenever it is repeated.
//!
//! Reads leave the attribute out of the entity, and of its [`Attributes`](crate::Attributes). Two items that differ in
//! it have the same content: where a randomly sharded item is appended again, and where `update_each` decides whether
//! an item changes. No field and no constant can be stored there (KW014).
//!
//! # What it costs
//!
//! An item grows by the attribute's name and 16 bytes, which
//! [`stored_item_bytes`](crate::schema::EntitySchema::stored_item_bytes) counts. An index that projects all attributes
//! is written with every write of an item, because the id changes: let indexes `include(..)` what they need where
//! updates often leave them as they are.
//!
//! A table can have the attribute at any time: older items get an id with their next write. Keep the name. After it is
//! changed or removed, the old attribute is one beside the fields, which a struct with `deny_unknown_fields` does not
//! read.
