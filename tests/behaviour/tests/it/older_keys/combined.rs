//! Buckets, shards, growth and older keys under filters, limits, cursors, moves, sweeps and streams.

use chrono::{DateTime, TimeDelta, Utc};
use keywright::{
    Entity, Error, ErrorKind, Handle, Table, expression::Condition, streams::StreamRecord, update::ItemUpdate,
};
use keywright_local::Local;
use serde::{Deserialize, Serialize};
use serde_json::json;

#[derive(Table)]
#[gsi(name = "GSI1", pk = "GSI1PK", sk = "GSI1SK", projection = "keys_only")]
struct Shop;

macro_rules! generation {
    ($name:ident, $($attribute:tt)*) => {
        #[derive(Debug, Clone, PartialEq, Entity, Serialize, Deserialize)]
        #[entity(table = Shop, name = "log")]
        $($attribute)*
        #[sk(template = "<at>#<id>")]
        #[gsi(index = "GSI1", query = by_user, pk = "USER#<user>", sk = "<at>#<id>")]
        struct $name {
            at: DateTime<Utc>,
            id: u32,
            user: String,
            level: u8,
            #[serde(default)]
            note: Option<String>,
        }

        impl From<Log> for $name {
            fn from(Log { at, id, user, level, note }: Log) -> Self {
                Self { at, id, user, level, note }
            }
        }
    };
}

#[derive(Debug, Clone, PartialEq, Entity, Serialize, Deserialize)]
#[entity(table = Shop, name = "log")]
#[pk(
    template = "LOG#<at:day>",
    legacy(template = "LOGS", shards = 2, until = "2026-06-24T00:00:00Z"),
    legacy(template = "LOG_ALL", until = "2026-06-23T00:00:00Z"),
    retention = "3650d"
)]
#[shard(hash(id), count = 2, grow(at = "2026-06-25T00:00:00Z", count = 5))]
#[sk(template = "<at>#<id>")]
#[gsi(index = "GSI1", query = by_user, pk = "USER#<user>", sk = "<at>#<id>")]
struct Log {
    at: DateTime<Utc>,
    id: u32,
    user: String,
    level: u8,
    #[serde(default)]
    note: Option<String>,
}

generation!(Sharded, #[pk(template = "LOGS", allow_hot = "a test")] #[shard(hash(id), count = 2)]);
generation!(First, #[pk(template = "LOG_ALL", allow_hot = "a test")]);

fn at(hours: i64) -> DateTime<Utc> {
    "2026-06-21T00:00:00Z".parse::<DateTime<Utc>>().unwrap() + TimeDelta::hours(hours)
}

fn log(id: u32) -> Log {
    Log {
        at: at(i64::from(id) * 3),
        id,
        user: if id.is_multiple_of(3) { "ann" } else { "bob" }.into(),
        level: (id % 4) as u8,
        note: id.is_multiple_of(5).then(|| "n".into()),
    }
}

const LOGS: u32 = 48;

/// Writes each log under the keys of its time, and some under two keys.
async fn shop() -> Handle<Shop> {
    let shop = Local::start().open::<Shop>("shop").await.unwrap();
    for id in 0..LOGS {
        let old = Log { level: 9, ..log(id) };
        if log(id).at < at(48) && id % 4 != 3 {
            shop.put(&First::from(if id % 4 < 2 { old.clone() } else { log(id) })).await.unwrap();
        }
        if log(id).at < at(72) && id % 4 != 2 {
            shop.put(&Sharded::from(if id.is_multiple_of(4) { old } else { log(id) })).await.unwrap();
        }
        if log(id).at >= at(72) || id.is_multiple_of(4) {
            shop.put(&log(id)).await.unwrap();
        }
    }
    shop
}

fn present() -> Vec<Log> {
    (0..LOGS).map(log).filter(|log| log.at >= at(72) || log.at < at(48) || log.id % 4 != 2).collect()
}

#[tokio::test]
async fn filters_limits_and_cursors_cover_all_key_generations() {
    let shop = shop().await;
    type Case = (fn() -> Condition<Log>, fn(&Log) -> bool);
    let cases: [Case; 4] = [
        (|| Log::LEVEL.eq(0), |log| log.level == 0),
        (|| Log::LEVEL.eq(9), |log| log.level == 9),
        (|| !Log::LEVEL.eq(1) & Log::USER.eq("ann"), |log| log.level != 1 && log.user == "ann"),
        (|| Log::NOTE.eq(None) | Log::LEVEL.between(2..=3), |log| log.note.is_none() || (2..=3).contains(&log.level)),
    ];
    for (number, (condition, holds)) in cases.into_iter().enumerate() {
        let mut expected: Vec<Log> = present().into_iter().filter(holds).collect();
        for backwards in [false, true] {
            for limit in [2, 100] {
                for scan_limit in [None, Some(5)] {
                    let (mut all, mut cursor, mut pages) = (Vec::new(), None, 0);
                    loop {
                        let mut query = Log::query().between(at(0)..at(500)).filter(condition()).limit(limit);
                        if let Some(scan_limit) = scan_limit {
                            query = query.scan_limit(scan_limit);
                        }
                        if backwards {
                            query = query.newest_first();
                        }
                        let page = query.cursor(cursor).send(&shop).await.unwrap();
                        assert!(page.items.len() <= limit);
                        all.extend(page.items);
                        cursor = page.cursor;
                        pages += 1;
                        assert!(pages < 1_000);
                        if cursor.is_none() {
                            break;
                        }
                    }
                    assert_eq!(all, expected, "case {number}, backwards {backwards}, limit {limit}, {scan_limit:?}");
                }
            }
            expected.reverse();
        }
        let count = Log::query().between(at(0)..at(500)).filter(condition()).count(&shop).await.unwrap();
        assert_eq!(count.items as usize, expected.len());
    }
}

#[tokio::test]
async fn every_write_applies_to_the_newest_copy() {
    let shop = shop().await;
    for log in present() {
        let key = || Log::key(log.at, log.id);
        match log.id % 3 {
            0 => shop.update(key()).add(Log::LEVEL, 10).set(Log::USER, "eve").await.unwrap(),
            1 => shop.upsert(key()).add(Log::LEVEL, 10).set(Log::USER, "eve").await.unwrap(),
            _ => {
                let update = ItemUpdate::new(key()).add(Log::LEVEL, 10).set(Log::USER, "eve");
                match shop.transaction().update(update).await {
                    Ok(_) => {}
                    Err(error) => {
                        assert!(error.to_string().contains("under an older key"), "{error}");
                        let changed = Log { level: log.level + 10, user: "eve".into(), ..log.clone() };
                        shop.replace(&changed).await.unwrap();
                    }
                }
            }
        }
        let changed = Log { level: log.level + 10, user: "eve".into(), ..log.clone() };
        assert_eq!(shop.get(key()).await.unwrap(), Some(changed));
    }
    let all = Log::query().between(at(0)..at(500)).filter(Log::USER.eq("eve")).send(&shop).await.unwrap();
    assert_eq!(all.items.len(), present().len());
    let by = Log::by_user("eve").hydrate().send(&shop).await.unwrap();
    assert_eq!(by.items.len(), present().len());
    for user in ["ann", "bob"] {
        let left = Log::by_user(user).hydrate().send(&shop).await.unwrap();
        assert!(left.items.iter().all(|log| log.level == 9), "none but older copies: {:?}", left.items);
    }
}

#[tokio::test]
async fn moves_work_from_older_keys() {
    let shop = shop().await;
    // 4 is stored under three keys. It moves to another time in the same bucket.
    let moved = shop.move_to(Log::key(log(4).at, 4), |log| log.at += TimeDelta::minutes(1)).await.unwrap();
    assert_eq!(moved, Log { at: log(4).at + TimeDelta::minutes(1), ..log(4) });
    assert_eq!(shop.get(Log::key(log(4).at, 4)).await.unwrap(), None);
    // 1 is only under two older keys. A move onto itself moves it from there to the current key.
    assert_eq!(shop.move_to(Log::key(log(5).at, 5), |_| {}).await.unwrap(), log(5));
    let error = shop.move_to(Log::key(log(5).at, 5), |_| {}).await.unwrap_err();
    assert_eq!(error.kind(), ErrorKind::InvalidArgument, "{error}");
    // Onto an item that is only under an older key.
    let target = log(6);
    let error = shop
        .move_to(Log::key(log(4).at + TimeDelta::minutes(1), 4), |it| (it.at, it.id) = (target.at, target.id))
        .await
        .unwrap_err();
    assert_eq!(error.kind(), ErrorKind::AlreadyExists, "{error}");
    assert_eq!(shop.get(Log::key(log(6).at, 6)).await.unwrap(), Some(log(6)));
    // Into the days with more shards.
    let far = shop.move_to(Log::key(log(5).at, 5), |log| log.at = at(24 * 6)).await.unwrap();
    assert_eq!(shop.get(Log::key(far.at, 5)).await.unwrap(), Some(far));
    let all = Log::query().between(at(0)..at(500)).send(&shop).await.unwrap();
    assert_eq!(all.items.len(), present().len());
}

#[tokio::test]
async fn sweep_updates_each_item_once() {
    let shop = shop().await;
    let report = shop
        .update_each(|log: Log| (log.level != 9).then(|| Log { user: "zoe".into(), ..log }))
        .segments(3)
        .await
        .unwrap();
    assert_eq!(report.failures, 0);
    let found = Log::by_user("zoe").hydrate().send(&shop).await.unwrap();
    assert_eq!(found.items.len(), present().len());
}

#[test]
fn stream_records_of_older_keys_decode() -> Result<(), Error> {
    let image = |pk: &str, item: keywright::Item| {
        let mut image: serde_json::Map<_, _> = item
            .into_iter()
            .map(|(name, value)| {
                let value = match (value.as_s(), value.as_n()) {
                    (Ok(text), _) => json!({"S": text}),
                    (_, Ok(number)) => json!({"N": number}),
                    _ => json!({"NULL": true}),
                };
                (name, value)
            })
            .collect();
        image.insert("PK".into(), json!({"S": pk}));
        image
    };
    for pk in ["LOG_ALL", "LOGS#0", "LOG#2026-06-21#1"] {
        let new = image(pk, log(4).to_item()?);
        let keys = json!({"PK": new["PK"], "SK": new["SK"]});
        let record = json!({"eventID": "1", "eventName": "INSERT", "eventSource": "aws:dynamodb", "dynamodb": {
            "Keys": keys, "NewImage": new, "StreamViewType": "NEW_AND_OLD_IMAGES", "SequenceNumber": "1"}});
        let record: StreamRecord = serde_json::from_value(record).unwrap();
        assert_eq!(record.change::<Log>()?.and_then(|change| change.new_item().cloned()), Some(log(4)), "{pk}");
    }
    Ok(())
}
