//! A record of a stream.

mod lambda;

use std::fmt;

use serde::Deserialize;

use crate::{Error, ErrorKind, Item, Result};
use lambda::LambdaRecord;

/// What happened to one item of a table, whatever its entity.
///
/// It is read by serde from a record of a Lambda event, or made from the SDK's record (feature `streams`).
#[derive(Clone, Deserialize)]
#[serde(try_from = "LambdaRecord")]
#[non_exhaustive]
pub struct StreamRecord {
    /// The id of the event, the same when it is delivered again.
    pub id: Option<String>,
    /// The record's place in its shard of the stream.
    pub sequence_number: Option<String>,
    /// Whether TTL has removed the item, not a writer.
    pub expired: bool,
    /// What the record carries of the item.
    pub view: StreamView,
    /// The item's key attributes.
    pub keys: Item,
    /// The item as it was; `None` where there was none, or the stream does not carry it.
    pub old: Option<Item>,
    /// The item as it is; `None` where it is gone, or the stream does not carry it.
    pub new: Option<Item>,
    pub(super) was_inserted: bool,
    pub(super) was_removed: bool,
}

/// What a stream carries of each item: its `StreamViewType`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum StreamView {
    /// The key attributes only.
    KeysOnly,
    /// The item as it is after the change.
    NewImage,
    /// The item as it was before.
    OldImage,
    /// Both.
    NewAndOldImages,
}

impl StreamView {
    pub(super) fn of(name: &str) -> Result<Self> {
        let all = [Self::KeysOnly, Self::NewImage, Self::OldImage, Self::NewAndOldImages];
        all.into_iter().find(|view| view.name() == name).ok_or_else(|| {
            let message = format!("a stream view `{name}` is not known; update keywright, or read the record yourself");
            Error::new(ErrorKind::Decode, message)
        })
    }

    /// As DynamoDB names it.
    pub fn name(self) -> &'static str {
        match self {
            Self::KeysOnly => "KEYS_ONLY",
            Self::NewImage => "NEW_IMAGE",
            Self::OldImage => "OLD_IMAGE",
            Self::NewAndOldImages => "NEW_AND_OLD_IMAGES",
        }
    }
}

/// A record's parts, from whichever source.
pub(super) struct Parts {
    pub(super) id: Option<String>,
    /// `INSERT`, `MODIFY` or `REMOVE`.
    pub(super) event: String,
    pub(super) sequence_number: Option<String>,
    /// Who has removed the item.
    pub(super) principal: Option<String>,
    pub(super) view: Option<String>,
    pub(super) keys: Item,
    pub(super) old: Option<Item>,
    pub(super) new: Option<Item>,
}

/// Who removes expired items.
///
/// AWS: *DynamoDB Streams and Time to Live*.
const TTL: &str = "dynamodb.amazonaws.com";

impl StreamRecord {
    pub(super) fn of(parts: Parts) -> Result<Self> {
        let Parts { id, event, sequence_number, principal, view, keys, old, new } = parts;
        if !["INSERT", "MODIFY", "REMOVE"].contains(&event.as_str()) {
            let message = format!("an event `{event}` is not known; it is not a record of a dynamodb stream");
            return Err(Error::new(ErrorKind::Decode, message));
        }
        let view = match view {
            Some(view) => StreamView::of(&view)?,
            // What is carried tells.
            None => match (&old, &new) {
                (Some(_), Some(_)) => StreamView::NewAndOldImages,
                (Some(_), None) => StreamView::OldImage,
                (None, Some(_)) => StreamView::NewImage,
                (None, None) => StreamView::KeysOnly,
            },
        };
        let expired = event == "REMOVE" && principal.as_deref() == Some(TTL);
        let (was_inserted, was_removed) = (event == "INSERT", event == "REMOVE");
        Ok(Self { id, sequence_number, expired, view, keys, old, new, was_inserted, was_removed })
    }
}

/// Of the item the names of its attributes only: which of them are sensitive, an entity would have to say.
impl fmt::Debug for StreamRecord {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("StreamRecord")
            .field("id", &self.id)
            .field("sequence_number", &self.sequence_number)
            .field("expired", &self.expired)
            .field("view", &self.view)
            .field("keys", &names(&self.keys))
            .field("old", &self.old.as_ref().map(names))
            .field("new", &self.new.as_ref().map(names))
            .finish_non_exhaustive()
    }
}

fn names(item: &Item) -> Vec<&str> {
    let mut names: Vec<&str> = item.keys().map(String::as_str).collect();
    names.sort_unstable();
    names
}
