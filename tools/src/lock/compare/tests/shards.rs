use super::{NOT_READ, assert_changes, assert_reverse_changes};

const RANDOM: &str = "shards 10 first 0 by random\n";
const HASH: &str = "shards 10 first 0 by hash id:text at:time(ns)\n";

#[test]
fn more_random_shards_are_all_visited() {
    let edits = [(RANDOM, "shards 40 first 0 by random\n")];
    assert_changes(&edits, &["~ OpsLog.pk  OPS_LOG#<at:day>  shards 10 -> 40  readable: all shards"]);
    assert_reverse_changes(
        &edits,
        &["~ OpsLog.pk  OPS_LOG#<at:day>  shards 40 -> 10  readable: no \
           | add `legacy(template = \"OPS_LOG#<at:day>\", shards = 40)` to `#[pk(..)]` of `OpsLog`"],
    );
}

#[test]
fn fewer_random_shards_stay_readable_as_legacy() {
    let fewer = "shards 4 first 0 by random\n    legacy \"OPS_LOG#<at:day>\"\n      \
                 parts \"OPS_LOG#\" at:time(day) \"#\" <shard>\n      shards 10 first 0 by random\n";
    assert_changes(
        &[(RANDOM, fewer)],
        &["~ OpsLog.pk  OPS_LOG#<at:day>  shards 10 -> 4  readable: legacy; the release before also reads the new key"],
    );
    assert_reverse_changes(
        &[(RANDOM, fewer)],
        &[
            "~ OpsLog.pk  OPS_LOG#<at:day>  shards 4 -> 10  readable: all shards",
            "- OpsLog.pk  legacy OPS_LOG#<at:day>, shards 10  readable: yes; the current key is the same",
        ],
    );
    let too_few = fewer.replace("shards 10", "shards 9");
    assert_changes(
        &[(RANDOM, &too_few)],
        &[
            "~ OpsLog.pk  OPS_LOG#<at:day>  shards 10 -> 4  readable: no \
             | add `legacy(template = \"OPS_LOG#<at:day>\", shards = 10)` to `#[pk(..)]` of `OpsLog`",
            "+ OpsLog.pk  legacy OPS_LOG#<at:day>, shards 9  readable: yes",
        ],
    );
}

#[test]
fn a_changed_first_shard_number_hides_items() {
    let edits = [(RANDOM, "shards 10 first 1 by random\n")];
    assert_changes(
        &edits,
        &["~ OpsLog.pk  OPS_LOG#<at:day>  shards 10 -> 10 first 1  readable: no \
           | add `legacy(template = \"OPS_LOG#<at:day>\", shards = 10)` to `#[pk(..)]` of `OpsLog`"],
    );
    assert_reverse_changes(
        &edits,
        &["~ OpsLog.pk  OPS_LOG#<at:day>  shards 10 first 1 -> 10  readable: no \
           | add `legacy(template = \"OPS_LOG#<at:day>\", shards = 10, first = 1)` to `#[pk(..)]` of `OpsLog`"],
    );
    // Ten shards from 1 on are among eleven from 0 on.
    let wider = ("shards 10 first 1 by random\n", "shards 11 first 0 by random\n");
    let old = super::with(&edits);
    assert_eq!(
        super::lines(&old, &old.replace(wider.0, wider.1)),
        ["~ OpsLog.pk  OPS_LOG#<at:day>  shards 10 first 1 -> 11  readable: all shards"]
    );
}

#[test]
fn a_hash_over_more_shards_hides_items() {
    let edits = [(HASH, "shards 40 first 0 by hash id:text at:time(ns)\n")];
    assert_changes(
        &edits,
        &["~ Device.pk  DEVICE#<region>  shards 10 -> 40  readable: no | keep `count = 10` and add \
           `grow(at = \"..\", count = 40)` with a future instant, or add \
           `legacy(template = \"DEVICE#<region>\", shards = 10)` to `#[pk(..)]` of `Device`"],
    );
    assert_reverse_changes(
        &edits,
        &["~ Device.pk  DEVICE#<region>  shards 40 -> 10  readable: no \
           | add `legacy(template = \"DEVICE#<region>\", shards = 40)` to `#[pk(..)]` of `Device`"],
    );
}

#[test]
fn a_hash_over_more_shards_stays_readable_as_legacy() {
    let legacy = "shards 40 first 0 by hash id:text at:time(ns)\n    legacy \"DEVICE#<region>\"\n      \
                  parts \"DEVICE#\" region:text \"#\" <shard>\n      shards 10 first 0 by ";
    let line = format!("~ Device.pk  DEVICE#<region>  shards 10 -> 40  readable: legacy{NOT_READ}");
    assert_changes(&[(HASH, &format!("{legacy}random\n"))], &[&line]);
    assert_changes(&[(HASH, &format!("{legacy}hash id:text at:time(ns)\n"))], &[&line]);
}

#[test]
fn a_changed_hash_hides_items() {
    let of_fields = |before: &str, after: &str| {
        format!(
            "~ Device.pk  DEVICE#<region>  shards 10 by {before} -> 10 by {after}  readable: no \
             | add `legacy(template = \"DEVICE#<region>\", shards = 10)` to `#[pk(..)]` of `Device`"
        )
    };
    for (edit, after) in [
        ("shards 10 first 0 by hash at:time(ns) id:text\n", "hash(at, id)"),
        ("shards 10 first 0 by hash id:text\n", "hash(id)"),
        ("shards 10 first 0 by own_hash id:text at:time(ns)\n", "a hash of the user's(id, at)"),
        ("shards 10 first 0 by hash id:integer at:time(ns)\n", "hash(id, at)"),
    ] {
        assert_changes(&[(HASH, edit)], &[&of_fields("hash(id, at)", after)]);
        assert_reverse_changes(&[(HASH, edit)], &[&of_fields(after, "hash(id, at)")]);
    }
}

#[test]
fn a_hash_of_an_enum_must_keep_its_texts() {
    let low = ("id:text at:time(ns)", "id:one_of[\"low\"] at:time(ns)");
    let both = ("id:text at:time(ns)", "id:one_of[\"high\",\"low\"] at:time(ns)");
    let (low, both) = (super::with(&[low]), super::with(&[both]));
    let line = "~ Device.pk  DEVICE#<region>  shards 10 by hash(id, at) -> 10 by hash(id, at)  readable: ";
    assert_eq!(super::lines(&low, &both), [format!("{line}yes")]);
    assert!(super::lines(&both, &low)[0].starts_with(&format!("{line}no")));
}

#[test]
fn random_shards_read_hash_shards_but_not_vice_versa() {
    let edits = [(HASH, "shards 10 first 0 by random\n")];
    assert_changes(&edits, &["~ Device.pk  DEVICE#<region>  shards 10 by hash(id, at) -> 10  readable: all shards"]);
    assert_reverse_changes(
        &edits,
        &["~ Device.pk  DEVICE#<region>  shards 10 -> 10 by hash(id, at)  readable: no \
           | add `legacy(template = \"DEVICE#<region>\", shards = 10)` to `#[pk(..)]` of `Device`"],
    );
}

#[test]
fn shards_of_an_index_may_grow_without_a_backfill() {
    let edits = [("shards 5 first 0 by table_key", "shards 9 first 0 by table_key")];
    assert_changes(&edits, &["~ Threat.GSI1.pk  BRAND#<brand>  shards 5 -> 9  readable: all shards"]);
    assert_reverse_changes(
        &edits,
        &["~ Threat.GSI1.pk  BRAND#<brand>  shards 9 -> 5  readable: backfill; \
           GSI1 does not find older items until `backfill` has run"],
    );
    assert_changes(
        &[("by table_key", "by hash brand:text")],
        &["~ Threat.GSI1.pk  BRAND#<brand>  shards 5 -> 5 by hash(brand)  readable: backfill; \
           GSI1 does not find older items until `backfill` has run"],
    );
}

#[test]
fn adding_or_removing_shards_changes_the_key() {
    let edits = [(
        "\"OPS_LOG#\" at:time(day) \"#\" <shard>\n      shards 10 first 0 by random\n",
        "\"OPS_LOG#\" at:time(day)\n",
    )];
    let parts = "\"OPS_LOG#\" at:time(day)";
    assert_changes(
        &edits,
        &[&format!(
            "~ OpsLog.pk  OPS_LOG#<at:day>  {parts} \"#\" <shard>, shards 10 -> {parts}  readable: no \
             | add `legacy(template = \"OPS_LOG#<at:day>\", shards = 10)` to `#[pk(..)]` of `OpsLog`"
        )],
    );
    assert_reverse_changes(
        &edits,
        &[&format!(
            "~ OpsLog.pk  OPS_LOG#<at:day>  {parts} -> {parts} \"#\" <shard>, shards 10  readable: no \
             | add `legacy(template = \"OPS_LOG#<at:day>\")` to `#[pk(..)]` of `OpsLog`"
        )],
    );
    assert_changes(
        &[("at:time(day) \"#\" <shard>", "at:time(day) \"#\" <shard:02>")],
        &["~ OpsLog.pk  OPS_LOG#<at:day>  <shard> -> <shard:02>  readable: no \
           | add `legacy(template = \"OPS_LOG#<at:day>\", shards = 10)` to `#[pk(..)]` of `OpsLog`"],
    );
}
