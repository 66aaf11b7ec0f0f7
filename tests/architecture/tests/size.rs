//! Tests that the code does not grow unnoticed: lines of product code without tests, comments and blank lines, and its
//! files. A change that needs more raises the number here, and says in its message what for.

use std::{
    fs, io,
    path::{Path, PathBuf},
};

/// Lines of all crates.
const MOST_LINES: usize = 88_300;

/// Files of all crates.
const MOST_FILES: usize = 1_024;

/// Lines of `runtime`.
const MOST_RUNTIME_LINES: usize = 54_000;

/// Lines of all files in `tests`, with comments and blank lines.
const MOST_TEST_LINES: usize = 84_000;

/// Folders that are no product code.
const OTHER: &[&str] = &["tests", "examples", "benches", "docs", "target"];

#[test]
fn code_does_not_grow_unnoticed() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let crates = folders(&root).expect("the workspace can be read");
    let crates = crates.into_iter().filter(|name| !OTHER.contains(&name.as_str()));
    let of_crates: Vec<_> = crates.map(|name| (counted(&root.join(&name).join("src")), name)).collect();
    let sum = |of: fn(&Count) -> usize| of_crates.iter().map(|(count, _)| of(count)).sum::<usize>();
    let (lines, files) = (sum(|count| count.lines), sum(|count| count.files));
    let runtime = of_crates.iter().find(|(_, name)| name == "runtime").map_or(0, |(count, _)| count.lines);
    let mut tests = Vec::new();
    collect(&root.join("tests"), &["target"], &mut tests).expect("the tests can be read");
    let tests: usize = tests.iter().map(|file| text(file).lines().count()).sum();
    println!("{lines} lines in {files} files, runtime {runtime}, tests {tests}");
    assert!(runtime > 0 && tests > 0);
    let found = [lines, files, runtime, tests];
    let most = [MOST_LINES, MOST_FILES, MOST_RUNTIME_LINES, MOST_TEST_LINES];
    assert!(found.iter().zip(&most).all(|(found, most)| found <= most), "{found:?} exceed {most:?}");
}

#[derive(Default)]
struct Count {
    lines: usize,
    files: usize,
}

/// Counts the files of a crate without its tests.
fn counted(source: &Path) -> Count {
    let mut files = Vec::new();
    if source.is_dir() {
        collect(source, &["tests", "snapshots", "target"], &mut files).expect("a crate can be read");
    }
    let name = |file: &Path| file.file_name().unwrap_or_default().to_string_lossy().into_owned();
    files.retain(|file| name(file) != "tests.rs" && !name(file).ends_with("_tests.rs"));
    Count { lines: files.iter().map(|file| code_lines(&text(file))).sum(), files: files.len() }
}

/// Counts the lines of code before the module of unit tests.
fn code_lines(text: &str) -> usize {
    let lines: Vec<_> = text.lines().collect();
    let is_module = |line: &str| line.starts_with("mod ") && line.ends_with('{');
    let tests = lines.windows(2).position(|pair| pair[0] == "#[cfg(test)]" && is_module(pair[1]));
    let code = lines.iter().take(tests.unwrap_or(lines.len()));
    code.filter(|line| !line.trim().is_empty() && !line.trim().starts_with("//")).count()
}

#[test]
fn comments_blank_lines_and_tests_do_not_count() {
    assert_eq!(code_lines("//! Text.\n\nfn f() {\n    // A comment.\n    g()\n}\n\n#[cfg(test)]\nmod tests {\n}\n"), 3);
    assert_eq!(code_lines("#[cfg(test)]\nmod tests;\n"), 2);
}

fn folders(root: &Path) -> io::Result<Vec<String>> {
    let mut names = Vec::new();
    for entry in fs::read_dir(root)? {
        let entry = entry?;
        if entry.file_type()?.is_dir() {
            names.push(entry.file_name().to_string_lossy().into_owned());
        }
    }
    Ok(names)
}

fn collect(folder: &Path, excluded: &[&str], files: &mut Vec<PathBuf>) -> io::Result<()> {
    for entry in fs::read_dir(folder)? {
        let (path, kind) = entry.and_then(|entry| Ok((entry.path(), entry.file_type()?)))?;
        let name = path.file_name().and_then(|name| name.to_str()).unwrap_or_default();
        if kind.is_dir() && !excluded.contains(&name) {
            collect(&path, excluded, files)?;
        } else if kind.is_file() && name.ends_with(".rs") {
            files.push(path);
        }
    }
    Ok(())
}

fn text(file: &Path) -> String {
    fs::read_to_string(file).expect("a text")
}
