//! Sets of bytes.

/// A set of bytes: one bit each.
#[derive(Clone, Copy)]
pub(crate) struct Bytes {
    low: u128,
    high: u128,
}

impl Bytes {
    pub(crate) const NONE: Self = Self { low: 0, high: 0 };
    pub(crate) const ALL: Self = Self { low: u128::MAX, high: u128::MAX };
    pub(crate) const DIGITS: Self = Self { low: 0x3FF << b'0', high: 0 };
    pub(crate) const UPPER: Self = Self { low: 0x3FF_FFFF << b'A', high: 0 };
    pub(crate) const LOWER: Self = Self { low: 0x3FF_FFFF << b'a', high: 0 };
    /// The bytes of an escape: `%` and upper-case hexadecimal digits.
    pub(crate) const ESCAPES: Self = Self { low: Self::DIGITS.low | 0x3F << b'A' | 1 << b'%', high: 0 };

    pub(crate) const fn one(byte: u8) -> Self {
        Self::NONE.with(byte)
    }

    pub(crate) const fn with(self, byte: u8) -> Self {
        if byte < 128 {
            Self { low: self.low | 1 << byte, high: self.high }
        } else {
            Self { low: self.low, high: self.high | 1 << (byte - 128) }
        }
    }

    pub(crate) const fn without(self, byte: u8) -> Self {
        self.without_all_of(Self::one(byte))
    }

    pub(crate) const fn without_all_of(self, other: Self) -> Self {
        self.and(other.complement())
    }

    /// Removes all bytes up to `byte`, which is an ASCII byte.
    pub(crate) const fn above(self, byte: u8) -> Self {
        Self { low: self.low & (u128::MAX << (byte as u32 + 1)), high: self.high }
    }

    pub(crate) const fn and(self, other: Self) -> Self {
        Self { low: self.low & other.low, high: self.high & other.high }
    }

    pub(crate) const fn or(self, other: Self) -> Self {
        Self { low: self.low | other.low, high: self.high | other.high }
    }

    pub(crate) const fn has(self, byte: u8) -> bool {
        self.meets(Self::one(byte))
    }

    /// Returns whether this byte is the only one.
    pub(crate) const fn is_only(self, byte: u8) -> bool {
        let one = Self::one(byte);
        self.low == one.low && self.high == one.high
    }

    pub(crate) const fn has_all_of(self, other: Self) -> bool {
        let both = self.and(other);
        both.low == other.low && both.high == other.high
    }

    /// Returns whether the sets have a byte in common.
    pub(crate) const fn meets(self, other: Self) -> bool {
        self.low & other.low != 0 || self.high & other.high != 0
    }

    const fn complement(self) -> Self {
        Self { low: !self.low, high: !self.high }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn byte_sets_contain_the_named_bytes() {
        for byte in 0..=u8::MAX {
            assert_eq!(Bytes::DIGITS.has(byte), byte.is_ascii_digit());
            assert_eq!(
                Bytes::ESCAPES.has(byte),
                byte == b'%' || byte.is_ascii_digit() || (b'A'..=b'F').contains(&byte)
            );
            assert_eq!(Bytes::UPPER.has(byte), byte.is_ascii_uppercase());
            assert_eq!(Bytes::LOWER.has(byte), byte.is_ascii_lowercase());
            assert!(Bytes::one(byte).is_only(byte) && !Bytes::one(byte).with(b'-').is_only(b'0'));
            assert_eq!(Bytes::DIGITS.has_all_of(Bytes::one(byte)), byte.is_ascii_digit());
            assert_eq!(Bytes::ALL.above(0x24).has(byte), byte > 0x24);
            assert!(Bytes::one(byte).has(byte) && !Bytes::ALL.without(byte).has(byte));
            assert!(!Bytes::one(byte).meets(Bytes::ALL.without(byte)));
        }
    }
}
