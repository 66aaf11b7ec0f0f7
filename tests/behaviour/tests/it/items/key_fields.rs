//! Items of other programs, with some fields in the key only.
//!
//! The designs and the items are those that AWS publishes: [recurring
//! payments](https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/data-modeling-schema-recurring-payments.html),
//! [gaming
//! profile](https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/data-modeling-schema-gaming-profile.html)
//! and [social
//! network](https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/data-modeling-schema-social-network.html).

mod differing;
mod key_only;
mod payments;
mod social_network;
