//! A seeded hash that is equal on every platform and in every version.

/// Hashes the parts by FNV-1a and a finalizer, which spreads similar texts.
pub(crate) fn hash<'a>(start: u64, parts: impl IntoIterator<Item = &'a str>) -> u64 {
    let mut hash = start;
    for part in parts {
        for byte in part.bytes().chain([0xff]) {
            hash = (hash ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01b3);
        }
    }
    mix(hash)
}

/// Returns the hash of one sequence of bytes.
pub(crate) fn hash_of_bytes(bytes: &[u8]) -> u64 {
    mix(bytes.iter().fold(0, |hash, byte| (hash ^ u64::from(*byte)).wrapping_mul(0x0000_0100_0000_01b3)))
}

pub(crate) fn mix(mut bits: u64) -> u64 {
    bits = (bits ^ (bits >> 33)).wrapping_mul(0xff51_afd7_ed55_8ccd);
    bits = (bits ^ (bits >> 33)).wrapping_mul(0xc4ce_b9fe_1a85_ec53);
    bits ^ (bits >> 33)
}
