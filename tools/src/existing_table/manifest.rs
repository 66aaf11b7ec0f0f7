//! Compares what was read of an export to S3 with the export's manifest.
//!
//! The manifest of an export is in `AWSDynamoDB/ExportId`. Its data files are in `AWSDynamoDB/ExportId/data`, or, if it
//! is incremental, in the folder `AWSDynamoDB/data` of all incremental exports.
//!
//! AWS: [DynamoDB table export output
//! format](https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/S3DataExport.Output.html).

use std::{
    collections::BTreeSet,
    fs, io,
    path::{Path, PathBuf},
};

use serde::Deserialize;

const FILES: &str = "manifest-files.json";
const SUMMARY: &str = "manifest-summary.json";

/// The name of the folders of data files.
const DATA: &str = "data";

/// The data files of an export, and the number of items in each.
#[derive(Debug)]
pub(super) struct Manifest {
    /// The folder of the manifest.
    folder: PathBuf,
    files: Vec<DataFile>,
    summary: Option<Summary>,
}

/// A line of `manifest-files.json`.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
struct DataFile {
    /// The number of items or, in an incremental export, of changes.
    item_count: u64,
    /// The key of the object, with the prefix of the export.
    data_file_s3_key: String,
}

/// The document `manifest-summary.json`.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
struct Summary {
    item_count: u64,
}

impl Manifest {
    /// Reads the manifests in the given folders, and those of the exports whose data files are given.
    ///
    /// # Errors
    ///
    /// A manifest that cannot be read, or is not in AWS's format.
    pub(super) fn beside(paths: &[PathBuf]) -> Result<Vec<Self>, String> {
        let mut folders = BTreeSet::new();
        for path in paths.iter().filter(|path| path.as_os_str() != "-") {
            let failed = |error: io::Error| format!("{}: {error}", path.display());
            // Without links and `..`, the parent of a folder is the one above it.
            let path = fs::canonicalize(path).map_err(failed)?;
            let data = if path.is_dir() { Some(path.as_path()) } else { path.parent() };
            if path.is_dir() {
                within(&path, &mut folders).map_err(failed)?;
            }
            if let Some(data) = data.filter(|folder| folder.ends_with(DATA)) {
                above(data, &mut folders).map_err(failed)?;
            }
        }
        folders.into_iter().map(Self::read).collect()
    }

    fn read(folder: PathBuf) -> Result<Self, String> {
        let text = |name: &str| {
            let path = folder.join(name);
            fs::read_to_string(&path).map_err(|error| (error.kind(), format!("{}: {error}", path.display())))
        };
        let invalid = |name: &str, error: serde_json::Error| {
            format!("{}: {error}; download the manifest of the export again", folder.join(name).display())
        };
        let lines = text(FILES).map_err(|(_, message)| message)?;
        let files = serde_json::Deserializer::from_str(&lines).into_iter().collect::<Result<_, _>>();
        let files = files.map_err(|error| invalid(FILES, error))?;
        let summary = match text(SUMMARY) {
            Ok(text) => Some(serde_json::from_str(&text).map_err(|error| invalid(SUMMARY, error))?),
            Err((io::ErrorKind::NotFound, _)) => None,
            Err((_, message)) => return Err(message),
        };
        Ok(Self { folder, files, summary })
    }

    /// Compares the manifest with the number of records of each file that was read. Returns a message that names each
    /// data file that differs.
    pub(super) fn compare(&self, read: &[(&Path, u64)]) -> Option<String> {
        let read: Vec<_> = read.iter().map(|(path, records)| (fs::canonicalize(path).ok(), *records)).collect();
        let mut lines: Vec<_> = self.files.iter().filter_map(|file| self.difference(file, &read)).collect();
        let listed: u64 = self.files.iter().map(|file| file.item_count).sum();
        if let Some(summary) = self.summary.as_ref().filter(|summary| summary.item_count != listed) {
            let whole = summary.item_count;
            lines.push(format!("{FILES}: the files that it lists have {listed} items, and {SUMMARY} says {whole}"));
        }
        (!lines.is_empty()).then(|| {
            format!(
                "the report is not of the whole export that {} describes:\n  {}\ndownload the export again and audit \
                 all of it, or add `--allow-incomplete`",
                self.folder.join(FILES).display(),
                lines.join("\n  ")
            )
        })
    }

    fn difference(&self, file: &DataFile, read: &[(Option<PathBuf>, u64)]) -> Option<String> {
        let (expected, key) = (file.item_count, &file.data_file_s3_key);
        let path = self.path_of(key);
        let Ok(found) = fs::canonicalize(&path) else {
            return Some(format!("{key}: missing, with {expected} items; expected at {}", path.display()));
        };
        match read.iter().find(|(path, _)| path.as_ref() == Some(&found)) {
            None => Some(format!("{key}: not read, with {expected} items")),
            Some((_, records)) if *records != expected => Some(format!("{key}: {records} items instead of {expected}")),
            Some(_) => None,
        }
    }

    /// Returns the file of an object, if the folders below `AWSDynamoDB` are as in S3.
    fn path_of(&self, key: &str) -> PathBuf {
        let below = key.rsplit_once("AWSDynamoDB/").map_or(key, |(_, below)| below);
        match below.split_once('/') {
            // The folder that all incremental exports share.
            Some((DATA, _)) => self.folder.parent().unwrap_or(&self.folder).join(below),
            Some((_, below)) => self.folder.join(below),
            None => self.folder.join(below),
        }
    }
}

/// Adds the folders with a manifest: the given one, and those in it.
fn within(folder: &Path, folders: &mut BTreeSet<PathBuf>) -> io::Result<()> {
    if folder.join(FILES).is_file() {
        folders.insert(folder.to_owned());
    }
    for entry in fs::read_dir(folder)? {
        let path = entry?.path();
        if path.is_dir() {
            within(&path, folders)?;
        }
    }
    Ok(())
}

/// Adds the folder whose manifest lists a folder of data files or, if incremental exports share it, all of theirs.
fn above(data: &Path, folders: &mut BTreeSet<PathBuf>) -> io::Result<()> {
    let Some(parent) = data.parent() else { return Ok(()) };
    if parent.join(FILES).is_file() {
        folders.insert(parent.to_owned());
        return Ok(());
    }
    for entry in fs::read_dir(parent)? {
        let path = entry?.path();
        if path.join(FILES).is_file() && !path.join(DATA).is_dir() {
            folders.insert(path);
        }
    }
    Ok(())
}
