//! Counts in bounded memory: the number of distinct values, and the most frequent ones.

mod distinct;
mod hash;
mod top;

pub(crate) use distinct::Distinct;
pub(crate) use top::{Counted, Top};
