//! Counters in the documented access patterns: the calls that add, and the cost of a total.

use keywright_tools::access_patterns;

use super::design::*;

#[test]
fn increments_and_totals_are_documented() {
    let page = access_patterns::markdown::<Platform>("platform");
    let increments: Vec<_> = page.lines().filter_map(|line| line.strip_prefix("- `table.increment(")).collect();
    let calls = [
        "Votes::votes(poll)",
        "Clicks::clicks(site)",
        "Opinion::ups(post)",
        "Opinion::downs(post)",
        "Hits::hits(page, at)",
        "Stock::pieces(shelf, article)",
        "Seen::seen(id)",
    ];
    assert_eq!(increments, calls.map(|call| format!("{call}, 1).await?`")));
    for call in calls {
        assert!(page.contains(&format!("| `total({call})` |")), "{call}");
    }
    let row = "| `total(Votes::votes(poll))` | table `VOTES#<poll>#<shard>` | 10 | 1 | 5 |  |";
    assert!(page.lines().any(|line| line == row), "{page}");
}

#[test]
fn entities_without_counters_have_no_documented_increments() {
    let json = access_patterns::json::<super::older_keys::Music>("music");
    assert_eq!(
        json["entities"][0]["increments"],
        serde_json::json!(["table.increment(Plays::plays(band, song), 1).await?"])
    );
    let none = access_patterns::json::<plain::Plain>("plain");
    assert_eq!(none["entities"][0].get("increments"), None);
}

mod plain {
    #[derive(keywright::Table)]
    #[entities(Thing)]
    pub struct Plain;

    #[derive(keywright::Entity, serde::Serialize, serde::Deserialize)]
    #[entity(table = Plain)]
    #[pk(template = "THING#<id>")]
    #[sk(template = "THING")]
    pub struct Thing {
        id: u64,
    }
}
