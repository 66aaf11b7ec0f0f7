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

/// The name of the program. A program of the user's own has another.
const NAME: &str = "keywright-schema";

/// Tells the program under which name it was called.
const PROGRAM_VARIABLE: &str = "KEYWRIGHT_PROGRAM";

/// A package with the program.
pub(crate) struct Program {
    pub(crate) folder: PathBuf,
    target: PathBuf,
    release: bool,
    offline: bool,
}

/// Writes the package, if it is not there as it has to be.
pub(crate) fn write(metadata: &Metadata, chosen: &Chosen<'_>, arguments: &Arguments) -> Result<Program, String> {
    let command = arguments.command.first().and_then(|command| command.to_str()).unwrap_or_default();
    let is_simulation = command == "simulate";
    // A lock file for each set of features, so that one command does not change that of another.
    let kind = if is_simulation { "simulate" } else { "schema" };
    let folder = metadata.target_directory.join("keywright").join(&chosen.package.name).join(kind);
    let manifest = manifest::manifest(metadata, chosen, arguments, is_simulation)?;
    let main = format!("fn main() -> std::process::ExitCode {{\n    keywright_tools::run::<{}>()\n}}\n", chosen.path);
    let written = update(&folder.join("Cargo.toml"), &manifest)
        .and_then(|()| update(&folder.join("src").join("main.rs"), &main))
        .and_then(|()| share_lock(&metadata.workspace_root.join("Cargo.lock"), &folder));
    written
        .map_err(|error| format!("the program for the schema cannot be written to {}: {error}", folder.display()))?;
    let Arguments { release, offline, .. } = *arguments;
    Ok(Program { folder, target: metadata.target_directory.clone(), release, offline })
}

impl Program {
    /// Compiles it, and runs it with these arguments.
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
        status(&mut command).map_err(|error| format!("cargo cannot be started: {error}"))
    }

    /// Whether it was compiled before. Until then, cargo shows its progress.
    fn is_compiled(&self) -> bool {
        let profile = if self.release { "release" } else { "debug" };
        self.target.join(profile).join(format!("{NAME}{}", std::env::consts::EXE_SUFFIX)).exists()
            && self.folder.join("Cargo.lock").exists()
    }
}

fn status(command: &mut Command) -> io::Result<ExitCode> {
    let code = |status: ExitStatus| status.code().and_then(|code| u8::try_from(code).ok());
    Ok(code(command.status()?).map_or(ExitCode::FAILURE, ExitCode::from))
}

/// Writes a file, unless it has this text: cargo compiles what is newer.
fn update(path: &Path, text: &str) -> io::Result<()> {
    if fs::read_to_string(path).is_ok_and(|found| found == text) {
        return Ok(());
    }
    path.parent().map_or(Ok(()), fs::create_dir_all)?;
    fs::write(path, text)
}

/// Begins with the workspace's lock file, so that both compile the same versions. Cargo adds what the program needs
/// besides, and that stays until the workspace's lock file changes.
fn share_lock(workspace: &Path, folder: &Path) -> io::Result<()> {
    let Ok(lock) = fs::read_to_string(workspace) else { return Ok(()) };
    let shared = folder.join("workspace.lock");
    if fs::read_to_string(&shared).is_ok_and(|before| before == lock) {
        return Ok(());
    }
    fs::write(folder.join("Cargo.lock"), &lock)?;
    fs::write(shared, lock)
}
