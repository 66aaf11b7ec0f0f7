//! Reads a crate's modules from its files, as rustc finds them.

use std::{
    fs,
    path::{Path, PathBuf},
};

use syn::{Attribute, Expr, ExprLit, Item, ItemMod, Lit, Meta};

use super::module::{Module, is_public, is_test};

/// The problems found while reading.
#[derive(Debug, Default)]
pub(crate) struct Sources {
    /// The files that cannot be read or are not Rust, with the reason.
    pub(crate) unread: Vec<String>,
}

/// The location of a module and of its submodules.
struct Place {
    file: PathBuf,
    /// The folder that contains `name.rs` for a `mod name;`.
    folder: PathBuf,
}

/// Reads the crate with this root file.
pub(super) fn read(root: &Path, sources: &mut Sources) -> Module {
    let folder = root.parent().unwrap_or(root).to_owned();
    let mut module = file(&Place { file: root.to_owned(), folder }, sources);
    module.is_public = true;
    module
}

fn file(place: &Place, sources: &mut Sources) -> Module {
    let parsed = fs::read_to_string(&place.file).map_err(|error| error.to_string());
    let parsed = parsed.and_then(|text| syn::parse_file(&text).map_err(|error| error.to_string()));
    match parsed {
        Ok(parsed) => items(&parsed.items, place, sources),
        Err(error) => {
            sources.unread.push(format!("{}: {error}", place.file.display()));
            Module::default()
        }
    }
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

/// Reads a submodule. `None` if its file does not exist, for example because the module is for another platform.
fn submodule(of: &ItemMod, place: &Place, sources: &mut Sources) -> Option<Module> {
    let name = of.ident.to_string();
    let name = name.trim_start_matches("r#");
    let mut module = match &of.content {
        Some((_, content)) => {
            let inline = Place { file: place.file.clone(), folder: place.folder.join(name) };
            items(content, &inline, sources)
        }
        None => file(&file_of(of, name, place)?, sources),
    };
    module.is_public = is_public(&of.vis);
    Some(module)
}

fn file_of(of: &ItemMod, name: &str, place: &Place) -> Option<Place> {
    if let Some(path) = of.attrs.iter().find_map(path_attribute) {
        let path = place.file.parent()?.join(path);
        return Some(Place { folder: path.parent()?.to_owned(), file: path }).filter(|place| place.file.exists());
    }
    let folder = place.folder.join(name);
    let files = [place.folder.join(format!("{name}.rs")), folder.join("mod.rs")];
    files.into_iter().find(|file| file.exists()).map(|file| Place { file, folder })
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
