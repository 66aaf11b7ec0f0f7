//! Unique fields: no two items of an entity have the same value.
//!
//! DynamoDB keeps keys unique and nothing else. So each value of a field with `#[entity(unique)]` has an item of its
//! own, a *sentinel*, which is written and deleted in one transaction with the item that has the value:
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
//! `#` stands for the table's delimiter. In every part `%` and the delimiter are percent-encoded, so that two tuples of
//! values never have one sentinel. Values are written as the hash of a shard takes them: text as it is, integers in
//! plain decimal, times to the nanosecond, bytes in hexadecimal. No value of another key can begin with `%UNIQUE`,
//! where `%` is encoded too, and a template must not (KW011). A sentinel of a `sensitive` field holds its value all the
//! same, in a key that errors and monitors do not show.
//!
//! # Which writes keep it
//!
//! `create`, `put`, `replace`, `update`, `move_to` and `delete` do. All but `create` read the item first, to give up
//! the values that it no longer has, and write on condition that it still has them; if another writer was first they
//! begin again, up to 10 times. After a lost answer the same transaction is repeated with its token, and no other one
//! is sent: where another writer came between, the outcome is [`Unknown`](crate::Outcome::Unknown). A sentinel that is
//! left alone because it is another item's is checked by the transaction, so that a value which the item has got in the
//! meantime is given up too. A sentinel whose owner has the value no longer is taken over (see [what other programs
//! write](#what-other-programs-write)). An `update` does so only where it sets such a field, a field of `within`, or
//! when the item expires; it returns no item then. Each write of a sentinel also writes those that an item from before
//! `unique` lacks. `None` has no sentinel, and a value within a field that is `None` has none either: it is not unique.
//! An `upsert` is refused.
//!
//! Batches take no transactions and refuse such an entity. `update_each` and `delete_each` send a transaction for each
//! item whose unique values, or whose end, they change. A `backfill` leaves sentinels as they are.
//!
//! A [transaction](crate::Handle::transaction) over several items does not read. There `create` takes its values, and
//! [`replace_item`](crate::client::Transaction::replace_item) and
//! [`delete_item`](crate::client::Transaction::delete_item) give up those of the item as the caller has read it, which
//! the stored one must still have. One item can take what another one gives up: two users swap their nicknames, or an
//! item goes and another one gets its address.
//!
//! # Items from before
//!
//! Items that were stored before the field was unique have no sentinels, so that others can take their values. Once
//! every writer has the new schema, `scan` them and `replace` each: that writes the sentinels, and is
//! [`NotUnique`](crate::ErrorKind::NotUnique) where another item has the value already, which only you can settle.
//! Where other writers change items meanwhile, the struct's [version](crate::version), or a condition of
//! [`when`](crate::client::Replace::when) on what they change, keeps their writes. To repeat it is harmless. `backfill`
//! and `update_each` write none for values that stay as they are.
//!
//! # What other programs write
//!
//! What is written past this crate is not known to the sentinels. The values of an item that was deleted or changed so
//! keep theirs: orphans. Who writes such a value next finds the sentinel, reads its owner, and takes it over where the
//! owner is gone or has another value, in a transaction with a check that the owner is still so. An owner that does not
//! decode, or is another entity's, keeps it. A `delete` of an item that does not decode leaves orphans too.
//!
//! A [transaction](crate::Handle::transaction) over several items takes none over, nor does a `move_to` those of its
//! new key. To free one by hand, delete it on condition that its `_owner` is still the one that you have judged: its
//! partition key is [`sentinel_prefix`](crate::schema::EntitySchema::sentinel_prefix) and the values. What another
//! program gives an item has no sentinel until the item is written by this crate, so that others can take it.
//!
//! # What it costs
//!
//! A write costs two write units for each KB of the item, and two for each sentinel that it takes or gives up, and
//! where it reads, the strongly consistent read. The caller needs `dynamodb:GetItem`, `dynamodb:PutItem` and
//! `dynamodb:DeleteItem`, and for an update `dynamodb:UpdateItem`; `dynamodb:ConditionCheckItem` where a sentinel of a
//! value that it gives up is another item's. To be refused costs one more strongly consistent read, of the sentinel's
//! owner; to take a sentinel over, the transaction again and `dynamodb:ConditionCheckItem`.
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
