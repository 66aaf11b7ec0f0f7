//! Counts the instructions of this program, and the code that they touch, by `valgrind`.

mod code_lines;

use std::{env, ffi::OsStr, path::Path, process::Command};

use crate::Result;

pub use code_lines::code_lines_of_one;

/// Returns the instructions of one more repetition. Runs this program twice on a simulated processor, with `arguments`
/// and then `few` or `many` as the last one, and divides the difference. So work before the repetitions is not counted.
///
/// # Errors
///
/// If `valgrind` is not installed, or a run fails.
pub fn of_one(arguments: &[&str], few: u32, many: u32) -> Result<f64> {
    let (of_few, of_many) = (of_run(arguments, few)?, of_run(arguments, many)?);
    Ok((of_many as f64 - of_few as f64) / f64::from(many.saturating_sub(few)))
}

fn of_run(arguments: &[&str], repetitions: u32) -> Result<u64> {
    run(arguments, repetitions, Path::new("/dev/null"), &[])
}

/// Runs this program under `callgrind`, which writes its profile to this path. Returns the number of instructions.
fn run(arguments: &[&str], repetitions: u32, profile: &Path, options: &[&str]) -> Result<u64> {
    let run = Command::new("valgrind")
        .arg("--tool=callgrind")
        .arg([OsStr::new("--callgrind-out-file="), profile.as_os_str()].join(OsStr::new("")))
        .args(options)
        .arg(env::current_exe()?)
        .args(arguments)
        .arg(repetitions.to_string())
        .output()
        .map_err(|error| format!("valgrind does not run: {error}; install it, or omit `--instructions`"))?;
    let said = String::from_utf8_lossy(&run.stderr);
    let collected = said.lines().find_map(|line| line.split_once("Collected :"));
    match collected {
        Some((_, count)) if run.status.success() => Ok(count.trim().parse()?),
        _ => Err(format!("no count of `{}`: {said}", arguments.join(" ")).into()),
    }
}
