//! Local secondary indexes: DynamoDB creates them only with their table, and cannot change them.

use super::{BASE, lines, with};

const WAY_OUT: &str = "DynamoDB makes a local index only with its table: make another table, and copy the items; \
                       or declare a `#[gsi(..)]` instead, which it adds to the one that is there";

fn with_local(index: &str) -> String {
    with(&[("\nentity Device", &format!("\n{index}\nentity Device"))])
}

const BY_SIZE: &str = "local_index LSI1\n  sk bytes N\n  projection include agent call_id\n";

#[test]
fn a_new_or_changed_local_index_needs_a_new_table() {
    let added = format!("+ LSI1  local, bytes N  readable: no | {WAY_OUT}");
    assert_eq!(lines(BASE, &with_local(BY_SIZE)), [added.as_str()]);
    let changed = |other: &str| lines(&with_local(BY_SIZE), &with_local(other));
    assert_eq!(
        changed(&BY_SIZE.replace("bytes N", "bytes S")),
        [format!("~ LSI1  local, bytes N -> local, bytes S  readable: no | {WAY_OUT}")]
    );
    assert_eq!(
        changed(&BY_SIZE.replace("include agent call_id", "all")),
        [format!("~ LSI1  projection include agent call_id -> all  readable: no | {WAY_OUT}")]
    );
    assert_eq!(
        changed(&BY_SIZE.replace("LSI1", "LSI2")),
        [
            format!("+ LSI2  local, bytes N  readable: no | {WAY_OUT}"),
            "- LSI1  local, bytes N  readable: yes; DynamoDB keeps it, and the units of its writes, until the table is \
             recreated"
                .to_owned()
        ]
    );
}

#[test]
fn a_local_index_with_more_attributes_stays_readable() {
    assert_eq!(
        lines(&with_local(BY_SIZE), &with_local(&BY_SIZE.replace(" call_id", ""))),
        ["~ LSI1  projection include agent call_id -> include agent  readable: yes; the index that is there holds \
          more, until the table is recreated"]
    );
    assert_eq!(
        lines(&with_local(BY_SIZE), BASE),
        ["- LSI1  local, bytes N  readable: yes; DynamoDB keeps it, and the units of its writes, until the table is \
          recreated"]
    );
}

/// Returns the base with a local secondary index and an entity's key in it.
fn with_local_key(sort: &str, parts: &str) -> String {
    let text = BASE.replace("\nentity Device", "\nlocal_index LSI1\n  sk LSI1SK S\n  projection all\n\nentity Device");
    format!(
        "{text}  key index LSI1\n    pk \"THREAT#<brand>#<at:month>\"\n      parts \"THREAT#\" brand:text \"#\" \
         at:time(month)\n    sk \"{sort}\"\n      parts {parts}\n"
    )
}

#[test]
fn a_new_key_in_an_existing_local_index_needs_a_backfill() {
    let before =
        BASE.replace("\nentity Device", "\nlocal_index LSI1\n  sk LSI1SK S\n  projection all\n\nentity Device");
    let after = with_local_key("<severity>", "severity:text");
    assert_eq!(
        lines(&before, &after),
        ["+ Threat.LSI1  <severity>  readable: backfill; LSI1 does not find older items until `backfill` has run"]
    );
    assert_eq!(
        lines(&after, &before),
        ["- Threat.LSI1  <severity>  readable: yes; old items stay under the table's key"]
    );
}

#[test]
fn a_changed_table_partition_key_is_reported_once() {
    let before = with_local_key("<severity>", "severity:text");
    let after = before.replace("THREAT#<brand>#<at:month>", "ALERT#<brand>#<at:month>");
    let after = after.replace(
        "parts \"THREAT#\" brand:text \"#\" at:time(month)",
        "parts \"ALERT#\" brand:text \"#\" at:time(month)",
    );
    let found = lines(&before, &after);
    assert!(matches!(&found[..], [one] if one.starts_with("~ Threat.pk  ")), "{found:#?}");
    let sorted = lines(&before, &with_local_key("<agent>", "agent:text"));
    assert!(
        matches!(&sorted[..], [one] if one.starts_with("~ Threat.LSI1.sk  ") && one.contains("backfill")),
        "{sorted:#?}"
    );
}
