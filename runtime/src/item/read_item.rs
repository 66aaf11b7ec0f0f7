//! An item as a read brought it.

use super::{
    attributed::{Attributed, Scalar},
    size::item_bytes,
    wire::{BodyItem, Page},
};
use crate::Item;

/// An item as a read brought it.
#[derive(Debug, Clone)]
pub(crate) enum ReadItem {
    /// As the SDK has it.
    Parsed(Item),
    /// In the body of the answer.
    InBody(BodyItem),
}

impl ReadItem {
    /// The items of a body where it was kept, else those that the SDK has.
    pub(crate) fn all(page: Option<Page>, parsed: impl IntoIterator<Item = Item>) -> Vec<Self> {
        match page {
            Some(page) => BodyItem::all(page).flatten().map(Self::InBody).collect(),
            None => parsed.into_iter().map(Self::Parsed).collect(),
        }
    }

    /// The items of an answer that has a place for each key, and no item at some of them.
    pub(crate) fn each(page: Option<Page>, parsed: impl IntoIterator<Item = Option<Item>>) -> Vec<Option<Self>> {
        match page {
            Some(page) => BodyItem::all(page).map(|item| item.map(Self::InBody)).collect(),
            None => parsed.into_iter().map(|item| item.map(Self::Parsed)).collect(),
        }
    }

    /// Its size, as DynamoDB counts it.
    pub(crate) fn bytes(&self) -> u64 {
        match self {
            Self::Parsed(item) => item_bytes(item),
            Self::InBody(item) => item.bytes(),
        }
    }

    /// The item as the SDK has it.
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
