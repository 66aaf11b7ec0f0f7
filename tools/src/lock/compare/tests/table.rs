//! Facts that affect all keys: those of the table, and the set of entities.

use super::{BASE, assert_changes, assert_reverse_changes, lines};

#[test]
fn a_changed_delimiter_changes_keys_with_escaped_values() {
    let edits = [("delimiter \"#\"", "delimiter \"|\"")];
    let keep = "keep the delimiter: older keys are read with the current one";
    assert_changes(
        &edits,
        &[
            "~ table delimiter  # -> |  readable: yes; each key that it changes is named",
            &format!("~ Device.pk  DEVICE#<region>  delimiter # -> |  readable: no | {keep}"),
            &format!(
                "~ OpsLog.sk  <at>#<call_id>  delimiter # -> |  readable: no \
                 | {keep}; or copy the items to the new key: a sort key has no `legacy`"
            ),
            &format!("~ Threat.pk  THREAT#<brand>#<at:month>  delimiter # -> |  readable: no | {keep}"),
            "~ Threat.GSI1.pk  BRAND#<brand>  delimiter # -> |  readable: backfill; \
             GSI1 does not find older items until `backfill` has run",
        ],
    );
    // An enum whose texts contain it, a hash of several fields, and an older key with text change as well.
    let old = BASE.replace("[\"high\",\"low\"]", "[\"a|b\",\"low\"]").replace("parts \"D\"", "parts \"D\" x:text");
    let new = old.replace(edits[0].0, edits[0].1);
    let subjects: Vec<_> = lines(&old, &new).iter().map(|line| line.split_once("  ").unwrap().0.to_owned()).collect();
    assert_eq!(
        subjects,
        [
            "~ table delimiter",
            "~ Device.pk",
            "~ Device.pk",
            "~ OpsLog.sk",
            "~ Threat.pk",
            "~ Threat.sk",
            "~ Threat.GSI1.pk"
        ]
    );
    let of_hash = BASE.replace("region:text", "region:time(day)");
    let found = lines(&of_hash, &of_hash.replace(edits[0].0, edits[0].1));
    assert_eq!(found[1], format!("~ Device.pk  DEVICE#<region>  delimiter # -> |  readable: no | {keep}"));
}

#[test]
fn raw_keys_stay_readable_when_escaping_is_enabled() {
    let edits = [("encoding escaped", "encoding raw"), ("region:text", "region:text(raw)")];
    assert_changes(
        &edits,
        &[
            "~ table encoding  escaped -> raw  readable: yes; each key that it changes is named",
            "~ Device.pk  DEVICE#<region>  region:text -> region:text(raw)  readable: no \
             | keep the encoding: older keys are read with the current one",
        ],
    );
    assert_reverse_changes(
        &edits,
        &[
            "~ table encoding  raw -> escaped  readable: yes; each key that it changes is named",
            "~ Device.pk  DEVICE#<region>  region:text(raw) -> region:text  readable: yes",
        ],
    );
}

#[test]
fn the_key_of_a_table_cannot_change() {
    let fix = "DynamoDB cannot change the key of a table: make another table, and copy the items";
    assert_changes(
        &[("pk PK S", "pk id S")],
        &[&format!("~ table key  PK S, SK S -> id S, SK S  readable: no | {fix}")],
    );
    assert_changes(
        &[("  sk SK S\n", "  sk SK N\n")],
        &[&format!("~ table key  PK S, SK S -> PK S, SK N  readable: no | {fix}")],
    );
    assert_changes(&[("table Platform", "table Core")], &["~ table  Platform -> Core  readable: yes"]);
}

#[test]
fn without_a_discriminator_keys_identify_the_entity() {
    let edits = [("discriminator _et", "discriminator kind")];
    assert_changes(
        &edits,
        &["~ table discriminator  _et -> kind  readable: yes; the keys of older items tell their entity"],
    );
    let none = BASE.lines().filter(|line| !line.contains("discriminator")).collect::<Vec<_>>().join("\n");
    assert_eq!(
        lines(BASE, &none),
        ["~ table discriminator  _et -> none  readable: yes; the keys of older items tell their entity"]
    );
    assert_eq!(
        lines(&none, &none.replace("entity Threat", "entity Alert")),
        ["~ Alert.name  Threat -> Alert  readable: yes"]
    );
}

#[test]
fn a_changed_discriminator_hides_items() {
    assert_changes(
        &[("discriminator Threat", "discriminator T")],
        &["~ Threat.discriminator  Threat -> T  readable: no | add `name = \"Threat\"` to `#[entity(..)]` of `Threat`"],
    );
    assert_changes(&[("entity Threat", "entity Alert")], &["~ Alert.name  Threat -> Alert  readable: yes"]);
    assert_changes(
        &[("entity Threat", "entity Alert"), ("discriminator Threat", "discriminator Alert")],
        &[
            "+ Alert  readable: yes; it has no old items",
            "- Threat  readable: no | if `Alert` is its new name, add `name = \"Threat\"` to its `#[entity(..)]`",
        ],
    );
}

#[test]
fn removing_an_entity_hides_its_items() {
    let at = BASE.find("entity OpsLog").unwrap();
    let until = BASE.find("entity Threat").unwrap();
    let without = format!("{}{}", &BASE[..at], &BASE[until..]);
    assert_eq!(
        lines(BASE, &without),
        ["- OpsLog  readable: no | keep the entity in the list until no item of it is left"]
    );
    assert_eq!(lines(&without, BASE), ["+ OpsLog  readable: yes; it has no old items"]);
}

#[test]
fn changed_constants_are_reported() {
    assert_changes(
        &[("constant v \"1\"", "constant v \"2\"")],
        &["~ Device.constants  v = \"1\" -> v = \"2\"  readable: yes; \
           old items keep what they have until they are written again"],
    );
    assert_changes(
        &[("  constant v \"1\"\n", "")],
        &["~ Device.constants  v = \"1\" -> none  readable: yes; \
           old items keep what they have until they are written again"],
    );
}
