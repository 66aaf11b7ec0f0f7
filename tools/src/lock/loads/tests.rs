//! The declared loads in the text of a lock.

use std::fs;

use crate::{
    bill::{Load, Loads, Rate, Warm},
    infrastructure::Settings,
    lock::{Lock, check, cost, testing::BASE, update},
};

fn loads() -> Loads {
    let load = |entity: &str, index: Option<&str>| Load {
        entity: entity.to_owned(),
        index: index.map(str::to_owned),
        writes: [Rate { writes: 3_000, units: 3_600.5 }, Rate::default(), Rate { writes: 7, units: 7.0 }],
        sentinel_units: 0,
        read_units: 0.0,
        bytes: 700,
        parts: 1,
        mean: None,
        expires: false,
        lifetime: None,
    };
    let whole = Load {
        sentinel_units: 6,
        read_units: 12.25,
        parts: 2,
        mean: Some(0.2),
        expires: true,
        lifetime: Some(86_400),
        ..load("OpsLog", None)
    };
    let warm = |index: Option<&str>, write_units, read_units| Warm {
        index: index.map(str::to_owned),
        write_units,
        read_units,
    };
    Loads {
        keys: vec![whole, load("Threat", Some("G 1"))],
        undeclared: Vec::new(),
        warm: vec![warm(None, Some(9_000), None), warm(Some("G 1"), Some(6_000), Some(20_000))],
    }
}

fn base() -> Lock {
    BASE.parse().unwrap()
}

fn with_loads() -> Lock {
    Lock { loads: loads(), ..base() }
}

#[test]
fn loads_are_parsed_as_they_are_written() {
    let text = with_loads().to_string();
    let section = r#"
load
  warm table writes 9000
  warm index "G 1" writes 6000 reads 20000
  key OpsLog table creates 3000 3600.5 deletes 7 7 sentinels 6 reads 12.25 bytes 700 2 mean 0.2 expires lifetime 86400
  key Threat index "G 1" creates 3000 3600.5 deletes 7 7 bytes 700 1
"#;
    assert!(text.ends_with(section), "{text}");
    let parsed: Lock = text.parse().unwrap();
    assert_eq!(parsed.loads, loads());
    assert_eq!(parsed, base(), "loads decide no key");
    assert_eq!(base().to_string(), BASE, "a lock without loads has no section");
}

#[test]
fn lines_of_loads_that_are_not_valid_are_named() {
    for line in [
        "key OpsLog",
        "key OpsLog table creates 3",
        "key OpsLog table bytes 3 1 speed 9 9",
        "key OpsLog table creates -1 1 bytes 3 1",
        "key OpsLog table bytes 3 1 mean NaN",
        "key OpsLog table bytes 3 1 reads inf",
        "key OpsLog table bytes 3 1\n  key OpsLog table bytes 3 1",
        "warm table writes",
        "warm GSI1 writes 3",
    ] {
        let error = format!("{BASE}\nload\n  {line}\n").parse::<Lock>().unwrap_err();
        assert!(error.line() > 50, "{line}: {error}");
    }
}

#[test]
fn check_finds_other_loads_and_accepts_a_lock_that_lists_none() {
    let path = std::env::temp_dir().join(format!("keywright-loads-{}.lock", std::process::id()));
    update(&path, &with_loads(), None).unwrap();
    check(&path, &with_loads()).unwrap();
    let mut other = with_loads();
    other.loads.keys[0].bytes = 701;
    let error = check(&path, &other).unwrap_err();
    assert!(error.contains("the declared loads differ") && error.contains("plan --against"), "{error}");
    let difference = cost(&path, &other, None, &Settings::default()).unwrap();
    assert_eq!(difference.changes.len(), 1);
    assert_eq!(difference.changes[0].reason, "701 bytes stored in place of 700");

    fs::write(&path, BASE).unwrap();
    check(&path, &with_loads()).unwrap();
    let error = cost(&path, &with_loads(), None, &Settings::default()).unwrap_err();
    assert!(error.contains("lists no declared loads, so that the months cannot be compared"), "{error}");
    update(&path, &with_loads(), None).unwrap();
    assert_eq!(fs::read_to_string(&path).unwrap(), with_loads().to_string(), "`lock` adds them");
    fs::remove_file(&path).unwrap();
    assert!(cost(&path, &base(), None, &Settings::default()).unwrap_err().contains("there is no such file"));
}
