//! Opens the files of an input: those of an export, or the standard input.

use std::{
    cell::Cell,
    fs::{self, File},
    io::{self, BufRead, BufReader, Read},
    path::{Path, PathBuf},
    rc::Rc,
};

use super::digest::{Digest, Digested};

/// Extensions of the files that are read from a folder.
const ENDINGS: [&str; 4] = [".json", ".json.gz", ".jsonl", ".jsonl.gz"];

/// The first bytes of a gzip file.
const GZIP: [u8; 2] = [0x1f, 0x8b];

/// Lists the files at the given paths that are in DynamoDB's JSON, compressed or not. The files of a folder are sorted
/// by name. The manifests of an export are excluded.
pub(super) fn files(paths: &[PathBuf]) -> Result<Vec<PathBuf>, String> {
    let mut files = Vec::new();
    for path in paths {
        if path.is_dir() {
            let before = files.len();
            collect(path, &mut files).map_err(|error| format!("{}: {error}", path.display()))?;
            if files.len() == before {
                return Err(format!("{}: no file ends in {}", path.display(), ENDINGS.join(", ")));
            }
        } else {
            files.push(path.clone());
        }
    }
    Ok(files)
}

fn collect(folder: &Path, files: &mut Vec<PathBuf>) -> io::Result<()> {
    let mut entries =
        fs::read_dir(folder)?.map(|entry| entry.map(|entry| entry.path())).collect::<io::Result<Vec<_>>>()?;
    entries.sort();
    for path in entries {
        let name = path.file_name().and_then(|name| name.to_str()).unwrap_or_default();
        if path.is_dir() {
            collect(&path, files)?;
        } else if ENDINGS.iter().any(|ending| name.ends_with(ending)) && !name.starts_with("manifest-") {
            files.push(path);
        }
    }
    Ok(())
}

/// An open file.
pub(super) struct Input {
    /// The content, decompressed.
    pub(super) reader: Box<dyn BufRead>,
    /// The digest of the bytes read so far. `None` for the standard input and for pipes.
    pub(super) digest: Option<Rc<Cell<Digest>>>,
}

/// Opens a file, or the standard input for `-`. Decompresses compressed files.
pub(super) fn open(path: &Path) -> Result<Input, String> {
    let failed = |error: io::Error| format!("{}: {error}", path.display());
    let (source, digest): (Box<dyn Read>, _) = match path.to_str() {
        Some("-") => (Box::new(io::stdin()), None),
        _ => {
            let file = File::open(path).map_err(failed)?;
            let is_file = file.metadata().is_ok_and(|metadata| metadata.is_file());
            let (file, digest) = Digested::new(file);
            (Box::new(file), is_file.then_some(digest))
        }
    };
    let mut reader = BufReader::with_capacity(256 * 1_024, source);
    let is_compressed = reader.fill_buf().map_err(failed)?.starts_with(&GZIP);
    let needs_gzip = || format!("{}: compressed; needs the feature `gzip`", path.display());
    let reader = if is_compressed { decompressed(reader).ok_or_else(needs_gzip)? } else { Box::new(reader) };
    Ok(Input { reader, digest })
}

#[cfg(feature = "gzip")]
fn decompressed(reader: impl BufRead + 'static) -> Option<Box<dyn BufRead>> {
    Some(Box::new(BufReader::with_capacity(256 * 1_024, flate2::bufread::MultiGzDecoder::new(reader))))
}

#[cfg(not(feature = "gzip"))]
fn decompressed(_: impl BufRead) -> Option<Box<dyn BufRead>> {
    None
}

#[cfg(all(test, feature = "gzip"))]
mod tests {
    use flate2::{Compression, bufread::GzEncoder};

    use super::*;
    use crate::audit::read_items;

    #[test]
    fn an_endless_line_is_an_error_in_a_compressed_input() {
        for start in ["{\"PK\":{\"S\":\"", "a key"] {
            let endless = BufReader::new(start.as_bytes().chain(io::repeat(b'x')));
            let compressed = BufReader::new(GzEncoder::new(endless, Compression::fast()));
            let error = read_items(decompressed(compressed).unwrap(), None, |_| Ok(())).unwrap_err();
            assert!(error.to_string().contains("line 1 has more than 8 MiB of text"), "{start}: {error}");
        }
    }
}
