//! Random numbers that need not be secret.

use std::hash::{BuildHasher as _, Hasher as _, RandomState};

/// Returns a random number. Each `RandomState` has different keys.
pub(crate) fn random() -> u64 {
    RandomState::new().build_hasher().finish()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn two_random_numbers_differ() {
        assert_ne!(random(), random());
    }
}
