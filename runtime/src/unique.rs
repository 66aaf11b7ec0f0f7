//! Unique fields: no two items of an entity have the same value.
//!
//! DynamoDB enforces uniqueness only for keys. Therefore, the library stores an additional item, a *sentinel*, for each
//! value of a field with `#[entity(unique)]`. The sentinel is written and deleted in one transaction with the item that
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
//! | Attribute | Contains |
//! |---|---|
//! | partition key | `%UNIQUE#User#email#ann@example.com`: the entity's discriminator, the field's attribute, the values of `within`, the value |
//! | sort key | `%UNIQUE`; 0 if it is a number |
//! | discriminator | `%UNIQUE`, so that a sentinel belongs to no entity |
//! | `_owner` | the table key of the item that has the value |
//! | the TTL attribute | that of the item: the value of an expired item is available |
//!
//! `#` represents the table's delimiter. In every part, `%` and the delimiter are percent-encoded, so that different
//! values never share a sentinel. Values are written in the form that shard hashes use: text unchanged, integers in
//! plain decimal, times to the nanosecond, bytes in hexadecimal. No other key can begin with `%UNIQUE`, because `%` is
//! encoded in values and a template must not begin with this text (KW011). The sentinel of a `sensitive` field contains
//! the value in its key, which errors and monitors redact.
//!
//! # Which writes maintain sentinels
//!
//! `create`, `put`, `replace`, `update`, `move_to` and `delete` maintain the sentinels.
//!
//! - All except `create` read the item first, to release the values that it will no longer have, and write on the
//!   condition that it still has them. If another writer changes the item in between, they start over, up to 10 times.
//! - After a lost response, the same transaction is repeated with its token, and no other transaction is sent. If
//!   another writer changed the item in between, the outcome is [`Unknown`](crate::Outcome::Unknown).
//! - A sentinel that belongs to another item is not changed. The transaction checks that it still belongs to that item,
//!   so that a value which the item acquired in the meantime is released too.
//! - A sentinel whose owner no longer has the value is taken over: see [what other programs
//!   write](#what-other-programs-write).
//! - An `update` maintains sentinels only if it sets a unique field or a field of `within`, or if the item expires. It
//!   then returns no item.
//! - Each write of a sentinel also writes missing sentinels of an item that predates `unique`.
//! - `None` has no sentinel. A value whose `within` field is `None` has no sentinel either, and need not be unique.
//! - An `upsert` is rejected.
//!
//! Batches have no transactions, and reject such an entity. `update_each` and `delete_each` send a transaction for each
//! item whose unique values or expiry they change. A `backfill` does not change sentinels.
//!
//! A [transaction](crate::Handle::transaction) over several items does not read. `create` acquires the new item's
//! values. An `update` changes fields that no sentinel depends on; it is rejected if it sets a unique field, a field of
//! `within`, or the `ttl`. [`replace_item`](crate::client::Transaction::replace_item) and
//! [`delete_item`](crate::client::Transaction::delete_item) release the values of the item as the caller has read it,
//! and require that the stored item still has them. One action can acquire values that another action releases: for
//! example, two users swap their nicknames, or one item is deleted and another item gets its address.
//!
//! # Items that predate the field
//!
//! Items that were stored before the field was unique have no sentinels, so another item can acquire their values.
//! After every writer has the new schema, `scan` the items and `replace` each. This writes the sentinels, and fails
//! with [`NotUnique`](crate::ErrorKind::NotUnique) if another item already has the value; only the application can
//! resolve that. If other writers change items at the same time, use the struct's [version](crate::version) or a
//! condition with [`when`](crate::client::Replace::when) so that their writes are not overwritten. The procedure is
//! idempotent. `backfill` and `update_each` write no sentinels for values that do not change.
//!
//! # What other programs write
//!
//! The library does not see writes that other programs make. If one deletes or changes an item, the sentinels of its
//! old values remain: they are orphans. The next write of such a value finds the sentinel, reads its owner, and takes
//! the sentinel over if the owner does not exist or has another value. It does so in a transaction that checks that the
//! owner is unchanged. An owner that does not decode, or that belongs to another entity, keeps the sentinel. A `delete`
//! of an item that does not decode also leaves orphans.
//!
//! A [transaction](crate::Handle::transaction) over several items does not take over orphans, and neither does a
//! `move_to` for its new key. To release an orphan manually, delete it on the condition that its `_owner` is still the
//! one that you have examined. Its partition key is [`sentinel_prefix`](crate::schema::EntitySchema::sentinel_prefix)
//! followed by the values. A value that another program writes into an item has no sentinel until this library writes
//! the item, so other items can acquire it.
//!
//! # Cost
//!
//! A write costs two write units for each KB of the item and two for each sentinel that it acquires or releases, plus a
//! strongly consistent read if it reads first. The caller needs `dynamodb:GetItem`, `dynamodb:PutItem` and
//! `dynamodb:DeleteItem`, `dynamodb:UpdateItem` for an update, and `dynamodb:ConditionCheckItem` if a released value's
//! sentinel belongs to another item. A rejection costs one more strongly consistent read, of the sentinel's owner.
//! Taking over a sentinel costs the transaction again, and needs `dynamodb:ConditionCheckItem`.
//!
//! On a global table (multi-Region, eventually consistent), a transaction is isolated only within one Region, so two
//! Regions can acquire the same value at the same time. Write such entities in one Region. A table with
//! `regions = "strong"` has no transactions, and no unique values
//! ([KW026](crate::error_index::kw026)).
//!
//! AWS: [transactions](https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/transaction-apis.html), and
//! [simulating uniqueness
//! constraints](https://aws.amazon.com/blogs/database/simulating-amazon-dynamodb-unique-constraints-using-transactions/).

use crate::{
    key::Reserved,
    schema::{EntitySchema, Field},
};
#[cfg(feature = "client")]
use crate::{
    key::{ItemKey, KeyScalar},
    schema::{AttributeKind, TableSchema},
};

pub use crate::schema::SENTINEL;

/// The attribute of a sentinel that contains the table key of its item.
#[cfg(feature = "client")]
pub(crate) const OWNER: &str = "_owner";

impl EntitySchema {
    /// Returns the prefix of the partition keys of a unique field's sentinels, such as `%UNIQUE#User#email#`. The
    /// values of `within` and the field's own value follow, separated by the delimiter.
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

    /// Returns the template of the partition keys of a unique field's sentinels, such as
    /// `%UNIQUE#User#nickname#<tenant>#<nickname>`. `None` for a field that is not unique.
    pub fn sentinel_template(&self, field: &Field) -> Option<String> {
        let within = field.unique?.within.iter().filter_map(|place| self.fields.get(usize::from(*place)));
        let values: Vec<_> = within.chain([field]).map(|field| format!("<{}>", field.name)).collect();
        let delimiter = char::from(self.table.delimiter).to_string();
        Some(self.sentinel_prefix(field) + &values.join(&delimiter))
    }
}

/// Returns the sort key of all sentinels of a table. `None` if the table has no sort key.
#[cfg(feature = "client")]
pub(crate) fn sort_of_sentinels(table: &TableSchema) -> Option<KeyScalar> {
    table.sort_key.map(|sort| match sort.kind {
        AttributeKind::S => KeyScalar::S(SENTINEL.to_owned()),
        AttributeKind::N => KeyScalar::N("0".to_owned()),
        AttributeKind::B => KeyScalar::B(SENTINEL.into()),
    })
}

/// Returns whether a key is that of a sentinel.
#[cfg(feature = "client")]
pub(crate) fn is_of_sentinel(table: &TableSchema, key: &ItemKey) -> bool {
    let KeyScalar::S(partition) = &key.partition else { return false };
    let values = partition.strip_prefix(SENTINEL);
    values.is_some_and(|values| values.starts_with(char::from(table.delimiter))) && key.sort == sort_of_sentinels(table)
}

/// Writes a part of a sentinel's key. Percent-encodes `%` and the delimiter.
pub(crate) fn escape(entity: &EntitySchema, text: &str, key: &mut String) {
    Reserved { delimiter: Some(entity.table.delimiter), following: None, escaped: true, sorted: false }
        .escape(text, key);
}
