//! The entities of the measured calls.

use std::collections::HashMap;

use aws_sdk_dynamodb::types::AttributeValue;
use chrono::{DateTime, SecondsFormat, TimeDelta, Utc};
use keywright::{Entity, Handle, Key, Result, client::Update, entity::StoredIn, read::Page};
use serde::{Serialize, de::DeserializeOwned};

use super::shop::{Large, Limits, Shop, Small};

/// The tenant of all items.
pub const TENANT: &str = "acme";

/// An entity of [`Shop`].
pub trait Subject:
    Entity<Table = Shop> + StoredIn<Shop> + Serialize + DeserializeOwned + Clone + PartialEq + std::fmt::Debug + Sync
{
    /// The prefix of the partition key, before the tenant.
    const PREFIX: &'static str;

    /// Its name in the tables of results.
    const NAME: &'static str;

    /// Creates an item. A higher `number` gives a greater sort key.
    fn new(number: u32) -> Self;

    /// Returns the table key, as written by hand.
    fn key_by_hand(&self) -> [String; 2];

    /// Returns the keys of the indexes, as written by hand.
    fn index_keys_by_hand(&self) -> Vec<(&'static str, String)>;

    /// Returns the table key, by the library.
    fn to_key(&self) -> Key<Self>;

    /// Reads the first items of the tenant, by the library.
    fn first(table: &Handle<Shop>, limit: usize) -> impl Future<Output = Result<Page<Self>>>;

    /// Sets the status and the latency, by the library.
    fn set<'a>(&self, table: &'a Handle<Shop>, status: &str, latency_ms: u32) -> Update<'a, Self>;
}

fn at(number: u32) -> DateTime<Utc> {
    DateTime::UNIX_EPOCH + TimeDelta::days(20_000) + TimeDelta::milliseconds(1_234 * i64::from(number))
}

/// Returns an instant in the form of the keys.
#[must_use]
pub fn text(at: DateTime<Utc>) -> String {
    at.to_rfc3339_opts(SecondsFormat::Nanos, true)
}

fn words(length: usize, number: u32) -> String {
    let letters = "the quick brown fox jumps over a lazy dog ".chars().cycle();
    letters.skip(number as usize % 40).take(length).collect()
}

macro_rules! by_library {
    () => {
        fn to_key(&self) -> Key<Self> {
            Self::key(self.tenant.as_str(), self.at, self.id.as_str())
        }

        async fn first(table: &Handle<Shop>, limit: usize) -> Result<Page<Self>> {
            Self::query(TENANT).limit(limit).send(table).await
        }

        fn set<'a>(&self, table: &'a Handle<Shop>, status: &str, latency_ms: u32) -> Update<'a, Self> {
            table.update(self.to_key()).set(Self::STATUS, status).set(Self::LATENCY_MS, latency_ms)
        }

        fn key_by_hand(&self) -> [String; 2] {
            let Self { tenant, at, id, .. } = self;
            [format!("{}#{tenant}", Self::PREFIX), format!("{}#{id}", text(*at))]
        }
    };
}

impl Subject for Small {
    const PREFIX: &'static str = "SMALL";
    const NAME: &'static str = "8 attributes, 1 index";

    by_library!();

    fn new(number: u32) -> Self {
        Self {
            tenant: TENANT.to_owned(),
            at: at(number),
            id: format!("{number:012x}"),
            agent: "planner".to_owned(),
            status: "ok".to_owned(),
            latency_ms: 40 + number % 9_000,
            tokens: 100 + number % 30_000,
            prompt: words(150, number),
        }
    }

    fn index_keys_by_hand(&self) -> Vec<(&'static str, String)> {
        vec![("GSI1PK", format!("SMALL#{}", self.agent)), ("GSI1SK", text(self.at))]
    }
}

impl Subject for Large {
    const PREFIX: &'static str = "LARGE";
    const NAME: &'static str = "20 attributes, 2 indexes";

    by_library!();

    fn new(number: u32) -> Self {
        Self {
            tenant: TENANT.to_owned(),
            at: at(number),
            id: format!("{number:012x}"),
            agent: "planner".to_owned(),
            session: format!("s-{}", number % 100),
            status: "ok".to_owned(),
            model: "large-2".to_owned(),
            region: "eu-west-1".to_owned(),
            latency_ms: 40 + number % 9_000,
            tokens_in: 100 + u64::from(number % 30_000),
            tokens_out: 10 + u64::from(number % 3_000),
            score: f64::from(number % 1_000) / 8.0,
            cached: number.is_multiple_of(2),
            retried: false,
            parent: (number.is_multiple_of(2)).then(|| format!("{:012x}", number + 1)),
            error: None,
            tags: vec!["batch".to_owned(), "night".to_owned()],
            limits: Limits { tokens: 30_000, seconds: 60, tools: vec!["search".to_owned(), "shell".to_owned()] },
            prompt: words(200, number),
            answer: words(250, number + 7),
        }
    }

    fn index_keys_by_hand(&self) -> Vec<(&'static str, String)> {
        let Self { agent, session, at, id, .. } = self;
        let at = text(*at);
        vec![
            ("GSI1PK", format!("LARGE#{agent}")),
            ("GSI1SK", at.clone()),
            ("GSI2PK", format!("LARGE#{session}")),
            ("GSI2SK", format!("{at}#{id}")),
        ]
    }
}

/// Creates an item, as written by hand.
///
/// # Errors
///
/// If serde fails to serialize the entity.
pub fn item_by_hand<S: Subject>(subject: &S) -> serde_dynamo::Result<HashMap<String, AttributeValue>> {
    let mut item: HashMap<String, AttributeValue> = serde_dynamo::to_item(subject)?;
    item.extend(key_item_by_hand(subject));
    item.extend(
        subject.index_keys_by_hand().into_iter().map(|(name, text)| (name.to_owned(), AttributeValue::S(text))),
    );
    item.insert("_et".to_owned(), AttributeValue::S(S::SCHEMA.discriminator.to_owned()));
    Ok(item)
}

/// Returns the attributes of a table key, as written by hand.
pub fn key_item_by_hand<S: Subject>(subject: &S) -> HashMap<String, AttributeValue> {
    let [pk, sk] = subject.key_by_hand();
    HashMap::from([("PK".to_owned(), AttributeValue::S(pk)), ("SK".to_owned(), AttributeValue::S(sk))])
}
