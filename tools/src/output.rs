//! Writes the output of a command.

use std::{
    fs,
    io::{self, Write},
    path::Path,
};

/// Writes a text to a file or to the terminal. With `check`, compares it with the file instead.
pub(crate) fn write(text: &str, out: Option<&Path>, check: bool) -> Result<(), String> {
    match (out, check) {
        (None, true) => Err("--check compares with a file; name it with --out".to_owned()),
        (None, false) => io::stdout().write_all(text.as_bytes()).map_err(|error| error.to_string()),
        (Some(path), false) => fs::write(path, text).map_err(|error| format!("{}: {error}", path.display())),
        (Some(path), true) => match fs::read_to_string(path) {
            Ok(found) if found == text => Ok(()),
            Ok(_) => Err(format!("{}: out of date; write it again without --check", path.display())),
            Err(error) => Err(format!("{}: {error}", path.display())),
        },
    }
}
