//! The program `cargo keywright`, which runs the command line of the `keywright` schema in a workspace.
//!
//! A schema is a Rust type, so its command line is a program that imports it. [`run`] finds the schema in the sources
//! of the workspace's libraries, writes that program into the target directory, and runs it with cargo.

mod arguments;
mod browser;
mod choice;
mod metadata;
mod program;
mod schemas;

use std::{env, process::ExitCode};

use arguments::Arguments;

/// Runs `cargo keywright` with the program's arguments. The exit status is that of the schema's command line, or 1 if
/// that cannot be run.
pub fn run() -> ExitCode {
    let arguments = Arguments::parse(env::args_os().skip(1));
    match run_command(&arguments) {
        Ok(status) => status,
        Err(message) => {
            eprintln!("error: {message}");
            ExitCode::FAILURE
        }
    }
}

fn run_command(arguments: &Arguments) -> Result<ExitCode, String> {
    let metadata = metadata::read(arguments)?;
    let chosen = choice::choose(&metadata, arguments)?;
    let program = program::write(&metadata, &chosen, arguments)?;
    let Some(page) = arguments.page(&program.folder) else {
        return program.run(&arguments.command_in(chosen.package.folder()));
    };
    let status = program.run(&page.command)?;
    if status == ExitCode::SUCCESS {
        browser::open(&page.file);
    }
    Ok(status)
}
