//! Text of fixed width, which is never escaped.

/// Returns whether text of fixed width may contain a byte. It may contain all bytes except the delimiter and `%`, and
/// always `-`, which UUIDs and dates contain.
pub(crate) const fn fixed_text_holds(byte: u8, delimiter: u8) -> bool {
    byte == b'-' || (byte != b'%' && byte != delimiter)
}
