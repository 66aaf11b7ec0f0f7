//! Stores the checkpoint from which an interrupted audit resumes.

use std::{
    fs,
    io::{self, ErrorKind},
    path::{Path, PathBuf},
};

use serde::{Deserialize, Serialize, de::DeserializeOwned};

use crate::{audit::Auditor, whole_file};

/// The version of the checkpoint's format. Checkpoints of other versions are refused.
const VERSION: u32 = 3;

/// The position of an audit, and its counts up to there.
#[derive(Debug, Serialize, Deserialize)]
pub(crate) struct Checkpoint<P> {
    version: u32,
    /// The input and its options. A checkpoint of another audit is refused.
    input: String,
    pub(crate) position: P,
    pub(crate) auditor: Auditor,
}

/// The file of a checkpoint.
#[derive(Debug, Clone)]
pub(crate) struct CheckpointFile {
    path: PathBuf,
    input: String,
}

impl CheckpointFile {
    /// Returns the checkpoint file of an audit of this input.
    pub(crate) fn new(path: &Path, input: String) -> Self {
        Self { path: path.to_owned(), input }
    }

    /// Reads the checkpoint, if the file exists.
    ///
    /// # Errors
    ///
    /// If the file cannot be read, is not a checkpoint, or is the checkpoint of another audit.
    pub(crate) fn read<P: DeserializeOwned>(&self) -> Result<Option<Checkpoint<P>>, String> {
        let text = match whole_file::read_progress(&self.path) {
            Err(error) if error.kind() == ErrorKind::NotFound => return Ok(None),
            text => text.map_err(|error| self.message(&error.to_string()))?,
        };
        let version = serde_json::from_str::<Version>(&text).map_err(|error| self.message(&error.to_string()))?.version;
        if version != VERSION {
            let text = format!("a checkpoint of version {version}, this is version {VERSION}; begin with another file");
            return Err(self.message(&text));
        }
        let checkpoint: Checkpoint<P> =
            serde_json::from_str(&text).map_err(|error| self.message(&error.to_string()))?;
        if checkpoint.input != self.input {
            let text = "the checkpoint of another audit: its input or its options differ; begin with another file";
            return Err(self.message(text));
        }
        Ok(Some(checkpoint))
    }

    /// Replaces the file. If the process is interrupted, the old file remains.
    pub(crate) fn write<P: Serialize>(&self, position: P, auditor: &Auditor) -> Result<(), String> {
        let checkpoint = Checkpoint { version: VERSION, input: self.input.clone(), position, auditor: auditor.clone() };
        let mut temporary = self.path.clone().into_os_string();
        temporary.push(".new");
        let written = serde_json::to_vec(&checkpoint).map_err(io::Error::from);
        let written =
            written.and_then(|text| fs::write(&temporary, text)).and_then(|()| fs::rename(&temporary, &self.path));
        written.map_err(|error| self.message(&error.to_string()))
    }

    fn message(&self, text: &str) -> String {
        format!("{}: {text}", self.path.display())
    }
}

/// The field that every version of a checkpoint has.
#[derive(Deserialize)]
struct Version {
    version: u32,
}
