//! The query that a cursor is bound to, hashed on demand.

use std::{
    fmt,
    ops::Deref,
    panic::{RefUnwindSafe, UnwindSafe},
    sync::{Arc, OnceLock},
};

use super::Fingerprint;

/// A [`Fingerprint`] that is computed when it is first read.
///
/// It is read when a cursor is written as text, compared or checked against a query. If only the presence of a cursor
/// matters, nothing is hashed.
#[derive(Clone)]
pub(crate) struct Binding(Arc<Lazy<dyn Hash>>);

struct Lazy<H: ?Sized> {
    hashed: OnceLock<Fingerprint>,
    hash: H,
}

/// Computes the hash of a query.
trait Hash: Fn() -> Fingerprint + Send + Sync + UnwindSafe + RefUnwindSafe {}

impl<F: Fn() -> Fingerprint + Send + Sync + UnwindSafe + RefUnwindSafe> Hash for F {}

impl Binding {
    /// Makes a binding that computes its fingerprint with `hash` on demand.
    pub(crate) fn lazily(hash: impl Fn() -> Fingerprint + Send + Sync + UnwindSafe + RefUnwindSafe + 'static) -> Self {
        Self(Arc::new(Lazy { hashed: OnceLock::new(), hash }))
    }
}

impl From<Fingerprint> for Binding {
    fn from(fingerprint: Fingerprint) -> Self {
        Self::lazily(move || fingerprint)
    }
}

impl Deref for Binding {
    type Target = Fingerprint;

    fn deref(&self) -> &Fingerprint {
        let Lazy { hashed, hash } = &*self.0;
        hashed.get_or_init(hash)
    }
}

impl PartialEq for Binding {
    fn eq(&self, other: &Self) -> bool {
        **self == **other
    }
}

impl Eq for Binding {}

impl fmt::Debug for Binding {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        (**self).fmt(f)
    }
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::{AtomicUsize, Ordering};

    use super::*;

    #[test]
    fn a_binding_is_hashed_lazily_and_once() {
        let hashed = Arc::new(AtomicUsize::new(0));
        let counter = Arc::clone(&hashed);
        let binding = Binding::lazily(move || {
            counter.fetch_add(1, Ordering::Relaxed);
            Fingerprint { query: [7; 8], ..Fingerprint::NONE }
        });
        let copy = binding.clone();
        assert_eq!(hashed.load(Ordering::Relaxed), 0);
        assert_eq!((binding.query, copy.query), ([7; 8], [7; 8]));
        assert_eq!(hashed.load(Ordering::Relaxed), 1);
        assert_eq!(copy, Binding::from(*binding));
        assert_ne!(copy, Binding::from(Fingerprint::NONE));
    }
}
