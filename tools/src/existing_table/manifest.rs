//! Compares what was read of an export to S3 with the export's manifest.
//!
//! The manifest of an export is in `AWSDynamoDB/ExportId`. Its data files are in `AWSDynamoDB/ExportId/data`, or, if it
//! is incremental, in the folder `AWSDynamoDB/data` of all incremental exports.
//!
//! AWS: [DynamoDB table export output
//! format](https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/S3DataExport.Output.html).

use std::{
    collections::{BTreeMap, BTreeSet},
    fs, io,
    path::{Path, PathBuf},
};

use serde::{Deserialize, Serialize};

use crate::whole_file;

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
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
struct DataFile {
    /// The number of items or, in an incremental export, of changes.
    item_count: u64,
    /// The key of the object, with the prefix of the export.
    data_file_s3_key: String,
}

/// The document `manifest-summary.json`.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
struct Summary {
    item_count: u64,
}

impl Manifest {
    /// Reads the manifests in the given folders, and those of the exports whose data files are given.
    ///
    /// # Errors
    ///
    /// If a manifest cannot be read, or is not in AWS's format.
    pub(super) fn find(paths: &[PathBuf]) -> Result<Vec<Self>, String> {
        let mut folders = BTreeSet::new();
        for path in paths.iter().filter(|path| path.as_os_str() != "-") {
            let failed = |error: io::Error| format!("{}: {error}", path.display());
            // Without links and `..`, the parent of a folder is the one above it. A pipe such as `/dev/stdin` has no
            // such path, and no manifest. The file itself is opened later, and then missing if it does not exist.
            let Ok(path) = fs::canonicalize(path) else { continue };
            if !path.is_dir() && !path.is_file() {
                continue;
            }
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
            whole_file::read(&path).map_err(|error| (error.kind(), format!("{}: {error}", path.display())))
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

    /// Compares the data files with the number of records of each file that was read.
    pub(super) fn compared_with(self, read: &[(&Path, u64)]) -> Export {
        let records: BTreeMap<_, _> =
            read.iter().filter_map(|(path, records)| Some((fs::canonicalize(path).ok()?, *records))).collect();
        let (mut read, mut absent) = (BTreeMap::new(), BTreeMap::new());
        for DataFile { data_file_s3_key: key, .. } in &self.files {
            let path = self.path_of(key);
            match fs::canonicalize(&path).map(|found| records.get(&found)) {
                Ok(Some(records)) => {
                    read.insert(key.clone(), *records);
                }
                Ok(None) => {}
                Err(_) => {
                    absent.insert(key.clone(), path.display().to_string());
                }
            }
        }
        let manifest = self.folder.join(FILES).display().to_string();
        Export { manifest, files: self.files, summary: self.summary, read, absent }
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

/// An export, and what was read of it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Export {
    /// The path of the manifest.
    manifest: String,
    files: Vec<DataFile>,
    summary: Option<Summary>,
    /// The number of records of each data file that was read, by the key of its object.
    read: BTreeMap<String, u64>,
    /// The paths at which data files were expected, by the key of their object.
    #[serde(skip)]
    absent: BTreeMap<String, String>,
}

impl Export {
    /// Returns whether the manifests list the same data files. Each key contains the export's id.
    pub(super) fn is_same(&self, other: &Self) -> bool {
        (&self.files, &self.summary) == (&other.files, &other.summary)
    }

    /// Adds what another part has read of the same export.
    ///
    /// # Errors
    ///
    /// If both parts have read the same data file.
    pub(super) fn add(&mut self, other: Self) -> Result<(), String> {
        match other.read.keys().find(|key| self.read.contains_key(*key)) {
            Some(twice) => Err(format!("{twice}: two parts have read this file of the export; leave one of them out")),
            None => {
                self.read.extend(other.read);
                Ok(())
            }
        }
    }

    /// Returns a message that names each data file that was not read, or has another number of items.
    pub(super) fn incomplete(&self) -> Option<String> {
        self.message(
            self.files.iter().filter_map(|file| self.unread(file).or_else(|| self.difference(file))).collect(),
            "download the export again and audit all of it, or add `--allow-incomplete`",
        )
    }

    /// Returns a message that names each data file that was read and has another number of items. Other parts have read
    /// the other files.
    pub(super) fn differing(&self) -> Option<String> {
        let lines: Vec<_> = self.files.iter().filter_map(|file| self.difference(file)).collect();
        (!lines.is_empty()).then(|| {
            format!(
                "files differ from what {} says:\n  {}\ndownload them and audit them again, or add \
                 `--allow-incomplete`",
                self.manifest,
                lines.join("\n  ")
            )
        })
    }

    /// Returns a message that names each data file that no part has read, or that has another number of items.
    pub(super) fn missing(&self) -> Option<String> {
        let line = |file: &DataFile| match self.read.contains_key(&file.data_file_s3_key) {
            true => self.difference(file),
            false => Some(format!("{}: in no part, with {} items", file.data_file_s3_key, file.item_count)),
        };
        self.message(
            self.files.iter().filter_map(line).collect(),
            "audit these files with `--format part` and the manifest beside them, merge the parts so far with \
             `--format part`, or add `--allow-incomplete`",
        )
    }

    fn message(&self, mut lines: Vec<String>, fix: &str) -> Option<String> {
        let listed = self.files.iter().fold(0_u64, |sum, file| sum.saturating_add(file.item_count));
        if let Some(summary) = self.summary.as_ref().filter(|summary| summary.item_count != listed) {
            let whole = summary.item_count;
            lines.push(format!("{FILES}: the files that it lists have {listed} items, and {SUMMARY} says {whole}"));
        }
        (!lines.is_empty()).then(|| {
            format!(
                "the report is not of the whole export that {} describes:\n  {}\n{fix}",
                self.manifest,
                lines.join("\n  ")
            )
        })
    }

    fn unread(&self, file: &DataFile) -> Option<String> {
        let (expected, key) = (file.item_count, &file.data_file_s3_key);
        match self.absent.get(key) {
            Some(path) => Some(format!("{key}: missing, with {expected} items; expected at {path}")),
            None if !self.read.contains_key(key) => Some(format!("{key}: not read, with {expected} items")),
            None => None,
        }
    }

    fn difference(&self, file: &DataFile) -> Option<String> {
        let (expected, key) = (file.item_count, &file.data_file_s3_key);
        let records = self.read.get(key).filter(|records| **records != expected)?;
        Some(format!("{key}: {records} items instead of {expected}"))
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
