//! Unique fields: no two items of an entity have the same value.
//!
//! DynamoDB keeps keys unique and nothing else. So each value of a field with `#[entity(unique)]` has an item of its own,
//! a *sentinel*, which is written and deleted in one transaction with the item that has the value:
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
//! values never have one sentinel. Values are written as the hash of a shard takes them: text as it is, integers in plain
//! decimal, times to the nanosecond, bytes in hexadecimal. No value of another key can begin with `%UNIQUE`, where `%` is
//! encoded too, and a template must not (KW011). A sentinel of a `sensitive` field holds its value all the same, in a key that
//! errors and monitors do not show.
//!
//! # Which writes keep it
//!
//! `create`, `put`, `replace` and `delete` do. `put`, `replace` and `delete` read the item first, to give up the values
//! that it no longer has, and write on condition that it still has them; if another writer was first they begin again,
//! up to 10 times. A put also writes the sentinels that an item from before `unique` lacks. `None` has no sentinel.
//! Batches take no transactions and refuse such an entity, and so does `delete_each`; `update_each` reports an item whose
//! unique values it would change. In a [transaction](crate::Handle::transaction) over several items `create` takes its
//! values too; what gives values up is refused there, for it reads first. A `backfill` leaves sentinels as they are.
//!
//! A write costs two write units for each KB of the item, and two for each sentinel that it takes or gives up; `put`,
//! `replace` and `delete` also the strongly consistent read. The caller needs `dynamodb:GetItem`, `dynamodb:PutItem` and
//! `dynamodb:DeleteItem`.
//!
//! What other programs write past this crate is not known to the sentinels. On a global table (multi-Region, eventually
//! consistent) a transaction holds in one Region: two Regions can each take one value at once. Write such entities in one
//! Region.
//!
//! AWS: [transactions](https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/transaction-apis.html), and
//! [simulating uniqueness constraints](https://aws.amazon.com/blogs/database/simulating-amazon-dynamodb-unique-constraints-using-transactions/).

use std::marker::PhantomData;

use serde::de::DeserializeOwned;

use crate::Entity;
#[cfg(feature = "client")]
use crate::client::{Decode, decode};

/// What the keys of sentinels begin with, and their discriminator.
pub(crate) const SENTINEL: &str = "%UNIQUE";

/// The attribute of a sentinel that holds the table key of its item.
#[cfg(feature = "client")]
pub(crate) const OWNER: &str = "_owner";

/// How a stored item is read before it is written.
#[doc(hidden)]
pub struct Reads<E> {
    #[cfg(feature = "client")]
    pub(crate) decode: Decode<E>,
    entity: PhantomData<fn() -> E>,
}

impl<E: Entity + DeserializeOwned> Reads<E> {
    #[doc(hidden)]
    pub fn of() -> Self {
        Self {
            #[cfg(feature = "client")]
            decode: decode::<E>,
            entity: PhantomData,
        }
    }
}
