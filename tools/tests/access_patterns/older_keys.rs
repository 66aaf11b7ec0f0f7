//! Tests that every format shows older keys with the times of their items.

use chrono::{DateTime, Utc};
use keywright::{Entity, Table};
use keywright_tools::access_patterns::{self, AccessPatterns, access_patterns};
use serde::{Deserialize, Serialize};
use serde_json::json;

use crate::validator::violations;

#[derive(Table)]
#[entities(Call)]
struct Calls;

#[derive(Entity, Serialize, Deserialize)]
#[entity(table = Calls)]
#[pk(
    template = "CALL#<at:day>",
    since = "2026-06-20T00:00:00Z",
    legacy(template = "CALLS", since = "2026-01-01T00:00:00Z", until = "2026-07-01T00:00:00Z"),
    legacy(template = "C", until = "2026-02-01T00:00:00Z"),
    legacy(template = "LOG")
)]
#[sk(template = "<at>#<id>")]
#[peak(writes_per_second = 5, item_bytes = 300)]
struct Call {
    at: DateTime<Utc>,
    id: String,
}

pub(crate) fn patterns() -> AccessPatterns {
    access_patterns::<Calls>("calls")
}

#[test]
fn json_has_the_instants() {
    let document = patterns().to_json();
    assert_eq!(violations(&access_patterns::json_schema(), &document), [""; 0]);
    let write = &document["entities"][0]["writes"][0];
    assert_eq!(write["since"], "2026-06-20T00:00:00Z");
    assert_eq!(write["older_keys"], json!(["CALLS", "C", "LOG"]));
    assert_eq!(
        write["older_designs"],
        json!([
            { "partition_key": "CALLS", "since": "2026-01-01T00:00:00Z", "until": "2026-07-01T00:00:00Z" },
            { "partition_key": "C", "until": "2026-02-01T00:00:00Z" },
            { "partition_key": "LOG" },
        ])
    );
}

#[test]
fn pages_describe_the_items_of_each_key() {
    let (markdown, html) = (patterns().to_markdown(), patterns().to_html());
    for (key, items) in [
        ("CALLS", "items of times from 2026-01-01T00:00:00Z until 2026-07-01T00:00:00Z"),
        ("C", "items of times before 2026-02-01T00:00:00Z"),
        ("LOG", "items of any time"),
    ] {
        assert!(
            markdown.contains(&format!("| Call | table | `{key}` | `<at>#<id>` | older key: {items} |")),
            "{markdown}"
        );
        assert!(html.contains(&format!("older: <code>{key}</code>, {items}")), "{html}");
    }
    let own = "items of times from 2026-06-20T00:00:00Z on";
    assert!(markdown.contains(own) && html.contains(own), "{markdown}");
}
