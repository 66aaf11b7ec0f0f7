//! A copy of the workspace whose library contains all mutants.

use std::{
    collections::{BTreeMap, BTreeSet},
    fs, io,
    path::{Path, PathBuf},
    process::Command,
};

use super::Mutant;

/// The environment variable that selects a mutant by its number.
pub const SWITCH: &str = "KEYWRIGHT_MUTANT";

/// The module that the copied library gets.
const SWITCH_MODULE: &str = r#"//! Selects one of the errors in this copy.

use std::{env, sync::OnceLock};

static ACTIVE: OnceLock<Option<u32>> = OnceLock::new();

pub(crate) fn is_active(number: u32) -> bool {
    let read = || env::var("KEYWRIGHT_MUTANT").ok().and_then(|number| number.parse().ok());
    *ACTIVE.get_or_init(read) == Some(number)
}
"#;

/// Copies the workspace's sources into `folder`, with all mutants in the library. Returns the copy of this package.
///
/// Files that are already there are not written again, so that cargo builds only what has changed.
///
/// # Errors
///
/// If git does not list the sources, a file cannot be copied, or a mutant does not fit its file.
pub fn copy_with_mutants(folder: &Path, mutants: &[Mutant]) -> io::Result<PathBuf> {
    let package = Path::new(env!("CARGO_MANIFEST_DIR"));
    let workspace = package.ancestors().nth(2).unwrap_or(package);
    let mut by_file = BTreeMap::<PathBuf, Vec<&Mutant>>::new();
    for mutant in mutants {
        by_file.entry(Path::new("runtime/src").join(mutant.file)).or_default().push(mutant);
    }
    let switch = PathBuf::from("runtime/src/mutant.rs");
    let mut copied = BTreeSet::from([folder.join(&switch)]);
    write_changed(&folder.join(&switch), SWITCH_MODULE.as_bytes())?;
    for file in sources(workspace)? {
        // A file that was removed, but is still listed
        let Ok(mut content) = fs::read(workspace.join(&file)) else { continue };
        if file == Path::new("runtime/src/lib.rs") {
            content.extend(b"\nmod mutant;\n");
        }
        if let Some(mutants) = by_file.remove(&file) {
            let mut source = String::from_utf8(content).map_err(io::Error::other)?;
            for mutant in mutants {
                source = mutant.put_into(&source).map_err(io::Error::other)?;
            }
            content = source.into_bytes();
        }
        write_changed(&folder.join(&file), &content)?;
        copied.insert(folder.join(file));
    }
    match by_file.first_key_value() {
        Some((missing, _)) => Err(io::Error::other(format!("the mutated file {} is missing", missing.display()))),
        None => {
            remove_others(folder, &copied)?;
            Ok(folder.join(package.strip_prefix(workspace).unwrap_or(package)))
        }
    }
}

/// Returns the paths of the workspace's sources.
fn sources(workspace: &Path) -> io::Result<Vec<PathBuf>> {
    let listed = Command::new("git")
        .args(["ls-files", "-z", "--cached", "--others", "--exclude-standard"])
        .current_dir(workspace)
        .output()?;
    if !listed.status.success() {
        return Err(io::Error::other(format!("git ls-files failed: {}", String::from_utf8_lossy(&listed.stderr))));
    }
    let paths = String::from_utf8(listed.stdout).map_err(io::Error::other)?;
    Ok(paths.split('\0').filter(|path| !path.is_empty()).map(PathBuf::from).collect())
}

/// Writes a file, unless it has this content.
fn write_changed(path: &Path, content: &[u8]) -> io::Result<()> {
    if fs::read(path).is_ok_and(|before| before == content) {
        return Ok(());
    }
    if let Some(folder) = path.parent() {
        fs::create_dir_all(folder)?;
    }
    fs::write(path, content)
}

/// Removes the files of an earlier copy that are no longer among the sources, and empty folders.
fn remove_others(folder: &Path, copied: &BTreeSet<PathBuf>) -> io::Result<()> {
    for entry in fs::read_dir(folder)? {
        let path = entry?.path();
        if path.is_dir() {
            remove_others(&path, copied)?;
            if fs::read_dir(&path)?.next().is_none() {
                fs::remove_dir(&path)?;
            }
        } else if !copied.contains(&path) {
            fs::remove_file(&path)?;
        }
    }
    Ok(())
}
