//! `since`: another template from an instant on, and the releases that may follow one another.

use super::{NOT_READ, lines, with};

/// The base with `OpsLog` under the older template only.
const OLD: (&str, &str) = (
    "    pk \"OPS_LOG#<at:day>\"\n      parts \"OPS_LOG#\" at:time(day) \"#\" <shard>\n      \
     shards 10 first 0 by random\n",
    "    pk \"OPS_LOG\"\n      parts \"OPS_LOG\"\n",
);
const FUTURE_GROWTH: &str = "2026-07-01T00:00:00Z";
const PAST: &str = "2026-06-01T00:00:00Z";

fn old() -> String {
    with(&[OLD])
}

/// Returns the base with a key per day since an instant. Before it, the older template has these times.
fn new(since: &str, times: &str) -> String {
    let since = if since.is_empty() { String::new() } else { format!("      since {since}\n") };
    let key = "    pk \"OPS_LOG#<at:day>\"\n      parts \"OPS_LOG#\" at:time(day)\n";
    with(&[(OLD.0, &format!("{key}{since}    legacy \"OPS_LOG\"\n      parts \"OPS_LOG\"\n{times}"))])
}

/// Returns the base with the older template since an instant, after keys per day.
fn back(since: &str) -> String {
    let days =
        "    legacy \"OPS_LOG#<at:day>\"\n      parts \"OPS_LOG#\" at:time(day)\n      since 2026-06-01T00:00:00Z\n";
    let key = format!("{}      since {since}\n{days}    legacy \"OPS_LOG\"\n      parts \"OPS_LOG\"\n", OLD.1);
    with(&[(OLD.0, &key)])
}

#[track_caller]
fn follows(before: &str, after: &str, expected: &[&str]) {
    assert_eq!(lines(before, after), expected);
}

#[test]
fn a_template_that_changes_at_an_instant_to_come_follows_the_one_before() {
    follows(
        &old(),
        &new(FUTURE_GROWTH, ""),
        &["~ OpsLog.pk  OPS_LOG since none -> OPS_LOG#<at:day> since 2026-07-01T00:00:00Z  readable: legacy; \
           every replica must have it before it writes an item whose time is 2026-07-01T00:00:00Z or later"],
    );
    // After a rollback before the instant, nothing is under the new key.
    follows(
        &new(FUTURE_GROWTH, ""),
        &old(),
        &[
            "~ OpsLog.pk  OPS_LOG#<at:day> since 2026-07-01T00:00:00Z -> OPS_LOG since none  readable: yes; \
             assumes that no item has a time from 2026-07-01T00:00:00Z on yet",
            "- OpsLog.pk  legacy OPS_LOG  readable: yes; the current key is the same",
        ],
    );
}

#[test]
fn a_template_that_changes_at_once_is_not_read_by_the_release_before() {
    let note = "the release before does not read the new key | stop its replicas first, or add a future `since`, or \
                first release the current key with the new one as its `legacy`";
    follows(&old(), &new("", ""), &[&format!("~ OpsLog.pk  OPS_LOG -> OPS_LOG#<at:day>  readable: legacy; {note}")]);
    follows(
        &old(),
        &new(PAST, ""),
        &[&format!("~ OpsLog.pk  OPS_LOG since none -> OPS_LOG#<at:day> since {PAST}  readable: legacy; {note}")],
    );
}

#[test]
fn two_releases_change_a_key_without_a_time() {
    let first = with(&[(OLD.0, &format!("{}    legacy \"L\"\n      parts \"L\"\n", OLD.1))]);
    let second = with(&[(OLD.0, "    pk \"L\"\n      parts \"L\"\n    legacy \"OPS_LOG\"\n      parts \"OPS_LOG\"\n")]);
    follows(&old(), &first, &["+ OpsLog.pk  legacy L  readable: yes"]);
    let line = |before, after| {
        format!("~ OpsLog.pk  {before} -> {after}  readable: legacy; the release before also reads the new key")
    };
    follows(
        &first,
        &second,
        &[&line("OPS_LOG", "L"), "- OpsLog.pk  legacy L  readable: yes; the current key is the same"],
    );
    follows(
        &second,
        &first,
        &[&line("L", "OPS_LOG"), "- OpsLog.pk  legacy OPS_LOG  readable: yes; the current key is the same"],
    );
}

#[test]
fn after_the_instant_the_key_before_does_not_find_what_was_written() {
    let said = lines(&new(PAST, ""), &old());
    assert!(said[0].contains("readable: no"), "{said:?}");
    // After a return from another instant on, all items are found.
    follows(
        &new(PAST, ""),
        &back(FUTURE_GROWTH),
        &["~ OpsLog.pk  OPS_LOG#<at:day> since 2026-06-01T00:00:00Z -> OPS_LOG since 2026-07-01T00:00:00Z  \
           readable: legacy; the release before also reads the new key"],
    );
}

#[test]
fn the_instant_moves_only_while_it_is_to_come() {
    let moved = |from, to| lines(&new(from, ""), &new(to, ""));
    assert_eq!(
        moved(FUTURE_GROWTH, "2026-08-01T00:00:00Z"),
        ["~ OpsLog.pk  OPS_LOG#<at:day>  since 2026-07-01T00:00:00Z -> 2026-08-01T00:00:00Z  readable: yes; \
          assumes that no item has a time from 2026-07-01T00:00:00Z on yet"]
    );
    // Earlier items are found under the older key, which is read at all times.
    assert_eq!(
        moved(PAST, "2026-05-01T00:00:00Z"),
        [format!(
            "~ OpsLog.pk  OPS_LOG#<at:day>  since 2026-06-01T00:00:00Z -> 2026-05-01T00:00:00Z  readable: yes{NOT_READ}"
        )]
    );
    let later = moved(PAST, "2026-06-10T00:00:00Z");
    assert_eq!(
        later,
        ["~ OpsLog.pk  OPS_LOG#<at:day>  since 2026-06-01T00:00:00Z -> 2026-06-10T00:00:00Z  readable: no | items of \
          times before 2026-06-10T00:00:00Z are under this key; keep its `since`, or add `legacy(template = \
          \"OPS_LOG#<at:day>\")` to `#[pk(..)]` of `OpsLog`"]
    );
}

#[test]
fn the_instant_goes_after_a_release_that_reads_both_keys_at_all_times() {
    let both = new(PAST, "    legacy \"OPS_LOG#<at:day>\"\n      parts \"OPS_LOG#\" at:time(day)\n");
    follows(&new(PAST, ""), &both, &["+ OpsLog.pk  legacy OPS_LOG#<at:day>  readable: yes"]);
    follows(
        &both,
        &new("", ""),
        &[
            "~ OpsLog.pk  OPS_LOG#<at:day>  since 2026-06-01T00:00:00Z -> none  readable: yes; the release before also \
             reads the new key",
            "- OpsLog.pk  legacy OPS_LOG#<at:day>  readable: yes; the current key is the same",
        ],
    );
    assert!(lines(&new(PAST, ""), &new("", ""))[0].contains("the release before does not read the new key"));
}

#[test]
fn an_older_key_ends_and_begins_where_it_holds_no_item() {
    let until = |at: &str| new(PAST, &format!("      until {at}\n"));
    assert!(lines(&new(PAST, ""), &until("2026-06-10T00:00:00Z"))[0].contains("readable: no"));
    assert!(lines(&new(PAST, ""), &until(FUTURE_GROWTH))[0].contains("readable: legacy"));
    let since = |at: &str| new("", &format!("      since {at}\n"));
    let said = lines(&new("", ""), &since(PAST));
    assert_eq!(
        said,
        ["~ OpsLog.pk  legacy OPS_LOG since none -> 2026-06-01T00:00:00Z  readable: no | set a `since` at or before \
          the time of every item under the older key, or none"]
    );
    assert!(lines(&since(PAST), &new("", ""))[0].contains("readable: legacy"));
}

#[test]
fn the_text_of_a_lock_holds_the_instants() {
    let text = new(PAST, "      since 2026-01-01T00:00:00Z\n      until 2026-07-01T00:00:00Z\n");
    assert_eq!(text.parse::<crate::lock::Lock>().unwrap().to_string(), text);
}
