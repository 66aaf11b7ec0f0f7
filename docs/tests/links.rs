//! Tests that every page is in the summary, and that every link of the guide and of the README has a target.

use std::{
    collections::{BTreeMap, BTreeSet},
    fs,
    path::{Component, Path, PathBuf},
};

use keywright_guide::PAGES;

/// The prefix of the README's links to files of this repository, because relative links do not work on docs.rs.
const REPOSITORY: &str = "https://github.com/keywright/keywright/blob/main/";

fn crate_folder() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR"))
}

fn read(path: &Path) -> String {
    fs::read_to_string(path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

#[test]
fn the_summary_lists_every_page_once() {
    let folder = crate_folder().join("src");
    let listed = links(&read(&folder.join("SUMMARY.md")));
    let unique: BTreeSet<_> = listed.iter().cloned().collect();
    assert_eq!(listed.len(), unique.len(), "a page is listed twice");

    let mut files = BTreeSet::new();
    collect(&folder, &folder, &mut files);
    assert_eq!(unique, files);

    let tested: BTreeSet<_> = PAGES.iter().filter_map(|page| page.strip_prefix("src/")).map(String::from).collect();
    assert_eq!(tested, files, "lib.rs tests every page");
}

#[test]
fn links_resolve() {
    let mut pages: Vec<PathBuf> = PAGES.iter().map(|page| normalized(&crate_folder().join(page))).collect();
    pages.push(crate_folder().join("src/SUMMARY.md"));
    let mut anchors = BTreeMap::new();
    let mut count = 0;
    let mut broken = Vec::new();
    for page in &pages {
        for link in links(&read(page)) {
            count += 1;
            if !resolves(page, &link, &mut anchors) {
                broken.push(format!("{}: {link}", page.display()));
            }
        }
    }
    assert!(count > pages.len(), "{count} links in {} pages", pages.len());
    assert!(broken.is_empty(), "{} broken links:\n{}", broken.len(), broken.join("\n"));
}

#[test]
fn broken_links_are_found() {
    let page = crate_folder().join("src/introduction.md");
    let mut anchors = BTreeMap::new();
    let mut resolves = |link: &str| resolves(&page, link, &mut anchors);
    assert!(resolves("tutorial.md#2-a-table-and-an-entity"));
    assert!(resolves(&format!("{REPOSITORY}docs/src/tutorial.md")));
    assert!(!resolves("no_such_page.md"));
    assert!(!resolves("tutorial.md#no-such-heading"));
    assert!(!resolves(&format!("{REPOSITORY}no_such_file")));
}

fn resolves(page: &Path, link: &str, anchors: &mut BTreeMap<PathBuf, BTreeSet<String>>) -> bool {
    let (place, anchor) = link.split_once('#').unwrap_or((link, ""));
    let target = match place.strip_prefix(REPOSITORY) {
        Some(file) => crate_folder().join("..").join(file),
        None if place.contains("://") => return true,
        None if place.is_empty() => page.to_path_buf(),
        None => page.parent().unwrap_or(page).join(place),
    };
    let target = normalized(&target);
    if anchor.is_empty() || !target.is_file() {
        return target.exists();
    }
    anchors.entry(target.clone()).or_insert_with(|| headings(&read(&target))).contains(anchor)
}

fn normalized(path: &Path) -> PathBuf {
    path.components().fold(PathBuf::new(), |mut folded, component| {
        match component {
            Component::ParentDir => drop(folded.pop()),
            component => folded.push(component),
        }
        folded
    })
}

fn collect(root: &Path, folder: &Path, files: &mut BTreeSet<String>) {
    for entry in fs::read_dir(folder).expect("a folder") {
        let path = entry.expect("an entry").path();
        if path.is_dir() {
            collect(root, &path, files);
        } else if path.file_name().is_some_and(|name| name != "SUMMARY.md") {
            let shown = path.strip_prefix(root).expect("a file of the book").display();
            files.insert(shown.to_string().replace('\\', "/"));
        }
    }
}

/// Returns the lines outside of code blocks.
fn prose(text: &str) -> impl Iterator<Item = &str> {
    let mut is_code = false;
    text.lines().filter(move |line| {
        let is_fence = line.trim_start().starts_with("```");
        is_code ^= is_fence;
        !is_code && !is_fence
    })
}

/// Returns the targets of `[text](target)`, outside of code.
fn links(text: &str) -> Vec<String> {
    let text = prose(text).collect::<Vec<_>>().join("\n");
    // Every second part is between backticks.
    let plain: String = text.split('`').step_by(2).collect::<Vec<_>>().join("code");
    plain.split("](").skip(1).filter_map(|rest| rest.split(')').next()).map(|link| link.trim().to_owned()).collect()
}

/// Returns the anchors that mdBook and GitHub give to headings.
fn headings(text: &str) -> BTreeSet<String> {
    let headings = prose(text).filter(|line| line.starts_with('#'));
    let slug = |heading: &str| {
        let text = heading.trim_start_matches('#').trim().to_lowercase();
        let kept = text.chars().filter(|c| c.is_alphanumeric() || matches!(c, ' ' | '-' | '_'));
        kept.map(|c| if c == ' ' { '-' } else { c }).collect()
    };
    headings.map(slug).collect()
}
