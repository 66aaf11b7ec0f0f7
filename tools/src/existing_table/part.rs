//! The file of a part of an audit: what was read, and the counts.

use std::{ops::Range, path::Path};

use serde::{Deserialize, Serialize};

use super::read_files::ReadFiles;
use crate::{audit::Auditor, whole_file};

/// The version of the file's format. Parts of other versions are refused.
const VERSION: u32 = 2;

/// A part of an audit.
#[derive(Debug, Serialize, Deserialize)]
pub(super) struct Part {
    /// The version of the format, under a name that no other file has.
    audit_part: u32,
    pub(super) read: Read,
    pub(super) auditor: Auditor,
}

/// The input that a part has read completely.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(super) enum Read {
    /// Segments of a table.
    Segments {
        table: String,
        /// The number of segments of the table.
        total: usize,
        /// Ranges of segments, in order.
        own: Vec<Range<usize>>,
    },
    Files(ReadFiles),
}

impl Part {
    /// Creates a part of counts. The items that still wait for a pattern are counted, so that the part has only the
    /// samples that were requested.
    ///
    /// # Errors
    ///
    /// If the table's keys are not given and cannot be guessed from attribute names.
    pub(super) fn new(read: Read, mut auditor: Auditor) -> Result<Self, String> {
        auditor.learn().map_err(|error| error.to_string())?;
        Ok(Self { audit_part: VERSION, read, auditor })
    }

    pub(super) fn to_text(&self) -> Result<String, String> {
        serde_json::to_string(self).map(|text| text + "\n").map_err(|error| error.to_string())
    }

    /// Reads the file of a part.
    ///
    /// # Errors
    ///
    /// If the file cannot be read, or is not a part of this version.
    pub(super) fn open(path: &Path) -> Result<Self, String> {
        let failed = |error: &str| format!("{}: {error}", path.display());
        let text = whole_file::read_progress(path).map_err(|error| failed(&error.to_string()))?;
        let version: Version = serde_json::from_str(&text)
            .map_err(|error| failed(&format!("not a part of an audit: {error}; write it with `--format part`")))?;
        if version.audit_part != VERSION {
            let other = version.audit_part;
            return Err(failed(&format!("a part of version {other}, this is version {VERSION}; audit it again")));
        }
        serde_json::from_str(&text).map_err(|error| failed(&error.to_string()))
    }

    /// Merges two parts.
    ///
    /// # Errors
    ///
    /// If the parts are of different runs, or have read the same input.
    pub(super) fn merge(self, other: Self) -> Result<Self, String> {
        let read = self.read.and(other.read)?;
        Self::new(read, self.auditor.merge(other.auditor).map_err(|error| error.to_string())?)
    }
}

impl Read {
    fn and(self, other: Self) -> Result<Self, String> {
        match (self, other) {
            (Self::Files(files), Self::Files(others)) => files.and(others).map(Self::Files),
            (Self::Segments { table, total, own }, Self::Segments { table: named, total: divided, own: others })
                if (&table, total) == (&named, divided) =>
            {
                Ok(Self::Segments { table, total, own: joined(own, others)? })
            }
            (one, other) => {
                Err(format!("the parts are of different runs: {} and {}", one.describe(), other.describe()))
            }
        }
    }

    /// Checks that all segments of the table, or all data files of the exports were read.
    ///
    /// # Errors
    ///
    /// If segments or data files are missing. The message names them.
    pub(super) fn check_whole(&self) -> Result<(), String> {
        let (table, total, own) = match self {
            Self::Segments { table, total, own } => (table, total, own),
            Self::Files(files) => return files.check_whole(),
        };
        let ends = own.iter().map(|range| range.end);
        let starts = own.iter().map(|range| range.start).chain([*total]);
        let gaps = [0].into_iter().chain(ends).zip(starts).filter(|(end, start)| end < start);
        let missing: Vec<_> = gaps.map(|(end, start)| format!("{end}..{start}")).collect();
        if missing.is_empty() {
            return Ok(());
        }
        Err(format!(
            "no part has the segments {} of the {total} of `{table}`; audit them with `--own`, merge the parts so far \
             with `--format part`, or add `--allow-incomplete`",
            missing.join(", ")
        ))
    }

    fn describe(&self) -> String {
        match self {
            Self::Segments { table, total, .. } => format!("{total} segments of `{table}`"),
            Self::Files(files) => format!("{} files", files.len()),
        }
    }
}

/// Joins ranges of segments.
fn joined(mut own: Vec<Range<usize>>, others: Vec<Range<usize>>) -> Result<Vec<Range<usize>>, String> {
    own.extend(others);
    own.sort_by_key(|range| range.start);
    match own.windows(2).find(|pair| pair[1].start < pair[0].end) {
        Some(pair) => Err(format!("the segments {:?} and {:?} overlap; leave one of the parts out", pair[0], pair[1])),
        None => Ok(own),
    }
}

/// The field that every version of a part has.
#[derive(Deserialize)]
struct Version {
    audit_part: u32,
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(total: usize, own: Range<usize>) -> Read {
        Read::Segments { table: "shop".to_owned(), total, own: vec![own] }
    }

    #[test]
    fn segments_are_joined_until_none_is_missing() {
        let part = read(8, 0..2).and(read(8, 6..8)).unwrap();
        assert!(part.check_whole().unwrap_err().contains("the segments 2..6 of the 8 of `shop`"));
        let whole = part.and(read(8, 2..6)).unwrap();
        assert_eq!(whole, Read::Segments { table: "shop".to_owned(), total: 8, own: vec![0..2, 2..6, 6..8] });
        whole.check_whole().unwrap();
        assert!(read(8, 1..7).check_whole().unwrap_err().contains("0..1, 7..8"));
    }

    #[test]
    fn parts_that_do_not_belong_together_are_rejected() {
        let overlapping = read(8, 0..3).and(read(8, 2..8)).unwrap_err();
        assert!(overlapping.contains("0..3 and 2..8 overlap"), "{overlapping}");
        assert!(read(8, 0..3).and(read(9, 3..9)).unwrap_err().contains("8 segments of `shop` and 9 segments"));
        let files = Read::Files(ReadFiles::new(Vec::new(), Vec::new()));
        assert!(files.and(read(8, 0..8)).unwrap_err().contains("0 files and 8 segments of `shop`"));
    }
}
