//! Records the files that a part of an audit has read, and the exports that they belong to.

use serde::{Deserialize, Serialize};

use super::{digest::Digest, manifest::Export};

/// The files of a part.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct ReadFiles {
    files: Vec<ReadFile>,
    /// The exports with a manifest beside the files.
    exports: Vec<Export>,
}

/// A file that was read.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct ReadFile {
    /// The path as it was given.
    pub(super) path: String,
    pub(super) content: Content,
}

/// The content of a file that was read.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Content {
    /// The number of items and deletions.
    pub(super) records: u64,
    /// The digest of the file's bytes. `None` for the standard input and for pipes.
    pub(super) digest: Option<Digest>,
}

impl ReadFiles {
    pub(super) fn new(files: Vec<ReadFile>, exports: Vec<Export>) -> Self {
        Self { files, exports }
    }

    pub(super) fn len(&self) -> usize {
        self.files.len()
    }

    /// Adds the files of another part.
    ///
    /// # Errors
    ///
    /// If files have the same bytes, or both parts have read the same data file of an export. The standard input and
    /// pipes are not compared.
    pub(super) fn and(mut self, others: Self) -> Result<Self, String> {
        for file in &others.files {
            if let Some(same) = self.files.iter().find(|own| own.content.is_same(file.content)) {
                return Err(twice(same, file));
            }
        }
        self.files.extend(others.files);
        for export in others.exports {
            match self.exports.iter_mut().find(|own| own.is_same(&export)) {
                Some(own) => own.add(export)?,
                None => self.exports.push(export),
            }
        }
        Ok(self)
    }

    /// Checks that all data files of the exports were read completely.
    ///
    /// # Errors
    ///
    /// If some data files were not. The message names them.
    pub(super) fn check_whole(&self) -> Result<(), String> {
        let problems: Vec<_> = self.exports.iter().filter_map(Export::missing).collect();
        if problems.is_empty() { Ok(()) } else { Err(problems.join("\n")) }
    }
}

impl Content {
    /// Returns whether the files have the same bytes. Exports have many files without items.
    fn is_same(self, other: Self) -> bool {
        self.records > 0 && self.digest.is_some() && self.digest == other.digest
    }
}

fn twice(one: &ReadFile, two: &ReadFile) -> String {
    let names = match one.path == two.path {
        true => format!("{} of two parts has", one.path),
        false => format!("{} and {} of two parts have", one.path, two.path),
    };
    format!(
        "{names} the same bytes; if it is one file, leave one of the parts out; if the table has these items twice, \
         audit one of the files again from the standard input, `-`, which is not compared"
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    fn files(path: &str, content: Content) -> ReadFiles {
        ReadFiles::new(vec![ReadFile { path: path.to_owned(), content }], Vec::new())
    }

    #[test]
    fn files_without_items_or_digest_are_not_compared() {
        let (empty, pipe) =
            (Content { records: 0, digest: Some(Digest::default()) }, Content { records: 9, digest: None });
        for content in [empty, pipe] {
            assert_eq!(files("a", content).and(files("a", content)).unwrap().len(), 2);
        }
        let file = Content { records: 9, digest: Some(Digest::default()) };
        let message = files("a", file).and(files("./a", file)).unwrap_err();
        assert!(message.starts_with("a and ./a of two parts have the same bytes"), "{message}");
    }
}
