//! Reads files that are needed in memory as a whole.

use std::{
    fs::File,
    io::{self, Read},
    path::Path,
};

/// The maximum size of a document that a person or another program wrote: a model, a declaration of a table, the
/// manifest of an export, or the JSON of an audit with samples. It is far above their usual size of a few MiB.
const MAX_DOCUMENT_MIB: u64 = 256;

/// The maximum size of a checkpoint, or of a part of an audit. With hundreds of patterns in several indexes, they have
/// tens of MiB.
const MAX_PROGRESS_MIB: u64 = 1_024;

/// Reads a document.
///
/// # Errors
///
/// If the file cannot be read, is not UTF-8, or is larger than 256 MiB.
pub(crate) fn read(path: &Path) -> io::Result<String> {
    limited(File::open(path)?, MAX_DOCUMENT_MIB)
}

/// Reads a checkpoint, or a part of an audit.
///
/// # Errors
///
/// If the file cannot be read, is not UTF-8, or is larger than 1 GiB.
pub(crate) fn read_progress(path: &Path) -> io::Result<String> {
    limited(File::open(path)?, MAX_PROGRESS_MIB)
}

fn limited(reader: impl Read, max_mib: u64) -> io::Result<String> {
    let max = max_mib * 1_024 * 1_024;
    let mut bytes = Vec::new();
    if reader.take(max + 1).read_to_end(&mut bytes)? as u64 > max {
        let message = format!("larger than {max_mib} MiB; check that this is the file that the command needs");
        return Err(io::Error::new(io::ErrorKind::FileTooLarge, message));
    }
    String::from_utf8(bytes).map_err(|error| io::Error::new(io::ErrorKind::InvalidData, error.utf8_error()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_endless_file_is_an_error() {
        let error = limited(io::repeat(b' '), 1).unwrap_err().to_string();
        assert!(error.starts_with("larger than 1 MiB; "), "{error}");
    }

    #[test]
    fn a_file_of_the_maximum_size_is_read() {
        assert_eq!(limited(io::repeat(b' ').take(1 << 20), 1).unwrap().len(), 1 << 20);
        assert_eq!(limited(&b"\xff"[..], 1).unwrap_err().kind(), io::ErrorKind::InvalidData);
    }
}
