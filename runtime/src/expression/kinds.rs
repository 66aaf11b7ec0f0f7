//! Defines the comparisons that a type supports.

use std::{
    borrow::Cow,
    collections::{BTreeSet, HashSet},
    sync::Arc,
};

use crate::Bytes;

/// A type whose stored values DynamoDB orders as Rust does: numbers by value, text and binary by their bytes.
///
/// A newtype that serde writes as one of these may implement it.
#[diagnostic::on_unimplemented(
    message = "DynamoDB does not order stored values of `{Self}` as Rust does",
    label = "no order to compare by",
    note = "serde writes times as texts with a varying number of digits: store a number, as `#[serde(with \
            = \"chrono::serde::ts_milliseconds\")]` does, in a newtype that implements \
            `keywright::expression::Comparable`, or ask for a range of the sort key"
)]
pub trait Comparable {}

/// A type that serde writes as a text.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not text",
    label = "not stored as a text",
    note = "a newtype that serde writes as a text may implement `keywright::expression::Textual`"
)]
pub trait Textual {}

/// A type whose stored values contain others: a list, a set, or a text.
#[diagnostic::on_unimplemented(
    message = "`{Self}` contains nothing that DynamoDB can look for",
    label = "neither a text nor a list nor a set"
)]
pub trait Container {
    /// The type of the contained values. A text contains texts.
    type Element;
}

macro_rules! comparable {
    ($($type:ty)*) => {$(
        #[diagnostic::do_not_recommend]
        impl Comparable for $type {}
    )*};
}

comparable!(u8 u16 u32 u64 u128 usize i8 i16 i32 i64 i128 isize f32 f64 String Box<str> Arc<str> Cow<'_, str> Bytes);

#[diagnostic::do_not_recommend]
impl<T: Comparable> Comparable for Option<T> {}

macro_rules! textual {
    ($($type:ty)*) => {$(
        #[diagnostic::do_not_recommend]
        impl Textual for $type {}

        #[diagnostic::do_not_recommend]
        impl Container for $type {
            type Element = String;
        }
    )*};
}

textual!(String Box<str> Arc<str> Cow<'_, str>);

#[diagnostic::do_not_recommend]
impl<T: Textual> Textual for Option<T> {}

#[diagnostic::do_not_recommend]
impl<T> Container for Vec<T> {
    type Element = T;
}

#[diagnostic::do_not_recommend]
impl<T, S> Container for HashSet<T, S> {
    type Element = T;
}

#[diagnostic::do_not_recommend]
impl<T> Container for BTreeSet<T> {
    type Element = T;
}

#[diagnostic::do_not_recommend]
impl<T: Container> Container for Option<T> {
    type Element = T::Element;
}
