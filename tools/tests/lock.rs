//! Tests `keywright.lock` as users see it: a file next to a schema that changes.

#[path = "lock/designs.rs"]
mod designs;

use std::{fs, path::PathBuf};

use designs::{grown, moved, orders, orders_renamed, orders_with_alias, original, roles, shrunk};
use keywright_tools::lock::{Lock, check, update};

/// The fix for the previous release, if it does not read a new key.
const FIRST: &str = "stop its replicas first, or add a future `since`, or first release the current key with the new \
                     one as its `legacy`";

/// Returns the path of a file for this test, which does not exist yet.
fn file(name: &str) -> PathBuf {
    let path = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(format!("{name}.lock"));
    let _ = fs::remove_file(&path);
    path
}

#[test]
fn the_lock_of_a_derived_schema_matches_the_file() {
    assert_eq!(Lock::of::<original::Platform>().to_string(), include_str!("lock/original.lock"));
}

#[test]
fn the_lock_of_fields_with_roles_matches_the_file() {
    assert_eq!(Lock::of::<roles::Accounts>().to_string(), include_str!("lock/roles.lock"));
}

#[test]
fn the_lock_of_attributes_matches_the_file() {
    assert_eq!(Lock::of::<orders_with_alias::Shop>().to_string(), include_str!("lock/orders.lock"));
}

#[test]
fn a_renamed_attribute_needs_an_alias() {
    let path = file("renamed");
    update(&path, &Lock::of::<orders::Shop>(), None).unwrap();
    let line = "- Order.cents  attribute  readable: no; only the flattened field reads it\n      if it was renamed, \
                add `#[serde(alias = \"cents\")]`; if the flattened field decodes it, run `lock --accept \
                \"reason\"`\n";
    let added = "+ Order.amount  attribute  readable: no; older items lack it, and do not decode\n      make its field \
                 an `Option`, or add `#[serde(default)]`\n";
    let refused = update(&path, &Lock::of::<orders_renamed::Shop>(), None).unwrap_err();
    assert!(refused.contains(line) && refused.contains(added), "{refused}");
    let line = "~ Order.amount  attribute cents -> amount  readable: yes; the release before does not read `amount`, \
                and does not decode items without `cents`";
    let told = update(&path, &Lock::of::<orders_with_alias::Shop>(), None).unwrap();
    assert!(told.starts_with(&format!("{line}\n    stop its replicas first")), "{told}");
    assert!(fs::read_to_string(&path).unwrap().ends_with(&format!("\nhistory\n  {line}\n")));
}

#[test]
fn a_file_without_attributes_is_written_once_again() {
    let (path, lock) = (file("earlier"), Lock::of::<original::Platform>());
    let text = lock.to_string();
    let earlier = text.lines().filter(|line| !line.starts_with("  attribute"));
    fs::write(&path, earlier.map(|line| format!("{line}\n")).collect::<String>()).unwrap();
    let line =
        "+ attributes  readable: yes; the file does not list them yet, so they are not compared; run `lock` once";
    let differs = check(&path, &lock).unwrap_err();
    let expected = format!(
        "earlier.lock: the schema differs\n  {line}\nold items stay readable as the lines say; run `lock`, and commit \
         the file"
    );
    assert!(differs.ends_with(&expected), "{differs}");
    assert_eq!(update(&path, &lock, None).unwrap(), format!("{line}\n"));
    check(&path, &lock).unwrap();
    assert_eq!(fs::read_to_string(&path).unwrap(), text);
}

#[test]
fn steps_for_old_items_are_reported_and_recorded() {
    let path = file("roles");
    let roles = Lock::of::<roles::Accounts>();
    let before = roles.to_string().replace("  unique \"%UNIQUE#user#nickname#\" tenant:text nickname:text\n", "");
    fs::write(&path, before).unwrap();
    let line = "+ User.nickname  unique within tenant  readable: yes; older items have no sentinels, so that others \
                can take their values";
    let differs = check(&path, &roles).unwrap_err();
    let (first, fix) = differs.split_once(line).unwrap();
    assert!(first.ends_with("roles.lock: the schema differs\n  "), "{differs}");
    let fix = fix.strip_prefix("\n      once every writer has this schema, read them with `scan`").unwrap();
    assert!(fix.contains("old items stay readable as the lines say"), "{differs}");
    let told = update(&path, &roles, None).unwrap();
    assert!(told.starts_with(&format!("{line}\n    once every writer")), "{told}");
    check(&path, &roles).unwrap();
    assert!(fs::read_to_string(&path).unwrap().ends_with(&format!("\nhistory\n  {line}\n")));
}

#[test]
fn a_lock_is_written_once_and_then_compared() {
    let (path, lock) = (file("written"), Lock::of::<original::Platform>());
    let missing = check(&path, &lock).unwrap_err();
    assert!(missing.ends_with("written.lock: there is no such file; write it with `lock`, and commit it"), "{missing}");
    let told = update(&path, &lock, None).unwrap();
    assert!(told.ends_with("written.lock: written; commit it with the schema\n"), "{told}");
    assert_eq!(fs::read_to_string(&path).unwrap(), lock.to_string());
    check(&path, &lock).unwrap();
    assert_eq!(update(&path, &lock, None).unwrap(), "");
}

#[test]
fn readable_changes_are_reported_and_recorded_in_the_history() {
    let path = file("readable");
    update(&path, &Lock::of::<original::Platform>(), None).unwrap();
    let grown = Lock::of::<grown::Platform>();
    let lines = [
        "~ OpsLog.pk  OPS_LOG#<at:day>  shards 10 -> 40  readable: all shards",
        "~ Threat.pk  THREAT#<brand> -> THREAT#<brand>#<at:month>  readable: legacy; the release before does not read \
         the new key",
    ];
    let differs = check(&path, &grown).unwrap_err();
    let expected = format!(
        "readable.lock: the schema differs\n  {}\n  {}\n      {FIRST}\n\
         old items stay readable as the lines say; run `lock`, and commit the file",
        lines[0], lines[1]
    );
    assert!(differs.ends_with(&expected), "{differs}");
    assert_eq!(update(&path, &grown, None).unwrap(), format!("{}\n{}\n    {FIRST}\n", lines[0], lines[1]));
    check(&path, &grown).unwrap();
    let written = fs::read_to_string(&path).unwrap();
    assert!(written.ends_with(&format!("\nhistory\n  {}\n  {}\n", lines[0], lines[1])), "{written}");
    // Earlier changes are not reported again, and stay in the history.
    assert_eq!(update(&path, &grown, None).unwrap(), "");
    assert_eq!(fs::read_to_string(&path).unwrap(), written);
}

#[test]
fn changes_that_hide_items_are_rejected_until_accepted() {
    let path = file("lost");
    let original = Lock::of::<original::Platform>();
    update(&path, &original, None).unwrap();
    let shrunk = Lock::of::<shrunk::Platform>();
    let line = "~ OpsLog.pk  OPS_LOG#<at:day>  shards 10 -> 5  readable: no";
    let fix = "add `legacy(template = \"OPS_LOG#<at:day>\", shards = 10)` to `#[pk(..)]` of `OpsLog`";
    let differs = check(&path, &shrunk).unwrap_err();
    let expected = format!(
        "lost.lock: the schema differs\n  {line}\n      {fix}\n\
         say in the schema how old items stay readable; then run `lock`, and commit the file"
    );
    assert!(differs.ends_with(&expected), "{differs}");
    for no_reason in [None, Some(""), Some(" \n")] {
        let refused = update(&path, &shrunk, no_reason).unwrap_err();
        let expected = format!(
            "lost.lock: not written, because the schema leaves old items unreadable\n  {line}\n      {fix}\n\
             say in the schema how they stay readable, or run `lock --accept \"why it does not matter\"`"
        );
        assert!(refused.ends_with(&expected), "{refused}");
    }
    check(&path, &original).unwrap();
    update(&path, &shrunk, Some("nothing\nis stored yet")).unwrap();
    check(&path, &shrunk).unwrap();
    let written = fs::read_to_string(&path).unwrap();
    assert!(written.ends_with(&format!("\nhistory\n  {line}; accepted: nothing is stored yet\n")), "{written}");
}

#[test]
fn following_the_suggested_fix_makes_the_change_readable() {
    let path = file("moved");
    update(&path, &Lock::of::<original::Platform>(), None).unwrap();
    assert_eq!(
        update(&path, &Lock::of::<moved::Platform>(), None).unwrap(),
        "~ OpsLog.pk  OPS_LOG#<at:day>  shards 10 -> 5  readable: legacy; the release before also reads the new key\n"
    );
}

#[test]
fn a_file_that_is_not_a_lock_is_left_unchanged() {
    let (path, lock) = (file("broken"), Lock::of::<original::Platform>());
    let conflict = "keywright.lock 1\n<<<<<<< HEAD\n";
    fs::write(&path, conflict).unwrap();
    for error in [check(&path, &lock).unwrap_err(), update(&path, &lock, Some("why")).unwrap_err()] {
        assert!(error.contains("broken.lock: line 2: a merge conflict; take the file of the branch"), "{error}");
    }
    assert_eq!(fs::read_to_string(&path).unwrap(), conflict);
    let directory = PathBuf::from(env!("CARGO_TARGET_TMPDIR"));
    assert!(update(&directory, &lock, None).unwrap_err().starts_with(&directory.display().to_string()));
}
