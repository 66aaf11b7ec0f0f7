//! One item of a body.

use std::{fmt, sync::Arc};

use super::{
    page::Page,
    value::{Content, Value},
};
use crate::{
    Item,
    item::attributed::{Attributed, Scalar},
};

/// An item in a response body. It keeps a reference to the body, and copies no part of it.
#[derive(Clone)]
pub(crate) struct BodyItem {
    page: Arc<Page>,
    start: u32,
    end: u32,
}

impl BodyItem {
    /// Returns the items of a body in order. `None` for a key at which a transaction read no item.
    pub(crate) fn all(page: Page) -> impl ExactSizeIterator<Item = Option<Self>> {
        let page = Arc::new(page);
        (0..page.items.len()).map(move |place| {
            let (start, end) = page.items.get(place).copied().flatten()?;
            Some(Self { page: Arc::clone(&page), start, end })
        })
    }

    /// Returns the attributes in the order of the body.
    pub(crate) fn attributes(&self) -> impl Iterator<Item = (&str, Value<'_>)> + Clone {
        Value::siblings(&self.page, self.start, self.end)
    }

    /// Returns the value of the attribute with this name.
    pub(crate) fn get(&self, name: &str) -> Option<Value<'_>> {
        Value::siblings(&self.page, self.start, self.end).find_named(name)
    }

    /// Converts the item to the SDK's representation.
    pub(crate) fn to_item(&self) -> Item {
        self.attributes().map(|(name, value)| (name.to_owned(), value.to_attribute())).collect()
    }
}

impl Attributed for BodyItem {
    fn attribute(&self, name: &str) -> Option<Scalar<'_>> {
        Some(match self.get(name)?.content() {
            Content::S(text) => Scalar::S(text),
            Content::N(digits) => Scalar::N(digits),
            Content::B(bytes) => Scalar::B(bytes),
            _ => Scalar::Other,
        })
    }
}

/// Omits the values, which may be sensitive.
impl fmt::Debug for BodyItem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("BodyItem").finish_non_exhaustive()
    }
}
