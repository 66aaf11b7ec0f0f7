//! Tests that no line is longer than 120 columns.
//!
//! Lines that cannot be broken are exempt: rows of tables, lines with an address or another long word, raw strings, and
//! code in Markdown. So are expected messages of rustc and generated files.

use std::{
    fs, io,
    path::{Path, PathBuf},
};

const WIDTH: usize = 120;

/// The length, in bytes, of a word that may exceed the width.
const LONG_WORD: usize = 60;

const ENDINGS: &[&str] = &["md", "rs", "sh", "toml", "yml"];

/// Folders of generated files, and of files from other programs.
const EXCLUDED: &[&str] = &[".git", "corpus", "docs", "snapshots", "target"];

#[test]
fn lines_have_up_to_120_columns() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let mut files = Vec::new();
    collect(&root, &mut files).expect("the workspace can be read");
    assert!(files.len() > 500, "{} files", files.len());
    let mut long = Vec::new();
    for file in files {
        let text = fs::read_to_string(&file).expect("a text");
        let shown = file.strip_prefix(&root).unwrap_or(&file).display();
        long.extend(long_lines(&text).map(|number| format!("{shown}:{number}")));
    }
    assert!(long.is_empty(), "{} lines of more than {WIDTH} columns:\n{}", long.len(), long.join("\n"));
}

#[test]
fn long_lines_are_found() {
    let long = "x ".repeat(WIDTH);
    let text = format!(
        "{long}\nshort\n/// | {long} |\nlet text = r\"\n{long}\n\";\n{long}\n/// [a](https://{})\n",
        "y".repeat(LONG_WORD)
    );
    assert_eq!(long_lines(&text).collect::<Vec<_>>(), [1, 7]);
}

fn collect(folder: &Path, files: &mut Vec<PathBuf>) -> io::Result<()> {
    for entry in fs::read_dir(folder)? {
        let (path, kind) = entry.and_then(|entry| Ok((entry.path(), entry.file_type()?)))?;
        let name = path.file_name().and_then(|name| name.to_str()).unwrap_or_default();
        if kind.is_dir() && !EXCLUDED.contains(&name) {
            collect(&path, files)?;
        } else if kind.is_file() && path.extension().is_some_and(|of| ENDINGS.iter().any(|ending| of == *ending)) {
            files.push(path);
        }
    }
    Ok(())
}

/// Returns the numbers of the lines that are too long, from 1.
fn long_lines(text: &str) -> impl Iterator<Item = usize> {
    let mut raw = None;
    text.lines()
        .zip(1..)
        .filter(move |(line, _)| {
            let is_raw = raw.is_some();
            raw = match raw {
                Some(end) if line.contains(end) => None,
                None => [("r#\"", "\"#"), ("r##\"", "\"##"), ("r\"", "\""), ("```", "```")].into_iter().find_map(
                    |(begin, end)| {
                        let (_, rest) = line.split_once(begin)?;
                        (!rest.contains(end)).then_some(end)
                    },
                ),
                raw => raw,
            };
            let is_row = line.trim_start().trim_start_matches(['/', '!']).trim_start().starts_with('|');
            let has_long_word = line.split_whitespace().any(|word| word.len() > LONG_WORD);
            line.chars().count() > WIDTH && !is_raw && raw.is_none() && !is_row && !has_long_word
        })
        .map(|(_, number)| number)
}
