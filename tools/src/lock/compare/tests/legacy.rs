use super::{BASE, NOT_READ, assert_changes, assert_reverse_changes, lines, with};

const MOVED: (&str, &str) =
    ("pk \"OPS_LOG#<at:day>\"\n      parts \"OPS_LOG#\"", "pk \"LOG#<at:day>\"\n      parts \"LOG#\"");
const SHARDS: &str = "shards 10 first 0 by random\n";

fn older(until: &str) -> String {
    format!(
        "shards 20 first 0 by random\n    legacy \"OPS_LOG#<at:day>\"\n      \
         parts \"OPS_LOG#\" at:time(day) \"#\" <shard>\n      shards 10 first 0 by random\n{until}"
    )
}

#[test]
fn a_declared_legacy_key_keeps_items_readable() {
    let line =
        format!("~ OpsLog.pk  OPS_LOG#<at:day>, shards 10 -> LOG#<at:day>, shards 20  readable: legacy{NOT_READ}");
    assert_changes(&[MOVED, (SHARDS, &older(""))], &[&line]);
    assert_changes(&[MOVED, (SHARDS, &older("      until 2027-01-01T00:00:00Z\n"))], &[&line]);
}

#[test]
fn a_legacy_key_that_ends_in_the_past_hides_items() {
    assert_changes(
        &[MOVED, (SHARDS, &older("      until 2025-01-01T00:00:00Z\n"))],
        &[
            "~ OpsLog.pk  OPS_LOG#<at:day>, shards 10 -> LOG#<at:day>, shards 20  readable: no | items were written \
             under the older key after 2025-01-01T00:00:00Z; drop its `until`, or set a future one",
            "+ OpsLog.pk  legacy OPS_LOG#<at:day>, shards 10  readable: yes",
        ],
    );
}

#[test]
fn every_legacy_generation_must_stay_declared() {
    let second = with(&[MOVED, (SHARDS, &older(""))]);
    let third =
        second.replace("pk \"LOG#<at:day>\"\n      parts \"LOG#\"", "pk \"L#<at:day>\"\n      parts \"L#\"").replace(
            "    \
            legacy \"OPS",
            "    legacy \"LOG#<at:day>\"\n      parts \"LOG#\" at:time(day) \"#\" <shard>\n      shards \
                20 first 0 by random\n    legacy \"OPS",
        );
    let line = format!("~ OpsLog.pk  LOG#<at:day> -> L#<at:day>  readable: legacy{NOT_READ}");
    assert_eq!(lines(&second, &third), [&*line]);
    let without_first = third.replace(
        "    legacy \"OPS_LOG#<at:day>\"\n      parts \"OPS_LOG#\" at:time(day) \"#\" <shard>\n      shards 10 first 0 \
         by random\n",
        "",
    );
    assert_eq!(
        lines(&second, &without_first),
        [
            &*line,
            "- OpsLog.pk  legacy OPS_LOG#<at:day>, shards 10  readable: no | keep `legacy(template \
             = \"OPS_LOG#<at:day>\", shards = 10)` in `#[pk(..)]` of `OpsLog` until no such item is left",
        ]
    );
}

#[test]
fn removing_a_legacy_key_hides_its_items() {
    let edits = [("    legacy \"D\"\n      parts \"D\"\n", "")];
    assert_changes(
        &edits,
        &["- Device.pk  legacy D  readable: no \
           | keep `legacy(template = \"D\")` in `#[pk(..)]` of `Device` until no such item is left"],
    );
    assert_reverse_changes(&edits, &["+ Device.pk  legacy D  readable: yes"]);
}

#[test]
fn the_end_of_a_legacy_key_may_move_only_later() {
    let until = |instant: &str| BASE.replace("until 2026-01-01T00:00:00Z", &format!("until {instant}"));
    let line = "~ Device.pk  legacy DEVICES, shards 4 first 1 until 2026-01-01T00:00:00Z ->";
    let fix = "set an `until` at or after the time of every item under the older key: a future instant, or none";
    assert_eq!(lines(BASE, &until("2026-03-01T00:00:00Z")), [format!("{line} 2026-03-01T00:00:00Z  readable: legacy")]);
    assert_eq!(
        lines(BASE, &until("2025-03-01T00:00:00Z")),
        [format!("{line} 2025-03-01T00:00:00Z  readable: no | {fix}")]
    );
    let none = [("      until 2026-01-01T00:00:00Z\n", "")];
    assert_changes(&none, &[&format!("{line} none  readable: legacy")]);
    assert_reverse_changes(
        &none,
        &[&format!(
            "~ Device.pk  legacy DEVICES, shards 4 first 1 until none -> 2026-01-01T00:00:00Z  readable: no | {fix}"
        )],
    );
    assert_eq!(
        lines(&with(&none), &until("2027-01-01T00:00:00Z")),
        ["~ Device.pk  legacy DEVICES, shards 4 first 1 until none -> 2027-01-01T00:00:00Z  readable: legacy"]
    );
}

#[test]
fn a_changed_order_of_legacy_keys_is_reported() {
    let d = "    legacy \"D\"\n      parts \"D\"\n";
    let first = BASE.replace(d, "").replace("    legacy \"DEVICES\"", &format!("{d}    legacy \"DEVICES\""));
    assert_eq!(
        lines(BASE, &first),
        [
            "~ Device.pk  legacy DEVICES, shards 4 first 1, in another order  readable: yes",
            "~ Device.pk  legacy D, in another order  readable: yes",
        ]
    );
}

/// A hash of three shards, grown to seven, in a key that is then replaced.
const GROWN: (&str, &str) = (SHARDS, "shards 3 first 0 by hash call_id:text\n      grow 2026-01-01T00:00:00Z 7\n");

/// Returns older keys with these shards, each with its end.
fn since(older: &[(u32, &str)]) -> String {
    let older: Vec<_> = older
        .iter()
        .map(|(count, until)| {
            format!(
                "    legacy \"OPS_LOG#<at:day>\"\n      parts \"OPS_LOG#\" at:time(day) \"#\" <shard>\n      \
                 shards {count} first 0 by hash call_id:text\n{until}"
            )
        })
        .collect();
    format!("shards 5 first 0 by hash call_id:text\n{}", older.concat())
}

#[test]
fn two_legacy_keys_together_cover_grown_shards() {
    let old = with(&[GROWN]);
    let new = |older: &[(u32, &str)]| with(&[MOVED, (SHARDS, &since(older))]);
    let readable = |older: &[(u32, &str)]| lines(&old, &new(older))[0].split_once("readable: ").unwrap().1.to_owned();
    let legacy = format!("legacy{NOT_READ}");
    assert_eq!(readable(&[(7, ""), (3, "")]), legacy);
    assert_eq!(readable(&[(7, ""), (3, "      until 2026-01-01T00:00:00Z\n")]), legacy);
    // Either alone leaves a time span, and so does an older key that ended within one.
    for left in [&[(7, "")][..], &[(3, "")], &[(7, ""), (3, "      until 2025-06-01T00:00:00Z\n")]] {
        assert!(readable(left).starts_with("no"), "{left:?}");
    }
    assert!(readable(&[(7, "      until 2026-02-01T00:00:00Z\n"), (3, "")]).starts_with("no"));
}

#[test]
fn legacy_and_current_keys_together_cover_grown_shards() {
    let old = with(&[GROWN]);
    let new = with(&[(SHARDS, &since(&[(3, "      until 2026-01-01T00:00:00Z\n")]).replace("shards 5", "shards 7"))]);
    assert_eq!(
        lines(&old, &new),
        [format!(
            "~ OpsLog.pk  OPS_LOG#<at:day>  shards 3, 7 from 2026-01-01T00:00:00Z -> 7  readable: legacy{NOT_READ}"
        )]
    );
    let early = new.replace("until 2026-01-01T00:00:00Z\n    sk \"<at>", "until 2025-12-31T00:00:00Z\n    sk \"<at>");
    assert_ne!(early, new);
    assert!(lines(&old, &early)[0].contains("readable: no"), "{early}");
}
