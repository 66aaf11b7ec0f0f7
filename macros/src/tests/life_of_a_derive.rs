//! Tests that the page is correct: its files exist, and they and the expansion of its example contain its excerpts.

use std::{fs, path::Path};

use syn::parse_quote;

use crate::{derive, snapshot::pretty};

const PAGE: &str = include_str!("../life_of_a_derive.md");

/// Returns the lines of a `text` block of the page, without their indents.
fn excerpt(number: usize) -> impl Iterator<Item = &'static str> {
    let block = PAGE.split("```text\n").nth(number).and_then(|rest| rest.split("```").next());
    block.expect("a block").lines().map(str::trim).filter(|line| !line.is_empty())
}

#[test]
fn files_named_in_the_page_exist() {
    let names: Vec<&str> = PAGE.split('`').filter(|word| word.ends_with(".rs")).collect();
    assert!(names.len() > 10, "{names:?}");
    for name in names {
        assert!(Path::new(env!("CARGO_MANIFEST_DIR")).join("src").join(name).is_file(), "{name}");
    }
}

#[test]
fn the_struct_in_the_page_matches_the_source() {
    let source = fs::read_to_string(concat!(env!("CARGO_MANIFEST_DIR"), "/src/read/entity/key.rs")).expect("the file");
    for line in excerpt(1).filter(|line| !line.starts_with("//")) {
        assert!(source.lines().any(|other| other.trim() == line), "{line}");
    }
}

#[test]
fn the_expansion_in_the_page_matches_the_derive() {
    let expansion = pretty(derive::entity(&parse_quote! {
        #[entity(table = Platform)]
        #[pk(template = "LOG#<at>", bucket = "day")]
        #[shard(random = 2)]
        #[sk(template = "<at>#<id>")]
        struct Log {
            at: DateTime<Utc>,
            id: String,
        }
    }));
    for line in excerpt(2).chain(excerpt(3)) {
        assert!(expansion.lines().any(|other| other.contains(line.trim_end_matches(','))), "{line}\n{expansion}");
    }
}
