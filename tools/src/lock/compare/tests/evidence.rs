//! Evidence that an older key is empty.

use super::super::compare_with;
use crate::{
    instant,
    lock::{
        Evidence, Lock,
        testing::{BASE, NOW},
    },
};

const D: &str = "    legacy \"D\"\n      parts \"D\"\n";

fn evidence() -> Evidence {
    Evidence {
        entity: "Device".to_owned(),
        key: "DEVICE#<region>".to_owned(),
        since: None,
        older: vec!["DEVICES".to_owned(), "D".to_owned()],
        table: "platform".to_owned(),
        items: 300,
        elsewhere: 0,
        is_whole: true,
        at: NOW,
    }
}

/// Returns evidence of a key that has been written since 2026-01-01.
fn with_since() -> Evidence {
    Evidence { since: instant::parse("2026-01-01T00:00:00Z"), ..evidence() }
}

/// Returns the report on the removal of a legacy key from this lock.
fn removed(old: &str, evidence: &Evidence) -> String {
    let (old, new): (Lock, Lock) = (old.parse().unwrap(), old.replace(D, "").parse().unwrap());
    let changes = compare_with(&old, &new, NOW, std::slice::from_ref(evidence));
    changes.iter().map(ToString::to_string).collect::<Vec<_>>().join("\n")
}

#[test]
fn an_older_key_that_is_shown_to_be_empty_can_go() {
    assert_eq!(
        removed(BASE, &evidence()),
        "- Device.pk  legacy D  readable: yes; 300 items of platform are under the current key, none under other \
         keys, at 2026-06-22T00:00:00Z"
    );
}

#[test]
fn evidence_that_shows_less_is_refused() {
    for (evidence, why) in [
        (Evidence { elsewhere: 7, ..evidence() }, "; the evidence counts 7 items under other keys: run `rekey` again"),
        (
            Evidence { is_whole: false, ..evidence() },
            "; the evidence is of a part of the table, or of a run that continued an earlier one: run `rekey` over the \
             whole table, from the beginning",
        ),
        (
            Evidence { since: Some(NOW), ..evidence() },
            "; the evidence was made with another `since`, by which other items have this key: run `rekey` again",
        ),
        (Evidence { entity: "OpsLog".to_owned(), ..evidence() }, ""),
        (Evidence { older: vec!["DEVICES".to_owned()], ..evidence() }, ""),
        (Evidence { key: "DEVICE".to_owned(), ..evidence() }, ""),
    ] {
        assert_eq!(removed(BASE, &evidence), format!("- Device.pk  legacy D  readable: no{why}"));
    }
}

#[test]
fn a_key_that_the_release_before_still_writes_is_not_empty_for_long() {
    let since = BASE.replace(
        "      shards 10 first 0 by hash id:text at:time(ns)\n",
        "      shards 10 first 0 by hash id:text at:time(ns)\n      since 2026-01-01T00:00:00Z\n",
    );
    assert!(removed(&since, &with_since()).contains("readable: no; the release before still writes earlier items"));
}

#[test]
fn an_older_key_can_end_where_the_release_before_no_longer_writes_it() {
    let since = "      shards 10 first 0 by hash id:text at:time(ns)\n      since 2026-01-01T00:00:00Z\n";
    let old = BASE.replace("      shards 10 first 0 by hash id:text at:time(ns)\n", since);
    let ending = |at: &str| {
        let new = old.replace(D, &format!("{D}      until {at}\n")).parse().unwrap();
        compare_with(&old.parse().unwrap(), &new, NOW, &[with_since()])[0].to_string()
    };
    assert!(ending("2026-01-01T00:00:00Z").contains("readable: yes; 300 items"));
    assert!(ending("2025-12-31T00:00:00Z").contains("readable: no; the release before still writes earlier items"));
}

#[test]
fn evidence_is_json() {
    let evidence = evidence();
    assert_eq!(Evidence::from_json(&evidence.to_json()), Ok(evidence.clone()));
    assert_eq!(Evidence::from_json(&with_since().to_json()), Ok(with_since()));
    for (text, why) in [
        ("{}", "it is not the evidence of a `rekey`"),
        (r#"{"keywright": "rekey"}"#, "it lacks `older_keys`; make the evidence again"),
    ] {
        assert_eq!(Evidence::from_json(text), Err(why.to_owned()));
    }
    assert!(Evidence::from_json("nothing").is_err());
}
