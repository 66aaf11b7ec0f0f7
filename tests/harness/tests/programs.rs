//! Replays programs of former failures. Those in `fixed` satisfy the strict specification.
//!
//! Those in `granted` show known deviations of the library: each violates the strict specification, and a grant allows
//! it. If one satisfies the strict specification by now, remove its grant and move the program to `fixed`.

use std::{fs, path::Path};

use keywright_harness::{check::Verdict, judge, plan::Plan};

fn programs(folder: &str) -> Vec<(String, Plan)> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("programs").join(folder);
    let mut paths: Vec<_> = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    paths.sort();
    assert!(!paths.is_empty());
    let read = |path: &Path| Plan::parse(&fs::read_to_string(path).unwrap()).unwrap();
    let programs: Vec<_> = paths.iter().map(|path| (path.display().to_string(), read(path))).collect();
    assert!(programs.iter().all(|(_, plan)| plan.strict));
    programs
}

#[test]
fn fixed_programs_stay_allowed() {
    for (name, plan) in programs("fixed") {
        assert_eq!(judge(&plan).0, Verdict::Allowed, "{name}");
    }
}

#[test]
fn granted_programs_are_wrong_only_under_strict_rules() {
    for (name, strict) in programs("granted") {
        let granted = Plan { strict: false, ..strict.clone() };
        assert!(matches!(judge(&strict).0, Verdict::Wrong(_)), "{name} is right: take its grant away");
        assert_eq!(judge(&granted).0, Verdict::Allowed, "{name}");
    }
}
