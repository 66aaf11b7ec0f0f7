use keywright::{
    Entity, Table,
    load::warm_throughput,
    physics::{placement::partitions_for_load, plan::plan as planned, shards::DEFAULT_TARGET},
};
use serde::{Deserialize, Serialize};

use super::{json, plan, text};
use crate::access_patterns::Risk;

#[derive(Table)]
#[gsi(name = "GSI1", pk = "GSI1PK", sk = "GSI1SK", projection = "keys_only")]
#[entities(OpsLog, Visit, Brand)]
struct Platform;

#[derive(Entity, Serialize, Deserialize)]
#[entity(table = Platform)]
#[pk(template = "OPS_LOG#<at>", bucket = "day")]
#[shard(random = 40)]
#[sk(template = "<at>#<call_id>")]
#[gsi(index = "GSI1", query = by_agent, pk = "AGENT#<agent>", sk = "<at>")]
#[peak(creates = 4_000, deletes = 1_000, item_bytes = 800)]
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
fn a_planned_key_matches_the_physics_module() {
    let plan = plan::<Platform>();
    let [log, by_agent, visit] = &plan.keys[..] else { panic!("three keys") };
    let physics = planned(5_000, log.entry_bytes, DEFAULT_TARGET);
    assert_eq!(log.entry_bytes, 800);
    assert_eq!((log.write_units, log.peak.wcu), (1, 5_000));
    assert_eq!((log.values, log.lasts, log.shards, log.shards_needed), (Some(1), Some("day"), 40, Some(40)));
    assert_eq!(log.overload_probability, Some(physics.overload_probability(40)));
    assert_eq!((log.read.lanes, log.read.rcu), (40, physics.read_cost(40).units));

    assert_eq!((by_agent.name.index, by_agent.write_units, by_agent.lasts), (Some("GSI1"), 1, None));
    assert!(by_agent.values.is_none() && by_agent.roll_over.is_none());
    assert!(by_agent.overload_probability.is_none(), "no share of an agent is declared");
    assert_eq!(by_agent.risk, Risk::Unknown);

    assert_eq!((visit.values, visit.shards_needed), (None, Some(1)));
    assert!(visit.overload_probability.is_some_and(|probability| probability < 1e-6));
}

#[test]
fn kinds_of_writes_are_listed_separately() {
    let log = &plan::<Platform>().keys[0];
    let kinds: Vec<_> = log.peak.kinds.iter().map(|of| (of.kind, of.writes_per_second, of.wcu)).collect();
    assert_eq!(kinds, [("creates", 4_000, 4_000.0), ("deletes", 1_000, 1_000.0)]);
    assert_eq!(log.peak.to_string(), "4,000 creates/s (4,000 WCU/s), 1,000 deletes/s (1,000 WCU/s)");
}

#[test]
fn roll_over_pairs_include_the_design_once_in_shard_order() {
    let log = &plan::<Platform>().keys[0];
    let roll_over = log.roll_over.as_ref().unwrap();
    assert_eq!((roll_over.each, roll_over.quota), ("day", 40_000));
    let design = roll_over.pairs.iter().filter(|pair| pair.is_design).collect::<Vec<_>>();
    let needed = partitions_for_load(40, 125.0, 0.0).unwrap() * 1_000;
    assert_eq!(design.len(), 1);
    assert_eq!((design[0].shards, design[0].warm_wcu, design[0].exceeds_quota), (40, Some(needed), false));
    for two in roll_over.pairs.windows(2) {
        assert!(two[0].shards < two[1].shards && two[0].read.empty_rcu < two[1].read.empty_rcu, "{two:?}");
    }
    assert!(roll_over.pairs.len() >= 3 && roll_over.pairs.iter().all(|pair| !pair.exceeds_quota), "{roll_over:?}");
}

#[test]
fn throughput_of_tables_and_indexes_matches_the_templates() {
    let plan = plan::<Platform>();
    let [table, index] = &plan.places[..] else { panic!("a table and an index") };
    let entities = <Platform as keywright::Schema>::ENTITIES;
    assert_eq!((table.index, index.index), (None, Some("GSI1")));
    assert_eq!(table.warm_wcu, warm_throughput(entities, None).write_units);
    assert_eq!(index.warm_wcu, warm_throughput(entities, Some("GSI1")).write_units);
    let alone = plan.keys[0].roll_over.as_ref().unwrap().pairs.iter().find(|pair| pair.is_design).unwrap();
    assert!(table.warm_wcu > alone.warm_wcu, "it is warm for all its entities: {table:?}");
    assert_eq!((table.quota, table.exceeds_quota, table.warm_rcu), (40_000, false, None));
}

mod grown {
    use super::*;

    #[derive(Table)]
    #[entities(Call, Audit)]
    pub(super) struct Calls;

    // Too few shards for a roll-over.
    #[allow(deprecated)]
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
    assert_eq!((call.shards, call.shards_before_grow, call.read.lanes), (5, Some(2), 5));
    assert_eq!(call.overload_probability, Some(planned(3_900, 300, DEFAULT_TARGET).overload_probability(5)));
    let needed = call.shards_needed.unwrap();
    assert_eq!(call.risk, Risk::NoMargin { shards: needed });
    let text = text::<grown::Calls>();
    let shards = format!("5 declared after the last `grow` (2 before the first), {needed} needed");
    assert!(text.contains(&shards), "{text}");
}

#[test]
fn a_design_above_the_quota_is_reported() {
    let text = text::<grown::Calls>();
    assert!(
        text.contains("this design; no warm throughput suffices")
            || text.contains("this design; above the quota of 40,000: a quota increase comes first"),
        "{text}"
    );
}

#[test]
fn a_key_without_a_bucket_is_placed_once() {
    let audit = &plan::<grown::Calls>().keys[1];
    assert!(audit.lasts.is_none() && audit.roll_over.is_none());
    assert_eq!(audit.risk, Risk::Accepted { reason: "a test" });
    let text = text::<grown::Calls>();
    let audit = text.split("Audit  AUDIT").nth(1).unwrap();
    assert!(audit.contains("keys are placed once, and splits for heat stay with them"), "{audit}");
    assert!(audit.contains("keys that share a partition throttle"), "{audit}");
    assert!(audit.contains("a range of time is a range of sort keys"), "{audit}");
}

#[test]
fn keys_without_a_declared_peak_are_named() {
    let undeclared = plan::<Platform>().undeclared;
    assert_eq!(undeclared.len(), 1);
    assert_eq!(undeclared[0].partition_key, "BRAND#<id>");
}

#[test]
fn the_text_shows_the_planned_values() {
    let text = text::<Platform>();
    for line in [
        "OpsLog  OPS_LOG#<at:day>#<shard>",
        "OpsLog in GSI1  AGENT#<agent>",
        "creates        4,000/s, 4,000 WCU/s",
        "load           5,000 WCU/s, of entries of ",
        "40 declared, 40 needed",
        "not known: declare `top_share`",
        "each day has new keys, which may share partitions:",
        "this design",
        "GSI1           6,000 WCU/s; the quota is 40,000 WCU/s",
        "Brand  BRAND#<id>\n  no peak is declared",
    ] {
        assert!(text.contains(line), "{line:?} is not in:\n{text}");
    }
}

#[test]
fn the_json_has_the_same_numbers() {
    let json = json::<Platform>();
    let log = &json["keys"][0];
    assert_eq!((&log["entity"], &log["wcu"], &log["shards"]), (&"OpsLog".into(), &5_000.into(), &40.into()));
    assert_eq!((&log["kinds"][1]["kind"], &log["kinds"][1]["wcu"]), (&"deletes".into(), &1_000.0.into()));
    assert_eq!(log["read"]["empty_rcu"], 20.0);
    assert_eq!(log["roll_over"]["each"], "day");
    assert_eq!(json["places"][1]["index"], "GSI1");
    assert_eq!(json["undeclared"][0]["entity"], "Brand");
}

mod read_quota {
    use super::*;

    #[derive(Table)]
    #[table(quota(writes = 80_000, reads = 30_000))]
    #[entities(Profile, Device)]
    // The plan reports it as well.
    #[allow(deprecated)]
    pub(super) struct Users;

    #[derive(Entity, Serialize, Deserialize)]
    #[entity(table = Users)]
    #[pk(template = "USER#<id>")]
    #[sk(template = "PROFILE")]
    #[peak(creates = 5, item_bytes = 300, reads_per_second = 60_000)]
    pub(super) struct Profile {
        id: String,
    }

    #[derive(Entity, Serialize, Deserialize)]
    #[entity(table = Users)]
    #[pk(template = "USER#<id>")]
    #[sk(template = "DEVICE#<device>")]
    #[peak(creates = 5, item_bytes = 300, reads(queries = 100, items = 20, gets = 400, consistent = 0.5))]
    pub(super) struct Device {
        id: String,
        device: String,
    }
}

/// 30,000 RCU/s of profiles; 100 queries of 1 RCU and 400 reads of 0.5 RCU, half of them at twice the cost.
#[test]
fn reads_above_the_quota_are_reported_and_not_requested() {
    let plan = plan::<read_quota::Users>();
    let table = &plan.places[0];
    assert_eq!((table.quota, table.read_quota, table.warm_rcu), (80_000, 30_000, Some(30_000)));
    assert!(table.exceeds_read_quota && !table.exceeds_quota);
    let text = text::<read_quota::Users>();
    let line =
        "table          30,000 RCU/s; the quota is 30,000 RCU/s\n                 its declared reads exceed the quota";
    assert!(text.contains(line), "{text}");
    let units = keywright::load::peak_units(<read_quota::Users as keywright::Schema>::ENTITIES, None);
    assert_eq!(units.read_units, 30_000.0 + 1.5 * (100.0 * 1.0 + 400.0 * 0.5));
}

mod gradual {
    use super::*;

    #[derive(Table)]
    #[table(launch = "gradual")]
    #[entities(Event)]
    pub(super) struct Events;

    #[derive(Entity, Serialize, Deserialize)]
    #[entity(table = Events)]
    #[pk(template = "EVENT")]
    #[shard(hash(id), count = 16)]
    #[sk(template = "<id>")]
    #[peak(creates = 5_000, item_bytes = 300)]
    pub(super) struct Event {
        id: String,
    }
}

#[test]
fn a_gradual_launch_is_stated_in_plan_documents_and_templates() {
    let sentence = "throttles for minutes when it is launched at its peak";
    let place = &plan::<gradual::Events>().places[0];
    assert_eq!(place.warm_wcu, Some(6_000));
    assert!(place.launch_wcu > Some(100_000), "{place:?}");
    let patterns = crate::access_patterns::access_patterns::<gradual::Events>("events");
    let template = crate::cloudformation::<gradual::Events>("events");
    let module = crate::terraform::<gradual::Events>("events");
    for text in [
        text::<gradual::Events>(),
        patterns.to_markdown(),
        patterns.to_html(),
        template["Description"].to_string(),
        module["//"].to_string(),
    ] {
        assert!(text.contains(sentence), "{text}");
    }
    assert!(!text::<Platform>().contains(sentence));
    assert!(crate::cloudformation::<Platform>("platform").get("Description").is_none());
}
