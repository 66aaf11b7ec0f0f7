//! A value of a body.

use super::{
    node::{Kind, Node},
    page::Page,
};
use crate::item::deserialize::{self, StoredValue};

/// The type and content of a value of a body.
pub(super) type Content<'a> = deserialize::Content<'a, Siblings<'a>>;

/// A value in a body.
#[derive(Clone, Copy)]
pub(crate) struct Value<'a> {
    page: &'a Page,
    node: &'a Node,
    at: u32,
}

/// Iterates over the values of one list, map or set, each with its name.
#[derive(Clone)]
pub(crate) struct Siblings<'a> {
    page: &'a Page,
    at: u32,
    end: u32,
}

impl<'a> Value<'a> {
    /// Returns the values from one node of a page up to another.
    pub(super) fn siblings(page: &'a Page, start: u32, end: u32) -> Siblings<'a> {
        Siblings { page, at: start, end }
    }

    /// Returns the name of the type, like [`type_name`](crate::item::stored::type_name).
    pub(crate) fn type_name(self) -> &'static str {
        match self.node.kind {
            Kind::S(_) => "a string (S)",
            Kind::N(_) => "a number (N)",
            Kind::B(_) => "binary (B)",
            Kind::Bool(_) => "a boolean (BOOL)",
            Kind::Null(_) => "null (NULL)",
            Kind::L(_) => "a list (L)",
            Kind::M(_) => "a map (M)",
            Kind::Ss(_) => "a string set (SS)",
            Kind::Ns(_) => "a number set (NS)",
            Kind::Bs(_) => "a binary set (BS)",
        }
    }

    /// Returns the text, if the value is a string.
    pub(crate) fn as_text(self) -> Option<&'a str> {
        match self.node.kind {
            Kind::S(text) => Some(text.of(self.page.text.as_str())),
            _ => None,
        }
    }

    /// Returns whether the value is null.
    pub(crate) fn is_null(self) -> bool {
        matches!(self.node.kind, Kind::Null(true))
    }

    #[inline]
    pub(super) fn content(self) -> Content<'a> {
        let Self { page, node, at } = self;
        let held = |end| Siblings { page, at: at.saturating_add(1), end };
        match node.kind {
            Kind::S(text) => Content::S(text.of(page.text.as_str())),
            Kind::N(digits) => Content::N(digits.of(page.text.as_str())),
            Kind::B(bytes) => Content::B(bytes.of_bytes(&page.bytes)),
            Kind::Bool(boolean) => Content::Bool(boolean),
            Kind::Null(null) => Content::Null(null),
            Kind::L(end) => Content::L(held(end)),
            Kind::M(end) => Content::M(held(end)),
            Kind::Ss(end) => Content::Ss(held(end)),
            Kind::Ns(end) => Content::Ns(held(end)),
            Kind::Bs(end) => Content::Bs(held(end)),
        }
    }
}

impl<'a> StoredValue<'a> for Value<'a> {
    type Values = Siblings<'a>;

    #[inline]
    fn content(self) -> Option<Content<'a>> {
        Some(self.content())
    }
}

impl<'a> Siblings<'a> {
    /// Returns the next value with this name.
    pub(super) fn find_named(&mut self, name: &str) -> Option<Value<'a>> {
        // Compares bytes, because slicing texts would check for character boundaries.
        let (page, text) = (self.page, self.page.text.as_bytes());
        while self.at < self.end {
            let at = self.at;
            let node = page.nodes.get(at as usize)?;
            self.at = node.kind.end(at);
            if node.name.of_bytes(text) == name.as_bytes() {
                return Some(Value { page, node, at });
            }
        }
        None
    }
}

impl<'a> Iterator for Siblings<'a> {
    type Item = (&'a str, Value<'a>);

    #[inline]
    fn next(&mut self) -> Option<Self::Item> {
        if self.at >= self.end {
            return None;
        }
        let (page, at) = (self.page, self.at);
        let node = page.nodes.get(at as usize)?;
        self.at = node.kind.end(at);
        Some((node.name.of(page.text.as_str()), Value { page, node, at }))
    }
}
