//! Determines the dependency on `keywright-tools`, with the version and source of the user's `keywright`.

use toml::{Table, Value};

use crate::metadata::{Package, workspace_members};

const TOOLS: &str = "keywright-tools";

const CRATES_IO: &str = "registry+https://github.com/rust-lang/crates.io-index";

/// Returns the dependency. Another version or source would add a second `keywright`, whose traits the schema does not
/// implement.
pub(super) fn tools(keywright: &Package) -> Result<Table, String> {
    match &keywright.source {
        None => of_workspace(keywright),
        Some(source) => of_source(source, &keywright.version),
    }
}

/// Returns the dependency on the tools in the workspace of a local `keywright`.
fn of_workspace(keywright: &Package) -> Result<Table, String> {
    let members = workspace_members(&keywright.manifest_path)?;
    let tools = members.iter().find(|package| package.name == TOOLS).ok_or_else(|| {
        format!(
            "`keywright` is in {}, and no package of its workspace is `{TOOLS}`; take both from one source",
            keywright.folder().display()
        )
    })?;
    Ok(table([("path", &*tools.folder().to_string_lossy())]))
}

fn of_source(source: &str, version: &str) -> Result<Table, String> {
    let exact = format!("={version}");
    if let Some(git) = source.strip_prefix("git+") {
        return Ok(of_git(git));
    }
    if source == CRATES_IO || source.starts_with("sparse+https://index.crates.io") {
        return Ok(table([("version", &*exact)]));
    }
    // A sparse index keeps its prefix, which selects the protocol.
    let index = source.strip_prefix("registry+").unwrap_or(source);
    if source.starts_with("registry+") || source.starts_with("sparse+") {
        return Ok(table([("version", &*exact), ("registry-index", index)]));
    }
    Err(format!("`keywright` comes from {source}; `{TOOLS}` can be taken from a registry, a git repository or a path"))
}

/// Parses `https://host/repository?branch=main#commit`. The commit is taken from the lock file instead.
fn of_git(source: &str) -> Table {
    let (source, _) = source.split_once('#').unwrap_or((source, ""));
    let (url, query) = source.split_once('?').unwrap_or((source, ""));
    let mut dependency = table([("git", url)]);
    for (key, value) in query.split('&').filter_map(|pair| pair.split_once('=')) {
        if matches!(key, "branch" | "tag" | "rev") {
            dependency.insert(key.to_owned(), Value::String(value.replace("%2F", "/")));
        }
    }
    dependency
}

fn table<const N: usize>(entries: [(&str, &str); N]) -> Table {
    entries.into_iter().map(|(key, value)| (key.to_owned(), Value::String(value.to_owned()))).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tools_come_from_the_source_of_keywright() {
        for (source, expected) in [
            (CRATES_IO, table([("version", "=0.3.1")])),
            ("sparse+https://index.crates.io/", table([("version", "=0.3.1")])),
            (
                "registry+https://example.com/index",
                table([("version", "=0.3.1"), ("registry-index", "https://example.com/index")]),
            ),
            (
                "sparse+https://example.com/index/",
                table([("version", "=0.3.1"), ("registry-index", "sparse+https://example.com/index/")]),
            ),
            ("git+https://example.com/keywright#0a1b2c", table([("git", "https://example.com/keywright")])),
            (
                "git+https://example.com/keywright?branch=feature%2Fx#0a1b2c",
                table([("git", "https://example.com/keywright"), ("branch", "feature/x")]),
            ),
            (
                "git+ssh://git@example.com/keywright?rev=0a1b2c#0a1b2c",
                table([("git", "ssh://git@example.com/keywright"), ("rev", "0a1b2c")]),
            ),
        ] {
            assert_eq!(of_source(source, "0.3.1"), Ok(expected), "{source}");
        }
        assert!(of_source("directory+vendored", "0.3.1").unwrap_err().contains("directory+vendored"));
    }
}
