//! Finds the schemas of a crate in its sources, and the paths by which other crates can import them.

mod module;
mod paths;
mod source;

use std::{
    path::{Path, PathBuf},
    thread,
};

pub(crate) use source::Sources;

/// The stack of the thread that reads sources. A program's first thread has 1 MiB on Windows. The parser needs up to
/// 40 KB for each nested module or expression without optimization.
const STACK_BYTES: usize = 64 * 1_024 * 1_024;

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
    let find = || find_here(root);
    thread::scope(|scope| match thread::Builder::new().stack_size(STACK_BYTES).spawn_scoped(scope, find) {
        Ok(running) => running.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic)),
        Err(_) => find_here(root),
    })
}

fn find_here(root: &Path) -> (Vec<Found>, Vec<String>) {
    let mut sources = Sources::default();
    let module = source::read(root, &mut sources);
    (paths::find(&module), sources.unread)
}
