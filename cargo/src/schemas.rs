//! Finds the schemas of a crate in its sources, and the paths by which other crates can import them.

mod module;
mod paths;
mod source;

use std::path::{Path, PathBuf};

pub(crate) use source::Sources;

/// A struct that derives `Table` with a list of its entities, or `Schema`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Found {
    /// Its name.
    pub(crate) name: String,
    /// The path of its declaration within the crate: the modules and its own name.
    pub(crate) declared: String,
    pub(crate) file: PathBuf,
    /// The path after the crate's name by which other crates can import it. `None` if it is private.
    pub(crate) public: Option<String>,
}

/// Returns the schemas of a crate with this root, in the order of their declaration, and the files that could not be
/// read.
pub(crate) fn find(root: &Path) -> (Vec<Found>, Vec<String>) {
    let mut sources = Sources::default();
    let module = source::read(root, &mut sources);
    (paths::find(&module), sources.unread)
}
