//! Items whose time to live is over: DynamoDB deletes them some time later, and here they are gone at once.
//!
//! They are left out when an answer has come. A filter expression would cost the same capacity, and would keep from the
//! merge what it needs to know: that the newest item of a key has expired, and older ones with it.

use super::attributed::{Attributed, Scalar};
use crate::{
    attributes::number::{Decimal, compare_numbers},
    key::Timestamp,
    schema::EntitySchema,
};

/// Whether the item is expired at an instant: its whole second lies before that of the instant, as DynamoDB has it.
/// What is not a number does not expire.
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
