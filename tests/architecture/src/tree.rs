use std::{
    collections::{BTreeMap, BTreeSet},
    path::PathBuf,
};

use crate::{Sources, parse};

/// The index of a module in its [`Crate`].
pub type ModuleId = usize;

/// The modules of a crate, without those under `#[cfg(test)]`. The first one is the root.
#[derive(Debug, Default)]
pub struct Crate {
    pub(crate) modules: Vec<Module>,
}

/// One module, with its definitions and the paths in it.
#[derive(Debug, Default)]
pub struct Module {
    /// The names from the root to this module; empty for the root itself.
    pub path: Vec<String>,
    /// The file that contains the module.
    pub file: PathBuf,
    pub(crate) parent: ModuleId,
    pub(crate) children: BTreeMap<String, ModuleId>,
    pub(crate) items: BTreeSet<String>,
    pub(crate) uses: Vec<Use>,
    pub(crate) mentions: Vec<Mention>,
}

/// One name that a `use` brings into scope.
#[derive(Debug, Clone)]
pub(crate) struct Use {
    /// The name in this module. `None` for a glob.
    pub name: Option<String>,
    pub path: Vec<String>,
    pub line: usize,
}

/// A path in an expression, a type, a pattern or the tokens of a macro.
#[derive(Debug, Clone)]
pub(crate) struct Mention {
    pub path: Vec<String>,
    pub line: usize,
}

impl Crate {
    /// Parses the modules that `lib.rs` declares, and their nested modules.
    ///
    /// # Errors
    ///
    /// If a declared module has no file, or a file is not Rust.
    pub fn parse(sources: &Sources) -> Result<Self, String> {
        parse::modules(sources)
    }

    /// Returns every module.
    pub fn modules(&self) -> impl Iterator<Item = (ModuleId, &Module)> {
        self.modules.iter().enumerate()
    }

    /// Returns a module's path, as in `crate::client::get`.
    pub fn name(&self, module: ModuleId) -> String {
        ["crate"].into_iter().chain(self.modules[module].path.iter().map(String::as_str)).collect::<Vec<_>>().join("::")
    }
}
