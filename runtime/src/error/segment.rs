//! The segment of a scan that failed.

use super::Error;

impl Error {
    pub(crate) fn in_segment(mut self, segment: usize, total: usize) -> Self {
        self.inner.segment.get_or_insert((segment, total));
        self
    }

    /// Returns the segment of the scan that failed, counted from 0.
    pub fn segment(&self) -> Option<usize> {
        self.inner.segment.map(|(segment, _)| segment)
    }
}
