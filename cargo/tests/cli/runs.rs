//! Tests commands that run.

use std::{fs, path::Path, process::Command};

use crate::workspace::{Workspace, manifest};

const MEMBERS: &str = "[workspace]\nmembers = [\"shop\", \"other\"]\nresolver = \"3\"\n";
const SHOP: &str = "mod schema;\npub use schema::Platform as Shop;\n";
const PLATFORM: &str = "#[derive(keywright::Table)]\n#[entities(Order)]\npub struct Platform;\n";

fn shop() -> Vec<(&'static str, String)> {
    vec![
        ("Cargo.toml", MEMBERS.to_owned()),
        ("shop/Cargo.toml", manifest("shop")),
        ("shop/src/lib.rs", SHOP.to_owned()),
        ("shop/src/schema.rs", PLATFORM.to_owned()),
        ("other/Cargo.toml", "[package]\nname = \"other\"\nversion = \"0.1.0\"\nedition = \"2024\"\n".to_owned()),
        ("other/src/lib.rs", String::new()),
    ]
}

fn workspace(name: &str, files: &[(&str, String)]) -> Workspace {
    Workspace::new(name, &files.iter().map(|(path, text)| (*path, text.as_str())).collect::<Vec<_>>())
}

#[test]
fn a_command_runs_on_the_schema_of_a_library() {
    let workspace = workspace("runs", &shop());
    let plan = workspace.run(".", &["plan", "--format", "json", "--offline"]);
    assert_eq!((plan.status, plan.out.as_str()), (Some(0), "shop::schema::Platform: plan --format json\n"), "{plan:?}");
    assert!(plan.error.contains("Compiling shop"), "the first run shows its progress: {plan:?}");
    let status = workspace.run("other", &["fail", "-p", "shop"]);
    assert_eq!(status.status, Some(3), "the exit status is the command's: {status:?}");
    assert_eq!(status.error, "", "later runs are quiet");
    let simulate = workspace.run("shop/src", &["simulate", "--seed", "1"]);
    assert!(simulate.error.contains("Compiling keywright-simulate-shop"), "another program is compiled: {simulate:?}");
    assert_eq!(simulate.out, "shop::schema::Platform: simulate --seed 1 with simulate\n", "{simulate:?}");
    // Only the target folder and the lock file of the workspace are written.
    let mut files: Vec<_> = fs::read_dir(workspace.path(".")).unwrap().map(|file| file.unwrap().file_name()).collect();
    files.sort();
    assert_eq!(files, ["Cargo.lock", "Cargo.toml", "other", "shop", "target"]);
}

/// rustc never reads such a module.
#[test]
fn a_file_that_includes_itself_under_cfg_is_read_once() {
    let mut files = shop();
    files[2].1 += "#[cfg(any())]\n#[path = \"lib.rs\"]\nmod again;\n";
    files[3].1 += "#[cfg(any())]\n#[path = \"lib.rs\"]\nmod root;\n";
    let workspace = workspace("itself", &files);
    let plan = workspace.run(".", &["plan", "--offline"]);
    assert_eq!((plan.status, plan.out.as_str()), (Some(0), "shop::schema::Platform: plan\n"), "{plan:?}");
}

#[test]
fn another_set_of_features_shows_the_progress_of_its_compilation() {
    let workspace = workspace("progress", &shop());
    workspace.run(".", &["plan"]);
    let plan = workspace.run(".", &["plan", "--features", "extra"]);
    assert!(plan.error.contains("Compiling shop"), "{plan:?}");
    assert_eq!(workspace.run(".", &["plan", "--features", "extra"]).error, "");
    workspace.write("shop/src/schema.rs", &format!("{PLATFORM}compile_error!(\"broken\");\n"));
    workspace.run(".", &["plan"]);
    workspace.write("shop/src/schema.rs", PLATFORM);
    let plan = workspace.run(".", &["plan"]);
    assert!(plan.error.contains("Compiling shop"), "a failed compilation is not one: {plan:?}");
}

#[test]
fn a_simulation_is_compiled_for_its_help_and_after_options() {
    let workspace = workspace("simulates", &shop());
    for arguments in [["help", "simulate", "--offline"], ["--table-name", "Shop", "simulate"]] {
        let simulate = workspace.run(".", &arguments);
        assert!(simulate.out.ends_with(" with simulate\n"), "{simulate:?}");
    }
}

#[test]
fn the_lock_file_is_beside_the_manifest_of_the_package() {
    let workspace = workspace("locks", &shop());
    let lock = workspace.run("shop/src", &["lock"]);
    assert!(workspace.path("shop/keywright.lock").exists() && lock.status == Some(0), "{lock:?}");
    assert!(!workspace.path("shop/src/keywright.lock").exists());
    assert_eq!(workspace.run("shop", &["lock"]).out, "shop::schema::Platform: lock\n");
}

#[test]
fn a_schema_of_another_package_is_chosen_by_its_path() {
    let mut files = shop();
    files[1].1 += "[package.metadata.keywright]\nschema = \"shop::Shop\"\n";
    files[4].1 = manifest("other");
    files[5].1 = PLATFORM.replace("Platform", "Log");
    let workspace = workspace("another", &files);
    for schema in ["other::Log", "Log"] {
        let plan = workspace.run("shop", &["plan", "--schema", schema]);
        assert_eq!(plan.out, "other::Log: plan\n", "{plan:?}");
    }
    assert_eq!(workspace.run("shop", &["plan"]).out, "shop::schema::Platform: plan\n");
    assert_eq!(workspace.run("other", &["plan"]).out, "other::Log: plan\n");
}

#[test]
fn features_patches_and_profiles_are_those_of_the_workspace() {
    let mut files = shop();
    files[0].1 += "[profile.dev.package.shop]\nopt-level = 1\n[patch.crates-io]\nkeywright = { path = \
                   \"../keywright/runtime\" }\n";
    files[1].1 = files[1].1.replace("{ path = \"../../keywright/runtime\" }", "\"0.1\"");
    files[2].1 = format!("#[cfg(feature = \"extra\")]\n{SHOP}");
    let workspace = workspace("features", &files);
    let plan = workspace.run(".", &["plan", "--features", "extra"]);
    assert_eq!(plan.out, "shop::schema::Platform: plan\n", "{plan:?}");
    let manifest = fs::read_to_string(workspace.path("target/keywright/shop/schema/Cargo.toml")).unwrap();
    assert!(manifest.contains("[profile.dev.package.shop]\nopt-level = 1\n"), "{manifest}");
}

#[test]
fn tools_come_from_the_git_repository_of_keywright() {
    let mut files = shop();
    files[1].1 = files[1].1.replace("path = \"../../keywright/runtime\"", "git = \"REPOSITORY\"");
    let workspace = workspace("git", &files);
    let repository = workspace.path("../keywright");
    let git = |arguments: &[&str]| {
        let identity = ["-c", "user.name=test", "-c", "user.email=test@example.com"];
        let status = Command::new("git").args(identity).args(arguments).current_dir(&repository).status();
        assert!(status.is_ok_and(|status| status.success()), "git {arguments:?}");
    };
    git(&["init", "--quiet"]);
    git(&["add", "."]);
    git(&["commit", "--quiet", "--message", "First"]);
    workspace.write("shop/Cargo.toml", &files[1].1.replace("REPOSITORY", &format!("file://{}", repository.display())));
    // Cargo refuses to fetch a repository offline, even one in a folder.
    let home = workspace.path("../home");
    let variables = [("CARGO_NET_OFFLINE", Path::new("false")), ("CARGO_HOME", &home)];
    let plan = workspace.run_with(".", &["plan"], &variables);
    assert_eq!(plan.out, "shop::schema::Platform: plan\n", "{plan:?}");
    // The program keeps the commit of the workspace's lock file.
    workspace.write("../keywright/tools/src/lib.rs", "compile_error!(\"another commit\");");
    git(&["commit", "--quiet", "--all", "--message", "Second"]);
    workspace.write("shop/src/lib.rs", &format!("{SHOP}pub fn changed() {{}}\n"));
    let again = workspace.run_with(".", &["plan"], &variables);
    assert_eq!((again.status, again.out.as_str()), (Some(0), "shop::schema::Platform: plan\n"), "{again:?}");
}

#[test]
fn a_manifest_can_name_the_schema() {
    let mut files = shop();
    files[1].1 += "[package.metadata.keywright]\nschema = \"shop::made::Platform\"\n";
    files[2].1 = "macro_rules! table { ($name:ident) => { #[derive(keywright::Table)] pub struct $name; } }\n\
                  pub mod made { table!(Platform); }\nmod schema;\npub use schema::*;\n"
        .to_owned();
    let workspace = workspace("named", &files);
    assert_eq!(workspace.run(".", &["plan"]).out, "shop::made::Platform: plan\n");
    let chosen = workspace.run(".", &["plan", "--schema", "shop::Platform"]);
    assert_eq!(chosen.out, "shop::schema::Platform: plan\n", "the option is stronger: {chosen:?}");
    let chosen = workspace.run(".", &["plan", "--schema", "Platform"]);
    assert_eq!(chosen.out, "shop::schema::Platform: plan\n", "{chosen:?}");
}

#[cfg(unix)]
#[test]
fn the_page_is_opened_in_the_browser() {
    use std::os::unix::fs::PermissionsExt as _;

    let workspace = workspace("opens", &shop());
    let browser = workspace.path("../browser");
    workspace.write("../browser", "#!/bin/sh\ncp \"$1\" \"$0.opened\"\n");
    fs::set_permissions(&browser, fs::Permissions::from_mode(0o755)).unwrap();
    let docs = workspace.run_with("shop", &["docs", "--open"], &[("BROWSER", &browser)]);
    let page = workspace.path("target/keywright/shop/schema/access-patterns.html");
    let expected = format!("shop::schema::Platform: docs --format html --out {}\n", page.display());
    assert_eq!((docs.status, docs.out), (Some(0), expected), "{}", docs.error);
    assert_eq!(fs::read_to_string(workspace.path("../browser.opened")).unwrap(), "a page");
    let unopened = workspace.run_with("shop", &["docs", "--open"], &[("BROWSER", Path::new("/no/browser"))]);
    assert_eq!(unopened.status, Some(0));
    assert_eq!(unopened.error, format!("note: `/no/browser` did not open the page; it is {}\n", page.display()));
}
