//! Compiles and runs many schemas at once.

use std::{collections::BTreeMap, fs, io, path::Path, process::Command};

use crate::{
    compile::{Crates, Refusals, compile},
    schema::Schema,
    source::module,
};

/// What a batch of schemas did.
#[derive(Debug, Default)]
pub struct Outcome {
    /// The seeds of the schemas that compiled and ran.
    pub ran: Vec<u64>,
    /// What broke a law, by the schema's place in the batch.
    pub failures: BTreeMap<usize, Vec<String>>,
    /// Why schemas were refused, by the schema's place in the batch.
    pub refused: BTreeMap<usize, Vec<String>>,
}

/// Runs the schemas in a folder, which is removed.
///
/// # Errors
///
/// If they cannot be compiled as one program, or the program does not end as it should.
pub fn run(crates: &Crates, folder: &Path, schemas: &[Schema]) -> io::Result<Outcome> {
    let sources = schemas.iter().enumerate().map(|(place, schema)| (name(place), module(schema))).collect();
    let (program, refusals) = compile(crates, folder, &sources)?;
    let mut outcome = Outcome { refused: by_place(refusals), ..Outcome::default() };
    if let Some(program) = program {
        for (name, failure) in execute(&program)? {
            if let Some(place) = place(&name) {
                outcome.failures.entry(place).or_default().push(failure);
            }
        }
        let kept = (0..schemas.len()).filter(|place| !outcome.refused.contains_key(place));
        outcome.ran = kept.map(|place| schemas[place].seed).collect();
    }
    fs::remove_dir_all(folder)?;
    Ok(outcome)
}

/// Runs a program, and returns its failures: the module of each, and its text. A module that aborts the program is a
/// failure, and the program runs again from the next one on.
///
/// # Errors
///
/// If the program cannot be started, or ends before its first module.
pub fn execute(program: &Path) -> io::Result<Vec<(String, String)>> {
    let mut failures = Vec::new();
    let mut first = String::new();
    loop {
        let output = Command::new(program).args(Some(&first).filter(|first| !first.is_empty())).output()?;
        let text = String::from_utf8_lossy(&output.stdout);
        let mut begun = None;
        for line in text.lines() {
            match line.split_once('\t') {
                Some((name, failure)) => {
                    failures.push((name.to_owned(), serde_json::from_str(failure).unwrap_or_default()));
                }
                None => begun = Some(line.to_owned()),
            }
        }
        let errors = String::from_utf8_lossy(&output.stderr);
        match begun {
            Some(end) if end == "end" => return Ok(failures),
            Some(name) => {
                failures.push((name.clone(), format!("it aborts: {errors}")));
                first = format!("{NEXT}{name}");
            }
            None => return Err(io::Error::other(format!("the program ended early: {errors}"))),
        }
    }
}

/// Begins the argument of a program that starts after a module.
const NEXT: char = '>';

fn name(place: usize) -> String {
    format!("s{place}")
}

fn place(name: &str) -> Option<usize> {
    name.strip_prefix('s')?.parse().ok()
}

fn by_place(refusals: Refusals) -> BTreeMap<usize, Vec<String>> {
    refusals.into_iter().filter_map(|(name, errors)| Some((place(&name)?, errors))).collect()
}
