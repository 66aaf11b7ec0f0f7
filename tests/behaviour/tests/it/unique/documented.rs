//! The documented effects and costs of writes to unique fields match the real ones.

use keywright::{
    Entity, Handle, Result,
    monitor::{Capacity, HotKey, Monitor},
};
use keywright_local::Local;
use keywright_tools::access_patterns::{self, Call, EntityPatterns, Role};

use super::design::*;

fn documented() -> EntityPatterns {
    access_patterns::access_patterns::<Platform>("platform").entities.remove(0)
}

#[tokio::test]
async fn documented_sentinels_match_the_table() {
    let (_local, platform) = platform().await;
    platform.create(&named(1, "acme", "ann")).await.unwrap();
    let documented = documented();
    let of_ann = |template: &str| {
        let values = [("<email>", "1@x"), ("<tenant>", "acme"), ("<nickname>", "ann")];
        values.iter().fold(template.to_owned(), |key, (field, value)| key.replace(field, value))
    };
    let keys: Vec<_> = documented.sentinels.iter().map(|sentinel| of_ann(&sentinel.partition_key)).collect();
    assert_eq!(keys, ["%UNIQUE#User#mail#1@x", "%UNIQUE#User#nickname#acme#ann"]);
    assert_eq!(keys, sentinels(&platform).await.into_keys().collect::<Vec<_>>());
    let sorts: Vec<_> = items(&platform).await.iter().map(|item| text(item, "SK")).collect();
    assert_eq!(documented.sentinels[0].sort_key, Some("%UNIQUE"));
    assert_eq!(sorts.iter().filter(|sort| *sort == "%UNIQUE").count(), 2);
}

#[test]
fn roles_document_unique_fields_and_their_scope() {
    let attributes = documented().attributes;
    let roles = attributes.iter().flat_map(|of| of.roles.iter().map(|role| (of.field, of.name, role)));
    let roles: Vec<_> = roles.collect();
    let (all, of_tenant) = (Role::Unique { within: vec![] }, Role::Unique { within: vec!["tenant"] });
    assert_eq!(roles, [("email", "mail", &all), ("nickname", "nickname", &of_tenant)]);
    let page = access_patterns::markdown::<Platform>("platform");
    for role in ["`email as mail: String` *unique*", "`nickname: Option<String>` *unique within tenant*"] {
        assert!(page.contains(role), "{role}\n{page}");
    }
    for row in [
        "| User | table | `%UNIQUE#User#nickname#<tenant>#<nickname>` | `%UNIQUE` | sentinel of `nickname` |",
        "| User | `create` | 1 | 0 | 6 | 1 | a transaction |",
        "| User | `delete` | 2 | 1 | 6 | 1 | reads the item, then a transaction |",
    ] {
        assert!(page.lines().any(|line| line == row), "{row}\n{page}");
    }
}

/// Returns the units within the window, of the table or of its indexes.
fn units(monitor: &Monitor, counts: impl Fn(&HotKey) -> bool) -> f64 {
    monitor.snapshot().iter().filter(|hot| counts(hot)).map(|hot| hot.units).sum()
}

/// Checks that one call has the documented costs: requests, RCU, and WCU of the table and its indexes.
async fn assert_costs(local: &Local, method: &str, call: impl AsyncFnOnce(Handle<Platform>) -> Result<()>) {
    let documented = documented().calls.into_iter().find(|call| call.method == method).unwrap();
    let monitor = Monitor::new();
    let platform = <Platform as keywright::Table>::open(local.client(), "platform").monitor(&monitor);
    local.clear_operations();
    call(platform).await.unwrap();
    let Call { requests, rcu, table_wcu, least_index_wcu, most_index_wcu, .. } = documented;
    assert_eq!(local.requests(), requests, "{method}: {:?}", local.operations());
    let read = units(&monitor, |hot| hot.capacity == Capacity::Read);
    let written =
        |of_index: bool| units(&monitor, |hot| hot.capacity == Capacity::Write && hot.index.is_some() == of_index);
    assert_eq!((read, written(false)), (rcu, table_wcu as f64), "{method}: {:?}", monitor.snapshot());
    // For updates and deletes, the monitor does not know the item's keys in indexes.
    if !["update", "delete"].contains(&method) {
        let indexes = least_index_wcu as f64..=most_index_wcu as f64;
        assert!(indexes.contains(&written(true)), "{method}: {:?}", monitor.snapshot());
    }
}

#[tokio::test(start_paused = true)]
async fn call_costs_match_the_documentation() {
    let local = Local::builder().answer_inline().start();
    local.open::<Platform>("platform").await.unwrap();
    let ann = || named(1, "acme", "ann");
    assert_costs(&local, "create", async |platform| platform.create(&ann()).await.map(drop)).await;
    let visited = User { visits: 1, ..ann() };
    assert_costs(&local, "replace", async |platform| platform.replace(&visited).await.map(drop)).await;
    assert_costs(&local, "update", async |platform| platform.update(key(1)).set(User::VISITS, 2_u32).await).await;
    assert_costs(&local, "delete", async |platform| platform.delete(key(1)).await).await;
    assert_costs(&local, "put", async |platform| platform.put(&ann()).await.map(drop)).await;
    assert_eq!(documented().calls.len(), 5);
    assert_eq!(User::SCHEMA.peak, None);
}
