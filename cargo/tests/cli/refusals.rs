//! Tests commands for which there is no schema, and the fix in their messages.

use crate::workspace::{Workspace, manifest};

const TABLE: &str = "#[derive(keywright::Table)]\n#[entities(Order)]\n";

/// Runs `plan` on a package with these files, and returns the error.
fn refused(name: &str, files: &[(&str, &str)]) -> String {
    let manifest = manifest("root");
    let files: Vec<_> = [("Cargo.toml", manifest.as_str())].into_iter().chain(files.iter().copied()).collect();
    Workspace::new(name, &files).run(".", &["plan", "--offline"]).refused()
}

#[test]
fn a_folder_without_a_workspace() {
    let workspace = Workspace::new("nowhere", &[("file", "")]);
    let error = workspace.run(".", &["plan", "--manifest-path", "missing/Cargo.toml"]).refused();
    assert!(error.starts_with("error: no workspace to find a schema in: ") && error.contains("missing"), "{error}");
    assert!(error.contains("name its manifest with --manifest-path"), "{error}");
}

#[test]
fn a_workspace_without_keywright() {
    let manifest = "[workspace]\n[package]\nname = \"root\"\nversion = \"0.1.0\"\nedition = \"2024\"\n";
    let workspace = Workspace::new("without", &[("Cargo.toml", manifest), ("src/lib.rs", "")]);
    let error = workspace.run(".", &["plan"]).refused();
    assert!(error.contains(" depends on `keywright`; add it with `cargo add keywright`"), "{error}");
    let error = workspace.run(".", &["plan", "-p", "shop"]).refused();
    assert!(error.contains("the workspace has no package `shop`"), "{error}");
    let error = workspace.run(".", &["plan", "-p", "root", "--schema", "root::Platform"]).refused();
    assert!(error.contains("the package `root` does not depend on `keywright`"), "{error}");
}

#[test]
fn a_library_without_a_schema() {
    let error = refused(
        "none",
        &[("src/lib.rs", "#[derive(keywright::Table)] pub struct Shop; mod broken;"), ("src/broken.rs", "fn (")],
    );
    assert!(error.starts_with("error: no schema in `root`: no struct with `#[derive(Table)]` and `#[entities(..)]`"));
    assert!(error.contains("[package.metadata.keywright]"), "{error}");
    assert!(error.contains("\nnot read: ") && error.contains("broken.rs: "), "{error}");
}

#[test]
fn a_schema_in_a_binary() {
    let main = format!("{TABLE}struct Shop;\nfn main() {{}}\n");
    let error = refused("binary", &[("src/main.rs", &main)]);
    assert!(error.starts_with("error: the schema `Shop` is in the binary `root` ("), "{error}");
    assert!(error.contains("which no other program can import, and `root` has no library; move it to "), "{error}");
    assert!(error.contains("lib.rs, and `use root::Shop` in the binary"), "{error}");
    let error = refused("beside", &[("src/bin/tool.rs", &main), ("src/lib.rs", "")]);
    assert!(error.contains("in the binary `tool`") && error.contains("move it to the library, "), "{error}");
}

#[test]
fn a_private_schema() {
    let schema = format!("{TABLE}pub struct Shop;\n");
    let error = refused("private", &[("src/lib.rs", "mod schema;"), ("src/schema.rs", &schema)]);
    assert!(
        error.starts_with("error: the schema `Shop` is private: no other program can import `root::schema::Shop` (")
    );
    assert!(error.contains("by `pub use schema::Shop` in ") && error.contains("lib.rs"), "{error}");
}

#[test]
fn several_schemas() {
    let schemas = format!("{TABLE}pub struct Shop;\npub mod log {{ {TABLE}pub struct Log; }}\n");
    let workspace = Workspace::new("several", &[("Cargo.toml", &manifest("root")), ("src/lib.rs", &schemas)]);
    let error = workspace.run(".", &["plan"]).refused();
    assert!(error.starts_with("error: the workspace has several schemas; choose one\n"), "{error}");
    assert!(error.contains("\n  cargo keywright -p root --schema root::Shop\n"), "{error}");
    assert!(error.contains("\n  cargo keywright -p root --schema root::log::Log\n"), "{error}");
    assert!(error.contains("[package.metadata.keywright]\n  schema = \"root::Shop\""), "{error}");
    let error = workspace.run(".", &["plan", "--schema", "Shops"]).refused();
    assert_eq!(error, "error: no schema `Shops` in `root`\n");
    let error = workspace.run(".", &["plan", "--schema", "shop::Shop"]).refused();
    assert!(error.contains("no package has the library `shop` of the schema `shop::Shop`"), "{error}");
    let chosen = workspace.run(".", &["plan", "--schema", "Log"]);
    assert_eq!(chosen.out, "root::log::Log: plan\n", "{chosen:?}");
}

#[test]
fn a_wrong_name_in_the_manifest() {
    let manifest = manifest("root") + "[package.metadata.keywright]\nschema = \"Platform\"\n";
    let workspace = Workspace::new("wrong", &[("Cargo.toml", &manifest), ("src/lib.rs", "")]);
    let error = workspace.run(".", &["plan"]).refused();
    assert!(error.contains("`Platform` is not a path into the library of `root`; write `schema = \"root::..\"`"));
}
