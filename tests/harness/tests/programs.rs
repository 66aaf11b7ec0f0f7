//! What the library is known to do, and should not: each program is wrong by the strict specification, and let through
//! by what is granted. One that is right by now needs its grant no more: take both away.

use std::{fs, path::Path};

use keywright_harness::{check::Verdict, judge, plan::Plan};

#[test]
fn each_program_shows_what_is_granted() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("programs");
    let mut programs: Vec<_> = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    programs.sort();
    assert!(!programs.is_empty());
    for path in programs {
        let strict = Plan::parse(&fs::read_to_string(&path).unwrap()).unwrap();
        let (name, granted) = (path.display(), Plan { strict: false, ..strict.clone() });
        assert!(strict.strict);
        assert!(matches!(judge(&strict).0, Verdict::Wrong(_)), "{name} is right: take its grant away");
        assert_eq!(judge(&granted).0, Verdict::Allowed, "{name}");
    }
}
