//! The pages and items of the segments of a scan, in the order in which they are taken.

use std::collections::VecDeque;

use super::{checkpoint::Reached, pages::Page, source::PageRequest};
use crate::{Error, ErrorKind, Result, item::read_item::ReadItem};

/// The next page to request, and the number of pages of the segment before it.
pub(super) struct Next {
    pub(super) page_request: PageRequest,
    pub(super) round: u32,
}

/// The answer to one request.
pub(super) struct Answer {
    pub(super) next: Next,
    pub(super) outcome: Result<Page>,
}

/// An event of a page.
pub(super) enum ScanEvent {
    Item {
        segment: usize,
        item: ReadItem,
    },
    /// Enough of the page was taken to request the next one.
    PageRequest(Next),
    /// The end of the page.
    Page {
        segment: usize,
        reached: Reached,
    },
}

/// Appends a page to the events. The next page is requested when half of this one has been taken, or all of it if the
/// scan does not read ahead.
pub(super) fn push_page(
    events: &mut VecDeque<ScanEvent>,
    segment: usize,
    page: Page,
    next: Option<Next>,
    is_read_ahead: bool,
) {
    let before = if is_read_ahead { page.items.len() / 2 } else { page.items.len() };
    let mut items = page.items.into_iter().map(|item| ScanEvent::Item { segment, item });
    events.extend(items.by_ref().take(before));
    events.extend(next.map(ScanEvent::PageRequest));
    events.extend(items);
    events.push_back(ScanEvent::Page { segment, reached: page.reached });
}

/// Returns the request for the first page of a segment, unless the segment is at its end.
pub(crate) fn first(segment: usize, reached: &Reached) -> Option<PageRequest> {
    match reached {
        Reached::Nothing => Some(PageRequest { segment, start: None, limit: None }),
        Reached::After(place) => Some(PageRequest { segment, start: Some(place.clone()), limit: None }),
        Reached::End => None,
    }
}

/// Returns the maximum number of items of a request. It starts with the wanted number and doubles with each page,
/// because items of other entities also count.
pub(super) fn items_of(limit: Option<usize>, most: Option<usize>, round: u32) -> Option<usize> {
    let wanted = limit.map(|limit| limit.saturating_mul(2_usize.saturating_pow(round)));
    match (wanted, most) {
        (Some(wanted), Some(most)) => Some(wanted.min(most)),
        (wanted, most) => wanted.or(most),
    }
}

/// Whether a failure affects only one segment: the table exists, and its answer was understood.
pub(super) fn is_of_one_segment(error: &Error) -> bool {
    matches!(error.kind(), ErrorKind::Throttled | ErrorKind::Service)
}
