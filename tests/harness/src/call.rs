//! The calls of clients.

use serde::{Deserialize, Serialize};

/// The number of items in a table: few, so that clients conflict.
pub const IDS: usize = 4;

/// The fields of an item, for a call that writes all of them.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct Draft {
    /// The id of the item.
    pub id: u8,
    /// A value, which two drafts can share.
    pub value: u32,
    /// The partition of the index.
    pub tag: u8,
    /// The unique field.
    pub mail: Option<u8>,
}

/// The settings of a batch.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Batch {
    /// `in_flight` of the call, if it is set.
    pub in_flight: Option<u8>,
    /// The number of items that no other call uses, between those of the call. With enough of them, the call sends
    /// several requests.
    pub others: u8,
    /// Whether a read is `partial`, and whether a write sends its leftovers again, once.
    pub partial: bool,
}

/// One call of the library. `When` is a condition on the value that the client has read last.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub enum Call {
    /// A consistent `get`.
    Get(u8),
    /// A consistent `batch_get` of every item.
    BatchGet(Batch),
    /// A consistent query of the items of a tag over the local index, in pages of this many items.
    ByTag { tag: u8, limit: u8 },
    /// `put`. For an entity with a version, with the version that the client has read last.
    Put(Draft),
    /// `put(..).when(value == the last one read)`.
    PutWhen(Draft),
    /// `create`.
    Create(Draft),
    /// `replace`, with the version that the client has read last.
    Replace(Draft),
    /// `replace(..).when(value == the last one read)`.
    ReplaceWhen(Draft),
    /// `update(..).set(value).set(tag)`.
    Set { id: u8, value: u32, tag: u8 },
    /// An update with a condition on the value.
    SetWhen { id: u8, value: u32, tag: u8 },
    /// `update(..).add(count, amount)`, which cannot be repeated.
    Add { id: u8, amount: i8 },
    /// `update(..).add(count, amount).when(version == the last one read)`.
    AddAt { id: u8, amount: i8 },
    /// `update(..).set(mail)`.
    Mail { id: u8, mail: Option<u8> },
    /// `upsert` of every field except the mail.
    Upsert { id: u8, value: u32, tag: u8 },
    /// `delete`.
    Delete(u8),
    /// `delete(..).when(value == the last one read)`.
    DeleteWhen(u8),
    /// `move_to` from one id to another.
    Move { from: u8, to: u8 },
    /// `batch_put` of two items.
    BatchPut(Draft, Draft, Batch),
    /// `batch_delete` of two items.
    BatchDelete(u8, u8, Batch),
    /// A `batch` that puts one item and deletes another.
    BatchWrite(Draft, u8, Batch),
    /// A transaction of a `create` and an update that adds to another item.
    Transact { create: Draft, add: u8, amount: i8 },
    /// `update_each` that marks every item without this mark.
    Mark { mark: u8 },
    /// `delete_each` of the items of a tag.
    Purge { tag: u8 },
    /// `backfill`.
    Backfill,
    /// `put` by an older deployment, with a struct that lacks the newer fields.
    OlderPut { id: u8, value: u32, tag: u8 },
    /// `increment` of a counter.
    Increment { poll: u8, amount: i8 },
    /// A consistent `total` of a counter.
    Total { poll: u8 },
    /// An append to the log, with the client's own clock.
    Append { entry: u16 },
    /// A query over the whole log, in pages of this many entries.
    ReadLog { limit: u8, newest_first: bool },
}

impl Call {
    /// Returns a name for the statistics.
    pub fn name(&self) -> &'static str {
        match self {
            Self::Get(_) => "get",
            Self::BatchGet(_) => "batch_get",
            Self::ByTag { .. } => "query (local)",
            Self::Put(_) => "put",
            Self::PutWhen(_) => "put.when",
            Self::Create(_) => "create",
            Self::Replace(_) => "replace",
            Self::ReplaceWhen(_) => "replace.when",
            Self::Set { .. } => "update.set",
            Self::SetWhen { .. } => "update.set.when",
            Self::Add { .. } => "update.add",
            Self::AddAt { .. } => "update.add.when",
            Self::Mail { .. } => "update.mail",
            Self::Upsert { .. } => "upsert",
            Self::Delete(_) => "delete",
            Self::DeleteWhen(_) => "delete.when",
            Self::Move { .. } => "move_to",
            Self::BatchPut(..) => "batch_put",
            Self::BatchDelete(..) => "batch_delete",
            Self::BatchWrite(..) => "batch",
            Self::Transact { .. } => "transaction",
            Self::Mark { .. } => "update_each",
            Self::Purge { .. } => "delete_each",
            Self::Backfill => "backfill",
            Self::OlderPut { .. } => "put (older)",
            Self::Increment { .. } => "increment",
            Self::Total { .. } => "total",
            Self::Append { .. } => "append",
            Self::ReadLog { .. } => "query",
        }
    }

    /// Returns whether the call is a sweep, which resumes from its checkpoint after a crash.
    pub fn is_sweep(&self) -> bool {
        matches!(self, Self::Mark { .. } | Self::Purge { .. } | Self::Backfill)
    }

    /// Returns the items of the call.
    pub fn ids(&self) -> Vec<u8> {
        match *self {
            Self::Get(id) | Self::Delete(id) | Self::DeleteWhen(id) => vec![id],
            Self::Put(draft)
            | Self::PutWhen(draft)
            | Self::Create(draft)
            | Self::Replace(draft)
            | Self::ReplaceWhen(draft) => vec![draft.id],
            Self::Set { id, .. }
            | Self::SetWhen { id, .. }
            | Self::Add { id, .. }
            | Self::AddAt { id, .. }
            | Self::Mail { id, .. }
            | Self::Upsert { id, .. }
            | Self::OlderPut { id, .. } => vec![id],
            Self::Move { from, to } => vec![from, to],
            Self::BatchPut(one, two, _) => vec![one.id, two.id],
            Self::BatchDelete(one, two, _) => vec![one, two],
            Self::BatchWrite(put, delete, _) => vec![put.id, delete],
            Self::Transact { create, add, .. } => vec![create.id, add],
            Self::BatchGet(_) | Self::ByTag { .. } | Self::Mark { .. } | Self::Purge { .. } => (0..IDS as u8).collect(),
            Self::Backfill
            | Self::Increment { .. }
            | Self::Total { .. }
            | Self::Append { .. }
            | Self::ReadLog { .. } => Vec::new(),
        }
    }
}
