//! `keywright.lock`: the facts of a schema that decide the bytes of its keys and what becomes of stored items,
//! committed next to it.
//!
//! Items that are stored keep the keys that they were written with. A change of a template, of a field's type, of the
//! shards or of an index is a change of what reads look for, and nothing in the code says so. Nor does it say that
//! items of before lack what a field with `unique`, `version` or `ttl` counts on. The lock does: it is written once,
//! and from then on CI compares the schema with it.
//!
//! ```sh
//! cargo run --bin schema -- lock            # writes keywright.lock: commit it
//! cargo run --bin schema -- lock --check    # in CI: fails where schema and lock differ
//! ```
//!
//! It holds a fact a line, with the defaults resolved: here, that a time without a form is written to the nanosecond.
//!
//! ```text
//! entity OpsLog
//!   discriminator OpsLog
//!   key table
//!     pk "OPS_LOG#<at:day>"
//!       parts "OPS_LOG#" at:time(day) "#" <shard>
//!       shards 10 first 0 by random
//!     sk "<at>#<call_id>"
//!       parts at:time(ns) "#" call_id:text
//! ```
//!
//! A line `ttl` is the table's TTL attribute, and `expires` says that an entity's items have it; `version` is the
//! attribute that counts writes; `unique` is what the keys of a field's sentinels begin with, and the fields that
//! follow.
//!
//! Fields go by the item's attribute. Peaks, retention, documentation and accepted risks are not in it: they change no
//! key. Nor is what a hash of your own (`with = path`) computes, only that there is one (`own_hash`): a change within
//! that function is not seen. `created`, `updated`, `sensitive` and `counter` are not in it either.
//!
//! # What a change does to old items
//!
//! `lock --check` prints a line for each change, and below it what to write where old items would be lost:
//!
//! ```text
//! error: keywright.lock: the schema is another
//!   ~ OpsLog.pk  OPS_LOG#<at:day>  shards 10 -> 40 from 2027-01-01T00:00:00Z  readable: grow
//!   ~ Threat.pk  THREAT#<brand> -> THREAT#<brand>#<at:month>  readable: no
//!       add `legacy(template = "THREAT#<brand>")` to `#[pk(..)]` of `Threat`
//!   + Threat.GSI2  SEVERITY#<severity>  readable: backfill; GSI2 does not find older items until `backfill` has run
//! say in the schema how old items stay readable; then run `lock`, and commit the file
//! ```
//!
//! | readable | Old items |
//! |---|---|
//! | `yes` | are read as before: the bytes are the same, or there are no old items |
//! | `all shards` | are read as before, by more requests: every read visits all shards, and the old ones are among them |
//! | `grow` | are in the shards of their time |
//! | `legacy` | are read under their older partition key |
//! | `backfill` | are found by the index when `backfill` has written its attributes, and by the table's key meanwhile |
//! | `new index` | are found by an index of another name: DynamoDB cannot change the one that is there |
//! | `no` | are lost to reads, or in a table that DynamoDB cannot change to this one |
//!
//! `lock` does not write a change that says `no`, unless `--accept "reason"` says why it does not matter, such as that
//! nothing is stored yet. Each change after which old items are read in another way, or need something, is kept under
//! `history`, at the end of the file, with its reason: that is what a review reads.
//!
//! What old items need is said below the line where they stay readable too:
//!
//! ```text
//!   + User.email  unique  readable: yes; older items have no sentinels, so that others can take their values
//!       once every writer has this schema, read them with `scan` and `replace` each, with `when` if others change them
//!       meanwhile: it writes the sentinels, and is `NotUnique` where another item has the value
//! ```
//!
//! Old items are taken to have times before the moment of the comparison. Where items are written ahead of their time,
//! let `grow` and `until` begin after the last of them. And a lock knows schemas, not deployments: whoever writes after
//! the instant of `grow` must have the schema that says so.

mod change;
mod command;
mod compare;
mod form;
mod instant;
mod model;
mod of_schema;
mod parse;
mod text;
mod word;

#[cfg(test)]
mod testing;

pub use change::{Change, Readable, Sign};
pub use command::{check, update};
pub use compare::compare;
pub use model::Lock;
pub use parse::ParseError;
