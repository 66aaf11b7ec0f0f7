//! What setting a field does to the keys of its item.

/// The field stands in no key.
#[derive(Debug, Clone, Copy)]
pub enum Free {}

/// The field feeds index keys, and no other field does that may change: its new value tells the new keys.
#[derive(Debug, Clone, Copy)]
pub enum Keyed {}

/// The field feeds an index key together with others that may change: only all of them tell the new key.
#[derive(Debug, Clone, Copy)]
pub enum Joint {}

/// The field is part of the table key.
#[derive(Debug, Clone, Copy)]
pub enum Fixed {}

/// What an update can set by itself: a field of which all keys that it feeds can be told.
#[diagnostic::on_unimplemented(
    message = "KW017: this field cannot be set alone",
    label = "it feeds a key",
    note = "a field of an index key that other fields feed too is set together with them, by the constant that names all of \
            them, as in `.set(Order::STATUS_AND_RANK, (status, rank))`",
    note = "a field of the table key is never set: `move_to(..)` gives the item another key, in a transaction"
)]
pub trait Settable {}

#[diagnostic::do_not_recommend]
impl Settable for Free {}
#[diagnostic::do_not_recommend]
impl Settable for Keyed {}
