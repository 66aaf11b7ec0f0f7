use std::fmt;
use std::path::{Path, PathBuf};

/// The embedded engine could not start.
///
/// [`Local::at`](crate::Local::at) returns it; [`Local::start`](crate::Local::start) keeps it, and
/// every request then fails with it as a dispatch failure of the SDK.
#[derive(Debug, Clone)]
pub struct Error {
    kind: Kind,
    reason: String,
}

#[derive(Debug, Clone)]
enum Kind {
    Memory,
    Path(PathBuf),
    Thread,
}

impl Error {
    pub(crate) fn memory(reason: impl fmt::Display) -> Self {
        Self::new(Kind::Memory, reason)
    }

    pub(crate) fn path(path: &Path, reason: impl fmt::Display) -> Self {
        Self::new(Kind::Path(path.to_owned()), reason)
    }

    pub(crate) fn thread(reason: impl fmt::Display) -> Self {
        Self::new(Kind::Thread, reason)
    }

    fn new(kind: Kind, reason: impl fmt::Display) -> Self {
        Self { kind, reason: reason.to_string() }
    }
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let reason = &self.reason;
        match &self.kind {
            Kind::Memory => write!(f, "cannot open an engine in memory: {reason}"),
            Kind::Path(path) => write!(
                f,
                "cannot open an engine at `{}`: {reason}; \
                 give the path of a database file, new or its own, in a folder this process can write",
                path.display()
            ),
            Kind::Thread => write!(f, "cannot start the engine's thread: {reason}; raise the process's thread limit"),
        }
    }
}

impl std::error::Error for Error {}
