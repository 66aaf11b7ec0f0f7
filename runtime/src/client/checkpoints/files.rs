//! Keeps checkpoints in files.

use std::{
    fs::{self, File},
    io::{self, ErrorKind, Write as _},
    path::{Path, PathBuf},
};

use super::{CheckpointStore, Segment, StoreError, Storing};
use crate::{client::Checkpoint, item::random::random};

/// Keeps the checkpoints of one run in a folder, in one file for each segment, such as `17-of-256.checkpoint`.
///
/// A file is replaced as a whole: a process that is killed leaves either the earlier checkpoint or the later one. The
/// files contain keys of the table: see [`Checkpoint`].
///
/// Each run needs a folder of its own. Delete the folder to start a run again.
#[derive(Debug, Clone)]
pub struct FileCheckpoints {
    folder: PathBuf,
}

impl FileCheckpoints {
    /// Keeps the checkpoints in this folder. The first save creates it.
    pub fn in_folder(folder: impl Into<PathBuf>) -> Self {
        Self { folder: folder.into() }
    }

    fn path(&self, segment: Segment) -> PathBuf {
        self.folder.join(format!("{segment}.checkpoint"))
    }
}

impl CheckpointStore for FileCheckpoints {
    fn load(&self, segment: Segment) -> Storing<'_, Option<Checkpoint>> {
        let path = self.path(segment);
        Box::pin(blocking(move || read(&path)))
    }

    fn save<'a>(&'a self, segment: Segment, checkpoint: &'a Checkpoint) -> Storing<'a, ()> {
        let (path, text) = (self.path(segment), format!("{checkpoint}\n"));
        Box::pin(blocking(move || replace(&path, &text).map_err(|error| in_file(&path, error))))
    }
}

/// Runs file operations on a thread where they do not block other tasks.
async fn blocking<O: Send + 'static>(
    run: impl FnOnce() -> Result<O, StoreError> + Send + 'static,
) -> Result<O, StoreError> {
    tokio::task::spawn_blocking(run).await?
}

fn read(path: &Path) -> Result<Option<Checkpoint>, StoreError> {
    match fs::read_to_string(path) {
        Ok(text) => Ok(Some(text.parse().map_err(|error| in_file(path, error))?)),
        Err(error) if error.kind() == ErrorKind::NotFound => Ok(None),
        Err(error) => Err(in_file(path, error)),
    }
}

/// Writes a temporary file and renames it, so that the path always contains a complete checkpoint. The temporary name
/// is random, because two processes, or two saves of one process, may save the same segment.
fn replace(path: &Path, text: &str) -> io::Result<()> {
    if let Some(folder) = path.parent() {
        fs::create_dir_all(folder)?;
    }
    let written = path.with_extension(format!("{:016x}.new", random()));
    let mut file = File::create(&written)?;
    file.write_all(text.as_bytes())?;
    file.sync_all()?;
    fs::rename(&written, path)
}

fn in_file(path: &Path, error: impl std::fmt::Display) -> StoreError {
    format!("{}: {error}", path.display()).into()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn damaged_file_is_an_error_that_names_it() {
        let folder = std::env::temp_dir().join(format!("keywright-damaged-{}", std::process::id()));
        fs::create_dir_all(&folder).unwrap();
        fs::write(folder.join("3-of-8.checkpoint"), "scan2.cut").unwrap();
        let store = FileCheckpoints::in_folder(&folder);
        let error = Checkpoint::load(&store, 8, 0..8).await.unwrap_err();
        assert_eq!((error.kind(), error.segment()), (crate::ErrorKind::CheckpointStore, Some(3)));
        assert!(error.to_string().contains("3-of-8.checkpoint"), "{error}");
        assert_eq!(Checkpoint::load(&store, 8, 4..8).await.unwrap(), None);
        fs::remove_dir_all(&folder).unwrap();
    }
}
