//! Resolves a path to the module that defines the item.

use std::collections::BTreeSet;

use crate::{Crate, ModuleId};

/// The re-exports followed so far, so that a cycle of re-exports ends.
type Followed = BTreeSet<(ModuleId, String)>;

impl Crate {
    /// Returns the module that defines the item of a path, or the module that the path names; `None` for other crates'
    /// items.
    pub(crate) fn definition(&self, from: ModuleId, path: &[String]) -> Option<ModuleId> {
        self.resolve(from, path, &mut Followed::new())
    }

    fn resolve(&self, from: ModuleId, path: &[String], followed: &mut Followed) -> Option<ModuleId> {
        let (first, rest) = path.split_first()?;
        match first.as_str() {
            "crate" => self.within(0, rest, followed),
            "self" => self.within(from, rest, followed),
            "super" => {
                let mut at = self.modules[from].parent;
                let mut rest = rest;
                while let Some((next, after)) = rest.split_first()
                    && next == "super"
                {
                    at = self.modules[at].parent;
                    rest = after;
                }
                self.within(at, rest, followed)
            }
            _ => self.within(from, path, followed),
        }
    }

    /// Looks up a path in a module. A last name that is both a module and an item refers to the item.
    fn within(&self, module: ModuleId, path: &[String], followed: &mut Followed) -> Option<ModuleId> {
        let Some((name, rest)) = path.split_first() else { return Some(module) };
        let child = || self.modules[module].children.get(name).copied();
        match child() {
            Some(child) if !rest.is_empty() => {
                self.within(child, rest, followed).or_else(|| self.item(module, name, rest, followed))
            }
            _ => self.item(module, name, rest, followed).or_else(child),
        }
    }

    /// Returns the module that defines an item which this module defines or imports. `rest` is a path within the item,
    /// such as a variant, unless the import is a module.
    fn item(&self, module: ModuleId, name: &str, rest: &[String], followed: &mut Followed) -> Option<ModuleId> {
        if self.modules[module].items.contains(name) {
            return Some(module);
        }
        if !followed.insert((module, name.to_owned())) {
            return None;
        }
        let uses = &self.modules[module].uses;
        let named = uses.iter().filter(|import| import.name.as_deref() == Some(name)).find_map(|import| {
            let path: Vec<_> = import.path.iter().chain(rest).cloned().collect();
            self.resolve(module, &path, followed)
        });
        let found = named.or_else(|| {
            uses.iter().filter(|import| import.name.is_none()).find_map(|glob| {
                let path: Vec<_> =
                    glob.path.iter().cloned().chain([name.to_owned()]).chain(rest.iter().cloned()).collect();
                self.resolve(module, &path, followed)
            })
        });
        followed.remove(&(module, name.to_owned()));
        found
    }
}
