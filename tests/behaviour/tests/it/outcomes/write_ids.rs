//! Tables with write ids: a write with a lost answer recognizes its own item, and no other one.

use aws_sdk_dynamodb::types::AttributeValue;
use futures_util::future::join_all;
use keywright::{
    Attributes, Entity, ErrorKind, Handle, Item, Outcome, Table, expression::attribute, update::ItemUpdate,
};
use keywright_local::{Failure, Local};
use serde::{Deserialize, Serialize};

use super::design::{CARRIED_OUT, LOST, between, first, judged};
use super::races::{Reported, SINGLE, count, faults, reported, reported_conditional, seeds};

#[derive(Table)]
#[table(write_id = "_w")]
#[entities(Job, Line, Account)]
struct Works;

#[derive(Debug, Clone, PartialEq, Entity, Serialize, Deserialize)]
#[entity(table = Works)]
#[pk(template = "JOB#<id>")]
#[sk(template = "JOB")]
#[serde(deny_unknown_fields)]
struct Job {
    id: u32,
    done: u32,
    #[entity(version)]
    version: u64,
}

#[derive(Debug, Clone, PartialEq, Entity, Serialize, Deserialize)]
#[entity(table = Works)]
#[pk(template = "LINE#<day>")]
#[shard(random = 2)]
#[sk(template = "<id>")]
struct Line {
    day: u32,
    id: u32,
    text: String,
}

#[derive(Debug, Clone, PartialEq, Entity, Serialize, Deserialize)]
#[entity(table = Works)]
#[pk(template = "ACCOUNT#<id>")]
#[sk(template = "ACCOUNT")]
struct Account {
    id: u32,
    #[entity(unique)]
    mail: String,
    #[serde(flatten)]
    others: Attributes,
}

fn job(done: u32, version: u64) -> Job {
    Job { id: 1, done, version }
}

fn account(id: u32, mail: &str) -> Account {
    Account { id, mail: mail.into(), others: Attributes::new() }
}

async fn works() -> (Local, Handle<Works>) {
    let local = Local::builder().answer_inline().start();
    let works = local.open::<Works>("works").await.unwrap();
    (local, works)
}

async fn items(works: &Handle<Works>) -> Vec<Item> {
    works.client().scan().table_name("works").consistent_read(true).send().await.unwrap().items.unwrap()
}

async fn id_of_job(works: &Handle<Works>) -> Option<AttributeValue> {
    items(works).await.into_iter().find(|item| item["PK"] == AttributeValue::S("JOB#1".into()))?.remove("_w")
}

#[tokio::test(start_paused = true)]
async fn write_with_a_lost_response_recognizes_its_own_item() {
    let (local, works) = works().await;
    local.set_faults(first("PutItem", CARRIED_OUT));
    assert_eq!(works.create(&job(0, 0)).await.unwrap().version(), 1);
    local.set_faults(first("PutItem", CARRIED_OUT));
    assert_eq!(works.put(&job(1, 1)).await.unwrap().version(), 2);
    local.set_faults(first("PutItem", CARRIED_OUT));
    assert_eq!(works.replace(&job(2, 2)).await.unwrap().version(), 3);
    local.set_faults(first("PutItem", CARRIED_OUT));
    assert!(works.put(&job(3, 3)).when(Job::DONE.eq(2_u32)).await.unwrap().is_applied());
    let update = || works.update(Job::key(1)).add(Job::DONE, 1);
    local.set_faults(first("UpdateItem", CARRIED_OUT));
    assert!(update().when(Job::VERSION.eq(4_u64)).await.unwrap().is_applied());
    local.set_faults(first("UpdateItem", CARRIED_OUT));
    let after = update().returning().when(Job::VERSION.eq(5_u64)).await.unwrap().applied().unwrap();
    assert_eq!(after, job(5, 6));
    // The item before the update is not known any more.
    local.set_faults(first("UpdateItem", CARRIED_OUT));
    let error = update().returning_old().when(Job::VERSION.eq(6_u64)).await.unwrap_err();
    assert_eq!(judged(&error), (ErrorKind::ConditionFailed, Outcome::Unknown));
    local.clear_faults();
    assert_eq!(works.get(Job::key(1)).await.unwrap().unwrap(), job(6, 7));
}

#[tokio::test(start_paused = true)]
async fn equal_item_of_another_writer_is_not_recognized() {
    let (local, works) = works().await;
    local.set_faults(first("PutItem", LOST));
    let new = job(0, 0);
    let (a, b) = between(&local, 1, async { works.create(&new).await }, async { works.create(&new).await }).await;
    b.unwrap();
    assert_eq!(judged(&a.unwrap_err()), (ErrorKind::AlreadyExists, Outcome::Unknown));
    local.set_faults(first("PutItem", Failure::Late { after: 2 }));
    let sold = job(1, 1);
    let (a, b) = between(&local, 1, async { works.replace(&sold).await }, async { works.replace(&sold).await }).await;
    b.unwrap();
    assert_eq!(judged(&a.unwrap_err()), (ErrorKind::VersionConflict, Outcome::Unknown));
    // After another write, the outcome is unknown.
    local.set_faults(first("PutItem", CARRIED_OUT));
    let (a, b) = between(&local, 1, async { works.put(&job(2, 2)).await }, async { works.put(&job(3, 3)).await }).await;
    b.unwrap();
    assert_eq!(judged(&a.unwrap_err()), (ErrorKind::VersionConflict, Outcome::Unknown));
}

#[tokio::test(start_paused = true)]
async fn each_call_has_its_own_write_id_and_reads_hide_it() {
    let (local, works) = works().await;
    let job_1 = job(0, 0);
    let put = works.put(&job_1);
    let printed = put.params().unwrap().item().unwrap()["_w"].clone();
    assert_eq!(printed.as_b().unwrap().as_ref().len(), 16);
    put.await.unwrap();
    assert_eq!(id_of_job(&works).await, Some(printed.clone()));
    works.update(Job::key(1)).set(Job::DONE, 1).await.unwrap();
    let second = id_of_job(&works).await;
    assert!(second.is_some() && second != Some(printed));
    // The requests of one call share their write id.
    local.set_faults(first("PutItem", Failure::InternalServerError { carried_out: true }));
    works.put(&Line { day: 1, id: 1, text: "a".into() }).in_shard(0).await.unwrap();
    works.put(&Line { day: 1, id: 1, text: "a".into() }).in_shard(0).await.unwrap();
    let error = works.put(&Line { day: 1, id: 1, text: "b".into() }).in_shard(0).await.unwrap_err();
    assert!(error.kind() == ErrorKind::KeyCollision && !error.to_string().contains("_w"), "{error}");
    works.create(&account(1, "ann@x")).await.unwrap();
    let read = works.get(Account::key(1)).await.unwrap().unwrap();
    assert_eq!(read, account(1, "ann@x"), "it is not an additional attribute");
    works.put(&read).await.unwrap();
    let moved = works.move_to(Account::key(1), |account| account.id = 2).await.unwrap();
    assert_eq!(moved, account(2, "ann@x"));
    works.update(Account::key(2)).set(Account::MAIL, "ann@y").await.unwrap();
    assert!(
        items(&works)
            .await
            .iter()
            .filter(|item| item["_et"] != AttributeValue::S("%UNIQUE".into()))
            .all(|item| { item.contains_key("_w") })
    );
    let error = works.update(Job::key(1)).set(attribute::<Job, String>("_w"), "mine").await.unwrap_err();
    assert_eq!(error.kind(), ErrorKind::InvalidArgument);
}

#[tokio::test(start_paused = true)]
async fn upsert_stores_a_write_id() {
    let (local, works) = works().await;
    works.upsert(Job::key(1)).set(Job::DONE, 1_u32).await.unwrap();
    assert!(id_of_job(&works).await.is_some());
    local.set_faults(first("UpdateItem", CARRIED_OUT));
    assert!(works.upsert(Job::key(1)).set(Job::DONE, 2_u32).when(Job::VERSION.eq(1_u64)).await.unwrap().is_applied());
}

/// The token identifies the request, even if another process repeats it.
#[tokio::test(start_paused = true)]
async fn caller_transactions_have_no_write_id() {
    let (_local, works) = works().await;
    let send = || async {
        let job = job(0, 0);
        let update = ItemUpdate::upsert(Job::key(2)).set(Job::DONE, 1_u32);
        works.transaction().create(&job).update(update).token("order-7").await.map(drop)
    };
    send().await.unwrap();
    send().await.unwrap();
    assert_eq!(works.get(Job::key(2)).await.unwrap().unwrap().version, 1);
}

#[tokio::test(start_paused = true)]
async fn a_sweep_recognizes_its_own_changes() {
    let (local, works) = works().await;
    works.put(&job(0, 0)).await.unwrap();
    works.create(&account(1, "ann@x")).await.unwrap();
    let id = id_of_job(&works).await;
    let report = works.update_each(|job: Job| Some(job)).await.unwrap();
    assert_eq!((report.unchanged, report.written), (1, 0), "the id alone is not a change");
    assert_eq!(id_of_job(&works).await, id);
    let more = |job: Job| Some(Job { done: job.done + 1, ..job });
    local.set_faults(first("UpdateItem", Failure::InternalServerError { carried_out: true }));
    let report = works.update_each(more).await.unwrap();
    assert_eq!((report.written, report.in_doubt, report.failures), (1, 0, 0));
    local.set_faults(first("UpdateItem", Failure::InternalServerError { carried_out: false }));
    let (a, b) =
        between(&local, 2, async { works.update_each(more).await }, async { works.update_each(more).await }).await;
    assert_eq!(b.unwrap().written, 1);
    let a = a.unwrap();
    assert_eq!((a.written, a.in_doubt, a.failures), (0, 0, 1), "{a:?}");
    assert_eq!(a.failed[0].error.outcome(), Outcome::Unknown);
    let _ = works.backfill::<Job>().await.unwrap();
    assert_eq!(works.get(Job::key(1)).await.unwrap().unwrap().done, 2);
}

#[tokio::test(start_paused = true)]
async fn concurrent_writes_write_each_version_once() {
    for seed in seeds() {
        let (local, works) = works().await;
        works.put(&job(100, 0)).await.unwrap();
        local.set_faults(faults(seed, &SINGLE));
        let sell = async |writer: u32| {
            let read = works.get(Job::key(1)).consistent().await.ok()??;
            let sold = Job { done: read.done - 1, ..read };
            let update = works.update(Job::key(1)).add(Job::DONE, -1).when(Job::VERSION.eq(sold.version));
            let reported = match writer % 3 {
                0 => reported(&works.put(&sold).await),
                1 => reported(&works.replace(&sold).await),
                _ => reported_conditional(&update.await),
            };
            Some((reported, sold.version))
        };
        let sells =
            (0..4).map(|writer| async move { [sell(writer).await, sell(writer + 1).await, sell(writer + 2).await] });
        let all: Vec<_> = join_all(sells).await.into_iter().flatten().flatten().collect();
        local.clear_faults();
        while local.late_requests() > 0 {
            let _ = items(&works).await;
        }
        let outcomes: Vec<_> = all.iter().map(|(reported, _)| *reported).collect();
        let (sure, open) = (count(&outcomes, Reported::Ok), count(&outcomes, Reported::Unknown));
        let Job { done, version, .. } = works.get(Job::key(1)).await.unwrap().unwrap();
        let written = version - 1;
        assert_eq!(u64::from(100 - done), written, "seed {seed}");
        assert!(
            sure <= written && written <= sure + open,
            "seed {seed}: {sure} <= {written} <= {sure} + {open}: {all:?}"
        );
        let mut versions: Vec<_> =
            all.iter().filter(|(reported, _)| *reported == Reported::Ok).map(|(_, of)| *of).collect();
        versions.sort_unstable();
        versions.dedup();
        assert_eq!(versions.len() as u64, sure, "seed {seed}: two were told of one version: {all:?}");
    }
}
