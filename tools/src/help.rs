//! Completes the help of command lines: an example for each command, and what the exit status means.

use std::{ffi::OsStr, path::Path};

use clap::{Command, CommandFactory, FromArgMatches};

/// The variable with which `cargo keywright` passes its name to the command line of a schema that it runs.
const PROGRAM: &str = "KEYWRIGHT_PROGRAM";

const EXIT_STATUS: &str = "Exit status: 0 if the command did its work; 1 if it failed, or if a check found a \
                           difference; 2 if the arguments are wrong.";

/// The parts of the help that clap cannot derive from the arguments.
pub(crate) struct Help {
    /// For each command, the arguments of an example.
    pub(crate) examples: &'static [(&'static str, &'static str)],
    /// The text after the list of the commands.
    pub(crate) notes: &'static [&'static str],
}

impl Help {
    /// Parses the program's arguments. Exits if they are invalid or request help.
    pub(crate) fn parse<P: CommandFactory + FromArgMatches>(&self) -> P {
        let mut command = self.command::<P>();
        let matches = command.get_matches_mut();
        P::from_arg_matches(&matches).unwrap_or_else(|error| error.format(&mut command).exit())
    }

    /// Returns the command line with its examples and notes.
    pub(crate) fn command<P: CommandFactory>(&self) -> Command {
        let program = program();
        let notes = [EXIT_STATUS].into_iter().chain(self.notes.iter().copied());
        let command = P::command().after_help(notes.collect::<Vec<_>>().join("\n\n"));
        let command = self.examples.iter().fold(command, |command, (name, example)| {
            command.mut_subcommand(name, |of| of.after_help(format!("Example:\n  {program} {example}")))
        });
        command.bin_name(program)
    }
}

/// Returns whether `cargo keywright` runs the program, and so compiles it with what a command needs.
pub(crate) fn is_run_by_cargo() -> bool {
    std::env::var_os(PROGRAM).is_some()
}

/// Returns the name under which the program was called, as a user types it.
pub(crate) fn program() -> String {
    std::env::var(PROGRAM).unwrap_or_else(|_| file_name())
}

/// Returns the name that a shell completes: that of the program's file, without its folder and extension.
pub(crate) fn file_name() -> String {
    if let Ok(program) = std::env::var(PROGRAM) {
        // Cargo runs this file for `cargo keywright`.
        return program.replace(' ', "-");
    }
    let path = std::env::args_os().next();
    let name = path.as_deref().map(Path::new).and_then(Path::file_stem).and_then(OsStr::to_str);
    name.unwrap_or("schema").to_owned()
}

/// Checks that every visible command has an example, which the command line accepts.
#[cfg(test)]
pub(crate) fn assert_examples<P: CommandFactory>(help: &Help) {
    let command = help.command::<P>();
    command.clone().debug_assert();
    let visible: Vec<_> = command.get_subcommands().filter(|of| !of.is_hide_set()).map(Command::get_name).collect();
    let shown: Vec<_> = help.examples.iter().map(|(name, _)| *name).collect();
    assert_eq!(shown, visible);
    for (name, example) in help.examples {
        assert!(example.starts_with(name), "{example}");
        let arguments = std::iter::once("program").chain(example.split(' '));
        command.clone().try_get_matches_from(arguments).unwrap_or_else(|error| panic!("{example}: {error}"));
    }
}
