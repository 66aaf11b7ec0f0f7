//! Requests that are carried out after later ones.

use std::sync::{Mutex, MutexGuard, PoisonError};

/// The requests that [`Failure::Late`](super::Failure::Late) holds back, and the copies of
/// [`Failure::Twice`](super::Failure::Twice).
#[derive(Debug, Default)]
pub(crate) struct LateRequests {
    held: Mutex<Vec<Held>>,
}

/// A request that is held back, in its wire format.
#[derive(Debug, PartialEq)]
pub(crate) struct Held {
    /// The number of requests that are still to overtake it.
    after: u64,
    pub(crate) operation: String,
    pub(crate) body: Vec<u8>,
}

impl LateRequests {
    /// Holds a request back until this many others have overtaken it.
    pub(crate) fn hold(&self, after: u64, operation: &str, body: &[u8]) {
        self.held().push(Held { after, operation: operation.to_owned(), body: body.to_vec() });
    }

    /// Counts a request that overtakes those held back. Returns those that are due after it, earliest first.
    pub(crate) fn take_due(&self) -> Vec<Held> {
        let mut held = self.held();
        for request in held.iter_mut() {
            request.after = request.after.saturating_sub(1);
        }
        let (due, waiting) = held.drain(..).partition(|request| request.after == 0);
        *held = waiting;
        due
    }

    /// Returns the number of requests that are held back.
    pub(crate) fn len(&self) -> usize {
        self.held().len()
    }

    fn held(&self) -> MutexGuard<'_, Vec<Held>> {
        self.held.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_late_request_is_due_after_the_given_number_of_requests() {
        let late = LateRequests::default();
        late.hold(2, "PutItem", b"a");
        late.hold(1, "PutItem", b"b");
        let due = |late: &LateRequests| late.take_due().into_iter().map(|held| held.body).collect::<Vec<_>>();
        assert_eq!(due(&late), [b"b".to_vec()]);
        assert_eq!(late.len(), 1);
        assert_eq!(due(&late), [b"a".to_vec()]);
        assert_eq!((late.len(), due(&late).len()), (0, 0));
    }
}
