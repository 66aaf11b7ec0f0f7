//! A counted key.

use std::sync::Arc;

use super::{names::Name, rates::Rates};

/// A named key and its rates.
#[derive(Debug, Clone)]
pub(super) struct Found {
    pub(super) name: Name,
    pub(super) table: Arc<str>,
    pub(super) rates: Rates,
}
