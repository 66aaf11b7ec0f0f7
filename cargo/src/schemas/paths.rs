//! Follows public modules and `pub use` to the paths by which other crates can import a schema.

use std::collections::{HashMap, HashSet};

use super::{
    Found,
    module::{Declared, Export, Module},
};

/// The maximum number of re-exports that are followed to a name.
const MAX_STEPS: usize = 64;

/// A path within the crate.
type Path = Vec<String>;

/// The target of a path.
#[derive(Clone)]
enum Item {
    Module(Path),
    Schema(Path),
}

/// A public path of a schema, and the path of its declaration.
struct Public {
    declared: Path,
    path: Path,
}

/// Returns the schemas of a crate, each with its shortest public path.
pub(super) fn find(root: &Module) -> Vec<Found> {
    let mut walk = Walk { names: Names::new(root), shortest: HashMap::new(), public: Vec::new() };
    walk.module(&Vec::new(), &Vec::new());
    let mut found = Vec::new();
    declared(root, &Vec::new(), &mut |path, schema| {
        let paths = walk.public.iter().filter(|public| public.declared == *path).map(|public| &public.path);
        let shortest = paths.min_by_key(|path| path.len());
        found.push(Found {
            name: schema.name.clone(),
            declared: path.join("::"),
            file: schema.file.clone(),
            public: shortest.map(|path| path.join("::")),
        });
    });
    found
}

fn declared(module: &Module, at: &Path, each: &mut impl FnMut(&Path, &Declared)) {
    for schema in &module.schemas {
        each(&joined(at, &schema.name), schema);
    }
    for (name, of) in &module.modules {
        declared(of, &joined(at, name), each);
    }
}

/// Collects public schemas.
struct Walk<'a> {
    names: Names<'a>,
    /// The number of names in the shortest path by which each module can be imported.
    shortest: HashMap<Path, usize>,
    public: Vec<Public>,
}

impl Walk<'_> {
    /// Collects the public schemas of the module `at`, which can be imported as `path`, unless a path of at most this
    /// length is known.
    fn module(&mut self, at: &Path, path: &Path) {
        let Some(module) = module_at(self.names.root, at) else { return };
        if self.shortest.get(at).is_some_and(|length| *length <= path.len()) {
            return;
        }
        self.shortest.insert(at.clone(), path.len());
        for schema in module.schemas.iter().filter(|schema| schema.is_public) {
            self.public.push(Public { declared: joined(at, &schema.name), path: joined(path, &schema.name) });
        }
        for (name, _) in module.modules.iter().filter(|(_, of)| of.is_public) {
            self.module(&joined(at, name), &joined(path, name));
        }
        for Export { path: exported, name } in &module.exports {
            let path = name.as_ref().map_or_else(|| path.clone(), |name| joined(path, name));
            match self.names.find(at, exported) {
                Some(Item::Schema(declared)) => self.public.push(Public { declared, path }),
                Some(Item::Module(at)) => self.module(&at, &path),
                None => {}
            }
        }
    }
}

/// Resolves names. Each pair of a module and names is looked up once per pass. Otherwise several `pub use ..::*` of
/// other crates, which can lead to one another, would be followed in every order.
struct Names<'a> {
    root: &'a Module,
    found: HashMap<(Path, Path), Item>,
    /// The lookups of this pass. A lookup that is in progress, as in a cycle of exports, finds nothing.
    tried: HashSet<(Path, Path)>,
}

impl<'a> Names<'a> {
    fn new(root: &'a Module) -> Self {
        Self { root, found: HashMap::new(), tried: HashSet::new() }
    }

    /// Resolves a path that is written in the module `at`.
    fn find(&mut self, at: &Path, path: &[String]) -> Option<Item> {
        loop {
            let before = self.found.len();
            self.tried.clear();
            let item = self.resolve(at, path, 0);
            // The results of this pass can complete a lookup that a cycle ended.
            if item.is_some() || self.found.len() == before {
                return item;
            }
        }
    }

    fn resolve(&mut self, at: &Path, path: &[String], steps: usize) -> Option<Item> {
        let (first, rest) = path.split_first()?;
        match first.as_str() {
            "crate" => self.descend(&Vec::new(), rest, steps),
            "self" => self.descend(at, rest, steps),
            "super" => self.resolve_above(at, rest, steps),
            _ => self.descend(at, path, steps),
        }
    }

    fn resolve_above(&mut self, at: &Path, rest: &[String], steps: usize) -> Option<Item> {
        let (_, above) = at.split_last()?;
        let above = above.to_vec();
        if rest.first().is_some_and(|next| next == "super") {
            return self.resolve(&above, rest, steps);
        }
        self.descend(&above, rest, steps)
    }

    /// Resolves names, starting at a module.
    fn descend(&mut self, from: &Path, names: &[String], steps: usize) -> Option<Item> {
        let Some((name, rest)) = names.split_first() else { return Some(Item::Module(from.clone())) };
        let module = module_at(self.root, from)?;
        let next = joined(from, name);
        if module.modules.contains_key(name) {
            return self.descend(&next, rest, steps);
        }
        if rest.is_empty() && module.schemas.iter().any(|schema| schema.name == *name) {
            return Some(Item::Schema(next));
        }
        let lookup = (from.clone(), names.to_vec());
        if let Some(item) = self.found.get(&lookup) {
            return Some(item.clone());
        }
        if steps >= MAX_STEPS || !self.tried.insert(lookup.clone()) {
            return None;
        }
        let item = module.exports.iter().find_map(|export| self.exported(from, export, names, steps + 1))?;
        self.found.insert(lookup, item.clone());
        Some(item)
    }

    /// Resolves names, starting at a module, through one of its exports.
    fn exported(&mut self, from: &Path, export: &Export, names: &[String], steps: usize) -> Option<Item> {
        let (name, rest) = names.split_first()?;
        // As in `pub use name::Name`, a module is not looked up through itself.
        if export.path.first() == Some(name) && export.path.len() == 1 {
            return None;
        }
        if export.name.as_ref().is_some_and(|exported| exported != name) {
            return None;
        }
        match (self.resolve(from, &export.path, steps)?, &export.name) {
            (Item::Module(of), Some(_)) => self.descend(&of, rest, steps),
            (Item::Module(of), None) if of != *from => self.descend(&of, names, steps),
            (schema @ Item::Schema(_), Some(_)) if rest.is_empty() => Some(schema),
            _ => None,
        }
    }
}

fn module_at<'a>(root: &'a Module, path: &[String]) -> Option<&'a Module> {
    path.iter().try_fold(root, |module, name| module.modules.get(name))
}

fn joined(path: &Path, name: &str) -> Path {
    path.iter().cloned().chain([name.to_owned()]).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns the path of each schema's declaration, and its public path.
    fn paths(source: &str) -> Vec<(String, Option<String>)> {
        let mut module = Module { is_public: true, ..Module::default() };
        fn fill(module: &mut Module, items: &[syn::Item]) {
            for item in items {
                match item {
                    syn::Item::Mod(of) => {
                        let mut inner =
                            Module { is_public: super::super::module::is_public(&of.vis), ..Module::default() };
                        fill(&mut inner, &of.content.as_ref().unwrap().1);
                        module.modules.insert(of.ident.to_string(), inner);
                    }
                    item => module.add(item, std::path::Path::new("lib.rs")),
                }
            }
        }
        fill(&mut module, &syn::parse_str::<syn::File>(source).unwrap().items);
        find(&module).into_iter().map(|found| (found.declared, found.public)).collect()
    }

    const SHOP: &str = "#[derive(Debug, keywright::Table)] #[entities(Order)] pub struct Shop;";

    fn path(source: &str) -> Option<String> {
        let paths = paths(&source.replace("SHOP", SHOP));
        assert_eq!(paths.len(), 1, "{paths:?}");
        paths[0].1.clone()
    }

    #[test]
    fn public_modules_are_part_of_the_path() {
        assert_eq!(path("SHOP").as_deref(), Some("Shop"));
        assert_eq!(path("pub mod schema { pub mod table { SHOP } }").as_deref(), Some("schema::table::Shop"));
    }

    #[test]
    fn re_exports_lead_out_of_private_modules() {
        for (source, expected) in [
            ("mod schema { SHOP } pub use schema::Shop;", "Shop"),
            ("mod schema { SHOP } pub use self::schema::Shop as Store;", "Store"),
            ("mod schema { SHOP } pub use crate::schema::*;", "Shop"),
            ("mod schema { SHOP } pub mod api { pub use super::schema::{Shop}; }", "api::Shop"),
            ("mod a { mod b { SHOP } pub use b::Shop; } pub use a::Shop;", "Shop"),
            ("mod a { pub mod b { SHOP } } pub use a::b;", "b::Shop"),
            ("mod a { pub mod b { SHOP } } pub use a::b::{self as schema};", "schema::Shop"),
            ("mod a { pub use inner::*; mod inner { SHOP } } pub use a::Shop;", "Shop"),
            ("pub mod long { pub mod way { SHOP } } pub use long::way::Shop;", "Shop"),
        ] {
            assert_eq!(path(source).as_deref(), Some(expected), "{source}");
        }
    }

    #[test]
    fn a_schema_that_no_crate_can_import_has_no_path() {
        for source in [
            "mod schema { SHOP }",
            "pub(crate) mod schema { SHOP }",
            "mod schema { SHOP } pub(crate) use schema::Shop;",
            "#[derive(Table)] #[entities(Order)] struct Shop;",
            "mod a { SHOP } pub use a::Other;",
        ] {
            assert_eq!(path(source), None, "{source}");
        }
    }

    #[test]
    fn circles_of_exports_end() {
        let circle = "pub mod a { pub use super::b::*; } pub mod b { pub use super::a::*; SHOP } pub use a::Missing;";
        assert_eq!(path(circle).as_deref(), Some("a::Shop"));
        assert_eq!(path("pub use self::*; pub use crate::x::y; SHOP").as_deref(), Some("Shop"));
    }

    /// Each `pub use` could export the first name of every other.
    #[test]
    fn all_names_of_other_crates_are_looked_up_once() {
        let globs: String = (0..30).map(|number| format!("pub use other_{number}::inner::*; ")).collect();
        assert_eq!(path(&format!("{globs} mod schema {{ SHOP }} pub use schema::*;")).as_deref(), Some("Shop"));
        let modules: String =
            (0..4).map(|number| format!("pub mod of_{number} {{ {globs} pub use super::*; }} ")).collect();
        assert_eq!(path(&format!("{globs} {modules} SHOP")).as_deref(), Some("Shop"));
    }

    /// The lookup of `Shop` in `a` goes through `b`, from which the only way to it leads back through `a`.
    #[test]
    fn a_circle_does_not_hide_a_name_that_has_another_way() {
        let circle = "mod a { pub use super::b::*; pub use super::c::*; } mod b { pub use super::a::*; } \
                      mod c { SHOP } pub use b::Shop;";
        assert_eq!(path(circle).as_deref(), Some("Shop"));
    }

    #[test]
    fn only_keywrights_schemas_are_found() {
        let source = "
            #[derive(Table)] pub struct WithoutEntities;
            #[derive(diesel::Table)] #[table_name] pub struct OfDiesel;
            #[derive(Schema)] pub struct OfAnother;
            #[cfg(test)] #[derive(Table)] #[entities(A)] pub struct OfTests;
            #[derive(kw::Schema)] #[schema(table = Shop, entities(A))] pub struct Whole;
            #[derive(Table, Debug)] #[entities(A)] pub struct Shop;
        ";
        let names: Vec<_> = paths(source).into_iter().map(|(declared, _)| declared).collect();
        assert_eq!(names, ["Whole", "Shop"]);
    }
}
