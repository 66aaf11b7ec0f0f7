//! Text of fixed width, which is never escaped.

/// Whether such text may hold a byte: all but the delimiter and `%`, and `-`, which UUIDs and dates have, always.
pub(crate) const fn fixed_text_holds(byte: u8, delimiter: u8) -> bool {
    byte == b'-' || (byte != b'%' && byte != delimiter)
}
