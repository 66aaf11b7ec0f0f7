//! An update of an entity whose index key changes at an instant (`since`).

use aws_sdk_dynamodb::types::AttributeValue;
use chrono::{DateTime, Utc};
use keywright::{Entity, Table};
use keywright_local::Local;
use serde::{Deserialize, Serialize};

#[derive(Table)]
#[gsi(name = "GSI1", pk = "GSI1PK", sk = "GSI1SK")]
#[entities(Job)]
struct Jobs;

#[derive(Debug, Clone, PartialEq, Entity, Serialize, Deserialize)]
#[entity(table = Jobs)]
#[pk(template = "JOB#<id>")]
#[sk(template = "<at>")]
#[gsi(
    index = "GSI1",
    query = of_team,
    pk = "TEAM#<team>#<at:day>",
    sk = "<rank>#<at>",
    since = "2027-01-01T00:00:00Z",
    legacy(template = "OLD#<team>#<at:day>")
)]
struct Job {
    id: u32,
    at: DateTime<Utc>,
    team: u32,
    rank: u32,
}

#[tokio::test]
async fn an_update_writes_both_parts_of_the_template_of_its_time() {
    let local = Local::start();
    let jobs = local.open::<Jobs>("jobs").await.unwrap();
    for (time, prefix) in [("2026-12-31T12:00:00Z", "OLD"), ("2027-01-01T12:00:00Z", "TEAM")] {
        let at: DateTime<Utc> = time.parse().unwrap();
        jobs.put(&Job { id: 1, at, team: 1, rank: 1 }).await.unwrap();
        jobs.update(Job::key(1, at)).set(Job::TEAM_AND_RANK, (7, 8)).await.unwrap();
        let stored = jobs.get(Job::key(1, at)).await.unwrap().unwrap();
        assert_eq!((stored.team, stored.rank), (7, 8));
        let scan = local.client().scan().table_name("jobs").send().await.unwrap();
        let is_of = |item: &&keywright::Item| item["at"] == AttributeValue::S(time.into());
        let item = scan.items().iter().find(is_of).unwrap();
        assert_eq!(item["GSI1PK"], AttributeValue::S(format!("{prefix}#7#{}", &time[..10])));
        assert!(item["GSI1SK"].as_s().unwrap().starts_with("0000000008#"));
    }
}
