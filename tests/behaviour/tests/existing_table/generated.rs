//! Written by `scaffold`, and compared with it by the tests beside it.

#![allow(missing_docs)]

pub(crate) mod events;
pub(crate) mod flights;
pub(crate) mod payments;
pub(crate) mod sessions;
pub(crate) mod social_network;
