//! Tests that the JSON marks the indexes that items enter without a declaration.

use keywright::{Entity, Table};
use keywright_tools::access_patterns::{self, AccessPatterns, access_patterns};
use serde::{Deserialize, Serialize};

use crate::validator::violations;

#[derive(Table)]
#[gsi(name = "Inverted", pk = "SK", sk = "PK")]
#[entities(Member)]
struct Teams;

#[derive(Entity, Serialize, Deserialize)]
#[entity(table = Teams)]
#[pk(template = "TEAM#<team>")]
#[sk(template = "USER#<user>")]
#[peak(writes_per_second = 5, item_bytes = 300)]
struct Member {
    team: String,
    user: String,
}

pub(crate) fn patterns() -> AccessPatterns {
    access_patterns::<Teams>("teams")
}

#[test]
fn json_marks_the_entries() {
    let document = patterns().to_json();
    assert_eq!(violations(&access_patterns::json_schema(), &document), [""; 0]);
    let writes = document["entities"][0]["writes"].as_array().unwrap();
    let marked: Vec<_> = writes.iter().map(|write| (&write["index"], write["unasked"] == true)).collect();
    assert_eq!(marked.iter().map(|(_, is_unasked)| *is_unasked).collect::<Vec<_>>(), [false, true], "{marked:?}");
    assert_eq!(marked[1].0, "Inverted");
}
