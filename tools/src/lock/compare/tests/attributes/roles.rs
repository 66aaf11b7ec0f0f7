//! Attributes with a special role: the line of the role says what becomes of them.

use super::{lines, threat};

/// Returns the base with the table's TTL attribute and these lines in `Threat`.
fn expiring(ttl: &str, facts: &[&str]) -> String {
    threat(facts).replace("  delimiter", &format!("  ttl {ttl}\n  delimiter"))
}

/// Returns the subjects and verdicts of changes.
#[track_caller]
fn verdicts(old: &str, new: &str) -> Vec<String> {
    let verdict = |line: &String| line.split(['|', ';']).next().unwrap_or_default().trim().to_owned();
    lines(old, new).iter().map(verdict).collect()
}

#[test]
fn a_version_is_reported_once() {
    let plain = threat(&["attribute id"]);
    let with_version = threat(&["version rev", "attribute id", "attribute rev optional"]);
    assert_eq!(verdicts(&plain, &with_version), ["+ Threat.version  rev  readable: yes"]);
    assert_eq!(verdicts(&with_version, &plain), ["- Threat.version  rev  readable: yes"]);
    // A field that is there already.
    let field = threat(&["attribute id", "attribute rev"]);
    assert_eq!(verdicts(&field, &with_version), ["+ Threat.version  rev  readable: yes"]);
    assert_eq!(
        verdicts(&with_version, &field),
        ["- Threat.version  rev  readable: yes", "~ Threat.rev  attribute optional -> attribute  readable: no",]
    );
}

#[test]
fn a_renamed_version_loses_the_value() {
    let old = threat(&["version rev", "attribute rev optional"]);
    let new = threat(&["version v", "attribute v optional"]);
    assert_eq!(verdicts(&old, &new), ["~ Threat.version  rev -> v  readable: no"]);
    // The old attribute is a field of its own.
    let both = threat(&["version v", "attribute rev optional", "attribute v optional"]);
    assert_eq!(verdicts(&old, &both), ["~ Threat.version  rev -> v  readable: yes"]);
    let required = threat(&["version v", "attribute rev", "attribute v optional"]);
    assert_eq!(
        verdicts(&old, &required),
        ["~ Threat.version  rev -> v  readable: yes", "~ Threat.rev  attribute optional -> attribute  readable: no",]
    );
}

#[test]
fn a_version_that_becomes_another_field_is_a_rename() {
    let old = threat(&["version rev", "attribute rev optional"]);
    assert_eq!(
        verdicts(&old, &threat(&["attribute v optional"])),
        ["- Threat.version  rev  readable: yes", "~ Threat.v  attribute rev -> v  readable: no"]
    );
}

#[test]
fn older_items_lack_a_required_ttl() {
    let plain = expiring("ends", &["attribute id"]);
    let of = |fact: &str| expiring("ends", &["expires", fact, "attribute id"]);
    assert_eq!(verdicts(&plain, &of("attribute ends optional")), ["+ Threat.ttl  ends  readable: yes"]);
    assert_eq!(
        lines(&plain, &of("attribute ends")),
        ["+ Threat.ttl  ends  readable: no; older items without `ends` do not decode \
             | make the field an `Option`; once every writer has this schema, write it into them with `update_each`"]
    );
    // A field that is there already.
    let field = expiring("ends", &["attribute ends", "attribute id"]);
    assert_eq!(verdicts(&field, &of("attribute ends")), ["+ Threat.ttl  ends  readable: yes"]);
    let optional = expiring("ends", &["attribute ends optional", "attribute id"]);
    assert_eq!(verdicts(&optional, &of("attribute ends")), ["+ Threat.ttl  ends  readable: no"]);
}

#[test]
fn a_renamed_ttl_loses_the_value() {
    let old = expiring("ends", &["expires", "attribute ends optional"]);
    let table = "~ table ttl  ends -> until  readable: yes";
    let change = |verdict: &str| format!("~ Threat.ttl  ends -> until  readable: {verdict}");
    for (facts, verdict) in [
        (["attribute until optional"].as_slice(), "no"),
        (&["attribute until"], "no"),
        (&["attribute ends optional", "attribute until"], "no"),
        (&["attribute ends optional", "attribute until optional"], "yes"),
    ] {
        let facts: Vec<_> = ["expires"].iter().chain(facts).copied().collect();
        assert_eq!(verdicts(&old, &expiring("until", &facts)), [table, &change(verdict)], "{facts:?}");
    }
}

#[test]
fn a_shared_name_of_several_fields_is_no_panic() {
    let odd = ["attribute a alias a alias b", "attribute b alias a", "attribute c alias b alias b"];
    let other = ["attribute b alias c", "attribute d alias b alias a"];
    for (one, other) in [(odd.as_slice(), other.as_slice()), (&other, &odd), (&odd, &[]), (&other, &[])] {
        assert!(!lines(&threat(one), &threat(other)).is_empty());
        assert!(lines(&threat(one), &threat(one)).is_empty());
    }
}
