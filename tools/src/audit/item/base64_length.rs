//! Computes the size of binary values.

/// Returns the number of bytes that a base64 text encodes.
pub(super) fn decoded_bytes(base64: &str) -> u64 {
    let digits = base64.bytes().filter(|byte| *byte != b'=').count() as u64;
    digits * 3 / 4
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn padding_counts_nothing() {
        for (base64, bytes) in [("", 0), ("AA==", 1), ("AAA=", 2), ("AAAA", 3), ("AAAAAA==", 4)] {
            assert_eq!(decoded_bytes(base64), bytes, "{base64}");
        }
    }
}
