use std::{fmt, path::PathBuf};

use crate::{Crate, ModuleId};

/// A use, in one module, of an item that another module defines.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Import {
    /// The module that names the item.
    pub from: ModuleId,
    /// The module that defines the item.
    pub to: ModuleId,
    /// The file of `from`.
    pub file: PathBuf,
    /// The line of the path, from 1.
    pub line: usize,
    /// The path as it is written.
    pub path: String,
}

impl fmt::Display for Import {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}: `{}`", self.file.display(), self.line, self.path)
    }
}

/// Returns every import of one module from another.
pub fn imports(tree: &Crate) -> Vec<Import> {
    let mut found = Vec::new();
    for (from, module) in tree.modules() {
        let uses = module.uses.iter().map(|import| (&import.path, import.line));
        let mentions = module.mentions.iter().map(|mention| (&mention.path, mention.line));
        for (path, line) in uses.chain(mentions) {
            if let Some(to) = tree.definition(from, path)
                && to != from
            {
                found.push(Import { from, to, file: module.file.clone(), line, path: path.join("::") });
            }
        }
    }
    found
}
