//! Expired items. DynamoDB deletes them some time after they expire, but reads of this crate omit them immediately.
//!
//! They are omitted after a response is received. A filter expression would consume the same capacity, and would hide
//! from the merge that the newest item of a key has expired, and the older ones with it.

use super::attributed::{Attributed, Scalar};
use crate::{
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
