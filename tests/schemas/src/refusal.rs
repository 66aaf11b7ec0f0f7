//! The laws of refusals: the first line of a message has a code and no internal name, and what the message says to
//! write is accepted, or refused by another rule.

mod declared;
mod fix;

use std::{collections::BTreeMap, io, path::Path};

use crate::{
    compile::{Crates, check},
    schema::{Law, Schema},
    source::declarations,
};

pub use fix::{apply, ways};

/// What the ways out of refusals did.
#[derive(Debug, Default)]
pub struct Fixes {
    /// How many were applied.
    pub applied: usize,
    /// Those that are not code, with the number of messages that have them.
    pub prose: BTreeMap<String, usize>,
    /// Those that are refused again by the same rule, or by no rule, by the schema's place.
    pub failures: BTreeMap<usize, Vec<String>>,
}

/// Applies each way out of each refusal to its schema, and checks the results in a folder.
///
/// # Errors
///
/// If rustc does not start, or reports an error outside of the schemas.
pub fn apply_all(
    crates: &Crates,
    folder: &Path,
    schemas: &[Schema],
    refused: &BTreeMap<usize, Vec<String>>,
) -> io::Result<Fixes> {
    let mut fixes = Fixes::default();
    let mut modules = BTreeMap::new();
    let mut of = BTreeMap::new();
    // A message about the next release says nothing about this one.
    let has_next = |place: usize| schemas[place].laws.iter().any(|law| matches!(law, Law::Release(_)));
    for (place, messages) in refused.iter().filter(|(place, _)| !has_next(**place)) {
        let source = declarations(&schemas[*place]);
        for message in messages.iter().flat_map(|message| errors(message)) {
            for way in ways(&message) {
                match apply(&source, &message, way) {
                    Some(fixed) => {
                        let name = format!("f{}", modules.len());
                        modules.insert(name.clone(), fixed);
                        of.insert(name, (*place, first_line(&message).to_owned(), way.to_owned()));
                    }
                    None => *fixes.prose.entry(way.to_owned()).or_default() += 1,
                }
            }
        }
    }
    fixes.applied = modules.len();
    for (name, refusals) in check(crates, folder, &modules)?.refusals {
        let Some((place, rule, way)) = of.get(&name) else { continue };
        let failed =
            refusals.iter().flat_map(|refusal| errors(refusal)).find_map(|error| match first_line(&error) == rule {
                true => Some(format!("the same rule refuses `{way}`: {rule}")),
                false => fault(&error).map(|fault| format!("after `{way}`: {fault}")),
            });
        fixes.failures.entry(*place).or_default().extend(failed);
    }
    fixes.failures.retain(|_, failures| !failures.is_empty());
    Ok(fixes)
}

/// Returns the errors that a message shows together, each after `and` except the first one.
pub fn errors(message: &str) -> Vec<String> {
    let mut errors: Vec<String> = Vec::new();
    for line in message.lines() {
        let next = line.trim_start().strip_prefix("and ").map(str::trim_start).filter(|rest| rest.starts_with("KW"));
        match (next, errors.last_mut()) {
            (Some(next), _) => errors.push(next.to_owned()),
            (None, Some(error)) => *error += &format!("\n{line}"),
            (None, None) => errors.push(line.strip_prefix("evaluation panicked: ").unwrap_or(line).to_owned()),
        }
    }
    errors
}

fn first_line(message: &str) -> &str {
    message.lines().next().unwrap_or_default()
}

/// Names of the expansions, which no message may show.
const INTERNAL: [&str; 5] = ["__kw", "__private", "__S", "keywright::check", "keywright::lint"];

/// Returns what is wrong with the first line of a compiler message about a declaration.
pub fn fault(message: &str) -> Option<String> {
    let line = first_line(message);
    let text = line.strip_prefix("evaluation panicked: ").unwrap_or(line);
    let is_code =
        |code: &str| code.len() == 5 && code.starts_with("KW") && code[2..].bytes().all(|byte| byte.is_ascii_digit());
    // Marks another place of an error that has a code, or is the text of a trait that is not implemented.
    if line == "first used here" || line.starts_with("the entity's field is of type") {
        return None;
    }
    let has_code = text.split(':').next().is_some_and(is_code);
    if let Some(name) = INTERNAL.iter().find(|name| line.contains(*name)) {
        return Some(format!("a refusal shows `{name}`: {line}"));
    }
    (!has_code).then(|| format!("a refusal has no code: {line}"))
}
