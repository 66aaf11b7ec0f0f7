//! Reads a crate's modules from its files, as rustc finds them.

use std::{
    collections::HashMap,
    fs,
    path::{Path, PathBuf},
};

use proc_macro2::{TokenStream, TokenTree};
use syn::{Attribute, Expr, ExprLit, Item, ItemMod, Lit, Meta};

use super::module::{Module, is_public, is_test};

/// The maximum number of modules within each other. rustc's default limit of recursion is the same.
const MAX_DEPTH: usize = 128;

/// The maximum number of brackets within each other. The parser is recursive.
const MAX_BRACKETS: usize = 512;

/// The maximum number of modules that one file is read for. Files that include each other under `cfg` could otherwise
/// be read in every order.
const MAX_PLACES: usize = 64;

/// The files that are being read, and the problems found while reading.
#[derive(Debug, Default)]
pub(crate) struct Sources {
    /// The files that cannot be read or are not Rust, with the reason.
    pub(crate) unread: Vec<String>,
    /// The file that is being read, and the files with the modules around it, without symbolic links.
    open: Vec<PathBuf>,
    /// The number of modules that each file was read for.
    places: HashMap<PathBuf, usize>,
}

impl Sources {
    /// Begins to read a file, unless it must not be read here.
    ///
    /// A file within itself is a cycle. rustc refuses it if the module is compiled, and ignores it if a `cfg` excludes
    /// the module, so it is not a problem to report here.
    fn open(&mut self, file: &Path) -> bool {
        let real = fs::canonicalize(file).unwrap_or_else(|_| file.to_owned());
        if self.open.contains(&real) {
            return false;
        }
        let places = self.places.entry(real.clone()).or_default();
        *places += 1;
        if *places > MAX_PLACES {
            if *places == MAX_PLACES + 1 {
                self.unread.push(format!("{}: it is a module in more than {MAX_PLACES} places", file.display()));
            }
            return false;
        }
        self.open.push(real);
        true
    }
}

/// The location of a module and of its submodules.
struct Place {
    file: PathBuf,
    /// The folder that contains `name.rs` for a `mod name;`.
    folder: PathBuf,
    /// The number of modules around this one.
    depth: usize,
}

/// Reads the crate with this root file.
pub(super) fn read(root: &Path, sources: &mut Sources) -> Module {
    let folder = root.parent().unwrap_or(root).to_owned();
    let mut module = file(&Place { file: root.to_owned(), folder, depth: 0 }, sources).unwrap_or_default();
    module.is_public = true;
    module
}

/// Reads a file. `None` if it is not read here.
fn file(place: &Place, sources: &mut Sources) -> Option<Module> {
    if !sources.open(&place.file) {
        return None;
    }
    let parsed = fs::read_to_string(&place.file).map_err(|error| error.to_string());
    let parsed = parsed.and_then(|text| parse(&text));
    let module = match parsed {
        Ok(parsed) => items(&parsed.items, place, sources),
        Err(error) => {
            sources.unread.push(format!("{}: {error}", place.file.display()));
            Module::default()
        }
    };
    sources.open.pop();
    Some(module)
}

/// Parses a file, unless the parser would need a deep stack.
fn parse(text: &str) -> Result<syn::File, String> {
    // What cannot be divided into tokens cannot be parsed, and has a better error from the parser.
    if text.parse().is_ok_and(is_too_deep) {
        return Err(format!("more than {MAX_BRACKETS} brackets within each other"));
    }
    syn::parse_file(text).map_err(|error| error.to_string())
}

fn is_too_deep(tokens: TokenStream) -> bool {
    let mut around = vec![tokens.into_iter()];
    while let Some(innermost) = around.last_mut() {
        match innermost.next() {
            Some(TokenTree::Group(group)) => around.push(group.stream().into_iter()),
            Some(_) => {}
            None => drop(around.pop()),
        }
        if around.len() > MAX_BRACKETS + 1 {
            return true;
        }
    }
    false
}

fn items(items: &[Item], place: &Place, sources: &mut Sources) -> Module {
    let mut module = Module::default();
    for item in items {
        match item {
            Item::Mod(of) if is_test(&of.attrs) => {}
            Item::Mod(of) => {
                if let Some(read) = submodule(of, place, sources) {
                    module.modules.insert(of.ident.to_string(), read);
                }
            }
            item => module.add(item, &place.file),
        }
    }
    module
}

/// Reads a submodule. `None` if its file does not exist, for example because the module is for another platform, or is
/// not read here.
fn submodule(of: &ItemMod, place: &Place, sources: &mut Sources) -> Option<Module> {
    if place.depth >= MAX_DEPTH {
        let file = place.file.display();
        sources
            .unread
            .push(format!("{file}: more than {MAX_DEPTH} modules within each other, with `mod {}`", of.ident));
        return None;
    }
    let name = of.ident.to_string();
    let name = name.trim_start_matches("r#");
    let mut module = match &of.content {
        Some((_, content)) => {
            let inline = Place { file: place.file.clone(), folder: place.folder.join(name), depth: place.depth + 1 };
            items(content, &inline, sources)
        }
        None => file(&file_of(of, name, place)?, sources)?,
    };
    module.is_public = is_public(&of.vis);
    Some(module)
}

fn file_of(of: &ItemMod, name: &str, place: &Place) -> Option<Place> {
    let depth = place.depth + 1;
    if let Some(path) = of.attrs.iter().find_map(path_attribute) {
        let path = place.file.parent()?.join(path);
        return Some(Place { folder: path.parent()?.to_owned(), file: path, depth })
            .filter(|place| place.file.is_file());
    }
    let folder = place.folder.join(name);
    let files = [place.folder.join(format!("{name}.rs")), folder.join("mod.rs")];
    files.into_iter().find(|file| file.is_file()).map(|file| Place { file, folder, depth })
}

/// Returns the file of `#[path = ".."]`.
fn path_attribute(attribute: &Attribute) -> Option<String> {
    match &attribute.meta {
        Meta::NameValue(of) if of.path.is_ident("path") => match &of.value {
            Expr::Lit(ExprLit { lit: Lit::Str(text), .. }) => Some(text.value()),
            _ => None,
        },
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const SHOP: &str = "#[derive(keywright::Table)] #[entities(Order)] pub struct Shop;\n";

    /// Writes the files of a crate into an empty folder, and returns the folder.
    fn written(name: &str, files: &[(&str, &str)]) -> PathBuf {
        let root = std::env::temp_dir().join(format!("keywright-source-{}-{name}", std::process::id()));
        let _ = fs::remove_dir_all(&root);
        for (path, text) in files {
            let path = root.join(path);
            fs::create_dir_all(path.parent().unwrap()).unwrap();
            fs::write(path, text).unwrap();
        }
        root
    }

    /// Returns the public paths of the schemas, and the files that were not read.
    fn found(root: &Path) -> (Vec<String>, Vec<String>) {
        let (found, unread) = super::super::find(&root.join("lib.rs"));
        fs::remove_dir_all(root).unwrap();
        (found.into_iter().filter_map(|found| found.public).collect(), unread)
    }

    fn nothing() -> Vec<String> {
        Vec::new()
    }

    #[test]
    fn a_file_is_not_read_within_itself() {
        let itself = "#[cfg(any())] #[path = \"lib.rs\"] pub mod again;\n";
        let root = written("itself", &[("lib.rs", &format!("{SHOP}{itself}"))]);
        assert_eq!(found(&root), (vec!["Shop".to_owned()], nothing()));
        let inline = "pub mod inner { #[cfg(any())] #[path = \"../lib.rs\"] pub mod again; }\n";
        let root = written("inline", &[("lib.rs", &format!("{SHOP}{inline}"))]);
        assert_eq!(found(&root), (vec!["Shop".to_owned()], nothing()));
    }

    #[test]
    fn files_that_include_each_other_are_read_once_in_each_chain() {
        let root = written(
            "each-other",
            &[
                ("lib.rs", "pub mod a; pub mod b;"),
                ("a.rs", "#[path = \"deep/../b.rs\"] mod b;"),
                ("b.rs", &format!("{SHOP}#[path = \"a.rs\"] mod a;")),
                ("deep/empty", ""),
            ],
        );
        assert_eq!(found(&root), (vec!["b::Shop".to_owned()], nothing()));
    }

    /// There are more than a billion chains of these files without a repetition.
    #[test]
    fn many_files_that_include_each_other_end() {
        let names: Vec<_> = (0..13).map(|n| format!("m{n}")).collect();
        let all: String = names.iter().map(|name| format!("#[path = \"{name}.rs\"] pub mod {name};\n")).collect();
        let files: Vec<_> = names.iter().map(|name| format!("{name}.rs")).collect();
        let mut files: Vec<_> = files.iter().map(|file| (file.as_str(), all.as_str())).collect();
        let root = all.clone() + SHOP;
        files.push(("lib.rs", &root));
        let (schemas, unread) = found(&written("many", &files));
        assert_eq!(schemas, ["Shop"]);
        assert!(unread.iter().all(|file| file.contains("is a module in more than 64 places")), "{unread:?}");
    }

    #[test]
    fn modules_are_read_up_to_a_depth() {
        let nested = |depth: usize| {
            let file = |n: usize| match n + 1 < depth {
                true => (format!("m{n}.rs"), format!("#[path = \"m{}.rs\"] pub mod m;", n + 1)),
                false => (format!("m{n}.rs"), SHOP.to_owned()),
            };
            let files: Vec<_> = (0..depth).map(file).collect();
            let mut files: Vec<_> = files.iter().map(|(path, text)| (path.as_str(), text.as_str())).collect();
            files.push(("lib.rs", "#[path = \"m0.rs\"] pub mod m;"));
            found(&written(&format!("deep-{depth}"), &files))
        };
        assert_eq!(nested(128), (vec!["m::".repeat(128) + "Shop"], nothing()));
        let (schemas, unread) = nested(5_000);
        assert_eq!((schemas, unread.len()), (nothing(), 1));
        assert!(unread[0].contains("m127.rs: more than 128 modules within each other"), "{unread:?}");
        let inline = "pub mod m {".repeat(200) + SHOP + &"}".repeat(200);
        let (schemas, unread) = found(&written("deep-inline", &[("lib.rs", &inline)]));
        assert_eq!((schemas, unread.len()), (nothing(), 1), "{unread:?}");
    }

    #[test]
    fn expressions_are_read_up_to_a_depth() {
        let nested = |depth: usize| {
            let text = format!("{SHOP}const N: u8 = {}1{};", "(".repeat(depth), ")".repeat(depth));
            found(&written(&format!("brackets-{depth}"), &[("lib.rs", &text)]))
        };
        assert_eq!(nested(512), (vec!["Shop".to_owned()], nothing()));
        let (schemas, unread) = nested(20_000);
        assert_eq!((schemas, unread.len()), (nothing(), 1));
        assert!(unread[0].contains("lib.rs: more than 512 brackets within each other"), "{unread:?}");
    }

    #[cfg(unix)]
    #[test]
    fn symbolic_links_do_not_lead_in_circles() {
        let root = written("links", &[("lib.rs", "pub mod a; pub mod gone;"), ("a/mod.rs", &format!("{SHOP}mod a;"))]);
        std::os::unix::fs::symlink(".", root.join("a/a")).unwrap();
        std::os::unix::fs::symlink("gone.rs", root.join("gone.rs")).unwrap();
        assert_eq!(found(&root), (vec!["a::Shop".to_owned()], nothing()));
    }
}
