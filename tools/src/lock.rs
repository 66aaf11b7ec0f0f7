//! Compares a schema with `keywright.lock`: the facts that decide the bytes of its keys and how stored items are read,
//! committed next to it.
//!
//! Stored items keep the keys and attributes that they were written with. A change of a template, of a field's type, of
//! the shards, of an index or of an attribute's name changes what reads look for, but the code does not show this. Nor
//! does it show that older items lack a new attribute, or what a field with `unique`, `version` or `ttl` relies on. The
//! lock does: it is written once, and from then on CI compares the schema with it.
//!
//! ```sh
//! cargo run --bin schema -- lock            # writes keywright.lock: commit it
//! cargo run --bin schema -- lock --check    # in CI: fails where schema and lock differ
//! ```
//!
//! It has one fact per line, with the defaults resolved: in this example, a time without a form is written to the
//! nanosecond.
//!
//! ```text
//! entity OpsLog
//!   discriminator OpsLog
//!   attribute at
//!   attribute call_id
//!   attribute latency optional alias latency_ms
//!   key table
//!     pk "OPS_LOG#<at:day>"
//!       parts "OPS_LOG#" at:time(day) "#" <shard>
//!       shards 10 first 0 by random
//!     sk "<at>#<call_id>"
//!       parts at:time(ns) "#" call_id:text
//! ```
//!
//! A line `ttl` is the table's TTL attribute, and `expires` means that an entity's items have it. A line `regions
//! strong` means that replicas in other Regions are strongly consistent. `version` is the attribute that counts writes.
//! `unique` is the prefix of the keys of a field's sentinels, and the fields that follow it.
//!
//! `attribute` is the name under which a put stores a field. `optional` means that an item may lack it: the field is
//! an `Option`, has `serde(default)`, is a set without elements, or is `version`, `created` or `updated`. `alias` is
//! another name under which the field is read. A `key_only` field has no attribute. `other_attributes` means that a
//! field has `serde(flatten)`, so that items can have attributes that no field names.
//!
//! `load` lists the declared loads, from which `plan --against keywright.lock` computes what a change costs in a month.
//! They change no key. `lock --check` fails if they differ, so that the next change is compared with the current ones.
//! A file of a version that did not list them is still read.
//!
//! Fields in keys are listed by the item's attribute. Documentation and accepted risks are not included. Neither is the
//! result of your own hash (`with = path`), only that there is one (`own_hash`): a change within that function is not
//! detected. `created`, `updated`, `sensitive` and `counter` are not included either. Nor are the fields of structs
//! within an attribute or a flattened field, or the types of attributes that are in no key.
//!
//! # How a change affects old items
//!
//! `lock --check` prints a line for each change, and below it what to write if old items would no longer be found:
//!
//! ```text
//! error: keywright.lock: the schema differs
//!   ~ OpsLog.pk  OPS_LOG#<at:day>  shards 10 -> 40 from 2027-01-01T00:00:00Z  readable: grow
//!   ~ Threat.pk  THREAT#<brand> -> THREAT#<brand>#<at:month>  readable: no
//!       add `legacy(template = "THREAT#<brand>")` to `#[pk(..)]` of `Threat`
//!   + Threat.GSI2  SEVERITY#<severity>  readable: backfill; GSI2 does not find older items until `backfill` has run
//! say in the schema how old items stay readable; then run `lock`, and commit the file
//! ```
//!
//! | readable | Old items |
//! |---|---|
//! | `yes` | are read as before: the bytes are equal, or there are no old items |
//! | `all shards` | are read as before, with more requests: every read uses all shards, including the old ones |
//! | `grow` | are in the shards of their time |
//! | `legacy` | are read under their older partition key |
//! | `backfill` | are found by the index after `backfill` has written its attributes, and by the table's key at any time |
//! | `new index` | are found by an index of another name, because DynamoDB cannot change the existing one |
//! | `no` | are not found, do not decode, lose a value, or are in a table that DynamoDB cannot change to this one |
//!
//! `lock` does not write a change with `no`, unless `--accept "reason"` gives a reason why it does not matter, such as
//! that nothing is stored yet. Each change after which old items are read differently, or need something, is kept with
//! its reason under `history` at the end of the file, for reviews.
//!
//! # Attributes
//!
//! | change | readable |
//! |---|---|
//! | a new attribute that is `optional` | `yes` |
//! | a new attribute that is not, or one that is not `optional` any more | `no`: older items without it do not decode |
//! | an attribute is removed, and none is new | `yes`: this is on purpose; reads no longer return it |
//! | an attribute is removed, and another is new | `no`: it is probably renamed, and needs `serde(alias)` |
//! | an attribute has another name, and the old one is an alias | `yes` |
//! | an alias is removed | `no`: items under it lose the value |
//! | an attribute is removed from an entity with `other_attributes` | `no`: only the flattened field reads it |
//! | a field that becomes `key_only`, or the reverse | `yes`: it is read from the table's key |
//!
//! ```text
//!   ~ User.mail  attribute email -> mail  readable: no; older items do not decode
//!       add `#[serde(alias = "email")]` to `mail` of `User`; if it is no rename, make the field an `Option` or add
//!       `#[serde(default)]`, and run `lock --accept "reason"`
//! ```
//!
//! A file of a version that did not list attributes is still read. Its attributes are not compared: `lock --check` says
//! so in the line `+ attributes`, and `lock` adds them.
//!
//! # Which release may follow which
//!
//! During a rolling deployment, replicas of the locked schema and of the new one run side by side. If a template
//! changes, the line also says what the replicas of the release before read:
//!
//! | note | Replicas of the release before |
//! |---|---|
//! | `the release before also reads the new key` | find all items, and the change can be rolled back |
//! | `every replica must have it before ..` | find all items until one is that late, and the change can be rolled back |
//! | `the release before does not read the new key` | do not find what the new release writes |
//!
//! The line of a renamed or removed attribute also says what the release before does not read or does not decode.
//! To rename an attribute without stopping replicas, first release the old name as `rename` and the new one as `alias`,
//! and then exchange them.
//!
//! Items under an older key that is removed are unreadable, unless `--evidence FILE` names the [`Evidence`] of a
//! `rekey` that none is left. It is not enough if the locked schema still writes items of an earlier time under that
//! key (`since`).
//!
//! What old items need is printed below the line even if they stay readable:
//!
//! ```text
//!   + User.email  unique  readable: yes; older items have no sentinels, so that others can take their values
//!       once every writer has this schema, read them with `scan` and `replace` each, with `when` if others change them
//!       meanwhile: it writes the sentinels, and is `NotUnique` where another item has the value
//! ```
//!
//! The key of an item follows from the item's own time, not from the clock. A lock knows no items, and assumes that the
//! old ones have times before the comparison. If items are written ahead of their time, such as bookings, choose
//! instants of `since`, `grow` and `until` after the last of them. A lock covers schemas, not deployments: every writer
//! of an item whose time is after the instant of `grow` must have the schema with it.

mod change;
mod command;
mod compare;
mod evidence;
mod form;
mod loads;
mod model;
mod of_schema;
mod parse;
mod text;
mod word;

#[cfg(test)]
mod testing;

pub use change::{Change, Readable, Sign};
pub use command::{check, cost, update, update_with};
pub use compare::compare;
pub use evidence::Evidence;
pub use model::Lock;
pub use parse::ParseError;
