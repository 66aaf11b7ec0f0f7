use super::{assert_changes, assert_reverse_changes};

#[test]
fn changed_template_text_changes_the_key() {
    let edits = [("pk \"OPS_LOG#<at:day>\"\n      parts \"OPS_LOG#\"", "pk \"LOG#<at:day>\"\n      parts \"LOG#\"")];
    assert_changes(
        &edits,
        &["~ OpsLog.pk  OPS_LOG#<at:day> -> LOG#<at:day>  readable: no \
           | add `legacy(template = \"OPS_LOG#<at:day>\", shards = 10)` to `#[pk(..)]` of `OpsLog`"],
    );
    assert_changes(
        &[(
            "pk \"THREAT#<brand>#<at:month>\"\n      parts \"THREAT#\" brand:text \"#\" at:time(month)",
            "pk \"THREAT#<at:month>#<brand>\"\n      parts \"THREAT#\" at:time(month) \"#\" brand:text",
        )],
        &["~ Threat.pk  THREAT#<brand>#<at:month> -> THREAT#<at:month>#<brand>  readable: no \
           | add `legacy(template = \"THREAT#<brand>#<at:month>\")` to `#[pk(..)]` of `Threat`"],
    );
}

#[test]
fn a_changed_bucket_changes_the_key() {
    assert_changes(
        &[("pk \"OPS_LOG#<at:day>\"", "pk \"OPS_LOG#<at:hour>\""), ("at:time(day)", "at:time(hour)")],
        &["~ OpsLog.pk  OPS_LOG#<at:day> -> OPS_LOG#<at:hour>  readable: no \
           | add `legacy(template = \"OPS_LOG#<at:day>\", shards = 10)` to `#[pk(..)]` of `OpsLog`"],
    );
}

#[test]
fn a_changed_time_precision_changes_the_sort_key() {
    assert_changes(
        &[("sk \"<at>#<call_id>\"\n      parts at:time(ns)", "sk \"<at:ms>#<call_id>\"\n      parts at:time(ms)")],
        &["~ OpsLog.sk  <at>#<call_id> -> <at:ms>#<call_id>  readable: no \
           | keep `<at>#<call_id>`; or copy the items to the new key: a sort key has no `legacy`"],
    );
}

#[test]
fn a_default_that_is_spelled_out_changes_nothing() {
    assert_changes(
        &[("sk \"<at>#<call_id>\"", "sk \"<at:ns>#<call_id>\"")],
        &["~ OpsLog.sk  <at>#<call_id> -> <at:ns>#<call_id>  readable: yes"],
    );
}

#[test]
fn a_sort_key_must_keep_its_padding() {
    let edits = [("n:padded(10)", "n:padded(20)")];
    assert_changes(
        &edits,
        &["~ Device.sk  <n>  n:padded(10) -> n:padded(20)  readable: no | keep the type of `n`, or its digits with \
           `<n:w10>`; or copy the items to the new key: a sort key has no `legacy`"],
    );
    assert_changes(
        &[("\"<n>\"\n      parts n:padded(10)", "\"<n:w10>\"\n      parts n:padded(10)")],
        &["~ Device.sk  <n> -> <n:w10>  readable: yes"],
    );
    assert_changes(
        &[("n:padded(10)", "n:signed(10)")],
        &["~ Device.sk  <n>  n:padded(10) -> n:signed(10)  readable: no | keep the type of `n`, or its digits with \
           `<n:w10>`; or copy the items to the new key: a sort key has no `legacy`"],
    );
}

#[test]
fn an_enum_may_get_texts_and_not_lose_them() {
    let more = [("[\"high\",\"low\"]", "[\"high\",\"low\",\"mid\"]")];
    let keep = |what: &str| {
        format!(
            "keep the {what} of `severity`: older keys are read with the current {what}; \
             or copy the items to the new key: a sort key has no `legacy`"
        )
    };
    let texts = keep("texts");
    let of = |before: &str, after: &str| {
        format!("~ Threat.sk  ALERT#<severity>#<id>  severity:{before} -> severity:{after}")
    };
    let (two, three) = ("one_of[\"high\",\"low\"]", "one_of[\"high\",\"low\",\"mid\"]");
    assert_changes(&more, &[&format!("{}  readable: yes", of(two, three))]);
    assert_reverse_changes(&more, &[&format!("{}  readable: no | {texts}", of(three, two))]);
    let renamed = "one_of[\"HIGH\",\"low\"]";
    assert_changes(&[(two, renamed)], &[&format!("{}  readable: no | {texts}", of(two, renamed))]);
    let text = [("severity:one_of[\"high\",\"low\"]", "severity:text")];
    assert_changes(&text, &[&format!("{}  readable: yes", of(two, "text"))]);
    assert_reverse_changes(&text, &[&format!("{}  readable: no | {}", of("text", two), keep("type"))]);
}

#[test]
fn a_changed_field_type_cannot_be_covered_by_legacy() {
    assert_changes(
        &[("region:text", "region:fixed_text_36")],
        &["~ Device.pk  DEVICE#<region>  region:text -> region:fixed_text_36  readable: no \
           | keep the type of `region`: older keys are read with the current type"],
    );
}

#[test]
fn a_renamed_field_may_be_the_same_field() {
    assert_changes(
        &[("region:text", "zone:text"), ("<region>", "<zone>")],
        &["~ Device.pk  DEVICE#<region> -> DEVICE#<zone>  readable: no \
           | if `region` has a new name, add `#[serde(rename = \"region\")]` to the field; else add \
           `legacy(template = \"DEVICE#<region>\", shards = 10)` to `#[pk(..)]` of `Device`"],
    );
    // The field's name in Rust has no effect.
    assert_changes(&[("<region>", "<zone>")], &["~ Device.pk  DEVICE#<region> -> DEVICE#<zone>  readable: yes"]);
}

#[test]
fn a_key_that_becomes_native_is_another_key() {
    assert_changes(
        &[("parts n:padded(10)", "parts native n:integer")],
        &["~ Device.sk  <n>  n:padded(10) -> native n:integer  readable: no | keep the type of `n`, or its digits \
           with `<n:w10>`; or copy the items to the new key: a sort key has no `legacy`"],
    );
}

#[test]
fn a_sort_key_cannot_be_added_or_removed() {
    let edits = [("    sk \"<n>\"\n      parts n:padded(10)\n", "")];
    assert_changes(&edits, &["~ Device.sk  <n> -> none  readable: no | copy the items to the new key"]);
    assert_reverse_changes(&edits, &["~ Device.sk  none -> <n>  readable: no | copy the items to the new key"]);
}
