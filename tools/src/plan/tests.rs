use keywright::{
    Entity, Table,
    physics::{placement::carried_units, plan::plan as planned, shards::DEFAULT_TARGET},
};
use serde::{Deserialize, Serialize};

use super::{json, plan, text};

#[derive(Table)]
#[gsi(name = "GSI1", pk = "GSI1PK", sk = "GSI1SK", projection = "keys_only")]
#[entities(OpsLog, Visit, Brand)]
struct Platform;

#[derive(Entity, Serialize, Deserialize)]
#[entity(table = Platform)]
#[pk(template = "OPS_LOG#<at>", bucket = "day")]
#[shard(random = 10)]
#[sk(template = "<at>#<call_id>")]
#[gsi(index = "GSI1", query = by_agent, pk = "AGENT#<agent>", sk = "<at>")]
#[peak(writes_per_second = 5_000, item_bytes = 800)]
struct OpsLog {
    at: chrono::DateTime<chrono::Utc>,
    call_id: String,
    agent: String,
}

#[derive(Entity, Serialize, Deserialize)]
#[entity(table = Platform)]
#[pk(template = "VISIT#<page>")]
#[sk(template = "<id>")]
#[peak(writes_per_second = 500, item_bytes = 200, top_share = 0.25)]
struct Visit {
    page: String,
    id: String,
}

#[derive(Entity, Serialize, Deserialize)]
#[entity(table = Platform)]
#[pk(template = "BRAND#<id>")]
#[sk(template = "BRAND")]
struct Brand {
    id: String,
}

#[test]
fn a_key_is_planned_as_physics_does() {
    let [log, by_agent, visit] = &plan::<Platform>().keys[..] else { panic!("three keys") };
    let physics = planned(5_000, log.entry_bytes, DEFAULT_TARGET);
    assert!(log.entry_bytes > 900, "its keys are stored too: {}", log.entry_bytes);
    assert_eq!((log.write_units, log.wcu), (1, 5_000));
    assert_eq!((log.values, log.shards, log.shards_needed), (Some(1), 10, physics.shards));
    assert_eq!(log.overload_probability, Some(physics.overload_probability(10)));
    assert_eq!((log.read.lanes, log.read.rcu), (10, physics.read_cost(10).units));
    // The table is warm for all its entities.
    assert_eq!(log.warm_wcu, Some(5_500));
    let carried = log.before_splits.as_ref().unwrap();
    assert_eq!((carried.keys, carried.warm_partitions), (10, 6));
    assert_eq!(carried.new_table_wcu.round(), 2_382.0);
    assert!(carried.warm_wcu > carried.new_table_wcu && carried.warm_wcu < 5_000.0);
    let partitions = carried.wcu_to_carry_peak.unwrap() / 1_000;
    assert!(carried_units(10, partitions) >= 5_000.0 && carried_units(10, partitions - 1) < 5_000.0);

    assert_eq!((by_agent.name.index, by_agent.write_units, by_agent.warm_wcu), (Some("GSI1"), 1, Some(5_000)));
    assert!(by_agent.values.is_none() && by_agent.before_splits.is_none());
    assert!(by_agent.overload_probability.is_none(), "nobody says how popular an agent is");

    assert_eq!((visit.values, visit.shards_needed), (None, Some(1)));
    assert!(visit.overload_probability.is_some_and(|probability| probability < 1e-6));
}

mod grown {
    use super::*;

    #[derive(Table)]
    #[entities(Call, Audit)]
    pub(super) struct Calls;

    #[derive(Entity, Serialize, Deserialize)]
    #[entity(table = Calls)]
    #[pk(template = "CALLS#<at:day>")]
    #[shard(random = 2, grow(at = "2026-06-23T00:00:00Z", count = 5))]
    #[sk(template = "<at>")]
    #[peak(writes_per_second = 3_900, item_bytes = 300)]
    pub(super) struct Call {
        at: chrono::DateTime<chrono::Utc>,
    }

    #[derive(Entity, Serialize, Deserialize)]
    #[entity(table = Calls)]
    #[pk(template = "AUDIT", allow_hot = "a test")]
    #[sk(template = "<at>")]
    #[peak(writes_per_second = 1_200, item_bytes = 300)]
    pub(super) struct Audit {
        at: chrono::DateTime<chrono::Utc>,
    }
}

#[test]
fn shards_that_grow_are_judged_by_the_last_count() {
    let call = &plan::<grown::Calls>().keys[0];
    assert_eq!((call.shards, call.shards_before_grow), (5, Some(2)));
    assert_eq!((call.read.lanes, call.before_splits.as_ref().unwrap().keys), (5, 5));
    assert_eq!(call.overload_probability, Some(planned(3_900, 300, DEFAULT_TARGET).overload_probability(5)));
    let text = text::<grown::Calls>();
    assert!(text.contains("5 declared after the last `grow` (2 before the first), 5 needed"), "{text}");
}

#[test]
fn one_key_is_told_when_it_is_split() {
    let text = text::<grown::Calls>();
    assert!(text.contains("; one key starts on one partition, and is split by sort key after minutes"), "{text}");
    assert!(text.contains("not in a table with a local index, and not where the sort key rises or falls"), "{text}");
}

#[test]
fn what_cannot_be_planned_is_named() {
    let undeclared = plan::<Platform>().undeclared;
    assert_eq!(undeclared.len(), 1);
    assert_eq!(undeclared[0].partition_key, "BRAND#<id>");
}

#[test]
fn the_text_says_what_the_value_holds() {
    let text = text::<Platform>();
    for line in [
        "OpsLog  OPS_LOG#<at:day>#<shard>",
        "OpsLog in GSI1  AGENT#<agent>",
        "= 5,000 WCU/s",
        "10 declared, 6 needed",
        "10 keys on 4 partitions of a new table carry 2,382 WCU/s on average, on 6 warm ones ",
        "ask for 5,500 WCU/s; the peak throttles until hot partitions have split, in minutes; ",
        "Brand  BRAND#<id>\n  no peak is declared",
    ] {
        assert!(text.contains(line), "{line:?} is not in:\n{text}");
    }
}

#[test]
fn the_json_has_the_same_numbers() {
    let json = json::<Platform>();
    let log = &json["keys"][0];
    assert_eq!((&log["entity"], &log["wcu"], &log["shards"]), (&"OpsLog".into(), &5_000.into(), &10.into()));
    assert_eq!(log["read"]["empty_rcu"], 5.0);
    assert_eq!(json["undeclared"][0]["entity"], "Brand");
}
