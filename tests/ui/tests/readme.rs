//! The compiler's messages in the README are what the compiler says.

use std::{fs, path::Path};

#[test]
fn messages_are_those_of_the_cases() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut messages = Vec::new();
    for folder in fs::read_dir(root.join("fail")).unwrap().map(|entry| entry.unwrap().path()) {
        let files = if folder.is_dir() {
            fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect()
        } else {
            vec![folder]
        };
        let stderr = files.into_iter().filter(|file| file.extension().is_some_and(|extension| extension == "stderr"));
        messages.extend(stderr.map(|file| fs::read_to_string(file).unwrap().trim_end().to_owned()));
    }

    let readme = fs::read_to_string(root.join("../../README.md")).unwrap();
    let blocks: Vec<_> = readme.split("```text\n").skip(1).filter_map(|rest| rest.split("\n```").next()).collect();
    assert!(!blocks.is_empty());
    for block in blocks {
        assert!(messages.iter().any(|message| message == block), "no case says:\n{block}");
    }
}
