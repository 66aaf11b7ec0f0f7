//! Every write of items whose fields are native keys, of types that serde writes in another form than keys.

use aws_sdk_dynamodb::types::AttributeValue;
use keywright::{Entity, ItemUpdate, KeyEnum, Table};
use keywright_local::Local;
use serde::{Deserialize, Serialize};
use time::Date;
use uuid::Uuid;

#[derive(Table)]
#[table(pk = "PK", sk = "id", undeclared_peak = "allow")]
#[gsi(name = "ByState", pk = "state", sk = "flag")]
#[gsi(name = "ByDay", pk = "day")]
#[entities(Task)]
struct Tasks;

/// In keys by its own texts, and in serde by others.
#[derive(Debug, Clone, Copy, PartialEq, Eq, KeyEnum, Serialize, Deserialize)]
#[serde(rename_all = "SCREAMING_SNAKE_CASE")]
enum State {
    #[key("on")]
    On,
    #[key("off")]
    OffForNow,
}

/// Every field of the table's key is also itself a key: of the table or of an index.
#[derive(Debug, Clone, PartialEq, Entity, Serialize, Deserialize)]
#[entity(table = Tasks)]
#[pk(template = "T#<state>#<flag>#<day>", legacy(template = "OLD#<state>"))]
#[sk(template = "<id>")]
#[gsi(index = "ByState", query = by_state, pk = "<state>", sk = "<flag>", allow_hot = "a test")]
#[gsi(index = "ByDay", query = by_day, pk = "<day>", allow_hot = "a test")]
struct Task {
    state: State,
    flag: bool,
    day: Date,
    #[serde(with = "uuid::serde::simple")]
    id: Uuid,
    count: u64,
}

fn task(id: u128, count: u64) -> Task {
    let day = Date::from_ordinal_date(2026, 200).unwrap();
    Task { state: State::OffForNow, flag: true, day, id: Uuid::from_u128(id), count }
}

fn key(id: u128) -> keywright::Key<Task> {
    let Task { state, flag, day, id, .. } = task(id, 0);
    Task::key(state, flag, day, id)
}

#[tokio::test]
async fn every_write_finds_its_item() {
    let tasks = Local::start().open::<Tasks>("tasks").await.unwrap();
    let all = async || {
        let mut all = tasks.scan::<Task>().await.unwrap().items;
        all.sort_by_key(|task| task.id);
        for task in &all {
            let of_state = Task::by_state(task.state).then(task.flag).send(&tasks).await.unwrap().items;
            assert!(of_state.contains(task), "{task:?}");
            assert!(Task::by_day(task.day).send(&tasks).await.unwrap().items.contains(task), "{task:?}");
        }
        all
    };
    tasks.create(&task(1, 1)).await.unwrap();
    tasks.put(&task(2, 2)).await.unwrap();
    for id in [3, 4, 5] {
        let mut older = task(id, 3).to_item().unwrap();
        older.insert("PK".into(), AttributeValue::S("OLD#off".into()));
        tasks.client().put_item().table_name("tasks").set_item(Some(older)).send().await.unwrap();
    }
    tasks.update(key(1)).add(Task::COUNT, 10).await.unwrap();
    tasks.update(key(3)).add(Task::COUNT, 10).await.unwrap();
    tasks.upsert(key(4)).set(Task::COUNT, 14).await.unwrap();
    tasks.upsert(key(6)).set(Task::COUNT, 16).await.unwrap();
    tasks.replace(&task(2, 12)).await.unwrap();
    let expected = [task(1, 11), task(2, 12), task(3, 13), task(4, 14), task(5, 3), task(6, 16)];
    assert_eq!(all().await, expected);
    tasks.move_to(key(5), |task| task.state = State::On).await.unwrap();
    let moved = Task { state: State::On, ..task(5, 3) };
    assert_eq!(all().await[4], moved);
    assert_eq!(tasks.update_each(|task: Task| Some(Task { count: 0, ..task })).await.unwrap().written, 6);
    assert_eq!(all().await.iter().filter(|task| task.count == 0).count(), 6);
    tasks.delete(Task::key(State::On, true, moved.day, moved.id)).await.unwrap();
    for id in [1, 2, 3] {
        tasks.delete(key(id)).await.unwrap();
    }
    assert_eq!(all().await, [task(4, 0), task(6, 0)]);
}

#[derive(Table)]
#[table(pk = "state", sk = "flag", undeclared_peak = "allow")]
#[entities(Switch)]
struct Switches;

/// Both parts of the table's key are fields.
#[derive(Debug, Clone, PartialEq, Entity, Serialize, Deserialize)]
#[entity(table = Switches)]
#[pk(template = "<state>")]
#[sk(template = "<flag>")]
struct Switch {
    state: State,
    flag: bool,
    count: u64,
}

#[tokio::test]
async fn transactions_find_items_by_native_keys() {
    let switches = Local::start().open::<Switches>("switches").await.unwrap();
    let switch = |flag, count| Switch { state: State::OffForNow, flag, count };
    let key = |flag| Switch::key(State::OffForNow, flag);
    switches.transaction().create(&switch(true, 1)).put(&switch(false, 1)).await.unwrap();
    let change = |flag| ItemUpdate::new(key(flag)).add(Switch::COUNT, 1);
    switches.transaction().update(change(true)).update(change(false)).await.unwrap();
    assert_eq!(switches.get(key(true)).await.unwrap(), Some(switch(true, 2)));
    switches.upsert(key(true)).add(Switch::COUNT, 1).await.unwrap();
    switches.transaction().check(key(true), Switch::STATE.eq(State::OffForNow)).delete(key(false)).await.unwrap();
    switches.transaction().delete_item(&switch(true, 3)).await.unwrap();
    assert!(switches.scan::<Switch>().await.unwrap().items.is_empty());
}
