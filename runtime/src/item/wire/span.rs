//! The location of a part of a text or of bytes.

/// A range of a text or of bytes, up to 4 GB.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Span {
    start: u32,
    end: u32,
}

impl Span {
    /// Creates a span. `None` beyond 4 GB.
    pub(super) fn new(start: usize, len: usize) -> Option<Self> {
        let end = start.checked_add(len)?;
        Some(Self { start: u32::try_from(start).ok()?, end: u32::try_from(end).ok()? })
    }

    #[inline]
    pub(super) fn of(self, text: &str) -> &str {
        text.get(self.start as usize..self.end as usize).unwrap_or_default()
    }

    #[inline]
    pub(super) fn of_bytes(self, bytes: &[u8]) -> &[u8] {
        bytes.get(self.start as usize..self.end as usize).unwrap_or_default()
    }
}
