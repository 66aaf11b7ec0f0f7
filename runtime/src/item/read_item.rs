//! An item as a read returned it.

use super::{
    attributed::{Attributed, Scalar},
    size::item_bytes,
    wire::{BodyItem, Page},
};
use crate::Item;

/// An item as a read returned it.
#[derive(Debug, Clone)]
pub(crate) enum ReadItem {
    /// In the SDK's representation.
    Parsed(Item),
    /// In the body of the response.
    InBody(BodyItem),
}

impl ReadItem {
    /// Returns the items of the body if it was kept, and otherwise those that the SDK parsed.
    pub(crate) fn all(page: Option<Page>, parsed: impl IntoIterator<Item = Item>) -> Vec<Self> {
        match page {
            Some(page) => BodyItem::all(page).flatten().map(Self::InBody).collect(),
            None => parsed.into_iter().map(Self::Parsed).collect(),
        }
    }

    /// Returns the items of a response that has one entry for each key. `None` for a key without an item.
    pub(crate) fn each(page: Option<Page>, parsed: impl IntoIterator<Item = Option<Item>>) -> Vec<Option<Self>> {
        match page {
            Some(page) => BodyItem::all(page).map(|item| item.map(Self::InBody)).collect(),
            None => parsed.into_iter().map(|item| item.map(Self::Parsed)).collect(),
        }
    }

    /// Returns the item's size in bytes, as DynamoDB counts it.
    pub(crate) fn bytes(&self) -> u64 {
        match self {
            Self::Parsed(item) => item_bytes(item),
            Self::InBody(item) => item.bytes(),
        }
    }

    /// Converts the item to the SDK's representation.
    pub(crate) fn into_item(self) -> Item {
        match self {
            Self::Parsed(item) => item,
            Self::InBody(item) => item.to_item(),
        }
    }
}

impl Attributed for ReadItem {
    fn attribute(&self, name: &str) -> Option<Scalar<'_>> {
        match self {
            Self::Parsed(item) => item.attribute(name),
            Self::InBody(item) => item.attribute(name),
        }
    }
}
