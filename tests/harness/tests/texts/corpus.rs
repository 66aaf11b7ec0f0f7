//! The files of the corpus.

use std::{fs, path::Path};

/// A file of the corpus.
#[derive(Debug, Clone)]
pub struct Text {
    pub name: String,
    pub bytes: Vec<u8>,
}

impl Text {
    /// Returns whether the file's name marks it as valid.
    pub fn is_valid(&self) -> bool {
        self.name.starts_with("valid")
    }

    /// Returns the text without the newline at the end of its file.
    pub fn text(&self) -> String {
        String::from_utf8_lossy(&self.bytes).trim_end_matches('\n').to_owned()
    }
}

/// Returns the files of a kind, by name.
pub fn files(kind: &str) -> Vec<Text> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("corpus").join(kind);
    let mut files: Vec<_> = fs::read_dir(&folder)
        .unwrap_or_else(|error| panic!("{}: {error}", folder.display()))
        .map(|entry| {
            let path = entry.unwrap().path();
            Text { name: path.file_name().unwrap().to_string_lossy().into_owned(), bytes: fs::read(path).unwrap() }
        })
        .collect();
    files.sort_by(|one, other| one.name.cmp(&other.name));
    assert!(files.iter().any(Text::is_valid), "{kind} has no valid file");
    assert!(files.iter().any(|file| !file.is_valid()), "{kind} has no file that is not valid");
    files
}

/// Returns texts that need no file.
pub fn generated() -> Vec<String> {
    vec![
        String::new(),
        "A".repeat(1 << 20),
        "\0".repeat(1 << 20),
        "\u{10ffff}".repeat(1 << 18),
        "[".repeat(200_000),
        "{\"M\":".repeat(200_000),
        format!("{}{}", "{\"L\":[".repeat(60), "]}".repeat(60)),
        format!("{{\"Records\":[{}]}}", "{},".repeat(100_000)),
        "9".repeat(1 << 20),
        format!("scan1.{0}.{0}.{1}.{0}", "f".repeat(16), "0,".repeat(500_000)),
        format!("keywright.lock 1\ntable {}\n", "x".repeat(1 << 20)),
        "keywright.lock 1\n".repeat(50_000),
    ]
}
