//! Hashes texts identically in every build, because checkpoints store values derived from the hash.

const OFFSET: u64 = 0xcbf2_9ce4_8422_2325;
const PRIME: u64 = 0x0000_0100_0000_01b3;

/// Hashes a text by FNV-1a, followed by the finalizer of SplitMix64. The finalizer mixes the bits, because the sketches
/// use single bits of the hash.
pub(super) fn hash(text: &str) -> u64 {
    let fnv = text.bytes().fold(OFFSET, |hash, byte| (hash ^ u64::from(byte)).wrapping_mul(PRIME));
    let mixed = (fnv ^ (fnv >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    mixed ^ (mixed >> 31)
}
