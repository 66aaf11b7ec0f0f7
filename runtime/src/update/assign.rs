//! Defines the targets of a new value: a field, fields that are set together, or a place inside a field.

use serde::Serialize;

#[cfg(feature = "client")]
use super::{Action, Operations};
use crate::{
    Entity,
    expression::{Changing, Field, FieldArg, Inner, Joined, Path, Settable},
};

/// A target that an update of `E` can set to a value of type `V`: a [`Field`], fields that determine an index key
/// together ([`Joined`]), or a place inside a field ([`Path`]).
#[diagnostic::on_unimplemented(
    message = "an update of `{E}` cannot set this",
    label = "neither a field of `{E}`, nor fields of it that are set together with a value for each",
    note = "fields that are set together take their values together: `.set(Order::STATUS_AND_RANK, (status, rank))`"
)]
pub trait Assign<E, V> {
    #[doc(hidden)]
    #[cfg(feature = "client")]
    fn assign(self, value: V, to: &mut Operations);
}

impl<E, T, R, V> Assign<E, V> for Field<E, T, R>
where
    E: Entity,
    T: Serialize,
    R: Changing + Settable<E>,
    V: FieldArg<T>,
{
    #[cfg(feature = "client")]
    fn assign(self, value: V, to: &mut Operations) {
        to.set_field(&self, &value.into_value());
    }
}

impl<E, T, R, V> Assign<E, V> for Path<E, T, R>
where
    E: Entity,
    T: Serialize,
    R: Changing + Inner,
    V: FieldArg<T>,
{
    #[cfg(feature = "client")]
    fn assign(self, value: V, to: &mut Operations) {
        to.push_written(&self, &value.into_value(), Action::Set);
    }
}

macro_rules! joined {
    ($(($($type:ident $value:ident $role:ident $at:tt),*))*) => {$(
        impl<E, R, $($type, $value, $role,)*> Assign<E, ($($value,)*)>
            for Joined<($(Field<E, $type, $role>,)*), R>
        where
            E: Entity,
            R: Settable<E>,
            $($type: Serialize, $value: FieldArg<$type>, $role: Changing,)*
        {
            #[cfg(feature = "client")]
            fn assign(self, value: ($($value,)*), to: &mut Operations) {
                $(to.set_field(&self.fields.$at, &value.$at.into_value());)*
            }
        }
    )*};
}

joined! {
    (T0 V0 R0 0, T1 V1 R1 1)
    (T0 V0 R0 0, T1 V1 R1 1, T2 V2 R2 2)
    (T0 V0 R0 0, T1 V1 R1 1, T2 V2 R2 2, T3 V3 R3 3)
    (T0 V0 R0 0, T1 V1 R1 1, T2 V2 R2 2, T3 V3 R3 3, T4 V4 R4 4)
    (T0 V0 R0 0, T1 V1 R1 1, T2 V2 R2 2, T3 V3 R3 3, T4 V4 R4 4, T5 V5 R5 5)
    (T0 V0 R0 0, T1 V1 R1 1, T2 V2 R2 2, T3 V3 R3 3, T4 V4 R4 4, T5 V5 R5 5, T6 V6 R6 6)
    (T0 V0 R0 0, T1 V1 R1 1, T2 V2 R2 2, T3 V3 R3 3, T4 V4 R4 4, T5 V5 R5 5, T6 V6 R6 6, T7 V7 R7 7)
}

/// A target that an update of `E` can remove: an `Option`, or a place inside a field.
#[diagnostic::on_unimplemented(
    message = "an update of `{E}` cannot remove this",
    label = "not an `Option` of `{E}`: items without it would not decode",
    note = "set a value; a field with `#[serde(default)]` is removed by its path, as in `.remove(Order::TAGS.path())`"
)]
pub trait Erase<E> {
    #[doc(hidden)]
    #[cfg(feature = "client")]
    fn erase(self, from: &mut Operations);
}

impl<E, T, R> Erase<E> for Field<E, Option<T>, R>
where
    E: Entity,
    R: Changing + Settable<E>,
{
    #[cfg(feature = "client")]
    fn erase(self, from: &mut Operations) {
        from.remove_field(&self);
    }
}

impl<E, T, R> Erase<E> for Path<E, T, R>
where
    E: Entity,
    R: Changing + Inner,
{
    #[cfg(feature = "client")]
    fn erase(self, from: &mut Operations) {
        from.push(self.steps, Action::Remove);
    }
}

#[cfg(feature = "client")]
impl Operations {
    pub(crate) fn set<E, F: Assign<E, V>, V>(&mut self, field: F, value: V) {
        field.assign(value, self);
    }

    pub(crate) fn remove<E, F: Erase<E>>(&mut self, field: F) {
        field.erase(self);
    }
}
