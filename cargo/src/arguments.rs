//! The arguments of `cargo keywright`.

use std::{
    env,
    ffi::{OsStr, OsString},
    path::{Path, PathBuf},
};

use clap::Parser;

/// The options of [`Arguments`] that have a value.
const WITH_VALUE: [&str; 6] = ["-p", "--package", "--schema", "-F", "--features", "--manifest-path"];

/// Options whose value may follow in the same argument, as in `-pshop`. No command has an option with these letters.
const SHORT: [&str; 2] = ["-p", "-F"];

/// Options with a value that all commands have, and that may precede the command's name.
const OF_COMMANDS: [&str; 2] = ["--out", "--table-name"];

/// Options without a value.
const FLAGS: [&str; 5] = ["--all-features", "--no-default-features", "--release", "--offline", "--open"];

const AFTER_HELP: &str = "\
Commands of a schema: docs, plan, simulate, lock, create-table, cloudformation, cloudformation-steps, terraform, \
settings, iam, workbench, completion. `cargo keywright help` lists them, and `cargo keywright plan --help` explains one.

Examples:
  cargo keywright docs --open
  cargo keywright plan --format json --out plan.json
  cargo keywright lock --check

Exit status: that of the command. 0 if it did its work; 1 if it failed, if a check found a difference, or if there is \
no schema to run it on; 2 if the arguments are wrong; 101 if the schema does not compile.";

/// Runs a command on the keywright schema of the workspace: documents, templates, plans, the lock file
#[derive(Debug, Parser)]
#[command(name = "cargo-keywright", bin_name = "cargo keywright", version, after_help = AFTER_HELP)]
pub(crate) struct Arguments {
    /// The package of the schema; by default that of the current folder, or the only one that has a schema
    #[arg(short, long, value_name = "NAME")]
    pub(crate) package: Option<String>,
    /// The schema, such as `my_crate::Platform`; by default the only one of the package
    #[arg(long, value_name = "PATH")]
    pub(crate) schema: Option<String>,
    /// Features of the package, separated by commas or spaces
    #[arg(short = 'F', long)]
    pub(crate) features: Vec<String>,
    /// Enable all features of the package
    #[arg(long)]
    pub(crate) all_features: bool,
    /// Disable the default features of the package
    #[arg(long)]
    pub(crate) no_default_features: bool,
    /// A `Cargo.toml` of the workspace; by default that of the current folder
    #[arg(long, value_name = "FILE")]
    pub(crate) manifest_path: Option<PathBuf>,
    /// Compile with optimization: a long `simulate` is faster
    #[arg(long)]
    pub(crate) release: bool,
    /// Do not use the network
    #[arg(long)]
    pub(crate) offline: bool,
    /// Write the HTML of `docs`, and open it in a browser
    #[arg(long)]
    pub(crate) open: bool,
    /// The command with its own options
    #[arg(value_name = "COMMAND", required = true, trailing_var_arg = true, allow_hyphen_values = true)]
    pub(crate) command: Vec<OsString>,
}

/// The HTML to write and open.
pub(crate) struct Page {
    /// The command that writes the page.
    pub(crate) command: Vec<OsString>,
    pub(crate) file: PathBuf,
}

impl Arguments {
    /// Parses the arguments without the program's name. Exits if they are invalid or request help.
    pub(crate) fn parse(arguments: impl Iterator<Item = OsString>) -> Self {
        let parsed = Self::parsed(arguments);
        parsed.unwrap_or_else(|error| error.exit())
    }

    fn parsed(arguments: impl Iterator<Item = OsString>) -> Result<Self, clap::Error> {
        let mut arguments: Vec<_> = arguments.collect();
        // Cargo passes the subcommand's name.
        if arguments.first().is_some_and(|first| first == "keywright") {
            arguments.remove(0);
        }
        let program = OsString::from("cargo-keywright");
        let mut parsed = Self::try_parse_from([program].into_iter().chain(own_first(arguments)))?;
        let features = parsed.features.iter().flat_map(|features| features.split([',', ' ']));
        parsed.features = features.filter(|feature| !feature.is_empty()).map(str::to_owned).collect();
        parsed.check_open()?;
        Ok(parsed)
    }

    fn check_open(&self) -> Result<(), clap::Error> {
        let conflict = |message| Err(clap::Error::raw(clap::error::ErrorKind::ArgumentConflict, message));
        if !self.open {
            return Ok(());
        }
        if self.words().first().is_none_or(|command| *command != "docs") {
            return conflict("--open opens the documentation: cargo keywright docs --open\n".to_owned());
        }
        match value_of(&self.command, "--format") {
            Some(format) if format != Path::new("html") => conflict(format!(
                "--open opens HTML, and --format {0} is not HTML: leave out --format, or write a file with `cargo \
                 keywright docs --format {0} --out FILE`\n",
                format.display()
            )),
            _ => Ok(()),
        }
    }

    /// Returns whether the command is `simulate` or requests its help.
    pub(crate) fn is_simulation(&self) -> bool {
        match self.words()[..] {
            [first, second, ..] if first == "help" => second == "simulate",
            [first, ..] => first == "simulate",
            [] => false,
        }
    }

    /// Returns the command. Adds the file of `lock` if the default would depend on the current folder: the lock file of
    /// a schema is beside the `Cargo.toml` of its package.
    pub(crate) fn command_in(&self, folder: &Path) -> Vec<OsString> {
        let mut command = self.command.clone();
        let is_lock = self.words().first().is_some_and(|command| *command == "lock");
        let is_here = env::current_dir().is_ok_and(|current| current == folder);
        if is_lock && !is_here && value_of(&command, "--out").is_none() {
            command.extend(["--out".into(), folder.join("keywright.lock").into()]);
        }
        command
    }

    /// Returns the arguments of the command that are neither options nor values of the options in [`OF_COMMANDS`].
    fn words(&self) -> Vec<&OsString> {
        let is_value = |place: usize| place > 0 && OF_COMMANDS.iter().any(|name| self.command[place - 1] == *name);
        let is_word =
            |(place, argument): &(usize, &OsString)| !argument.to_string_lossy().starts_with('-') && !is_value(*place);
        self.command.iter().enumerate().filter(is_word).map(|(_, argument)| argument).collect()
    }

    /// Returns the command that writes the HTML, and its file. `None` if the HTML is not to be opened.
    pub(crate) fn page(&self, folder: &Path) -> Option<Page> {
        if !self.open {
            return None;
        }
        let mut command = self.command.clone();
        if !command.iter().any(|argument| is_option(argument, "--format")) {
            command.extend(["--format", "html"].map(OsString::from));
        }
        let file = value_of(&command, "--out").unwrap_or_else(|| {
            let file = folder.join("access-patterns.html");
            command.extend(["--out".into(), file.clone().into()]);
            file
        });
        Some(Page { command, file })
    }
}

/// Moves the options of `cargo keywright` before the command, because they may follow it, like cargo's own options.
fn own_first(arguments: Vec<OsString>) -> Vec<OsString> {
    let (mut own, mut rest) = (Vec::new(), Vec::new());
    let mut arguments = arguments.into_iter();
    while let Some(argument) = arguments.next() {
        if argument == "--" {
            rest.push(argument);
            break;
        }
        if WITH_VALUE.iter().any(|name| argument == *name) {
            own.push(argument);
            own.extend(arguments.next());
        } else if FLAGS.iter().chain(&WITH_VALUE).any(|name| is_option(&argument, name)) {
            own.push(argument);
        } else if let Some((name, value)) = short(&argument) {
            own.extend([name, value]);
        } else {
            rest.push(argument);
        }
    }
    own.into_iter().chain(rest).chain(arguments).collect()
}

/// Whether an argument is this option, with or without a value.
fn is_option(argument: &OsStr, name: &str) -> bool {
    let argument = argument.to_string_lossy();
    argument == name || argument.strip_prefix(name).is_some_and(|value| value.starts_with('='))
}

/// Returns the name and the value of a short option such as `-pshop`.
fn short(argument: &OsStr) -> Option<(OsString, OsString)> {
    let (name, value) = argument.to_str()?.split_at_checked(2)?;
    (SHORT.contains(&name) && !value.is_empty()).then(|| (name.into(), value.into()))
}

fn value_of(arguments: &[OsString], name: &str) -> Option<PathBuf> {
    let place = arguments.iter().position(|argument| is_option(argument, name))?;
    match arguments.get(place)?.to_str().and_then(|argument| argument.split_once('=')) {
        Some((_, value)) => Some(PathBuf::from(value)),
        None => arguments.get(place + 1).map(PathBuf::from),
    }
}

#[cfg(test)]
mod tests {
    use clap::CommandFactory as _;

    use super::*;

    fn parsed(arguments: &str) -> Result<Arguments, clap::Error> {
        Arguments::parsed(arguments.split(' ').map(OsString::from))
    }

    #[test]
    fn own_options_may_stand_after_the_command() {
        Arguments::command().debug_assert();
        let arguments = parsed("keywright iam --entity A -p shop --access writer --features=a,b --offline").unwrap();
        assert_eq!(arguments.command, ["iam", "--entity", "A", "--access", "writer"]);
        assert_eq!((arguments.package.as_deref(), arguments.offline), (Some("shop"), true));
        assert_eq!(arguments.features, ["a", "b"]);
        assert_eq!(parsed("-pshop plan").unwrap().package.as_deref(), Some("shop"));
        assert_eq!(parsed("-p shop plan --help").unwrap().command, ["plan", "--help"]);
    }

    #[test]
    fn short_options_may_hold_their_value() {
        let arguments = parsed("plan -pshop -Fa,b -Fc --format json").unwrap();
        assert_eq!((arguments.package.as_deref(), arguments.command.len()), (Some("shop"), 3));
        assert_eq!(arguments.features, ["a", "b", "c"]);
        let spaces = Arguments::parsed(["plan", "--features", "a b, c"].map(OsString::from).into_iter()).unwrap();
        assert_eq!(spaces.features, ["a", "b", "c"]);
    }

    #[test]
    fn a_simulation_is_seen_after_options_and_in_help() {
        for simulation in ["simulate", "--out report simulate", "--check simulate --seed 1", "help simulate"] {
            assert!(parsed(simulation).unwrap().is_simulation(), "{simulation}");
        }
        for other in
            ["help", "plan", "docs --out simulate", "--out simulate docs", "iam --entity simulate", "help plan"]
        {
            assert!(!parsed(other).unwrap().is_simulation(), "{other}");
        }
    }

    #[test]
    fn the_lock_file_is_in_the_folder_of_the_package() {
        let command = |arguments: &str| parsed(arguments).unwrap().command_in(Path::new("shop"));
        let file = Path::new("shop").join("keywright.lock");
        let expected: Vec<OsString> = vec!["lock".into(), "--check".into(), "--out".into(), file.into()];
        assert_eq!(command("lock --check"), expected);
        assert_eq!(command("--out=other lock"), ["--out=other", "lock"]);
        assert_eq!(command("help lock"), ["help", "lock"]);
        assert_eq!(command("plan"), ["plan"]);
    }

    #[test]
    fn only_html_is_opened() {
        for format in ["--format json", "--format=markdown"] {
            let error = parsed(&format!("docs --open {format}")).unwrap_err().to_string();
            assert!(error.contains("is not HTML: leave out --format"), "{error}");
        }
        assert!(parsed("docs --open --format html").is_ok() && parsed("--out page.html docs --open").is_ok());
    }

    #[test]
    fn every_own_option_may_stand_after_the_command() {
        let command = Arguments::command();
        let options = command.get_arguments().filter_map(|of| of.get_long()).map(|name| format!("--{name}"));
        for name in options.filter(|name| name != "--help" && name != "--version") {
            assert!(WITH_VALUE.iter().chain(&FLAGS).any(|known| *known == name), "{name}");
        }
    }

    #[test]
    fn a_page_is_written_before_it_is_opened() {
        let page = |arguments: &str| parsed(arguments).unwrap().page(Path::new("folder")).unwrap();
        let file = Path::new("folder").join("access-patterns.html");
        let default = page("docs --open");
        assert_eq!(default.file, file);
        assert_eq!(default.command[..4], ["docs", "--format", "html", "--out"]);
        let named = page("docs --out=table.html --open");
        assert_eq!((named.file.as_path(), named.command.len()), (Path::new("table.html"), 4));
        assert_eq!(page("docs --open --out table.html").file, Path::new("table.html"));
        assert!(parsed("plan --open").unwrap_err().to_string().contains("cargo keywright docs --open"));
    }
}
