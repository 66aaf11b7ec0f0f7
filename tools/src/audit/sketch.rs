//! Counts in bounded memory: how many different values there are, and which are the most frequent.

mod distinct;
mod hash;
mod top;

pub(crate) use distinct::Distinct;
pub(crate) use top::{Counted, Top};
