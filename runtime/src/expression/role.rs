//! Classifies fields by the effect of setting them on the keys of their item.

use std::marker::PhantomData;

use crate::template::independence::Independence;

/// The field is not in a key.
#[derive(Debug, Clone, Copy)]
pub enum Free {}

/// The field determines index keys without other changeable fields: its new value determines the new keys.
#[derive(Debug, Clone, Copy)]
pub enum Keyed {}

/// The field is itself the attribute of its index keys. No other attribute depends on it.
#[derive(Debug, Clone, Copy)]
pub enum Native {}

/// The field determines an index key together with other changeable fields: only all of them together determine the new
/// key. `G` names the constant that contains all of them.
#[derive(Debug, Clone, Copy)]
pub struct Joint<G>(PhantomData<G>);

/// The field is part of the table key.
#[derive(Debug, Clone, Copy)]
pub enum Fixed {}

/// The field is part of the table key, and is not stored as an attribute: `#[entity(key_only)]`.
#[derive(Debug, Clone, Copy)]
pub enum KeyOnly {}

/// A field that can be set without other fields of `E`: its new value determines all keys that depend on it.
#[diagnostic::on_unimplemented(
    message = "KW017: this field cannot be set alone",
    label = "its index key depends on other fields too",
    note = "set them together, by the constant that names all of them, as in `.set(Order::STATUS_AND_RANK, (status, \
        rank))`"
)]
pub trait Settable<E> {}

#[diagnostic::do_not_recommend]
impl<E> Settable<E> for Free {}
#[diagnostic::do_not_recommend]
impl<E> Settable<E> for Keyed {}
#[diagnostic::do_not_recommend]
impl<E> Settable<E> for Native {}
// `Changing` reports the error for this type.
#[diagnostic::do_not_recommend]
impl<E> Settable<E> for Fixed {}
#[diagnostic::do_not_recommend]
impl<E> Settable<E> for KeyOnly {}
// Never implemented: the bound names the group in the error.
impl<E, G: SetAlone<E>> Settable<E> for Joint<G> {}

/// Never implemented for a group of fields.
#[doc(hidden)]
#[diagnostic::on_unimplemented(
    message = "KW017: this field cannot be set alone",
    label = "its index key depends on other fields too",
    note = "set them together: `{E}` has the constant `{Self}` for them, which takes a tuple of values"
)]
pub trait SetAlone<E> {}

/// A field that an update can change: any field that is not part of the table key.
#[diagnostic::on_unimplemented(
    message = "KW017: a field of the table key cannot be changed",
    label = "it is a part of the item's table key",
    note = "DynamoDB cannot update an attribute of the table key; `move_to(key, |item| ..)` gives the item another \
            key, in a transaction"
)]
pub trait Changing {}

#[diagnostic::do_not_recommend]
impl Changing for Free {}
#[diagnostic::do_not_recommend]
impl Changing for Keyed {}
#[diagnostic::do_not_recommend]
impl Changing for Native {}
#[diagnostic::do_not_recommend]
impl<G> Changing for Joint<G> {}

/// A field that can be changed in place, so that its new value depends on the stored one. Such a field is not in a key,
/// or is itself the attribute of its index keys.
#[diagnostic::on_unimplemented(
    message = "KW017: a field that is part of a key cannot be changed in place",
    label = "its new value is not known, so its key is not known either",
    note = "set its new value with `set(..)`, with a condition on the old one if that matters",
    note = "if the field itself is the attribute of the index, it can: `sk(name = \"score\", type = \"N\")` in \
            `#[gsi(..)]` of the table and `sk = \"<score>\"` here"
)]
pub trait Independent {}

#[diagnostic::do_not_recommend]
impl Independent for Free {}
#[diagnostic::do_not_recommend]
impl Independent for Native {}
// `Changing` reports the errors for these types.
#[diagnostic::do_not_recommend]
impl Independent for Fixed {}
#[diagnostic::do_not_recommend]
impl Independent for KeyOnly {}

/// A field with places inside that can be changed: a field that is not in a key.
#[diagnostic::on_unimplemented(
    message = "KW017: a field that is part of a key can only be changed as a whole",
    label = "a value inside it does not determine its key",
    note = "set its new value with `set(..)`, with a condition on the old one if that matters"
)]
pub trait Inner {}

#[diagnostic::do_not_recommend]
impl Inner for Free {}
// `Changing` reports the errors for these types.
#[diagnostic::do_not_recommend]
impl Inner for Fixed {}
#[diagnostic::do_not_recommend]
impl Inner for KeyOnly {}

/// A field that a condition or filter can use: one that items store as an attribute.
#[diagnostic::on_unimplemented(
    message = "KW023: a condition cannot use a `key_only` field",
    label = "no attribute of the item contains it",
    note = "the key already says its value: `get`, `update` and `delete` name it in their key, a query in its \
            arguments and its range",
    note = "drop `#[entity(key_only)]` to store the field as an attribute too"
)]
pub trait Stored {}

#[diagnostic::do_not_recommend]
impl Stored for Free {}
#[diagnostic::do_not_recommend]
impl Stored for Keyed {}
#[diagnostic::do_not_recommend]
impl Stored for Native {}
#[diagnostic::do_not_recommend]
impl<G> Stored for Joint<G> {}
#[diagnostic::do_not_recommend]
impl Stored for Fixed {}

/// Selects the role of a field once its independence is known: `R` if it is `Joint`.
#[derive(Debug)]
pub struct Known<const INDEPENDENCE: u8, R>(PhantomData<R>);

/// A role that depends on the attributes of the table's indexes.
pub trait KnownRole {
    /// The role.
    type Role;
}

impl<R> KnownRole for Known<{ Independence::Joint as u8 }, R> {
    type Role = R;
}

impl<R> KnownRole for Known<{ Independence::Alone as u8 }, R> {
    type Role = Keyed;
}

impl<R> KnownRole for Known<{ Independence::InPlace as u8 }, R> {
    type Role = Native;
}

/// Selects a role once the fields of a group are known to be set together: `A` if they are, and otherwise `B`.
#[derive(Debug)]
pub struct KnownGroup<const IS_GROUP: bool, A, B>(PhantomData<(A, B)>);

impl<A, B> KnownRole for KnownGroup<true, A, B> {
    type Role = A;
}

impl<A, B> KnownRole for KnownGroup<false, A, B> {
    type Role = B;
}
