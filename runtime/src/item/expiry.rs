//! Expired items. DynamoDB deletes them some time after they expire, but reads of this crate omit them immediately.
//!
//! They are omitted after a response is received. A filter expression would consume the same capacity, and would hide
//! from the merge that the newest item of a key has expired, and the older ones with it.

use super::attributed::{Attributed, Scalar};
use crate::{
    ErrorKind, Result,
    attributes::number::{Decimal, compare_numbers},
    key::Timestamp,
    schema::EntitySchema,
};

/// Returns whether the item has expired at this time: as in DynamoDB, its TTL is less than the time in whole seconds.
/// An item whose TTL is not a number does not expire.
pub(crate) fn is_expired(entity: &EntitySchema, item: &impl Attributed, now: Timestamp) -> bool {
    let ends = entity.ttl_attribute().and_then(|name| item.attribute(name));
    match ends {
        Some(Scalar::N(seconds)) => {
            matches!(Decimal::of(seconds), Decimal::Number { .. })
                && compare_numbers(seconds, &now.seconds.to_string()).is_lt()
        }
        _ => false,
    }
}

/// The newest stored item of a key.
#[derive(Debug)]
pub(crate) enum Newest<O> {
    Shown(O),
    /// The item has expired and is not returned. Older copies are not returned in its place.
    Hidden,
}

impl<O> Newest<O> {
    /// Decides what a read returns for a stored item. `decoded` is `None` if the key identifies another item.
    ///
    /// # Errors
    ///
    /// The error of the item, unless the item is hidden and does not decode: then its other attributes do not matter.
    pub(crate) fn of(is_hidden: bool, decoded: Result<Option<O>>) -> Result<Option<Self>> {
        match decoded {
            Err(error) if is_hidden && error.kind() == ErrorKind::Decode => Ok(Some(Self::Hidden)),
            Err(error) => Err(error),
            Ok(Some(_)) if is_hidden => Ok(Some(Self::Hidden)),
            Ok(item) => Ok(item.map(Self::Shown)),
        }
    }

    pub(crate) fn shown(self) -> Option<O> {
        match self {
            Self::Shown(item) => Some(item),
            Self::Hidden => None,
        }
    }
}
