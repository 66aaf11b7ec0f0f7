//! Builds the collections of values that an update adds.

use std::{
    collections::{BTreeSet, HashSet},
    hash::{BuildHasher, Hash},
};

use crate::expression::Container;

/// A type of lists or sets that can be built from values. The field's type determines how added values are stored.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is neither a list nor a set",
    label = "values can be added to `Vec`, `HashSet`, `BTreeSet` and `Option`s of these"
)]
pub trait Gather: Container {
    /// Builds the collection of these values.
    fn gather(values: Vec<Self::Element>) -> Self;
}

#[diagnostic::do_not_recommend]
impl<T> Gather for Vec<T> {
    fn gather(values: Vec<T>) -> Self {
        values
    }
}

#[diagnostic::do_not_recommend]
impl<T: Eq + Hash, S: BuildHasher + Default> Gather for HashSet<T, S> {
    fn gather(values: Vec<T>) -> Self {
        values.into_iter().collect()
    }
}

#[diagnostic::do_not_recommend]
impl<T: Ord> Gather for BTreeSet<T> {
    fn gather(values: Vec<T>) -> Self {
        values.into_iter().collect()
    }
}

#[diagnostic::do_not_recommend]
impl<C: Gather> Gather for Option<C> {
    fn gather(values: Vec<C::Element>) -> Self {
        Some(C::gather(values))
    }
}
