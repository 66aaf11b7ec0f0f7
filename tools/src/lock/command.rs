//! Runs `lock` and `lock --check` on a file.

use std::{fs, io::ErrorKind, path::Path};

use super::{
    change::{Change, Readable},
    compare::{compare, compare_with},
    evidence::Evidence,
    model::Lock,
};
use crate::{
    bill::{Difference, difference},
    infrastructure::Settings,
    instant::now,
    prices::Prices,
    whole_file,
};

/// Writes the lock of a schema into a file, and returns the output: one line for each change, with what old items need
/// below it.
///
/// A change after which old items are read differently, or need something, is kept in the lock's history.
///
/// # Errors
///
/// If the file cannot be read or written, or is not a lock. If a change makes old items unreadable and `accept` gives
/// no reason; a reason is kept with the change. Nothing is written in these cases.
pub fn update(path: &Path, schema: &Lock, accept: Option<&str>) -> Result<String, String> {
    update_with(path, schema, accept, &[])
}

/// Writes the lock of a schema as [`update`] does. Older keys that are removed need no reason if evidence shows that no
/// item is left under them.
///
/// # Errors
///
/// The errors of [`update`].
pub fn update_with(path: &Path, schema: &Lock, accept: Option<&str>, shown: &[Evidence]) -> Result<String, String> {
    let Some(old) = read(path)? else {
        write(path, schema)?;
        return Ok(format!("{}: written; commit it with the schema\n", path.display()));
    };
    let changes = compare_with(&old, schema, now(), shown);
    let accept = accept.map(|reason| reason.split_whitespace().collect::<Vec<_>>().join(" "));
    let accept = accept.filter(|reason| !reason.is_empty());
    if accept.is_none() && changes.iter().any(|change| change.readable == Readable::No) {
        return Err(format!(
            "{}: not written, because the schema leaves old items unreadable\n{}\
             say in the schema how they stay readable, or run `lock --accept \"why it does not matter\"`",
            path.display(),
            lines(&changes, "  ", |_| true)
        ));
    }
    let mut lock = schema.clone();
    lock.history = old.history;
    for change in changes.iter().filter(|change| change.concerns_old_items()) {
        let accepted = accept.as_ref().filter(|_| change.readable == Readable::No);
        let accepted = accepted.map_or_else(String::new, |reason| format!("; accepted: {reason}"));
        lock.history.push(format!("{change}{accepted}"));
    }
    write(path, &lock)?;
    // Accepted changes need no fix.
    Ok(lines(&changes, "", |change| change.readable != Readable::No))
}

/// Compares a schema with the lock in a file.
///
/// # Errors
///
/// If they differ. The error has a line for each change and, if old items are not readable, what to write. If the file
/// does not exist, cannot be read, or is not a lock.
pub fn check(path: &Path, schema: &Lock) -> Result<(), String> {
    let Some(old) = read(path)? else {
        return Err(format!("{}: there is no such file; write it with `lock`, and commit it", path.display()));
    };
    if old == *schema {
        return match old.lists_loads() && old.loads != schema.loads {
            true => Err(format!(
                "{}: the declared loads differ\nno key has changed; see what the change costs with `plan --against`, \
                 then run `lock`, and commit the file",
                path.display()
            )),
            false => Ok(()),
        };
    }
    let changes = compare(&old, schema, now());
    let then = match changes.iter().any(|change| change.readable == Readable::No) {
        true => "say in the schema how old items stay readable; then run `lock`, and commit the file",
        false => "old items stay readable as the lines say; run `lock`, and commit the file",
    };
    Err(format!("{}: the schema differs\n{}{then}", path.display(), lines(&changes, "  ", |_| true)))
}

/// Formats a line for each change and, if `is_wanted`, what to do below it.
fn lines(changes: &[Change], indent: &str, is_wanted: fn(&Change) -> bool) -> String {
    let line = |change: &Change| match change.fix.as_ref().filter(|_| is_wanted(change)) {
        Some(fix) => format!("{indent}{change}\n{indent}    {fix}\n"),
        None => format!("{indent}{change}\n"),
    };
    changes.iter().map(line).collect()
}

/// Compares the month of a schema with that of the lock in a file.
///
/// # Errors
///
/// If the file does not exist, cannot be read, is not a lock, or lists no declared loads.
pub fn cost(path: &Path, schema: &Lock, prices: Option<&Prices>, settings: &Settings) -> Result<Difference, String> {
    let Some(old) = read(path)? else {
        return Err(format!("{}: there is no such file; write it with `lock`, and commit it", path.display()));
    };
    if !old.lists_loads() {
        return Err(format!(
            "{}: the file lists no declared loads, so that the months cannot be compared: an earlier version wrote it, \
             or no peak was declared; run `lock` on the schema before the change",
            path.display()
        ));
    }
    let entities: Vec<_> = old.entities.iter().map(|entity| entity.name.as_str()).collect();
    Ok(difference((&old.loads, &entities), &schema.loads, prices, settings))
}

fn read(path: &Path) -> Result<Option<Lock>, String> {
    match whole_file::read(path) {
        Ok(text) => text.parse().map(Some).map_err(|error| format!("{}: {error}", path.display())),
        Err(error) if error.kind() == ErrorKind::NotFound => Ok(None),
        Err(error) => Err(format!("{}: {error}", path.display())),
    }
}

fn write(path: &Path, lock: &Lock) -> Result<(), String> {
    fs::write(path, lock.to_string()).map_err(|error| format!("{}: {error}", path.display()))
}
