//! Type-checks updates without the feature `client`. Such updates cannot be sent.

use serde::Serialize;

use super::{Assign, Erase, Gather, InPlace, Number};

/// The operations of an update.
#[derive(Debug, Clone, Default)]
pub(crate) struct Operations {}

impl Operations {
    pub(crate) fn set<E, F: Assign<E, V>, V>(&mut self, _: F, _: V) {}

    pub(crate) fn remove<E, F: Erase<E>>(&mut self, _: F) {}

    pub(crate) fn if_not_exists<E, P: InPlace<E, Value: Serialize>>(&mut self, _: &P, _: &P::Value) {}

    pub(crate) fn add<E, P: InPlace<E, Value: Number>>(&mut self, _: &P, _: &<P::Value as Number>::Amount) {}

    pub(crate) fn append<E, P: InPlace<E, Value: Gather + Serialize>>(&mut self, _: &P, _: &P::Value) {}

    pub(crate) fn prepend<E, P: InPlace<E, Value: Gather + Serialize>>(&mut self, _: &P, _: &P::Value) {}

    pub(crate) fn add_to<E, P: InPlace<E, Value: Gather + Serialize>>(&mut self, _: &P, _: &P::Value) {}

    pub(crate) fn take_from<E, P: InPlace<E, Value: Gather + Serialize>>(&mut self, _: &P, _: &P::Value) {}
}
