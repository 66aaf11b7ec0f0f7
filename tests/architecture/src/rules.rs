//! Rules for the imports.

use std::{
    collections::{BTreeMap, BTreeSet, VecDeque},
    fmt,
};

use crate::{Crate, Import, ModuleId};

/// A module and its purpose.
pub type Layer = (&'static str, &'static str);

/// Returns the upward imports: from a child of the module `parent` to a later one in `order`. Also reports children
/// that are missing in the order or in the crate. The parent is above its children, and may import from any of them.
pub fn upward_imports(tree: &Crate, imports: &[Import], parent: &str, order: &[Layer]) -> Vec<String> {
    let Some(parent) = tree.modules().map(|(id, _)| id).find(|id| tree.name(*id) == parent) else {
        return vec![format!("`{parent}` does not exist")];
    };
    let place = |module: ModuleId| {
        let name = tree.modules[child_containing(tree, parent, module)?].path.last()?;
        order.iter().position(|(layer, _)| layer == name)
    };
    let declared: BTreeSet<&str> = tree.modules[parent].children.keys().map(String::as_str).collect();
    let listed: BTreeSet<&str> = order.iter().map(|(name, _)| *name).collect();
    let unlisted = declared.difference(&listed).map(|name| format!("`{name}` has no place in the order of modules"));
    let absent = listed.difference(&declared).map(|name| format!("`{name}` of the order of modules does not exist"));
    let up = imports.iter().filter_map(|import| {
        let (from, to) = (place(import.from)?, place(import.to)?);
        (from < to).then(|| {
            let ((from, _), (to, _)) = (order[from], order[to]);
            format!("{import} runs up: `{from}` stands below `{to}` in the order of modules")
        })
    });
    unlisted.chain(absent).chain(up).collect()
}

/// Modules with one parent that import each other in a cycle.
#[derive(Debug)]
pub struct Cycle {
    /// The parent's path.
    pub parent: String,
    /// The names of the modules, in the order of the imports; the last one imports from the first.
    pub modules: Vec<String>,
    /// One import of each module from the next.
    pub imports: Vec<Import>,
}

impl fmt::Display for Cycle {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let around = self.modules.iter().chain(self.modules.first()).cloned().collect::<Vec<_>>();
        write!(f, "a circle within `{}`: {}", self.parent, around.join(" -> "))?;
        self.imports.iter().try_for_each(|import| write!(f, "\n    {import}"))
    }
}

/// Returns the cycles among the children of each module: the shortest one through each pair that imports each other,
/// once. Imports between a parent and its children do not count.
pub fn cycles(tree: &Crate, imports: &[Import]) -> Vec<Cycle> {
    tree.modules().flat_map(|(parent, _)| cycles_within(tree, imports, parent)).collect()
}

/// The imports from child to child, with the first import of each.
type Siblings<'a> = BTreeMap<ModuleId, BTreeMap<ModuleId, &'a Import>>;

fn cycles_within(tree: &Crate, imports: &[Import], parent: ModuleId) -> Vec<Cycle> {
    let mut siblings = Siblings::new();
    for import in imports {
        if let (Some(from), Some(to)) =
            (child_containing(tree, parent, import.from), child_containing(tree, parent, import.to))
            && from != to
        {
            siblings.entry(from).or_default().entry(to).or_insert(import);
        }
    }
    let mut seen = BTreeSet::new();
    let mut found = Vec::new();
    for (&from, targets) in &siblings {
        for &to in targets.keys() {
            let Some(back) = shortest(&siblings, to, from) else { continue };
            let mut members = back.clone();
            members.sort_unstable();
            if seen.insert(members) {
                found.push(circle(tree, &siblings, parent, &back));
            }
        }
    }
    found
}

/// Returns the cycle of these members, in order. The last one imports from the first.
fn circle(tree: &Crate, siblings: &Siblings<'_>, parent: ModuleId, members: &[ModuleId]) -> Cycle {
    let next = members.iter().cycle().skip(1);
    Cycle {
        parent: tree.name(parent),
        modules: members.iter().filter_map(|&module| tree.modules[module].path.last().cloned()).collect(),
        imports: members.iter().zip(next).map(|(from, to)| siblings[from][to].clone()).collect(),
    }
}

/// Returns the child of `parent` that is `module` or contains it.
fn child_containing(tree: &Crate, parent: ModuleId, module: ModuleId) -> Option<ModuleId> {
    let parent = &tree.modules[parent];
    let rest = tree.modules[module].path.strip_prefix(parent.path.as_slice())?;
    parent.children.get(rest.first()?).copied()
}

/// Returns the modules on the shortest path of imports between two modules, including both.
fn shortest(siblings: &Siblings<'_>, from: ModuleId, to: ModuleId) -> Option<Vec<ModuleId>> {
    let mut before = BTreeMap::from([(from, from)]);
    let mut open = VecDeque::from([from]);
    while let Some(at) = open.pop_front() {
        if at == to {
            let mut way = vec![at];
            while let Some(last) = way.last()
                && *last != from
            {
                way.push(before[last]);
            }
            way.reverse();
            return Some(way);
        }
        for &next in siblings.get(&at).into_iter().flat_map(BTreeMap::keys) {
            before.entry(next).or_insert_with(|| {
                open.push_back(next);
                at
            });
        }
    }
    None
}
