//! The shop's own shards, as its older programs compute them.

/// The text's last byte: of the ids of orders, a digit.
pub(crate) fn last_byte(text: &str) -> u32 {
    text.bytes().next_back().map_or(0, u32::from)
}
