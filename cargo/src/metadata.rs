//! Reads the metadata of a workspace from cargo.

use std::{
    collections::{BTreeMap, HashSet, VecDeque},
    env,
    path::{Path, PathBuf},
    process::Command,
};

use serde::Deserialize;
use serde_json::Value;

use crate::arguments::Arguments;

/// The output of `cargo metadata`.
#[derive(Debug, Deserialize)]
pub(crate) struct Metadata {
    pub(crate) packages: Vec<Package>,
    workspace_members: Vec<String>,
    pub(crate) workspace_root: PathBuf,
    pub(crate) target_directory: PathBuf,
    resolve: Option<Resolve>,
}

#[derive(Debug, Deserialize)]
pub(crate) struct Package {
    pub(crate) id: String,
    pub(crate) name: String,
    pub(crate) version: String,
    /// `None` for a package in a local folder.
    pub(crate) source: Option<String>,
    pub(crate) manifest_path: PathBuf,
    pub(crate) targets: Vec<Target>,
    #[serde(default)]
    pub(crate) features: BTreeMap<String, Vec<String>>,
    #[serde(default)]
    metadata: Value,
}

#[derive(Debug, Deserialize)]
pub(crate) struct Target {
    pub(crate) name: String,
    kind: Vec<String>,
    pub(crate) src_path: PathBuf,
}

#[derive(Debug, Deserialize)]
struct Resolve {
    nodes: Vec<Node>,
}

#[derive(Debug, Deserialize)]
struct Node {
    id: String,
    deps: Vec<Dependency>,
}

#[derive(Debug, Deserialize)]
struct Dependency {
    pkg: String,
    dep_kinds: Vec<DependencyKind>,
}

#[derive(Debug, Deserialize)]
struct DependencyKind {
    /// `None` for an ordinary dependency.
    kind: Option<String>,
}

/// Returns the cargo that runs this program, or the one on `PATH`.
pub(crate) fn cargo() -> Command {
    Command::new(env::var_os("CARGO").unwrap_or_else(|| "cargo".into()))
}

/// Returns the platform that rustc compiles for by default.
fn host() -> Option<String> {
    let rustc = env::var_os("RUSTC").unwrap_or_else(|| "rustc".into());
    let version = Command::new(rustc).arg("-vV").output().ok()?;
    let version = String::from_utf8(version.stdout).ok()?;
    version.lines().find_map(|line| line.strip_prefix("host: ")).map(str::to_owned)
}

/// Reads the workspace of the current folder, or of the given manifest.
pub(crate) fn read(arguments: &Arguments) -> Result<Metadata, String> {
    let mut command = cargo();
    command.args(["metadata", "--format-version", "1"]);
    if let Some(path) = &arguments.manifest_path {
        command.arg("--manifest-path").arg(path);
    }
    if arguments.offline {
        command.arg("--offline");
    }
    // Optional dependencies may include `keywright`.
    command.arg("--all-features");
    // Dependencies for other platforms may not have been downloaded.
    if let Some(host) = host() {
        command.args(["--filter-platform", &host]);
    }
    output(command).map_err(|message| {
        format!(
            "no workspace to find a schema in: {message}\nrun `cargo keywright` in a folder of a workspace that \
             depends on `keywright`, or name its manifest with --manifest-path"
        )
    })
}

/// Reads the members of the workspace that a manifest belongs to.
pub(crate) fn workspace_members(manifest: &Path) -> Result<Vec<Package>, String> {
    let mut command = cargo();
    command.args(["metadata", "--format-version", "1", "--no-deps", "--manifest-path"]).arg(manifest);
    Ok(output(command)?.packages)
}

fn output(mut command: Command) -> Result<Metadata, String> {
    let output = command.output().map_err(|error| format!("cargo cannot be started: {error}"))?;
    if !output.status.success() {
        let message = String::from_utf8_lossy(&output.stderr);
        return Err(message.trim().trim_start_matches("error: ").to_owned());
    }
    serde_json::from_slice(&output.stdout)
        .map_err(|error| format!("the output of `cargo metadata` is not read: {error}"))
}

impl Metadata {
    /// Returns the packages of the workspace.
    pub(crate) fn members(&self) -> impl Iterator<Item = &Package> {
        self.packages.iter().filter(|package| self.workspace_members.contains(&package.id))
    }

    /// Returns the `keywright` that a package depends on, directly or indirectly; `None` if it does not use it.
    pub(crate) fn keywright_of(&self, package: &Package) -> Option<&Package> {
        let names = |id: &str| self.packages.iter().find(|package| package.id == id);
        let mut seen = HashSet::from([package.id.as_str()]);
        let mut open = VecDeque::from([package.id.as_str()]);
        while let Some(id) = open.pop_front() {
            if let Some(keywright) = names(id).filter(|package| package.name == "keywright") {
                return Some(keywright);
            }
            open.extend(self.dependencies(id).filter(|id| seen.insert(id)));
        }
        None
    }

    /// Returns the ids of a package's ordinary dependencies.
    fn dependencies<'a>(&'a self, id: &str) -> impl Iterator<Item = &'a str> + use<'a> {
        let nodes = self.resolve.iter().flat_map(|resolve| &resolve.nodes);
        let node = nodes.into_iter().find(|node| node.id == id);
        let ordinary = |of: &&Dependency| of.dep_kinds.iter().any(|kind| kind.kind.is_none());
        node.into_iter().flat_map(|node| &node.deps).filter(ordinary).map(|of| of.pkg.as_str())
    }
}

impl Package {
    pub(crate) fn folder(&self) -> &Path {
        self.manifest_path.parent().unwrap_or(&self.manifest_path)
    }

    /// Returns the library that other packages can import.
    pub(crate) fn library(&self) -> Option<&Target> {
        let kinds = ["lib", "rlib", "dylib"];
        self.targets.iter().find(|target| target.kind.iter().any(|kind| kinds.contains(&kind.as_str())))
    }

    pub(crate) fn binaries(&self) -> impl Iterator<Item = &Target> {
        self.targets.iter().filter(|target| target.kind.iter().any(|kind| kind == "bin"))
    }

    /// Returns the schema that its `[package.metadata.keywright]` names.
    pub(crate) fn named_schema(&self) -> Option<&str> {
        self.metadata.get("keywright")?.get("schema")?.as_str()
    }
}

impl Target {
    /// Returns the name by which Rust code imports it.
    pub(crate) fn crate_name(&self) -> String {
        self.name.replace('-', "_")
    }
}
