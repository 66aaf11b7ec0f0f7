//! Compiles and runs many schemas at once.

use std::{collections::BTreeMap, fs, io, path::Path, process::Command};

use crate::{
    compile::{Compiled, Crates, Refusals, check, compile},
    probe::LOAD,
    refusal::{Fixes, apply_all, fault},
    schema::Schema,
    source::{declarations, module},
};

/// What a batch of schemas did.
#[derive(Debug, Default)]
pub struct Outcome {
    /// The seeds of the schemas that compiled and ran.
    pub ran: Vec<u64>,
    /// What broke a law, that of refusals included, by the schema's place in the batch.
    pub failures: BTreeMap<usize, Vec<String>>,
    /// Why schemas were refused, by the schema's place in the batch.
    pub refused: BTreeMap<usize, Vec<String>>,
    /// What the ways out of the refusals did.
    pub fixes: Fixes,
}

/// Runs the schemas in a folder, which is removed.
///
/// # Errors
///
/// If they cannot be compiled as one program, or the program does not end as it should.
pub fn run(crates: &Crates, folder: &Path, schemas: &[Schema]) -> io::Result<Outcome> {
    // The declarations are checked alone: that is cheap, and errors of laws hide those of the checks.
    let named = schemas.iter().enumerate().map(|(place, schema)| (name(place), declarations(schema)));
    let mut refused = check(crates, folder, &named.collect())?.refusals;
    let mut accepted = sources(schemas);
    accepted.retain(|name, _| !refused.contains_key(name));
    let (mut failures, of_laws) = run_modules(crates, folder, &accepted)?;
    refused.extend(of_laws);
    let mut outcome = Outcome::default();
    for (place, schema) in schemas.iter().enumerate() {
        match refused.remove(&name(place)) {
            Some(errors) => {
                let faults: Vec<_> = errors.iter().filter_map(|error| fault(error)).collect();
                if !faults.is_empty() {
                    outcome.failures.insert(place, faults);
                }
                outcome.refused.insert(place, errors);
            }
            None if schema.is_mistaken => {}
            None => outcome.ran.push(schema.seed),
        }
        if let Some(failures) = failures.remove(&name(place)) {
            outcome.failures.insert(place, failures);
        }
    }
    outcome.fixes = apply_all(crates, folder, schemas, &outcome.refused)?;
    for (place, failures) in &outcome.fixes.failures {
        outcome.failures.entry(*place).or_default().extend(failures.iter().cloned());
    }
    Ok(outcome)
}

/// Returns the modules of the schemas, by their names.
pub(crate) fn sources(schemas: &[Schema]) -> BTreeMap<String, String> {
    schemas.iter().enumerate().map(|(place, schema)| (name(place), module(schema))).collect()
}

fn name(place: usize) -> String {
    format!("s{place}")
}

/// Returns the place of the schema of a module.
pub(crate) fn place(name: &str) -> Option<usize> {
    name.strip_prefix('s')?.parse().ok()
}

/// What broke a law, by the names of modules.
pub type Failures = BTreeMap<String, Vec<String>>;

/// Runs modules, given by name and source, in a folder, which is removed. Returns the failures and the refusals.
///
/// # Errors
///
/// If they cannot be compiled as one program, or the program does not end as it should.
pub fn run_modules(
    crates: &Crates,
    folder: &Path,
    sources: &BTreeMap<String, String>,
) -> io::Result<(Failures, Refusals)> {
    let Compiled { program, refusals, warned } = compile(crates, folder, sources)?;
    let mut failures = Failures::new();
    if let Some(program) = program {
        for (name, failure) in execute(&program)? {
            if !(failure.starts_with(LOAD) && warned.contains(&name)) {
                failures.entry(name).or_default().push(failure);
            }
        }
    }
    fs::remove_dir_all(folder)?;
    Ok((failures, refusals))
}

/// Returns what a line of a program reports: the module, and what broke a law.
pub(crate) fn failure_of(line: &str) -> Option<(String, String)> {
    let (name, failure) = line.split_once('\t')?;
    Some((name.to_owned(), serde_json::from_str(failure).unwrap_or_default()))
}

/// Runs a program, and returns its failures: the module of each, and its text. A module that aborts the program is a
/// failure, and the program runs again from the next one on.
///
/// # Errors
///
/// If the program cannot be started, or ends before its first module.
pub fn execute(program: &Path) -> io::Result<Vec<(String, String)>> {
    let mut failures = Vec::new();
    let mut after = String::new();
    loop {
        let output = Command::new(program).args(Some(&after).filter(|after| !after.is_empty())).output()?;
        let text = String::from_utf8_lossy(&output.stdout);
        let mut begun = None;
        for line in text.lines() {
            match failure_of(line) {
                Some(failure) => failures.push(failure),
                None => begun = Some(line.to_owned()),
            }
        }
        let errors = String::from_utf8_lossy(&output.stderr);
        match begun {
            Some(end) if end == "end" => return Ok(failures),
            Some(name) => {
                failures.push((name.clone(), format!("it aborts: {errors}")));
                after = format!(">{name}");
            }
            None => return Err(io::Error::other(format!("the program ended early: {errors}"))),
        }
    }
}
