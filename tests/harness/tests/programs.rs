//! Replays programs of former failures. The specification allows their histories by now.

use std::{fs, path::Path};

use keywright_harness::{check::Verdict, judge, plan::Plan};

#[test]
fn fixed_programs_stay_allowed() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("programs/fixed");
    let mut paths: Vec<_> = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    paths.sort();
    assert!(!paths.is_empty());
    for path in paths {
        let plan = Plan::parse(&fs::read_to_string(&path).unwrap()).unwrap();
        assert_eq!(judge(&plan).0, Verdict::Allowed, "{}", path.display());
    }
}
