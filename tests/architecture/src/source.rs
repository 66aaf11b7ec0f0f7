use std::{
    collections::BTreeMap,
    fs, io,
    path::{Path, PathBuf},
};

/// The source files of a crate: their text by path, relative to the directory of `lib.rs`.
#[derive(Debug, Default)]
pub struct Sources {
    files: BTreeMap<PathBuf, String>,
    shown: PathBuf,
}

impl Sources {
    /// Reads every Rust file below `directory`, which is relative to the workspace.
    ///
    /// # Errors
    ///
    /// If a file or directory cannot be read.
    pub fn read(directory: &str) -> io::Result<Self> {
        let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..").join(directory);
        let mut sources = Self { files: BTreeMap::new(), shown: directory.into() };
        let mut open = vec![root.clone()];
        while let Some(directory) = open.pop() {
            for entry in fs::read_dir(directory)? {
                let path = entry?.path();
                if path.is_dir() {
                    open.push(path);
                } else if path.extension().is_some_and(|extension| extension == "rs") {
                    let name = path.strip_prefix(&root).map(Path::to_path_buf).unwrap_or_default();
                    sources.files.insert(name, fs::read_to_string(&path)?);
                }
            }
        }
        Ok(sources)
    }

    /// Returns the text of a file, if it exists.
    pub(crate) fn text(&self, file: &Path) -> Option<&str> {
        self.files.get(file).map(String::as_str)
    }

    /// Returns a file's path for messages.
    pub(crate) fn shown(&self, file: &Path) -> PathBuf {
        self.shown.join(file)
    }
}

/// Sources in memory.
impl<const N: usize> From<[(&str, &str); N]> for Sources {
    fn from(files: [(&str, &str); N]) -> Self {
        let files = files.map(|(path, text)| (path.into(), text.into()));
        Self { files: files.into(), shown: PathBuf::new() }
    }
}
