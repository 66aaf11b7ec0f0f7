//! Copies patches and profiles from the manifest of the workspace.

use std::{fs, path::Path};

use toml::{Table, Value};

/// Returns the patches, because the schema's package may need them, and the profiles, so that dependencies are compiled
/// once.
pub(super) fn inherited(workspace_root: &Path) -> Result<Table, String> {
    let path = workspace_root.join("Cargo.toml");
    let text = fs::read_to_string(&path).map_err(|error| format!("{}: {error}", path.display()))?;
    let mut manifest: Table = text.parse().map_err(|error| format!("{}: {error}", path.display()))?;
    manifest.retain(|key, _| matches!(key, "patch" | "profile"));
    let patches = manifest.get_mut("patch").and_then(Value::as_table_mut);
    let patches = patches.into_iter().flat_map(|patch| patch.iter_mut()).filter_map(|(_, of)| of.as_table_mut());
    for dependency in patches.flat_map(|of| of.iter_mut()).filter_map(|(_, dependency)| dependency.as_table_mut()) {
        if let Some(Value::String(path)) = dependency.get_mut("path") {
            *path = workspace_root.join(&*path).to_string_lossy().into_owned();
        }
    }
    Ok(manifest)
}
