//! `grow`: the number of shards depends on the time.

use super::{assert_changes, assert_reverse_changes, lines, with};

const RANDOM: &str = "shards 10 first 0 by random\n";
const HASH: &str = "shards 10 first 0 by hash id:text at:time(ns)\n";
const FUTURE_GROWTH: &str = "      grow 2027-01-01T00:00:00Z 40\n";
const PAST: &str = "      grow 2025-01-01T00:00:00Z 40\n";

fn hash(grow: &str) -> String {
    with(&[(HASH, &format!("{HASH}{grow}"))])
}

fn random(grow: &str) -> String {
    with(&[(RANDOM, &format!("{RANDOM}{grow}"))])
}

#[test]
fn future_growth_changes_no_existing_item() {
    assert_changes(
        &[(RANDOM, &format!("{RANDOM}{FUTURE_GROWTH}"))],
        &["~ OpsLog.pk  OPS_LOG#<at:day>  shards 10 -> 40 from 2027-01-01T00:00:00Z  readable: grow"],
    );
    let edits: [(&str, &str); 1] = [(HASH, &format!("{HASH}{FUTURE_GROWTH}"))];
    assert_changes(
        &edits,
        &["~ Device.pk  DEVICE#<region>  shards 10 -> 40 from 2027-01-01T00:00:00Z  readable: grow; \
           every writer must have it before it writes an item of that time"],
    );
    assert_reverse_changes(
        &edits,
        &["~ Device.pk  DEVICE#<region>  shards 10, 40 from 2027-01-01T00:00:00Z -> 10  readable: yes"],
    );
}

#[test]
fn past_growth_hides_items_of_hash_shards() {
    let edits: [(&str, &str); 1] = [(HASH, &format!("{HASH}{PAST}"))];
    assert_changes(
        &edits,
        &["~ Device.pk  DEVICE#<region>  shards 10 -> 40 from 2025-01-01T00:00:00Z  readable: no \
           | keep the shards since 2025-01-01T00:00:00Z, which contain items, and grow at a future instant; or add \
           `legacy(template = \"DEVICE#<region>\", shards = 10)` to `#[pk(..)]` of `Device`"],
    );
    assert_reverse_changes(
        &edits,
        &["~ Device.pk  DEVICE#<region>  shards 10, 40 from 2025-01-01T00:00:00Z -> 10  readable: no \
           | keep the shards since 2025-01-01T00:00:00Z, which contain items, and grow at a future instant; or add \
           `legacy(template = \"DEVICE#<region>\", shards = 40)` to `#[pk(..)]` of `Device`"],
    );
    // The previous random shards are among the current ones.
    assert_eq!(
        lines(&random(""), &random(PAST)),
        ["~ OpsLog.pk  OPS_LOG#<at:day>  shards 10 -> 40 from 2025-01-01T00:00:00Z  readable: grow"]
    );
    assert_eq!(
        lines(&random(PAST), &random("")),
        ["~ OpsLog.pk  OPS_LOG#<at:day>  shards 10, 40 from 2025-01-01T00:00:00Z -> 10  readable: no \
          | add `legacy(template = \"OPS_LOG#<at:day>\", shards = 40)` to `#[pk(..)]` of `OpsLog`"]
    );
}

#[test]
fn further_growth_reports_only_the_new_step() {
    let again = format!("{PAST}      grow 2028-01-01T00:00:00Z 90\n");
    assert_eq!(
        lines(&hash(PAST), &hash(&again)),
        ["~ Device.pk  DEVICE#<region>  shards 40 -> 90 from 2028-01-01T00:00:00Z  readable: grow; \
          every writer must have it before it writes an item of that time"]
    );
}

#[test]
fn growth_may_change_only_before_it_begins() {
    let later = FUTURE_GROWTH.replace("2027", "2028");
    let line = "~ Device.pk  DEVICE#<region>  shards 10, 40 from 2027-01-01T00:00:00Z -> 10, 40 from \
                2028-01-01T00:00:00Z  readable: grow; every writer must have it before it writes an item of that time";
    assert_eq!(lines(&hash(FUTURE_GROWTH), &hash(&later)), [line]);
    // Growth that has begun, and is moved or has another count: items in between are in other shards.
    for other in [PAST.replace("2025", "2026"), PAST.replace(" 40", " 50"), FUTURE_GROWTH.to_owned()] {
        assert_eq!(is_readable(&hash(PAST), &hash(&other)), ["no"], "{other}");
        assert_eq!(is_readable(&hash(&other), &hash(PAST)), ["no"], "{other}");
    }
    // With random shards, only a smaller number at any time is a loss.
    assert_eq!(is_readable(&random(PAST), &random(&PAST.replace(" 40", " 50"))), ["grow"]);
    assert_eq!(is_readable(&random(PAST), &random(&PAST.replace(" 40", " 30"))), ["no"]);
    assert_eq!(is_readable(&random(PAST), &random(&PAST.replace("2025", "2024"))), ["grow"]);
    assert_eq!(is_readable(&random(PAST), &random(&PAST.replace("2025", "2026"))), ["no"]);
}

#[test]
fn a_legacy_key_must_cover_the_shards_of_every_time() {
    let moved = |shards: &str| {
        with(&[
            ("pk \"OPS_LOG#<at:day>\"\n      parts \"OPS_LOG#\"", "pk \"LOG#<at:day>\"\n      parts \"LOG#\""),
            (
                RANDOM,
                &format!(
                    "{RANDOM}    legacy \"OPS_LOG#<at:day>\"\n      parts \"OPS_LOG#\" at:time(day) \"#\" \
                     <shard>\n      {shards}"
                ),
            ),
        ])
    };
    assert_eq!(is_readable(&random(PAST), &moved("shards 40 first 0 by random\n")), ["legacy"]);
    assert_eq!(is_readable(&random(PAST), &moved(&format!("shards 10 first 0 by random\n{PAST}"))), ["legacy"]);
    assert_eq!(is_readable(&random(PAST), &moved("shards 10 first 0 by random\n")), ["no", "yes"]);
}

fn is_readable(old: &str, new: &str) -> Vec<String> {
    let word = |line: String| {
        let (_, readable) = line.split_once("readable: ").unwrap();
        readable.split([' ', ';']).next().unwrap().to_owned()
    };
    lines(old, new).into_iter().map(word).collect()
}
