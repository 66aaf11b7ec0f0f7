//! Attributes of fields: whether reads find older values, and whether older items have what reads require.

mod roles;

use super::{BASE, lines, with};

/// Returns the base with these lines in the entity `Threat`, which has `id` in its table key and `note` in no key.
fn threat(facts: &[&str]) -> String {
    let facts: String = facts.iter().map(|fact| format!("  {fact}\n")).collect();
    with(&[("discriminator Threat\n", &format!("discriminator Threat\n{facts}"))])
}

/// Asserts the changes of `Threat` from facts to other facts.
#[track_caller]
fn assert_changes(old: &[&str], new: &[&str], expected: &[&str]) {
    assert_eq!(lines(&threat(old), &threat(new)), expected);
}

/// The fix for the previous release, if it requires an attribute that is no longer written.
const STOP: &str = "stop its replicas first, or first release its field as an `Option`";

/// The lines for a rename without an alias.
fn renamed(named: &str, note: &str, unless: &str) -> String {
    format!(
        "~ Threat.mail  attribute {named}  readable: no; {note} | add `#[serde(alias = \"email\")]` to `mail` of \
         `Threat`; if it is no rename, {unless}run `lock --accept \"reason\"`"
    )
}

#[test]
fn equal_attributes_have_no_changes() {
    let facts = ["other_attributes", "attribute mail alias email", "attribute note optional"];
    assert_changes(&facts, &facts, &[]);
}

#[test]
fn a_rename_without_an_alias_loses_the_value() {
    let unless = "make the field an `Option` or add `#[serde(default)]`, and ";
    let required = ["attribute mail"];
    assert_changes(&["attribute email"], &required, &[&renamed("email -> mail", "older items do not decode", unless)]);
    assert_changes(
        &["attribute email optional"],
        &required,
        &[&renamed("email optional -> mail", "older items do not decode", unless)],
    );
    let (optional, lost) = (["attribute mail optional"], "older items are read without its value");
    assert_changes(&["attribute email optional"], &optional, &[&renamed("email -> mail", lost, "")]);
    assert_changes(&["attribute email"], &optional, &[&renamed("email -> mail optional", lost, "")]);
    // An old alias was read, but not written.
    assert_changes(
        &["attribute email alias mail"],
        &required,
        &[&renamed("email -> mail", "older items do not decode", unless)],
    );
}

#[test]
fn a_unique_field_keeps_its_name() {
    let of = |name: &str| vec![format!("unique \"%UNIQUE#Threat#f#\" {name}:text"), format!("attribute {name}")];
    let (old, new) = (of("email"), of("mail"));
    let texts = |facts: &[String]| threat(&facts.iter().map(String::as_str).collect::<Vec<_>>());
    let changes = lines(&texts(&old), &texts(&new));
    let renamed = changes.iter().find(|line| line.contains("attribute email -> mail")).unwrap();
    assert!(renamed.contains(" | add `#[serde(rename = \"email\")]` to `mail` of `Threat`;"), "{renamed}");
}

#[test]
fn a_rename_with_an_alias_keeps_the_value() {
    let first = "stop its replicas first, or first release `#[serde(rename = \"email\", alias = \"mail\")]`";
    let change = "~ Threat.mail  attribute email -> mail  readable: yes; the release before";
    assert_changes(
        &["attribute email optional"],
        &["attribute mail optional alias email"],
        &[&format!("{change} does not read `mail` | {first}")],
    );
    assert_changes(
        &["attribute email"],
        &["attribute mail alias email"],
        &[&format!("{change} does not read `mail`, and does not decode items without `email` | {first}")],
    );
    assert_changes(
        &["attribute email alias mail"],
        &["attribute mail alias email"],
        &[&format!("{change} also reads `mail`")],
    );
    assert_changes(
        &["attribute email optional"],
        &["attribute mail alias email"],
        &["~ Threat.mail  attribute email optional -> mail  readable: no; older items without it do not decode; the \
           release before does not read `mail` \
           | keep its `Option` or `#[serde(default)]`; if every item has it, run `lock --accept \"reason\"`"],
    );
}

#[test]
fn a_rename_with_an_alias_keeps_keys() {
    let (old, other) = (["attribute id"], "attribute uid");
    let key = |new: &str| threat(&[new]).replace("id:fixed", "uid:fixed").replace("<id>", "<uid>");
    let with_alias = lines(&threat(&old), &key("attribute uid alias id"));
    assert_eq!(with_alias[1..], ["~ Threat.sk  ALERT#<severity>#<id> -> ALERT#<severity>#<uid>  readable: yes"]);
    assert!(with_alias[0].starts_with("~ Threat.uid  attribute id -> uid  readable: yes"), "{with_alias:?}");
    let without = lines(&threat(&old), &key(other));
    assert!(without.len() == 2 && without.iter().all(|line| line.contains("readable: no")), "{without:?}");
}

#[test]
fn of_several_attributes_each_can_be_the_new_name() {
    let lost = |name: &str, any: &str| {
        format!(
            "- Threat.{name}  attribute optional  readable: no; older items are read without its value | if {any} of \
             `Threat` is its new name, add `#[serde(alias = {name:?})]`; if none is, run `lock --accept \"reason\"`"
        )
    };
    assert_changes(
        &["attribute a optional", "attribute b optional"],
        &["attribute c optional"],
        &["+ Threat.c  attribute optional  readable: yes", &lost("a", "`c`"), &lost("b", "`c`")],
    );
    assert_changes(
        &["attribute a optional"],
        &["attribute b optional", "attribute c optional"],
        &[
            "+ Threat.b  attribute optional  readable: yes",
            "+ Threat.c  attribute optional  readable: yes",
            &lost("a", "`b` or `c`"),
        ],
    );
}

#[test]
fn a_removed_attribute_is_removed_on_purpose() {
    let removed = "reads no longer return it, and a put removes it";
    assert_changes(
        &["attribute mail", "attribute note optional alias memo"],
        &["attribute mail"],
        &[&format!("- Threat.note  attribute optional alias memo  readable: yes; {removed}")],
    );
    assert_changes(
        &["attribute mail", "attribute note"],
        &["attribute mail"],
        &[&format!(
            "- Threat.note  attribute  readable: yes; {removed}; the release before does not decode items without it \
             | {STOP}"
        )],
    );
    assert_changes(
        &["attribute note optional"],
        &[],
        &[&format!("- Threat.note  attribute optional  readable: yes; {removed}")],
    );
}

#[test]
fn older_items_lack_a_new_attribute() {
    let lacks = "readable: no; older items lack it, and do not decode | make its field an `Option`";
    assert_changes(
        &["attribute mail"],
        &["attribute age", "attribute mail"],
        &[&format!("+ Threat.age  attribute  {lacks}, or add `#[serde(default)]`")],
    );
    assert_changes(
        &["attribute mail"],
        &["attribute age optional", "attribute mail"],
        &["+ Threat.age  attribute optional  readable: yes"],
    );
    // A field in keys accepts no default.
    let (old, new) = (threat(&["attribute id"]), threat(&["attribute age", "attribute id"]));
    let index = "parts \"BRAND#\" brand:text ";
    let changes = lines(&old, &new.replace(index, &format!("{index}age:text ")));
    assert_eq!(changes[0], format!("+ Threat.age  attribute  {lacks}"));
    // It is not known what a flattened field has stored.
    assert_changes(
        &["other_attributes", "attribute mail"],
        &["other_attributes", "attribute age", "attribute mail"],
        &[&format!("+ Threat.age  attribute  {lacks}, or add `#[serde(default)]`")],
    );
}

#[test]
fn an_option_that_becomes_required_does_not_decode_without_a_value() {
    assert_changes(
        &["attribute note optional"],
        &["attribute note"],
        &["~ Threat.note  attribute optional -> attribute  readable: no; older items without it do not decode \
           | keep its `Option` or `#[serde(default)]`; if every item has it, run `lock --accept \"reason\"`"],
    );
    assert_changes(
        &["attribute note"],
        &["attribute note optional"],
        &["~ Threat.note  attribute -> attribute optional  readable: yes; the release before does not decode items \
           without it"],
    );
}

#[test]
fn a_dropped_alias_loses_the_values_under_it() {
    let rewritten = "until `update_each` has rewritten every item; then run `lock --accept \"reason\"`";
    assert_changes(
        &["attribute mail alias email"],
        &["attribute mail"],
        &[&format!(
            "~ Threat.mail  attribute alias email -> attribute  readable: no; items that have it as `email` do not \
             decode | keep `#[serde(alias = \"email\")]` {rewritten}"
        )],
    );
    let old = threat(&["attribute mail optional alias email alias m alias n"]);
    let dropped = format!(
        "~ Threat.mail  attribute optional alias email alias m alias n -> attribute optional alias m  readable: no; \
         items that have it as `email` or `n` are read without its value | keep `#[serde(alias = \"email\")]` and \
         `#[serde(alias = \"n\")]` {rewritten}"
    );
    assert_eq!(lines(&old, &threat(&["attribute mail optional alias m"])), [dropped.as_str()]);
    // Another field, or a flattened one, reads it.
    let new = threat(&["attribute email optional", "attribute mail optional alias m"]);
    assert_eq!(lines(&old, &new), [&dropped, "+ Threat.email  attribute optional  readable: yes"]);
    let new = threat(&["other_attributes", "attribute mail optional alias m"]);
    assert_eq!(lines(&old, &new)[1..], [dropped]);
    assert_changes(
        &["attribute mail"],
        &["attribute mail alias email"],
        &["~ Threat.mail  attribute -> attribute alias email  readable: yes"],
    );
    assert_changes(
        &["attribute mail alias a alias b"],
        &["attribute mail alias b alias a"],
        &["~ Threat.mail  attribute alias a alias b -> attribute alias b alias a  readable: yes"],
    );
}

#[test]
fn an_alias_that_was_a_field_is_read_only_in_items_without_the_other() {
    assert_changes(
        &["attribute a", "attribute b"],
        &["attribute a alias b"],
        &[
            "~ Threat.a  attribute -> attribute alias b  readable: yes",
            "- Threat.b  attribute  readable: no; items that also have `a` are read without its value | give `b` a \
             field of its own; if no item has both, run `lock --accept \"reason\"`",
        ],
    );
}

#[test]
fn a_field_can_move_between_its_attribute_and_the_key() {
    assert_changes(
        &["attribute id", "attribute note"],
        &["attribute note"],
        &["- Threat.id  attribute  readable: yes; it is read from the table's key"],
    );
    assert_changes(
        &["attribute note"],
        &["attribute id", "attribute note"],
        &["+ Threat.id  attribute  readable: yes; it is read from the key of items without it"],
    );
    // With another change that is not a rename.
    assert_changes(
        &["attribute id", "attribute note"],
        &["attribute more optional", "attribute note"],
        &[
            "- Threat.id  attribute  readable: yes; it is read from the table's key",
            "+ Threat.more  attribute optional  readable: yes",
        ],
    );
}

#[test]
fn a_flattened_field_may_not_decode_what_no_other_field_reads() {
    let fix = |name: &str| {
        format!(
            "only the flattened field reads it | if it was renamed, add `#[serde(alias = {name:?})]`; if the flattened \
             field decodes it, run `lock --accept \"reason\"`"
        )
    };
    assert_changes(
        &["other_attributes", "attribute a optional", "attribute b"],
        &["other_attributes", "attribute c optional"],
        &[
            &format!("- Threat.a  attribute optional  readable: no; {}", fix("a")),
            &format!("- Threat.b  attribute  readable: no; {}", fix("b")),
            "+ Threat.c  attribute optional  readable: yes",
        ],
    );
    assert_changes(
        &["attribute a"],
        &["other_attributes", "attribute a"],
        &["+ Threat.other_attributes  readable: yes; a flattened struct must not require what older items lack"],
    );
    assert_changes(
        &["other_attributes", "attribute a"],
        &["attribute a"],
        &["- Threat.other_attributes  readable: yes; reads no longer return the attributes that no field names, and \
             a put removes them"],
    );
}

#[test]
fn a_file_without_attributes_is_not_compared() {
    let file =
        "+ attributes  readable: yes; the file does not list them yet, so they are not compared; run `lock` once";
    assert_changes(&[], &["attribute mail"], &[file]);
    assert_changes(&[], &["other_attributes"], &[file]);
    let with_version = ["version rev", "attribute rev optional"];
    let changes = lines(BASE, &threat(&with_version));
    assert!(changes.len() == 2 && changes[0] == file && changes[1].starts_with("+ Threat.version"), "{changes:?}");
    // The file lists those of another entity.
    let (old, device) = (threat(&["attribute mail"]), "discriminator Device\n  constant v \"1\"\n");
    let new = old.replace(device, &format!("{device}  attribute name\n"));
    assert_eq!(
        lines(&old, &new),
        ["+ Device.name  attribute  readable: no; older items lack it, and do not decode \
          | make its field an `Option`, or add `#[serde(default)]`"]
    );
}

#[test]
fn the_attributes_of_a_new_entity_are_no_changes() {
    let start = BASE.find("entity OpsLog").unwrap();
    let end = BASE.find("entity Threat").unwrap();
    let old = format!("{}{}", &BASE[..start], &BASE[end..]);
    let new = BASE.replace("discriminator OpsLog\n", "discriminator OpsLog\n  attribute agent\n");
    assert_eq!(lines(&old, &new), ["+ OpsLog  readable: yes; it has no old items"]);
}

#[test]
fn unusual_names_are_quoted_in_changes() {
    assert_changes(
        &["attribute \"a\\nb\""],
        &["attribute \"c d\" alias \"a\\nb\""],
        &["~ Threat.\"c d\"  attribute \"a\\nb\" -> \"c d\"  readable: yes; the release before does not read \
             `\"c d\"`, and does not decode items without `\"a\\nb\"` \
             | stop its replicas first, or first release `#[serde(rename = \"a\\nb\", alias = \"c d\")]`"],
    );
}
