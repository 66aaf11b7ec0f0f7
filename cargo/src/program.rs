//! Writes the program that is the command line of a schema, and runs it.

mod dependency;
mod inherited;
mod manifest;

use std::{
    ffi::OsString,
    fs, io,
    path::{Path, PathBuf},
    process::{Command, ExitCode, ExitStatus},
};

use crate::{
    arguments::Arguments,
    choice::Chosen,
    metadata::{Metadata, cargo},
};

/// The folders of the target directory for the profiles of `cargo run` and `cargo run --release`.
const PROFILES: [&str; 2] = ["debug", "release"];

/// The exit status of `cargo run` for a program that does not compile.
const NOT_COMPILED: u8 = 101;

/// The variable that contains the name under which the program was called.
const PROGRAM_VARIABLE: &str = "KEYWRIGHT_PROGRAM";

/// The package of the program.
pub(crate) struct Program {
    pub(crate) folder: PathBuf,
    /// Its binary's name.
    name: String,
    target: PathBuf,
    release: bool,
    offline: bool,
}

/// Writes the package, unless it is up to date.
pub(crate) fn write(metadata: &Metadata, chosen: &Chosen<'_>, arguments: &Arguments) -> Result<Program, String> {
    let is_simulation = arguments.is_simulation();
    // A lock file for each set of features, so that one command does not change that of another.
    let kind = if is_simulation { "simulate" } else { "schema" };
    let folder = metadata.target_directory.join("keywright").join(&chosen.package.name).join(kind);
    // The programs share the target directory with the user's own, so the name must be unique.
    let name = format!("keywright-{kind}-{}", chosen.package.name);
    let manifest = manifest::manifest(metadata, chosen, arguments, &name)?;
    let main = format!("fn main() -> std::process::ExitCode {{\n    keywright_tools::run::<{}>()\n}}\n", chosen.path);
    let workspace_lock = metadata.workspace_root.join("Cargo.lock");
    write_package(&folder, &manifest, &main, &workspace_lock)
        .map_err(|error| format!("the program for the schema cannot be written to {}: {error}", folder.display()))?;
    let Arguments { release, offline, .. } = *arguments;
    Ok(Program { folder, name, target: metadata.target_directory.clone(), release, offline })
}

/// Writes the files that have changed. If there are any, marks the program as not compiled.
fn write_package(folder: &Path, manifest: &str, main: &str, workspace_lock: &Path) -> io::Result<()> {
    let is_manifest_new = update(&folder.join("Cargo.toml"), manifest)?;
    let is_main_new = update(&folder.join("src").join("main.rs"), main)?;
    let is_lock_new = share_lock(workspace_lock, folder)?;
    if is_manifest_new || is_main_new || is_lock_new {
        for profile in PROFILES {
            remove(&folder.join(compiled(profile)))?;
        }
    }
    Ok(())
}

impl Program {
    /// Compiles the program, and runs it with these arguments.
    pub(crate) fn run(&self, arguments: &[OsString]) -> Result<ExitCode, String> {
        let mut command = cargo();
        command.arg("run").arg("--manifest-path").arg(self.folder.join("Cargo.toml"));
        command.arg("--target-dir").arg(&self.target);
        for (is_set, option) in
            [(self.release, "--release"), (self.offline, "--offline"), (self.is_compiled(), "--quiet")]
        {
            if is_set {
                command.arg(option);
            }
        }
        command.arg("--").args(arguments).env(PROGRAM_VARIABLE, "cargo keywright");
        let code = status(&mut command).map_err(|error| format!("cargo cannot be started: {error}"))?;
        if code.is_some_and(|code| code != NOT_COMPILED) {
            // Without this file, the next run shows cargo's progress.
            let _ = update(&self.folder.join(compiled(self.profile())), "");
        }
        Ok(code.map_or(ExitCode::FAILURE, ExitCode::from))
    }

    /// Whether the program was compiled since it was written. Until then, cargo shows its progress.
    fn is_compiled(&self) -> bool {
        let binary = format!("{}{}", self.name, std::env::consts::EXE_SUFFIX);
        self.target.join(self.profile()).join(binary).exists() && self.folder.join(compiled(self.profile())).exists()
    }

    fn profile(&self) -> &'static str {
        let [debug, release] = PROFILES;
        if self.release { release } else { debug }
    }
}

/// Runs cargo. Returns its exit status, or `None` if a signal ended it.
fn status(command: &mut Command) -> io::Result<Option<u8>> {
    let code = |status: ExitStatus| status.code().and_then(|code| u8::try_from(code).ok());
    Ok(code(command.status()?))
}

/// Returns the name of the file that marks the current version of the program as compiled.
fn compiled(profile: &str) -> String {
    format!("compiled-{profile}")
}

fn remove(path: &Path) -> io::Result<()> {
    fs::remove_file(path).or_else(|error| match error.kind() {
        io::ErrorKind::NotFound => Ok(()),
        _ => Err(error),
    })
}

/// Writes a file, unless it already has this text, because cargo recompiles newer files. Returns whether it was
/// written.
fn update(path: &Path, text: &str) -> io::Result<bool> {
    if fs::read_to_string(path).is_ok_and(|found| found == text) {
        return Ok(false);
    }
    replace(path, text)?;
    Ok(true)
}

/// Replaces a file by a rename, so that a concurrent run reads one complete text.
fn replace(path: &Path, text: &str) -> io::Result<()> {
    path.parent().map_or(Ok(()), fs::create_dir_all)?;
    let mut temporary = path.as_os_str().to_owned();
    temporary.push(format!(".{}", std::process::id()));
    fs::write(&temporary, text)?;
    fs::rename(&temporary, path)
}

/// Copies the workspace's lock file, so that the program is compiled with the same versions. Cargo adds the program's
/// other dependencies, which remain until the workspace's lock file changes. Returns whether it has changed.
fn share_lock(workspace: &Path, folder: &Path) -> io::Result<bool> {
    let Ok(lock) = fs::read_to_string(workspace) else { return Ok(false) };
    let shared = folder.join("workspace.lock");
    if fs::read_to_string(&shared).is_ok_and(|before| before == lock) {
        return Ok(false);
    }
    replace(&folder.join("Cargo.lock"), &lock)?;
    replace(&shared, &lock)?;
    Ok(true)
}
