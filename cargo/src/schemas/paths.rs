//! Follows public modules and `pub use` to the paths by which other crates can import a schema.

use super::{
    Found,
    module::{Export, Module},
};

/// The maximum number of re-exports that lead to a name.
const MAX_STEPS: usize = 16;

/// A path within the crate.
type Path = Vec<String>;

/// What a path names.
enum Item {
    Module(Path),
    Schema(Path),
}

/// A public path of a schema, and its path where it is declared.
struct Public {
    declared: Path,
    path: Path,
}

/// The schemas of a crate, each with its shortest public path.
pub(super) fn find(root: &Module) -> Vec<Found> {
    let mut public = Vec::new();
    walk(root, &Vec::new(), &Vec::new(), &mut Vec::new(), &mut public);
    let mut found = Vec::new();
    declared(root, &Vec::new(), &mut |path, schema| {
        let paths = public.iter().filter(|public| public.declared == *path).map(|public| &public.path);
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

fn declared(module: &Module, at: &Path, each: &mut impl FnMut(&Path, &super::module::Declared)) {
    for schema in &module.schemas {
        each(&joined(at, &schema.name), schema);
    }
    for (name, of) in &module.modules {
        declared(of, &joined(at, name), each);
    }
}

/// Collects what is public in the module `at`, which can be imported as `path`. `above` are the modules on the way.
fn walk(root: &Module, at: &Path, path: &Path, above: &mut Vec<Path>, public: &mut Vec<Public>) {
    let Some(module) = module_at(root, at).filter(|_| !above.contains(at) && above.len() < MAX_STEPS) else { return };
    above.push(at.clone());
    for schema in module.schemas.iter().filter(|schema| schema.is_public) {
        public.push(Public { declared: joined(at, &schema.name), path: joined(path, &schema.name) });
    }
    for (name, _) in module.modules.iter().filter(|(_, of)| of.is_public) {
        walk(root, &joined(at, name), &joined(path, name), above, public);
    }
    for Export { path: exported, name } in &module.exports {
        let path = name.as_ref().map_or_else(|| path.clone(), |name| joined(path, name));
        match resolve(root, at, exported, 0) {
            Some(Item::Schema(declared)) => public.push(Public { declared, path }),
            Some(Item::Module(at)) => walk(root, &at, &path, above, public),
            None => {}
        }
    }
    above.pop();
}

/// Resolves a path that is written in the module `at`.
fn resolve(root: &Module, at: &Path, path: &[String], steps: usize) -> Option<Item> {
    let (first, rest) = path.split_first()?;
    match first.as_str() {
        "crate" => descend(root, Vec::new(), rest, steps),
        "self" => descend(root, at.clone(), rest, steps),
        "super" => resolve_above(root, at, rest, steps),
        _ => descend(root, at.clone(), path, steps),
    }
}

fn resolve_above(root: &Module, at: &Path, rest: &[String], steps: usize) -> Option<Item> {
    let (_, above) = at.split_last()?;
    let above = above.to_vec();
    if rest.first().is_some_and(|next| next == "super") {
        return resolve(root, &above, rest, steps);
    }
    descend(root, above, rest, steps)
}

/// Follows names from a module on.
fn descend(root: &Module, from: Path, names: &[String], steps: usize) -> Option<Item> {
    let Some((name, rest)) = names.split_first() else { return Some(Item::Module(from)) };
    let module = module_at(root, &from)?;
    let next = joined(&from, name);
    if module.modules.contains_key(name) {
        return descend(root, next, rest, steps);
    }
    if rest.is_empty() && module.schemas.iter().any(|schema| schema.name == *name) {
        return Some(Item::Schema(next));
    }
    if steps >= MAX_STEPS {
        return None;
    }
    module.exports.iter().find_map(|export| {
        // A module is not looked for in itself, as by `pub use name::Name`.
        if export.path.first() == Some(name) && export.path.len() == 1 {
            return None;
        }
        let target = match &export.name {
            Some(exported) if exported == name => resolve(root, &from, &export.path, steps + 1)?,
            Some(_) => return None,
            None => match resolve(root, &from, &export.path, steps + 1)? {
                Item::Module(of) if of != from => return descend(root, of, names, steps + 1),
                _ => return None,
            },
        };
        match target {
            Item::Module(of) => descend(root, of, rest, steps + 1),
            Item::Schema(_) if rest.is_empty() => Some(target),
            Item::Schema(_) => None,
        }
    })
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

    /// Each schema by where it is declared, with its public path.
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
