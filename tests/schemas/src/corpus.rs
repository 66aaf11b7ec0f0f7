//! The programs of all schemas that ever broke a law.

use std::{collections::BTreeMap, fs, io, path::Path};

/// Returns the programs of the folder `corpus`, by their names.
///
/// # Errors
///
/// If a file cannot be read.
pub fn programs() -> io::Result<BTreeMap<String, String>> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("corpus");
    let mut programs = BTreeMap::new();
    for file in fs::read_dir(folder)? {
        let path = file?.path();
        if let (Some(name), Some("rs")) = (path.file_stem(), path.extension().and_then(|kind| kind.to_str())) {
            programs.insert(name.to_string_lossy().into_owned(), fs::read_to_string(&path)?);
        }
    }
    Ok(programs)
}
