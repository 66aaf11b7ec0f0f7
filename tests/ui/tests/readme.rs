//! Tests that the compiler's messages in the README and in the guide are real ones.

use std::{
    fs,
    path::{Path, PathBuf},
};

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

    let mut pages = vec![root.join("../../README.md")];
    collect(&root.join("../../docs/src"), &mut pages);
    let mut count = 0;
    for page in pages {
        let text = fs::read_to_string(&page).unwrap();
        let blocks = text.split("```text\n").skip(1).filter_map(|rest| rest.split("\n```").next());
        for block in blocks.filter(|block| block.starts_with("error") || block.starts_with("warning")) {
            count += 1;
            assert!(
                messages.iter().any(|message| message.contains(block)),
                "{}: no case says:\n{block}",
                page.display()
            );
        }
    }
    assert!(count > 1, "{count} messages");
}

fn collect(folder: &Path, pages: &mut Vec<PathBuf>) {
    for path in fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()) {
        if path.is_dir() {
            collect(&path, pages);
        } else {
            pages.push(path);
        }
    }
}
