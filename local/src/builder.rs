use std::path::Path;

use crate::engine::{Engine, Settings};
use crate::{Error, Local};

/// Options of a [`Local`], from [`Local::builder`].
///
/// ```
/// use keywright_local::Local;
///
/// let local = Local::builder().permute_ties(7).start();
/// # drop(local);
/// ```
#[derive(Debug, Clone, Default)]
#[must_use = "a builder does nothing until `start` or `at`"]
pub struct Builder {
    settings: Settings,
}

impl Builder {
    /// Returns the items that share an index key in a shuffled order.
    ///
    /// AWS promises no order among them; the engine underneath sorts them by table key. The order
    /// is stable for one seed, differs between seeds and between the two directions, and pages
    /// exactly: with any `Limit`, following the last evaluated key visits every item once, and the
    /// key of any item resumes right after that item. It applies to `Query` on a global or local
    /// index; a `Scan`, a PartiQL statement and a read of the table itself are not changed.
    ///
    /// Consumed capacity is that of the items of the shuffled page, with one exception: when a
    /// query on a local index asks for `ALL_ATTRIBUTES`, it is that of the page the engine would
    /// have returned.
    ///
    /// A query reads every tie it touches to the end, so an index without a sort key costs the
    /// whole partition a page.
    pub fn permute_ties(mut self, seed: u64) -> Self {
        self.settings.permute_ties = Some(seed);
        self
    }

    /// Starts the engine in memory, like [`Local::start`].
    #[must_use]
    pub fn start(self) -> Local {
        Local::new(Engine::in_memory(self.settings))
    }

    /// Starts the engine on a database file, like [`Local::at`].
    ///
    /// # Errors
    ///
    /// If the file cannot be opened or created, or the engine's thread cannot be started.
    pub fn at(self, path: impl AsRef<Path>) -> Result<Local, Error> {
        Engine::at(path.as_ref(), self.settings).map(Local::new)
    }
}
