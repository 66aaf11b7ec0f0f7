//! Writes the manifest of the program.

use toml::{Table, Value};

use super::{dependency, inherited};
use crate::{
    arguments::Arguments,
    choice::Chosen,
    metadata::{Metadata, Package},
};

/// The packages in which a simulation spends most of its time.
const SIMULATED: [&str; 2] = ["keywright-local", "sha2"];

/// Writes the manifest of a package that is its own workspace, with two dependencies.
pub(super) fn manifest(
    metadata: &Metadata,
    chosen: &Chosen<'_>,
    arguments: &Arguments,
    name: &str,
) -> Result<String, String> {
    let is_simulation = arguments.is_simulation();
    let mut tools = dependency::tools(chosen.keywright)?;
    if is_simulation {
        tools.insert("features".to_owned(), texts(["simulate"]));
    }
    let mut package = Table::new();
    for (key, value) in [("name", name), ("version", "0.0.0"), ("edition", "2024")] {
        package.insert(key.to_owned(), text(value));
    }
    package.insert("publish".to_owned(), Value::Boolean(false));
    let mut dependencies = Table::new();
    dependencies.insert(chosen.package.name.clone(), Value::Table(of_user(chosen.package, arguments)));
    dependencies.insert("keywright-tools".to_owned(), Value::Table(tools));

    let mut manifest = inherited::inherited(&metadata.workspace_root)?;
    manifest.insert("package".to_owned(), Value::Table(package));
    manifest.insert("workspace".to_owned(), Value::Table(Table::new()));
    manifest.insert("dependencies".to_owned(), Value::Table(dependencies));
    if is_simulation {
        optimize(&mut manifest);
    }
    let manifest = toml::to_string(&manifest).map_err(|error| error.to_string())?;
    Ok(format!("# Written by `cargo keywright`, for the command line of the schema `{}`\n{manifest}", chosen.path))
}

/// Returns the dependency on the package of the schema.
fn of_user(package: &Package, arguments: &Arguments) -> Table {
    let mut table = Table::new();
    table.insert("path".to_owned(), text(&package.folder().to_string_lossy()));
    if arguments.no_default_features {
        table.insert("default-features".to_owned(), Value::Boolean(false));
    }
    let all = package.features.keys().filter(|_| arguments.all_features);
    let features: Vec<_> = all.chain(&arguments.features).map(String::as_str).collect();
    if !features.is_empty() {
        table.insert("features".to_owned(), texts(features));
    }
    table
}

/// Optimizes the simulation in the profile `dev`, unless the workspace sets another level.
fn optimize(manifest: &mut Table) {
    let packages = ["profile", "dev", "package"]
        .into_iter()
        .try_fold(manifest, |table, key| table.entry(key).or_insert_with(|| Value::Table(Table::new())).as_table_mut());
    let Some(packages) = packages else { return };
    for name in SIMULATED {
        let level = Table::from_iter([("opt-level".to_owned(), Value::Integer(2))]);
        packages.entry(name).or_insert(Value::Table(level));
    }
}

fn text(text: &str) -> Value {
    Value::String(text.to_owned())
}

fn texts<'a>(texts: impl IntoIterator<Item = &'a str>) -> Value {
    Value::Array(texts.into_iter().map(text).collect())
}
