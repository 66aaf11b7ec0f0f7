//! The items that were found under some keys.

use std::{collections::BTreeMap, sync::Arc};

use crate::{Error, Result, item::read_item::ReadItem, key::ItemKey};

/// The items that were found under some keys, and the keys that could not be read.
#[derive(Default)]
pub(super) struct Found {
    pub(super) items: BTreeMap<ItemKey, ReadItem>,
    pub(super) unread: BTreeMap<ItemKey, Arc<Error>>,
}

impl Found {
    pub(super) fn at(&self, key: &ItemKey) -> Result<Option<&ReadItem>, Arc<Error>> {
        match self.unread.get(key) {
            Some(reason) => Err(Arc::clone(reason)),
            None => Ok(self.items.get(key)),
        }
    }
}
