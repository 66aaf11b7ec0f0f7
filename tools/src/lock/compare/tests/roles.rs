//! Special roles of fields, and what older items lack for them.

use super::{BASE, lines, with};
use crate::lock::Lock;

const TTL: (&str, &str) = ("  delimiter", "  ttl expires_at\n  delimiter");
const EXPIRES: (&str, &str) =
    ("discriminator Device\n  constant v \"1\"\n", "discriminator Device\n  constant v \"1\"\n  expires\n");
const VERSION: (&str, &str) = ("discriminator Threat\n", "discriminator Threat\n  version rev\n");
const UNIQUE: (&str, &str) =
    ("discriminator Threat\n", "discriminator Threat\n  unique \"%UNIQUE#Threat#id#\" id:text\n");

/// Returns the changes from the older to the newer text in the base.
#[track_caller]
fn changes(edits: &[(&str, &str)], before: &str, after: &str) -> Vec<String> {
    let old = with(edits);
    assert!(old.contains(before), "{before}");
    lines(&old, &old.replace(before, after))
}

#[test]
fn added_and_removed_ttl_attributes_are_reported() {
    let both = with(&[TTL, EXPIRES]);
    assert_eq!(
        lines(BASE, &both),
        [
            "+ table ttl  expires_at  readable: yes; DynamoDB deletes nothing until TTL is enabled on it, which the \
             generated CloudFormation does",
            "+ Device.ttl  expires_at  readable: yes; older items without `expires_at` never expire; those with a \
             past time in it expire at once \
             | once every writer has this schema, write it into them with `update_each`",
        ]
    );
    assert_eq!(
        lines(&both, BASE),
        [
            "- table ttl  expires_at  readable: yes; DynamoDB deletes by it until TTL is disabled",
            "- Device.ttl  expires_at  readable: yes; DynamoDB still deletes older items by it while TTL is \
             enabled, and reads return them until then",
        ]
    );
    // For one entity only, if others expire.
    assert_eq!(lines(&with(&[TTL]), &both).len(), 1);
}

#[test]
fn the_consistency_between_regions_cannot_change() {
    let strong = with(&[("  delimiter", "  regions strong\n  delimiter")]);
    let fix = "DynamoDB cannot change the consistency between the Regions of a table with items: make another table, \
               and copy the items";
    assert_eq!(lines(BASE, &strong), [format!("~ table regions  eventual -> strong  readable: no | {fix}")]);
    assert_eq!(lines(&strong, BASE), [format!("~ table regions  strong -> eventual  readable: no | {fix}")]);
    assert_eq!(strong.parse::<Lock>().unwrap().to_string(), strong);
}

#[test]
fn changing_the_ttl_attribute_leaves_older_items_without_one() {
    assert_eq!(
        changes(&[TTL, EXPIRES], "ttl expires_at", "ttl ends"),
        [
            "~ table ttl  expires_at -> ends  readable: yes; DynamoDB has one TTL attribute: it continues to delete \
             by the old one until that is changed | disable TTL, then enable it on the other attribute: each takes \
             DynamoDB up to an hour",
            "~ Device.ttl  expires_at -> ends  readable: yes; older items have no `ends`, and never expire | read both \
             for a while: the new field as an `Option`, and `expires_at: Option<i64>` next to it; once every writer \
             has this schema, set the new one from the old one with `update_each`",
        ]
    );
}

#[test]
fn adding_a_version_affects_older_items() {
    let lacks =
        |name: &str| format!("older items without `{name}` read as version 0, and a put of version 0 overwrites them");
    assert_eq!(
        lines(BASE, &with(&[VERSION])),
        [format!(
            "+ Threat.version  rev  readable: yes; {} \
             | write new items by `create`, and let every writer have this schema: others do not check it",
            lacks("rev")
        )]
    );
    assert_eq!(
        lines(&with(&[VERSION]), BASE),
        ["- Threat.version  rev  readable: yes; no write checks it any more; older programs still require it"]
    );
    assert_eq!(
        changes(&[VERSION], "version rev", "version v"),
        [format!(
            "~ Threat.version  rev -> v  readable: yes; {} \
             | add `#[serde(rename = \"rev\")]` to the field; else write new items by `create` only",
            lacks("v")
        )]
    );
}

const REPLACE: &str = "read them with `scan` and `replace` each, with `when` if others change them meanwhile: it \
                       writes the sentinels, and is `NotUnique` where another item has the value";

#[test]
fn adding_a_unique_field_affects_older_items() {
    assert_eq!(
        lines(BASE, &with(&[UNIQUE])),
        [format!(
            "+ Threat.id  unique  readable: yes; older items have no sentinels, so that others can take their values \
             | once every writer has this schema, {REPLACE}"
        )]
    );
    assert_eq!(
        lines(&with(&[UNIQUE]), BASE),
        ["- Threat.id  unique  readable: yes; its sentinels stay, but are no longer maintained \
           | before it is unique again, and when no older program is left, delete the items whose partition key begins \
           with \"%UNIQUE#Threat#id#\""]
    );
}

#[test]
fn changed_sentinels_must_be_rewritten() {
    let renewed = format!(
        "readable: yes; older items have other sentinels, which can reserve values that no item has \
         | once every writer has this schema, delete the items whose partition key begins with \"%UNIQUE#Threat#id#\"; \
         then {REPLACE}"
    );
    let others = [
        ("\" id:text", "\" brand:text id:text", "unique -> unique within brand"),
        ("\" id:text", "\" id:integer", "id:text -> id:integer"),
        ("%UNIQUE#Threat#id#", "%UNIQUE#T#id#", "%UNIQUE#Threat#id# -> %UNIQUE#T#id#"),
    ];
    for (before, after, said) in others {
        assert_eq!(changes(&[UNIQUE], before, after), [format!("~ Threat.id  {said}  {renewed}")]);
    }
}

#[test]
fn additional_enum_texts_keep_sentinels_valid() {
    let edit = (UNIQUE.0, "discriminator Threat\n  unique \"%UNIQUE#Threat#id#\" id:one_of[\"a\",\"b\"]\n");
    for (after, said) in [("id:one_of[\"a\",\"b\",\"c\"]", "id:one_of[\"a\",\"b\",\"c\"]"), ("id:text", "id:text")] {
        assert_eq!(
            changes(&[edit], "id:one_of[\"a\",\"b\"]\n", &format!("{after}\n")),
            [format!("~ Threat.id  id:one_of[\"a\",\"b\"] -> {said}  readable: yes")]
        );
    }
    let fewer = changes(&[edit], "id:one_of[\"a\",\"b\"]\n", "id:one_of[\"a\"]\n");
    assert!(fewer[0].contains("older items have other sentinels"), "{fewer:?}");
}

#[test]
fn a_renamed_unique_attribute_is_another_field() {
    let changes = changes(&[UNIQUE], "\"%UNIQUE#Threat#id#\" id:text", "\"%UNIQUE#Threat#mail#\" mail:text");
    let subjects: Vec<_> = changes.iter().map(|line| line.split_once("  readable").unwrap().0).collect();
    assert_eq!(subjects, ["+ Threat.mail  unique", "- Threat.id  unique"]);
}
