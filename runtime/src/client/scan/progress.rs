//! What comes of the segments of a scan, in the order in which it is taken.

use std::collections::VecDeque;

use super::{checkpoint::Reached, pages::Page, source::Ask};
use crate::{Error, ErrorKind, Result, item::read_item::ReadItem};

/// A page to be asked for, and how many pages of the segment precede it.
pub(super) struct Next {
    pub(super) ask: Ask,
    pub(super) round: u32,
}

/// What became of one request.
pub(super) struct Answer {
    pub(super) next: Next,
    pub(super) outcome: Result<Page>,
}

/// A part of a page.
pub(super) enum Came {
    Item {
        segment: usize,
        item: ReadItem,
    },
    /// So much of the page is taken that the next one may be asked for.
    Ask(Next),
    /// The end of the page.
    Page {
        segment: usize,
        reached: Reached,
    },
}

/// Appends a page to those before it. The next one is asked for when half of it is taken, or all of it.
pub(super) fn lay(came: &mut VecDeque<Came>, segment: usize, page: Page, next: Option<Next>, is_read_ahead: bool) {
    let before = if is_read_ahead { page.items.len() / 2 } else { page.items.len() };
    let mut items = page.items.into_iter().map(|item| Came::Item { segment, item });
    came.extend(items.by_ref().take(before));
    came.extend(next.map(Came::Ask));
    came.extend(items);
    came.push_back(Came::Page { segment, reached: page.reached });
}

/// The first page of a segment that is not at its end.
pub(crate) fn first(segment: usize, reached: &Reached) -> Option<Ask> {
    match reached {
        Reached::Nothing => Some(Ask { segment, start: None, limit: None }),
        Reached::After(place) => Some(Ask { segment, start: Some(place.clone()), limit: None }),
        Reached::End => None,
    }
}

/// The most items of a request: no more than are wanted at first and, as many may be other entities', twice as many
/// each time.
pub(super) fn items_of(limit: Option<usize>, most: Option<usize>, round: u32) -> Option<usize> {
    let wanted = limit.map(|limit| limit.saturating_mul(2_usize.saturating_pow(round)));
    match (wanted, most) {
        (Some(wanted), Some(most)) => Some(wanted.min(most)),
        (wanted, most) => wanted.or(most),
    }
}

/// Whether another segment may well be read: the table is there, and its answer can be understood.
pub(super) fn is_of_one_segment(error: &Error) -> bool {
    matches!(error.kind(), ErrorKind::Throttled | ErrorKind::Service)
}
