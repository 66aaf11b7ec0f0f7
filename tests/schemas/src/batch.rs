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
    let (program, refusals) = compile(crates, folder, &sources(schemas))?;
    let mut outcome = Outcome { refused: by_place(refusals), ..Outcome::default() };
    if let Some(program) = program {
        let output = Command::new(program).output()?;
        let text = String::from_utf8_lossy(&output.stdout);
        let mut ran = None;
        for line in text.lines() {
            match failure_of(line) {
                Some((place, failure)) => outcome.failures.entry(place).or_default().push(failure),
                None => ran = line.strip_prefix("ran\t").and_then(|count| count.parse::<usize>().ok()).or(ran),
            }
        }
        let kept = (0..schemas.len()).filter(|place| !outcome.refused.contains_key(place));
        outcome.ran = kept.map(|place| schemas[place].seed).collect();
        if ran != Some(outcome.ran.len()) {
            let errors = String::from_utf8_lossy(&output.stderr);
            return Err(io::Error::other(format!("the program ended early: {errors}")));
        }
    }
    fs::remove_dir_all(folder)?;
    Ok(outcome)
}

/// Returns the modules of the schemas, by their names.
pub(crate) fn sources(schemas: &[Schema]) -> BTreeMap<String, String> {
    schemas.iter().enumerate().map(|(place, schema)| (name(place), module(schema))).collect()
}

/// Returns what a line of the program reports: the schema's place in the batch, and what broke a law.
pub(crate) fn failure_of(line: &str) -> Option<(usize, String)> {
    let (name, failure) = line.split_once('\t')?;
    Some((place(name)?, serde_json::from_str(failure).unwrap_or_default()))
}

fn name(place: usize) -> String {
    format!("s{place}")
}

fn place(name: &str) -> Option<usize> {
    name.strip_prefix('s')?.parse().ok()
}

fn by_place(refusals: Refusals) -> BTreeMap<usize, Vec<String>> {
    refusals.into_iter().filter_map(|(name, errors)| Some((place(&name)?, errors))).collect()
}
