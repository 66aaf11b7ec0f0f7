//! The hash FNV-1a with 64 bits, which is the same in every build and on every machine.
//!
//! [FNV hash](http://www.isthe.com/chongo/tech/comp/fnv/).

const PRIME: u64 = 0x0000_0100_0000_01b3;

/// The hash of no bytes.
pub(crate) const EMPTY: u64 = 0xcbf2_9ce4_8422_2325;

/// Continues a hash, which begins with [`EMPTY`], with more bytes.
pub(crate) fn fnv1a(hash: u64, bytes: &[u8]) -> u64 {
    bytes.iter().fold(hash, |hash, byte| (hash ^ u64::from(*byte)).wrapping_mul(PRIME))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn published_vectors_are_reproduced() {
        assert_eq!(fnv1a(EMPTY, b"a"), 0xaf63_dc4c_8601_ec8c);
        assert_eq!(fnv1a(EMPTY, b"foobar"), 0x8594_4171_f739_67e8);
        assert_eq!(fnv1a(fnv1a(EMPTY, b"foo"), b"bar"), fnv1a(EMPTY, b"foobar"));
    }
}
