use super::{BASE, NOT_READ, assert_changes, assert_reverse_changes, lines};

const RECREATE_INDEX: &str =
    "DynamoDB cannot change an index: declare it under another name, and drop the old one when no read uses it";

/// Returns the base with an additional index.
fn with_index(index: &str, key: &str) -> String {
    let text = BASE.replace("\nentity Device", &format!("\nindex GSI2\n{index}  projection all\n\nentity Device"));
    format!("{text}  key index GSI2\n{key}")
}

#[test]
fn a_new_index_hides_old_items_until_backfill() {
    let new = with_index(
        "  pk GSI2PK S\n  sk GSI2SK S\n",
        "    pk \"S#<severity>\"\n      parts \"S#\" severity:text\n    sk \"<at>\"\n      parts at:time(ns)\n",
    );
    assert_eq!(
        lines(BASE, &new),
        [
            "+ GSI2  GSI2PK S, GSI2SK S  readable: yes; DynamoDB fills it with the items that have its attributes",
            "+ Threat.GSI2  S#<severity>  readable: backfill; GSI2 does not find older items until `backfill` has run",
        ]
    );
    assert_eq!(lines(&new, BASE), ["- GSI2  GSI2PK S, GSI2SK S  readable: yes; old items stay under the table's key"]);
}

#[test]
fn dynamodb_fills_a_new_index_on_existing_attributes() {
    let there = "+ Threat.GSI2  <brand>  readable: yes; old items have its attributes";
    let native = with_index("  pk brand S\n", "    pk \"<brand>\"\n      parts native brand:text\n");
    assert_eq!(lines(BASE, &native)[1..], [there]);
    let of_table = with_index(
        "  pk brand S\n  sk SK S\n",
        "    pk \"<brand>\"\n      parts native brand:text\n    sk \"ALERT#<severity>#<id>\"\n      \
         parts \"ALERT#\" severity:one_of[\"high\",\"low\"] \"#\" id:fixed_text_36\n",
    );
    assert_eq!(lines(BASE, &of_table)[1..], [there]);
    // Old items have the attribute, with another text.
    let other = of_table.replace("ALERT#", "A#").replacen("A#", "ALERT#", 2);
    assert_eq!(
        lines(BASE, &other)[1..],
        ["+ Threat.GSI2  <brand>  readable: backfill; GSI2 does not find older items until `backfill` has run"]
    );
}

#[test]
fn a_renamed_index_is_filled_by_dynamodb() {
    assert_changes(
        &[("index GSI1\n", "index GSI2\n"), ("key index GSI1\n", "key index GSI2\n")],
        &[
            "+ GSI2  GSI1PK S, GSI1SK S  readable: yes; DynamoDB fills it with the items that have its attributes",
            "- GSI1  GSI1PK S, GSI1SK S  readable: yes; old items stay under the table's key",
            "+ Threat.GSI2  BRAND#<brand>  readable: yes; old items have its attributes",
        ],
    );
    // Renamed and with another number of hash shards, it is not.
    assert_changes(
        &[
            ("index GSI1\n", "index GSI2\n"),
            ("key index GSI1\n", "key index GSI2\n"),
            ("<shard>\n      shards 5 first 0 by table_key", "<shard>\n      shards 4 first 0 by table_key"),
        ],
        &[
            "+ GSI2  GSI1PK S, GSI1SK S  readable: yes; DynamoDB fills it with the items that have its attributes",
            "- GSI1  GSI1PK S, GSI1SK S  readable: yes; old items stay under the table's key",
            "+ Threat.GSI2  BRAND#<brand>  readable: backfill; GSI2 does not find older items until `backfill` has run",
        ],
    );
}

#[test]
fn other_key_attributes_need_a_new_index() {
    let edits = [("index GSI1\n  pk GSI1PK", "index GSI1\n  pk X")];
    assert_changes(
        &edits,
        &[
            &format!("~ GSI1  GSI1PK S, GSI1SK S -> X S, GSI1SK S  readable: new index; {RECREATE_INDEX}"),
            "+ Threat.GSI1  BRAND#<brand>  readable: backfill; GSI1 does not find older items until `backfill` has run",
        ],
    );
}

#[test]
fn a_wider_projection_needs_a_new_index() {
    let edits = [("projection include agent call_id", "projection all")];
    assert_changes(
        &edits,
        &[&format!("~ GSI1  projection include agent call_id -> all  readable: new index; {RECREATE_INDEX}")],
    );
    assert_reverse_changes(
        &edits,
        &["~ GSI1  projection all -> include agent call_id  readable: yes; \
           the index that is there holds more, until it is recreated"],
    );
    assert_changes(
        &[("include agent call_id", "include agent")],
        &["~ GSI1  projection include agent call_id -> include agent  readable: yes; \
           the index that is there holds more, until it is recreated"],
    );
    assert_changes(
        &[("include agent call_id", "include agent id")],
        &[&format!(
            "~ GSI1  projection include agent call_id -> include agent id  readable: new index; {RECREATE_INDEX}"
        )],
    );
    assert_changes(
        &[("include agent call_id", "keys_only")],
        &["~ GSI1  projection include agent call_id -> keys_only  readable: yes; \
           the index that is there holds more, until it is recreated"],
    );
}

#[test]
fn an_entity_is_added_to_and_removed_from_an_index() {
    let at = BASE.find("  key index GSI1").unwrap();
    assert_eq!(
        lines(BASE, &BASE[..at]),
        ["- Threat.GSI1  BRAND#<brand>  readable: yes; old items stay under the table's key"]
    );
    assert_eq!(
        lines(&BASE[..at], BASE),
        ["+ Threat.GSI1  BRAND#<brand>  readable: backfill; GSI1 does not find older items until `backfill` has run"]
    );
}

#[test]
fn a_changed_index_key_needs_a_backfill_or_legacy() {
    let note = "readable: backfill; GSI1 does not find older items until `backfill` has run";
    assert_changes(
        &[("pk \"BRAND#<brand>\"\n      parts \"BRAND#\"", "pk \"B#<brand>\"\n      parts \"B#\"")],
        &[&format!("~ Threat.GSI1.pk  BRAND#<brand> -> B#<brand>  {note}")],
    );
    assert_changes(
        &[(
            "sk \"THREAT#<at>\"\n      parts \"THREAT#\" at:time(ns)",
            "sk \"THREAT#<at:s>\"\n      parts \"THREAT#\" at:time(s)",
        )],
        &[&format!("~ Threat.GSI1.sk  THREAT#<at> -> THREAT#<at:s>  {note}")],
    );
    assert_changes(
        &[
            ("pk \"BRAND#<brand>\"\n      parts \"BRAND#\"", "pk \"B#<brand>\"\n      parts \"B#\""),
            (
                "shards 5 first 0 by table_key\n",
                "shards 5 first 0 by table_key\n    legacy \"BRAND#<brand>\"\n      parts \"BRAND#\" brand:text \"#\" \
                 <shard>\n      shards 5 first 0 by random\n",
            ),
        ],
        &[&format!("~ Threat.GSI1.pk  BRAND#<brand> -> B#<brand>  readable: legacy{NOT_READ}")],
    );
}

#[test]
fn multi_attribute_index_keys_are_compared() {
    let key = "  pk tenant S\n  pk region S\n  sk n N\n  sk GSI2SK S\n";
    let written = |parts: &str| {
        with_index(
            key,
            &format!(
                "    pk \"<tenant>, <region>\"\n      parts native tenant:text +native region:text\n    sk \"<n>, \
                 <at>\"\n      parts {parts}\n"
            ),
        )
    };
    let new = written("native n:integer(10) + at:time(ns)");
    assert_eq!(
        new.parse::<crate::lock::Lock>().unwrap().to_string().lines().filter(|line| line.contains('+')).count(),
        2
    );
    assert_eq!(
        lines(BASE, &new),
        [
            "+ GSI2  tenant S + region S, n N + GSI2SK S  readable: yes; DynamoDB fills it with the items that have \
             its attributes",
            "+ Threat.GSI2  <tenant>, <region>  readable: backfill; GSI2 does not find older items until `backfill` \
             has run",
        ]
    );
    let native = new.replace("sk GSI2SK S", "sk at S").replace("+ at:time(ns)", "+native at:time(ns)");
    assert_eq!(
        lines(BASE, &native)[1..],
        ["+ Threat.GSI2  <tenant>, <region>  readable: yes; old items have its attributes"]
    );
    let other = written("native n:integer(10) + at:time(day)").replace("<n>, <at>", "<n>, <at:day>");
    let found = lines(&new, &other);
    assert!(
        matches!(&found[..], [one] if one.starts_with("~ Threat.GSI2.sk  ") && one.contains("backfill")),
        "{found:#?}"
    );
}
