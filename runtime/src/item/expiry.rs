//! Items whose time to live is over: DynamoDB deletes them some time later, and here they are gone at once.
//!
//! They are left out when an answer has come. A filter expression would cost the same capacity, and would keep from the
//! merge what it needs to know: that the newest item of a key has expired, and older ones with it.

use aws_sdk_dynamodb::types::AttributeValue;

use crate::{
    Item,
    attributes::number::{Decimal, compare_numbers},
    key::Timestamp,
    schema::EntitySchema,
};

/// Whether the item is expired at an instant: its whole second lies before that of the instant, as DynamoDB has it.
/// What is no number does not expire.
pub(crate) fn is_expired(entity: &EntitySchema, item: &Item, now: Timestamp) -> bool {
    let ends = entity.ttl_attribute().and_then(|name| item.get(name));
    match ends {
        Some(AttributeValue::N(seconds)) => {
            matches!(Decimal::of(seconds), Decimal::Number { .. })
                && compare_numbers(seconds, &now.seconds.to_string()).is_lt()
        }
        _ => false,
    }
}
