//! Writes workspaces into temporary folders, for the tests.

use std::{
    fs,
    path::{Path, PathBuf},
    process::{Command, Output},
};

/// Crates with the names of keywright's that compile quickly. Their command line prints its arguments, and fails for
/// the command `fail`.
const KEYWRIGHT: &[(&str, &str)] = &[
    ("keywright/Cargo.toml", "[workspace]\nmembers = [\"runtime\", \"macros\", \"tools\"]\nresolver = \"3\"\n"),
    (
        "keywright/runtime/Cargo.toml",
        "[package]\nname = \"keywright\"\nversion = \"0.1.0\"\nedition = \"2024\"\n\n[dependencies]\n\
         keywright-macros = { path = \"../macros\" }\n",
    ),
    ("keywright/runtime/src/lib.rs", "pub use keywright_macros::{Schema, Table};\npub trait Schema {}\n"),
    (
        "keywright/macros/Cargo.toml",
        "[package]\nname = \"keywright-macros\"\nversion = \"0.1.0\"\nedition = \"2024\"\n\n[lib]\nproc-macro = true\n",
    ),
    (
        "keywright/macros/src/lib.rs",
        "use proc_macro::TokenStream;\n\
         #[proc_macro_derive(Table, attributes(table, entities))]\n\
         pub fn table(item: TokenStream) -> TokenStream { schema(item) }\n\
         #[proc_macro_derive(Schema, attributes(schema))]\n\
         pub fn schema(item: TokenStream) -> TokenStream {\n\
             let item = item.to_string();\n\
             let name = item.split(\"struct\").nth(1).unwrap().trim().trim_end_matches(';');\n\
             format!(\"impl ::keywright::Schema for {name} {{}}\").parse().unwrap()\n\
         }\n",
    ),
    (
        "keywright/tools/Cargo.toml",
        "[package]\nname = \"keywright-tools\"\nversion = \"0.1.0\"\nedition = \"2024\"\n\n\
         [features]\nsimulate = []\n\n[dependencies]\nkeywright = { path = \"../runtime\" }\n",
    ),
    (
        "keywright/tools/src/lib.rs",
        "pub fn run<S: keywright::Schema>() -> std::process::ExitCode {\n\
             let arguments: Vec<_> = std::env::args().skip(1).collect();\n\
             if let Some(place) = arguments.iter().position(|argument| argument == \"--out\") {\n\
                 std::fs::write(&arguments[place + 1], \"a page\").unwrap();\n\
             }\n\
             let simulates = if cfg!(feature = \"simulate\") { \" with simulate\" } else { \"\" };\n\
             println!(\"{}: {}{simulates}\", std::any::type_name::<S>(), arguments.join(\" \"));\n\
             if arguments[0] == \"fail\" { 3.into() } else { std::process::ExitCode::SUCCESS }\n\
         }\n",
    ),
];

/// A folder with a workspace and `keywright`, which is removed on drop.
pub(crate) struct Workspace {
    root: PathBuf,
}

impl Workspace {
    /// Writes the files, whose paths are relative to the workspace.
    pub(crate) fn new(name: &str, files: &[(&str, &str)]) -> Self {
        let root = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("cargo-keywright-{name}"));
        let _ = fs::remove_dir_all(&root);
        let workspace = Self { root };
        KEYWRIGHT.iter().for_each(|(path, text)| workspace.write(&format!("../{path}"), text));
        files.iter().for_each(|(path, text)| workspace.write(path, text));
        workspace
    }

    pub(crate) fn write(&self, path: &str, text: &str) {
        let path = self.path(path);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, text).unwrap();
    }

    /// Returns a path relative to the workspace.
    pub(crate) fn path(&self, path: &str) -> PathBuf {
        match path.strip_prefix("../") {
            Some(path) => self.root.join(path),
            None => self.root.join("user").join(path),
        }
    }

    /// Runs `cargo keywright` in a folder of the workspace.
    pub(crate) fn run(&self, folder: &str, arguments: &[&str]) -> Run {
        self.run_with(folder, arguments, &[])
    }

    pub(crate) fn run_with(&self, folder: &str, arguments: &[&str], variables: &[(&str, &Path)]) -> Run {
        let mut command = Command::new(env!("CARGO_BIN_EXE_cargo-keywright"));
        command.arg("keywright").args(arguments).current_dir(self.path(folder)).env("CARGO_NET_OFFLINE", "true");
        // The test's own cargo may have set this variable.
        command.env_remove("CARGO_TARGET_DIR").envs(variables.iter().copied());
        Run::of(command.output().unwrap())
    }
}

impl Drop for Workspace {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.root);
    }
}

/// The output of a run, and its exit status.
#[derive(Debug)]
pub(crate) struct Run {
    pub(crate) status: Option<i32>,
    pub(crate) out: String,
    pub(crate) error: String,
}

impl Run {
    fn of(output: Output) -> Self {
        let text = |bytes: Vec<u8>| String::from_utf8(bytes).unwrap();
        Self { status: output.status.code(), out: text(output.stdout), error: text(output.stderr) }
    }

    /// Returns the error of a run that could not run the schema's command line.
    pub(crate) fn refused(self) -> String {
        assert_eq!((self.status, self.out.as_str()), (Some(1), ""), "{self:?}");
        self.error
    }
}

/// Returns the manifest of a package that uses `keywright`. The package `root` is its own workspace.
pub(crate) fn manifest(name: &str) -> String {
    let (workspace, above) = if name == "root" { ("[workspace]\n\n", "../") } else { ("", "../../") };
    format!(
        "{workspace}[package]\nname = \"{name}\"\nversion = \"0.1.0\"\nedition = \"2024\"\n\n[features]\nextra = []\n\n\
         [dependencies]\nkeywright = {{ path = \"{above}keywright/runtime\" }}\n"
    )
}
