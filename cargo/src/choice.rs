//! Chooses the schema on which a command runs.

use std::{env, path::Path};

use crate::{
    arguments::Arguments,
    metadata::{Metadata, Package},
    schemas::{self, Found},
};

/// The schema of a command.
pub(crate) struct Chosen<'a> {
    pub(crate) package: &'a Package,
    /// The `keywright` that the package is compiled with.
    pub(crate) keywright: &'a Package,
    /// The path by which another crate imports the schema, including the crate's name.
    pub(crate) path: String,
}

/// A schema of a package.
struct Candidate<'a> {
    package: &'a Package,
    found: Found,
    /// `None` if no other crate can import it.
    path: Option<String>,
    /// The binary that declares it, if it is not in a library.
    binary: Option<&'a str>,
}

/// The schemas of some packages, and the files that were not read.
#[derive(Default)]
struct Search<'a> {
    candidates: Vec<Candidate<'a>>,
    unread: Vec<String>,
}

pub(crate) fn choose<'a>(metadata: &'a Metadata, arguments: &Arguments) -> Result<Chosen<'a>, String> {
    let packages = nearest(packages(metadata, arguments)?, metadata, arguments);
    let (package, path) = schema(&packages, arguments)?;
    match metadata.keywright_of(package) {
        Some(keywright) => Ok(Chosen { package, keywright, path }),
        None => Err(format!("the package `{}` does not depend on `keywright`", package.name)),
    }
}

fn schema<'a>(packages: &[&'a Package], arguments: &Arguments) -> Result<(&'a Package, String), String> {
    if let Some(path) = arguments.schema.as_deref().filter(|path| path.contains("::")) {
        return Ok((package_of(packages, path)?, path.to_owned()));
    }
    if arguments.schema.is_none()
        && let Some((package, path)) = named(packages)?
    {
        return Ok((package, path.to_owned()));
    }
    one(&search(packages, arguments.schema.as_deref()), packages, arguments)
}

/// Returns only the package of the current folder if it has a schema. Otherwise, and for a `--schema` path, which names
/// its package, returns all packages.
fn nearest<'a>(packages: Vec<&'a Package>, metadata: &Metadata, arguments: &Arguments) -> Vec<&'a Package> {
    let wanted = arguments.schema.as_deref();
    if wanted.is_some_and(|path| path.contains("::")) {
        return packages;
    }
    let has_schema = |package: &&'a Package| {
        wanted.is_none() && package.named_schema().is_some() || !search(&[*package], wanted).candidates.is_empty()
    };
    match current(&packages, metadata).filter(has_schema) {
        Some(package) => vec![package],
        None => packages,
    }
}

/// Returns the named package, or all packages of the workspace that use `keywright`.
fn packages<'a>(metadata: &'a Metadata, arguments: &Arguments) -> Result<Vec<&'a Package>, String> {
    let members: Vec<_> = metadata.members().filter(|package| metadata.keywright_of(package).is_some()).collect();
    match &arguments.package {
        Some(name) => match metadata.members().find(|package| package.name == *name) {
            Some(package) => Ok(vec![package]),
            None => Err(format!(
                "the workspace has no package `{name}`; of those that use `keywright`: {}",
                names(&members)
            )),
        },
        None if members.is_empty() => Err(format!(
            "no package of the workspace {} depends on `keywright`; add it with `cargo add keywright`",
            metadata.workspace_root.display()
        )),
        None => Ok(members),
    }
}

/// Returns the package that the current folder belongs to, if it uses `keywright`.
fn current<'a>(packages: &[&'a Package], metadata: &Metadata) -> Option<&'a Package> {
    let folder = env::current_dir().ok()?;
    let is_here = |package: &&Package| folder.starts_with(package.folder());
    let here = metadata.members().filter(is_here).max_by_key(|package| package.folder().as_os_str().len())?;
    packages.iter().copied().find(|package| package.id == here.id)
}

/// Returns the package whose library is the first name of a path.
fn package_of<'a>(packages: &[&'a Package], path: &str) -> Result<&'a Package, String> {
    let crate_name = path.split("::").next().unwrap_or_default();
    let has_name = |package: &&Package| package.library().is_some_and(|library| library.crate_name() == crate_name);
    packages.iter().copied().find(has_name).ok_or_else(|| {
        format!(
            "no package has the library `{crate_name}` of the schema `{path}`; packages that use `keywright`: {}",
            names(packages)
        )
    })
}

/// Returns the schema that a manifest names.
fn named<'a>(packages: &[&'a Package]) -> Result<Option<(&'a Package, &'a str)>, String> {
    let named: Vec<_> = packages.iter().filter_map(|package| Some((*package, package.named_schema()?))).collect();
    match named[..] {
        [] => Ok(None),
        [(package, path)] => {
            let package = package_of(&[package], path).map_err(|_| wrong_name(package, path))?;
            Ok(Some((package, path)))
        }
        _ => {
            let ways: Vec<_> = named.iter().map(|(package, path)| way(package, path)).collect();
            Err(format!("several packages name a schema; choose one\n{}", ways.join("\n")))
        }
    }
}

fn wrong_name(package: &Package, path: &str) -> String {
    let library = package.library().map_or_else(|| "my_crate".to_owned(), |library| library.crate_name());
    format!(
        "{}: `{path}` is not a path into the library of `{}`; write `schema = \"{library}::..\"` in \
         `[package.metadata.keywright]`",
        package.manifest_path.display(),
        package.name
    )
}

fn search<'a>(packages: &[&'a Package], name: Option<&str>) -> Search<'a> {
    let mut search = Search::default();
    for package in packages {
        let library = package.library().map(|library| (library, None));
        let binaries = package.binaries().map(|binary| (binary, Some(binary.name.as_str())));
        for (target, binary) in library.into_iter().chain(binaries) {
            let (found, unread) = schemas::find(&target.src_path);
            search.unread.extend(unread);
            for found in found.into_iter().filter(|found| name.is_none_or(|name| found.name == name)) {
                let path = found.public.as_ref().filter(|_| binary.is_none());
                let path = path.map(|path| format!("{}::{path}", target.crate_name()));
                search.candidates.push(Candidate { package, found, path, binary });
            }
        }
    }
    search
}

/// Returns the only schema that can be imported.
fn one<'a>(search: &Search<'a>, packages: &[&Package], arguments: &Arguments) -> Result<(&'a Package, String), String> {
    let public: Vec<_> = search.candidates.iter().filter_map(|of| Some((of, of.path.clone()?))).collect();
    match public[..] {
        [(candidate, ref path)] => Ok((candidate.package, path.clone())),
        [] => match (search.candidates.first(), &arguments.schema) {
            (Some(candidate), _) => Err(unreachable(candidate)),
            (None, Some(name)) => Err(format!("no schema `{name}` in {}", names(packages))),
            (None, None) => Err(nothing(search, packages)),
        },
        _ => {
            let ways: Vec<_> = public.iter().map(|(of, path)| way(of.package, path)).collect();
            let manifest = public[0].0.package.manifest_path.display();
            Err(format!(
                "the workspace has several schemas; choose one\n{}\nor for every run, in {manifest}:\n  \
                 [package.metadata.keywright]\n  schema = \"{}\"",
                ways.join("\n"),
                public[0].1
            ))
        }
    }
}

fn way(package: &Package, path: &str) -> String {
    format!("  cargo keywright -p {} --schema {path}", package.name)
}

/// Explains why a schema cannot be imported, and what to do.
fn unreachable(candidate: &Candidate<'_>) -> String {
    let Candidate { package, found, binary, .. } = candidate;
    let (name, file) = (&found.name, found.file.display());
    match (binary, package.library()) {
        (Some(binary), None) => format!(
            "the schema `{name}` is in the binary `{binary}` ({file}), which no other program can import, and `{}` has \
             no library; move it to {}, and `use {}::{name}` in the binary",
            package.name,
            package.folder().join("src").join("lib.rs").display(),
            package.name.replace('-', "_")
        ),
        (Some(binary), Some(library)) => format!(
            "the schema `{name}` is in the binary `{binary}` ({file}), which no other program can import; move it to \
             the library, {}",
            library.src_path.display()
        ),
        (None, library) => format!(
            "the schema `{name}` is private: no other program can import `{}::{}` ({file}); make it `pub`, with its \
             modules or by `pub use {}` in {}",
            library.map_or_else(String::new, |library| library.crate_name()),
            found.declared,
            found.declared,
            library.map_or(Path::new("src/lib.rs"), |library| &library.src_path).display()
        ),
    }
}

fn nothing(search: &Search<'_>, packages: &[&Package]) -> String {
    let unread = match search.unread.is_empty() {
        true => String::new(),
        false => format!("\nnot read: {}", search.unread.join("\n          ")),
    };
    format!(
        "no schema in {}: no struct with `#[derive(Table)]` and `#[entities(..)]`, or with `#[derive(Schema)]`; list \
         the table's entities, or name a schema that a macro writes in `[package.metadata.keywright]` of its \
         Cargo.toml: `schema = \"my_crate::Platform\"`{unread}",
        names(packages)
    )
}

fn names(packages: &[&Package]) -> String {
    let names: Vec<_> = packages.iter().map(|package| format!("`{}`", package.name)).collect();
    if names.is_empty() { "none".to_owned() } else { names.join(", ") }
}
