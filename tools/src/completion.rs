//! Writes completion scripts for shells.

use clap::{Args, Command};
use clap_complete::{Shell, generate};

use crate::help::file_name;

/// The arguments of `completion`.
#[derive(Debug, Args)]
pub(crate) struct Arguments {
    /// The shell
    shell: Shell,
}

impl Arguments {
    /// Returns the script that completes the arguments of a command line, under the name with which it was called.
    pub(crate) fn script(&self, mut of: Command) -> Result<String, String> {
        let mut script = Vec::new();
        generate(self.shell, &mut of, file_name(), &mut script);
        String::from_utf8(script).map_err(|error| error.to_string())
    }
}

#[cfg(test)]
mod tests {
    use clap::{Arg, ValueEnum as _};

    use super::*;

    #[test]
    fn a_script_of_each_shell_names_the_commands_and_options() {
        let of = || Command::new("schema").subcommand(Command::new("plan").arg(Arg::new("format").long("format")));
        for shell in Shell::value_variants() {
            let script = Arguments { shell: *shell }.script(of()).unwrap();
            assert!(script.contains("plan") && script.contains("format"), "{shell}: {script}");
        }
    }
}
