//! Converts a record into the change of an entity.

use serde::de::DeserializeOwned;

use super::{StreamRecord, StreamView};
use crate::{
    Entity, Error, ErrorKind, Item, Result,
    item::{
        decode::decode,
        stored::{belongs, stored_key},
        unparsed::unparsed,
    },
    schema::EntitySchema,
};

/// A change of an item of an entity.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Change<E> {
    /// The item is new, or has replaced an item of another entity.
    Inserted(E),
    /// The item was written again.
    Changed {
        /// The item before the change.
        old: E,
        /// The item after the change.
        new: E,
    },
    /// The item was removed, or an item of another entity has replaced it.
    Removed(E),
}

impl<E> Change<E> {
    /// Returns the item after the change. `None` if it was removed.
    pub fn new_item(&self) -> Option<&E> {
        match self {
            Self::Inserted(new) | Self::Changed { new, .. } => Some(new),
            Self::Removed(_) => None,
        }
    }

    /// Returns the item before the change. `None` if there was none.
    pub fn old_item(&self) -> Option<&E> {
        match self {
            Self::Removed(old) | Self::Changed { old, .. } => Some(old),
            Self::Inserted(_) => None,
        }
    }
}

impl StreamRecord {
    /// Returns the change of an item of `E`, or `None` if the item is of another entity.
    ///
    /// # Errors
    ///
    /// [`InvalidArgument`](ErrorKind::InvalidArgument) if the record lacks an image that the change needs, because the
    /// stream does not contain it. [`Decode`](ErrorKind::Decode) if an item cannot be decoded; it names the key and the
    /// attribute.
    pub fn change<E: Entity + DeserializeOwned>(&self) -> Result<Option<Change<E>>> {
        let entity = const { &E::SCHEMA };
        self.check_images(entity)?;
        let ours = |image: &Option<Item>| match image {
            Some(item) if belongs(entity, item) => decode::<E>(entity, item.clone()).map(Some),
            Some(item) => unparsed(entity, item).map_or(Ok(None), Err),
            None => Ok(None),
        };
        Ok(match (ours(&self.old)?, ours(&self.new)?) {
            (Some(old), Some(new)) => Some(Change::Changed { old, new }),
            (None, Some(new)) => Some(Change::Inserted(new)),
            (Some(old), None) => Some(Change::Removed(old)),
            (None, None) => None,
        })
    }

    /// Rejects a record without a required image. Otherwise an item that existed before would look new.
    fn check_images(&self, entity: &'static EntitySchema) -> Result<()> {
        let lacks = match (self.old.is_none() && !self.was_inserted, self.new.is_none() && !self.was_removed) {
            (false, false) => return Ok(()),
            (true, false) => "the old image",
            (false, true) => "the new image",
            (true, true) => "both images",
        };
        let message = match self.view {
            StreamView::NewAndOldImages => {
                format!("the stream record lacks {lacks}; pass it on as dynamodb sent it")
            }
            view => format!(
                "the stream contains only `{}`, and the record lacks {lacks}; enable the stream with \
                 `NEW_AND_OLD_IMAGES`",
                view.name()
            ),
        };
        let error = Error::new(ErrorKind::InvalidArgument, message).of_entity(entity.name);
        Err(match stored_key(entity, 0, &self.keys) {
            Some(key) => error.at_key(crate::item::stored::key_text(entity, &key)),
            None => error,
        })
    }
}
