//! A record of a stream.

mod lambda;

use std::fmt;

use serde::Deserialize;

use crate::{Error, ErrorKind, Item, Result};
use lambda::LambdaRecord;

/// A change of one item of a table, of any entity.
///
/// It is deserialized from a record of a Lambda event, or converted from the SDK's record (feature `streams`).
#[derive(Clone, Deserialize)]
#[serde(try_from = "LambdaRecord")]
#[non_exhaustive]
pub struct StreamRecord {
    /// The id of the event. It is the same when the event is delivered again.
    pub id: Option<String>,
    /// The record's position in its shard of the stream.
    pub sequence_number: Option<String>,
    /// Whether the item was removed by TTL.
    pub expired: bool,
    /// Which images of the item the record contains.
    pub view: StreamView,
    /// The item's key attributes.
    pub keys: Item,
    /// The item before the change. `None` if there was none, or the stream does not contain it.
    pub old: Option<Item>,
    /// The item after the change. `None` if it was removed, or the stream does not contain it.
    pub new: Option<Item>,
    pub(super) was_inserted: bool,
    pub(super) was_removed: bool,
}

/// The images that a stream contains of each item: its `StreamViewType`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum StreamView {
    /// Only the key attributes.
    KeysOnly,
    /// The item after the change.
    NewImage,
    /// The item before the change.
    OldImage,
    /// The item before and after the change.
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

    /// Returns DynamoDB's name of the view.
    pub fn name(self) -> &'static str {
        match self {
            Self::KeysOnly => "KEYS_ONLY",
            Self::NewImage => "NEW_IMAGE",
            Self::OldImage => "OLD_IMAGE",
            Self::NewAndOldImages => "NEW_AND_OLD_IMAGES",
        }
    }
}

/// The parts of a record from any source.
pub(super) struct Parts {
    pub(super) id: Option<String>,
    /// `INSERT`, `MODIFY` or `REMOVE`.
    pub(super) event: String,
    pub(super) sequence_number: Option<String>,
    /// The principal that removed the item.
    pub(super) principal: Option<String>,
    pub(super) view: Option<String>,
    pub(super) keys: Item,
    pub(super) old: Option<Item>,
    pub(super) new: Option<Item>,
}

/// The principal that removes expired items.
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
            // Without a view type, the view is derived from the images that are present.
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

/// Shows only the names of the item's attributes, because the entity determines which values are sensitive.
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
