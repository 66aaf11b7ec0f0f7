//! Represents what determines the paths by which other crates can import a schema.

use std::{collections::BTreeMap, path::PathBuf};

use syn::{Attribute, Item, ItemStruct, UseTree, Visibility};

/// A module.
#[derive(Debug, Default)]
pub(super) struct Module {
    pub(super) is_public: bool,
    pub(super) modules: BTreeMap<String, Module>,
    pub(super) schemas: Vec<Declared>,
    /// Its `pub use` items.
    pub(super) exports: Vec<Export>,
}

/// The declaration of a schema.
#[derive(Debug)]
pub(super) struct Declared {
    pub(super) name: String,
    pub(super) is_public: bool,
    pub(super) file: PathBuf,
}

/// One name of a `pub use`, or all names of a module.
#[derive(Debug)]
pub(super) struct Export {
    /// The path as written.
    pub(super) path: Vec<String>,
    /// The exported name. `None` for `*`.
    pub(super) name: Option<String>,
}

impl Module {
    /// Adds an item that is not a module.
    pub(super) fn add(&mut self, item: &Item, file: &std::path::Path) {
        match item {
            Item::Struct(item) if is_schema(item) => self.schemas.push(Declared {
                name: item.ident.to_string(),
                is_public: is_public(&item.vis),
                file: file.to_owned(),
            }),
            Item::Use(item) if is_public(&item.vis) => exports(&item.tree, &mut Vec::new(), &mut self.exports),
            _ => {}
        }
    }
}

pub(super) fn is_public(visibility: &Visibility) -> bool {
    matches!(visibility, Visibility::Public(_))
}

/// Returns whether an item is compiled for tests only.
pub(super) fn is_test(attributes: &[Attribute]) -> bool {
    let is_test = |attribute: &Attribute| {
        attribute.path().is_ident("cfg") && attribute.parse_args::<syn::Path>().is_ok_and(|path| path.is_ident("test"))
    };
    attributes.iter().any(is_test)
}

/// Whether a struct is a schema. A table without a list of entities is not one. Derives with these names from other
/// crates do not have the attribute.
fn is_schema(item: &ItemStruct) -> bool {
    let has = |name: &str| item.attrs.iter().any(|attribute| attribute.path().is_ident(name));
    !is_test(&item.attrs) && (derives(item, "Table") && has("entities") || derives(item, "Schema") && has("schema"))
}

fn derives(item: &ItemStruct, name: &str) -> bool {
    let mut found = false;
    for attribute in item.attrs.iter().filter(|attribute| attribute.path().is_ident("derive")) {
        // A derive that is not a list of paths does not compile.
        let _ = attribute.parse_nested_meta(|derive| {
            found |= derive.path.segments.last().is_some_and(|last| last.ident == name);
            Ok(())
        });
    }
    found
}

fn exports(tree: &UseTree, path: &mut Vec<String>, found: &mut Vec<Export>) {
    let mut named = |path: &[String], last: String, name: String| {
        let whole = if last == "self" { path.to_vec() } else { [path, &[last]].concat() };
        found.push(Export { path: whole, name: Some(name) });
    };
    match tree {
        UseTree::Path(of) => {
            path.push(of.ident.to_string());
            exports(&of.tree, path, found);
            path.pop();
        }
        UseTree::Name(of) => {
            let last = of.ident.to_string();
            let name = if last == "self" { path.last().cloned().unwrap_or_default() } else { last.clone() };
            named(path, last, name);
        }
        UseTree::Rename(of) => named(path, of.ident.to_string(), of.rename.to_string()),
        UseTree::Glob(_) => found.push(Export { path: path.clone(), name: None }),
        UseTree::Group(of) => of.items.iter().for_each(|tree| exports(tree, path, found)),
    }
}
