//! The ways out of refused loads, applied to the cases of the compile-fail tests: each compiles without a warning.

use std::{
    collections::{BTreeMap, BTreeSet},
    env, fs,
    path::{Path, PathBuf},
    process,
};

use keywright_schema_tests::{
    compile::{build_crates, check},
    refusal::{apply, errors, ways},
};

/// The codes with a way out that a program can apply.
const CODES: [&str; 4] = ["KW001", "KW002", "KW003", "KW004"];

#[test]
fn a_followed_way_out_is_silent() {
    let mut modules = BTreeMap::new();
    let mut applied = BTreeMap::new();
    for case in cases() {
        let source = fs::read_to_string(&case).unwrap();
        let (declarations, _) = source.split_once("fn main()").unwrap();
        let messages = messages(&fs::read_to_string(case.with_extension("stderr")).unwrap());
        for message in &messages {
            for way in ways(message) {
                let Some(fixed) = apply(declarations, message, way) else { continue };
                let name = format!("f{}", modules.len());
                modules.insert(name.clone(), format!("#![allow(dead_code)]\n{fixed}"));
                let code = message.get(..5).unwrap_or_default().to_owned();
                let others: Vec<_> =
                    messages.iter().filter(|other| *other != message).map(|other| first_line(other)).collect();
                applied.insert(name, (code, format!("{}: {way}", case.display()), others));
            }
        }
    }
    let folder = env::temp_dir().join(format!("keywright-fixes-{}", process::id()));
    let checked = check(&build_crates().unwrap(), &folder, &modules).unwrap();
    // The other errors of a case stay.
    let is_new = |name: &str, message: &String| !applied[name].2.contains(&first_line(message));
    let refused = checked.refusals.iter().filter_map(|(name, messages)| {
        let message = messages.iter().flat_map(|message| errors(message)).find(|message| is_new(name, message))?;
        Some((name, message))
    });
    let warned = checked.warned.iter().map(|name| (name, "a warning".to_owned()));
    let failures: Vec<_> =
        refused.chain(warned).map(|(name, message)| format!("{}: {message}", applied[name].1)).collect();
    assert!(failures.is_empty(), "{} of {}:\n{}", failures.len(), applied.len(), failures.join("\n"));
    // Otherwise the ways out are no longer found.
    assert!(applied.len() >= 98, "{}", applied.len());
    let codes: BTreeSet<_> = applied.values().map(|(code, ..)| code.as_str()).collect();
    assert_eq!(codes, CODES.into());
}

fn first_line(message: &str) -> String {
    message.lines().next().unwrap_or_default().to_owned()
}

/// Returns the refused programs whose messages are about load.
fn cases() -> Vec<PathBuf> {
    let ui = Path::new(env!("CARGO_MANIFEST_DIR")).join("../ui");
    let folders = ["fail/hot", "practice/wrong"].map(|folder| fs::read_dir(ui.join(folder)).unwrap());
    let files = folders.into_iter().flatten().map(|file| file.unwrap().path());
    let mut cases: Vec<_> = files.filter(|file| file.extension().is_some_and(|kind| kind == "rs")).collect();
    cases.sort();
    cases
}

/// Returns the messages about load in the output of the compiler.
fn messages(output: &str) -> Vec<String> {
    let panics = output.split("evaluation panicked: ").skip(1);
    let texts = panics.filter_map(|panic| panic.split("\n  --> ").next());
    let messages = texts.flat_map(errors);
    messages.filter(|message| CODES.iter().any(|code| message.starts_with(code))).collect()
}
