use std::fmt;
use std::path::{Path, PathBuf};

/// The embedded engine could not start, or a parameter of a fault or a simulation is out of range.
///
/// [`Local::at`](crate::Local::at) returns the first. [`Local::start`](crate::Local::start) stores it, and every
/// request then fails with it as a dispatch failure of the SDK. The second comes from [`Rule`](crate::Rule),
/// [`Latency`](crate::Latency) and [`Simulation`](crate::simulate::Simulation).
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
    Fault { fix: &'static str },
    Key,
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

    pub(crate) fn fault(reason: impl fmt::Display, fix: &'static str) -> Self {
        Self::new(Kind::Fault { fix }, reason)
    }

    /// Makes the error for a key that cannot be written, with keywright's message.
    pub(crate) fn key(error: keywright::Error) -> Self {
        Self::new(Kind::Key, error)
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
            Kind::Key => f.write_str(reason),
            Kind::Fault { fix } => write!(f, "{reason}; {fix}"),
        }
    }
}

impl std::error::Error for Error {}
