//! Modules written by `scaffold`. The tests compare them with its output.

#![allow(missing_docs)]

pub(crate) mod events;
pub(crate) mod flights;
pub(crate) mod payments;
pub(crate) mod reserved_names;
pub(crate) mod sessions;
pub(crate) mod social_network;
