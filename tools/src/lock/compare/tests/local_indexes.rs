//! Local indexes: DynamoDB makes them with their table, and changes none.

use super::{BASE, lines, with};

const WAY_OUT: &str = "DynamoDB makes a local index only with its table: make another table, and copy the items; \
                       or declare a `#[gsi(..)]` instead, which it adds to the one that is there";

fn with_local(index: &str) -> String {
    with(&[("\nentity Device", &format!("\n{index}\nentity Device"))])
}

const BY_SIZE: &str = "local_index LSI1\n  sk bytes N\n  projection include agent call_id\n";

#[test]
fn a_local_index_needs_another_table() {
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
             made anew"
                .to_owned()
        ]
    );
}

#[test]
fn a_local_index_that_holds_more_is_read_as_before() {
    assert_eq!(
        lines(&with_local(BY_SIZE), &with_local(&BY_SIZE.replace(" call_id", ""))),
        ["~ LSI1  projection include agent call_id -> include agent  readable: yes; the index that is there holds \
          more, until the table is made anew"]
    );
    assert_eq!(
        lines(&with_local(BY_SIZE), BASE),
        ["- LSI1  local, bytes N  readable: yes; DynamoDB keeps it, and the units of its writes, until the table is \
          made anew"]
    );
}
