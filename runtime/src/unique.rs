//! Unique fields: no two items of an entity have the same value.
//!
//! DynamoDB enforces uniqueness of keys only. For each value of a field with `#[entity(unique)]` the library therefore
//! keeps an item of its own, a *sentinel*. The sentinel is written and deleted in one transaction with the item that
//! has the value:
//!
//! ```no_run
//! # #[cfg(all(feature = "client", feature = "chrono"))] {
//! # use keywright::{Entity, ErrorKind, Handle, Table};
//! # use serde::{Deserialize, Serialize};
//! # #[derive(Table)]
//! # struct Platform;
//! #[derive(Entity, Serialize, Deserialize)]
//! #[entity(table = Platform)]
//! #[pk(template = "USER#<id>")]
//! #[sk(template = "PROFILE")]
//! struct User {
//!     id: String,
//!     tenant: String,
//!     #[entity(unique)]
//!     email: String,
//!     #[entity(unique(within = tenant))]
//!     nickname: Option<String>,
//! }
//!
//! # async fn example(platform: Handle<Platform>, user: User) -> keywright::Result<()> {
//! match platform.create(&user).await {
//!     Err(error) if error.kind() == ErrorKind::NotUnique => {
//!         println!("{} is taken", error.field().unwrap_or("a field"));
//!     }
//!     result => drop(result?),
//! }
//! # Ok(()) }
//! # }
//! ```
//!
//! # What is stored
//!
//! | Attribute | Holds |
//! |---|---|
//! | partition key | `%UNIQUE#User#email#ann@example.com`: the entity's discriminator, the field's attribute, the values of `within`, the value |
//! | sort key | `%UNIQUE`; 0 where it is a number |
//! | discriminator | `%UNIQUE`, so that a sentinel is of no entity |
//! | `_owner` | the table key of the item that has the value |
//! | the TTL attribute | that of the item: the sentinel of an expired item is free |
//!
//! `#` stands for the table's delimiter. In every part `%` and the delimiter are percent-encoded, so that different
//! values never share a sentinel. Values are written in the form that shard hashes use: text as it is, integers in
//! plain decimal, times to the nanosecond, bytes in hexadecimal. No other key can begin with `%UNIQUE`: `%` is encoded
//! in values, and a template must not begin so (KW011). The sentinel of a `sensitive` field holds the value in its key,
//! which errors and monitors redact.
//!
//! # Which writes maintain it
//!
//! `create`, `put`, `replace`, `update`, `move_to` and `delete` do.
//!
//! - All but `create` read the item first, to release the values that it no longer has, and write on the condition that
//!   the item still has them. If another writer changes the item in between, they start over, up to 10 times.
//! - After a lost response the same transaction is repeated with its token, and no other transaction is sent. If
//!   another writer changed the item in between, the outcome is [`Unknown`](crate::Outcome::Unknown).
//! - A sentinel that belongs to another item is left alone. The transaction checks that it still does, so that a value
//!   which the item acquired in the meantime is released too.
//! - A sentinel whose owner no longer has the value is taken over: see [what other programs
//!   write](#what-other-programs-write).
//! - An `update` does this only if it sets a unique field or a field of `within`, or if the item expires. It returns no
//!   item then.
//! - Each write of a sentinel also writes those that an item from before `unique` lacks.
//! - `None` has no sentinel. Neither has a value whose `within` field is `None`: it need not be unique.
//! - An `upsert` is refused.
//!
//! Batches have no transactions and refuse such an entity. `update_each` and `delete_each` send a transaction for each
//! item whose unique values or expiry they change. A `backfill` leaves sentinels as they are.
//!
//! A [transaction](crate::Handle::transaction) over several items does not read. `create` takes the new item's values.
//! [`replace_item`](crate::client::Transaction::replace_item) and
//! [`delete_item`](crate::client::Transaction::delete_item) release the values of the item as the caller has read it,
//! and demand that the stored item still has them. One action can take what another one releases: two users swap their
//! nicknames, or one item is deleted and another one gets its address.
//!
//! # Items from before
//!
//! Items that were stored before the field was unique have no sentinels, so another item can take their values. Once
//! every writer has the new schema, `scan` them and `replace` each. That writes the sentinels, and fails with
//! [`NotUnique`](crate::ErrorKind::NotUnique) where another item has the value already; only the application can
//! resolve that. If other writers change items at the same time, use the struct's [version](crate::version) or a
//! condition with [`when`](crate::client::Replace::when) so that their writes are not overwritten. The procedure is
//! idempotent. `backfill` and `update_each` write no sentinels for values that do not change.
//!
//! # What other programs write
//!
//! The library does not see writes that other programs make. If one deletes or changes an item, the sentinels of its
//! old values remain: they are orphans. The next write of such a value finds the sentinel, reads its owner, and takes
//! the sentinel over if the owner is gone or has another value. It does so in a transaction with a check that the owner
//! is unchanged. An owner that does not decode, or that belongs to another entity, keeps the sentinel. A `delete` of an
//! item that does not decode leaves orphans too.
//!
//! A [transaction](crate::Handle::transaction) over several items takes no orphans over, and neither does a `move_to`
//! for its new key. To release one by hand, delete it on the condition that its `_owner` is still the one you have
//! examined. Its partition key is [`sentinel_prefix`](crate::schema::EntitySchema::sentinel_prefix) followed by the
//! values. A value that another program writes into an item has no sentinel until this library writes the item, so
//! others can take it.
//!
//! # What it costs
//!
//! A write costs two write units for each KB of the item and two for each sentinel that it takes or releases, plus a
//! strongly consistent read where it reads first. The caller needs `dynamodb:GetItem`, `dynamodb:PutItem` and
//! `dynamodb:DeleteItem`, `dynamodb:UpdateItem` for an update, and `dynamodb:ConditionCheckItem` where a released
//! value's sentinel belongs to another item. A refusal costs one more strongly consistent read, of the sentinel's
//! owner. Taking a sentinel over costs the transaction again, and needs `dynamodb:ConditionCheckItem`.
//!
//! On a global table (multi-Region, eventually consistent) a transaction holds in one Region: two Regions can each take
//! one value at once. Write such entities in one Region.
//!
//! AWS: [transactions](https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/transaction-apis.html), and
//! [simulating uniqueness
//! constraints](https://aws.amazon.com/blogs/database/simulating-amazon-dynamodb-unique-constraints-using-transactions/).

use crate::{
    key::Reserved,
    schema::{EntitySchema, Field},
};

pub use crate::schema::SENTINEL;

/// The attribute of a sentinel that holds the table key of its item.
#[cfg(feature = "client")]
pub(crate) const OWNER: &str = "_owner";

impl EntitySchema {
    /// What the partition keys of the sentinels of a unique field begin with, as in `%UNIQUE#User#email#`. The values
    /// of `within` and the field's own follow, with the delimiter between them.
    pub fn sentinel_prefix(&self, field: &Field) -> String {
        let mut prefix = SENTINEL.to_owned();
        let mut push = |text: &str| {
            prefix.push(char::from(self.table.delimiter));
            escape(self, text, &mut prefix);
        };
        push(self.discriminator);
        push(field.attribute);
        push("");
        prefix
    }

    /// The key of a sentinel of a unique field as a template, as in `%UNIQUE#User#nickname#<tenant>#<nickname>`; `None`
    /// for a field that is not unique.
    pub fn sentinel_template(&self, field: &Field) -> Option<String> {
        let within = field.unique?.within.iter().filter_map(|place| self.fields.get(usize::from(*place)));
        let values: Vec<_> = within.chain([field]).map(|field| format!("<{}>", field.name)).collect();
        let delimiter = char::from(self.table.delimiter).to_string();
        Some(self.sentinel_prefix(field) + &values.join(&delimiter))
    }
}

/// A part of a sentinel's key, in which `%` and the delimiter are percent-encoded.
pub(crate) fn escape(entity: &EntitySchema, text: &str, key: &mut String) {
    Reserved { delimiter: entity.table.delimiter, following: None, sorted: false }.escape(text, key);
}
