//! Hashes texts identically in every build, because checkpoints store values derived from the hash.

use crate::fnv::{EMPTY, fnv1a};

/// Hashes a text by FNV-1a, followed by the finalizer of SplitMix64. The finalizer mixes the bits, because the sketches
/// use single bits of the hash.
pub(super) fn hash(text: &str) -> u64 {
    let fnv = fnv1a(EMPTY, text.as_bytes());
    let mixed = (fnv ^ (fnv >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    mixed ^ (mixed >> 31)
}
