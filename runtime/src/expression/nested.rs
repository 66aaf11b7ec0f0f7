//! Defines types with typed entries or elements.

use std::collections::{BTreeMap, HashMap};

/// A type that serde writes as a map whose values are of one type.
#[diagnostic::on_unimplemented(
    message = "the type of the entries of `{Self}` is not known",
    label = "neither a `HashMap` nor a `BTreeMap` nor an `Option` of one",
    note = "name the entry's type, as in `.at::<String>(\"city\")`"
)]
pub trait Map {
    /// The type of its entries.
    type Value;
}

/// A type that serde writes as a list whose elements are of one type.
#[diagnostic::on_unimplemented(
    message = "the type of the elements of `{Self}` is not known",
    label = "neither a `Vec` nor an `Option` of one",
    note = "name the element's type, as in `.index::<String>(0)`"
)]
pub trait List {
    /// The type of its elements.
    type Element;
}

#[diagnostic::do_not_recommend]
impl<K, V, S> Map for HashMap<K, V, S> {
    type Value = V;
}

#[diagnostic::do_not_recommend]
impl<K, V> Map for BTreeMap<K, V> {
    type Value = V;
}

#[diagnostic::do_not_recommend]
impl<M: Map> Map for Option<M> {
    type Value = M::Value;
}

#[diagnostic::do_not_recommend]
impl<T> List for Vec<T> {
    type Element = T;
}

#[diagnostic::do_not_recommend]
impl<L: List> List for Option<L> {
    type Element = L::Element;
}
