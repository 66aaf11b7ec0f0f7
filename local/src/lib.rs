//! Runs an embedded DynamoDB engine behind the official SDK client, for tests and local work.
//!
//! [`Local`] runs the engine inside the process: no port, no container, no JVM. It returns an ordinary
//! [`aws_sdk_dynamodb::Client`], so the tested code is the code that runs on AWS. Requests are serialized, signed and
//! parsed by the SDK as usual; only the network is replaced.
//!
//! ```
//! use aws_sdk_dynamodb::types::{
//!     AttributeDefinition, AttributeValue, BillingMode, KeySchemaElement, KeyType,
//!     ScalarAttributeType,
//! };
//! use keywright_local::Local;
//!
//! # #[tokio::main(flavor = "current_thread")]
//! # async fn main() -> Result<(), Box<dyn std::error::Error>> {
//! let local = Local::start();
//! let client = local.client();
//!
//! client
//!     .create_table()
//!     .table_name("threats")
//!     .billing_mode(BillingMode::PayPerRequest)
//!     .attribute_definitions(
//!         AttributeDefinition::builder()
//!             .attribute_name("PK")
//!             .attribute_type(ScalarAttributeType::S)
//!             .build()?,
//!     )
//!     .key_schema(
//!         KeySchemaElement::builder().attribute_name("PK").key_type(KeyType::Hash).build()?,
//!     )
//!     .send()
//!     .await?;
//!
//! let key = AttributeValue::S("THREAT#abc#2026-06".into());
//! client.put_item().table_name("threats").item("PK", key.clone()).send().await?;
//! let answer = client.get_item().table_name("threats").key("PK", key).send().await?;
//!
//! assert!(answer.item.is_some());
//! assert_eq!(local.requests(), 3);
//! # Ok(())
//! # }
//! ```
//!
//! # One engine, one thread
//!
//! The engine is one SQLite connection on its own thread, which handles one request at a time. Clients await answers,
//! so a busy engine does not starve the async runtime, unless [`Builder::answer_inline`] removes the thread. The thread
//! ends, and the database is closed, when the last [`Local`] *and* the last client made from it are dropped; that drop
//! waits for the requests that were already sent.
//!
//! # Equal keys in an index
//!
//! Many items may have equal index keys, and AWS returns them in no particular order. The engine sorts them by table
//! key, which hides code that relies on an order. With [`Builder::permute_ties`] they are returned in a shuffled order
//! that is stable for a seed, with exact paging.
//!
//! # Faults
//!
//! The engine can inject latency, throttling, failures and lost connections: [`Faults`] are rules with a seed, so that
//! a failing test can be reproduced. A [`Rule`] selects requests by operation, table, index and partition key value,
//! and sets how often it applies, and with which [`Latency`] and [`Failure`]. The SDK receives what it would receive
//! from the real service, and its retries apply. A request can be lost before or after it is carried out, with
//! [`Failure::Late`] it arrives after later ones, and with [`Failure::Twice`] it is carried out twice.
//!
//! ```
//! use std::time::Duration;
//!
//! use aws_sdk_dynamodb::types::AttributeValue;
//! use keywright_local::{Failure, Faults, Latency, Local, Rule, Throttle};
//!
//! # async fn create_table(client: &aws_sdk_dynamodb::Client) {
//! #     use aws_sdk_dynamodb::types::*;
//! #     let key = KeySchemaElement::builder().attribute_name("PK").key_type(KeyType::Hash);
//! #     let kind = AttributeDefinition::builder().attribute_name("PK").attribute_type(ScalarAttributeType::S);
//! #     let create = client.create_table().table_name("threats").billing_mode(BillingMode::PayPerRequest);
//! #     let create = create.key_schema(key.build().unwrap()).attribute_definitions(kind.build().unwrap());
//! #     create.send().await.unwrap();
//! # }
//! # #[tokio::main(flavor = "current_thread", start_paused = true)]
//! # async fn main() -> Result<(), Box<dyn std::error::Error>> {
//! // Under tokio's paused clock, as of `#[tokio::test(start_paused = true)]`, latency takes no time.
//! let local = Local::builder().answer_inline().start();
//! let client = local.client();
//! create_table(&client).await;
//!
//! let throttle = Throttle::provisioned_throughput_exceeded()
//!     .reason("TableReadKeyRangeThroughputExceeded", "arn:aws:dynamodb:us-east-1:1:table/threats");
//! let faults = Faults::seeded(7)
//!     .rule(Rule::on(["GetItem"])?.latency(Latency::constant(Duration::from_millis(20))))
//!     .rule(Rule::all().lane_prefix("DEVICE#7#").first(2).fail(Failure::Throttled(throttle.clone())));
//! local.set_faults(faults);
//! local.clear_operations();
//!
//! let get = |key: &str| {
//!     client.get_item().table_name("threats").key("PK", AttributeValue::S(key.into())).send()
//! };
//! get("DEVICE#8#0").await?;
//! get("DEVICE#7#0").await?; // the SDK tries three times
//!
//! let operations = local.operations();
//! let failures: Vec<_> = operations.iter().map(|operation| operation.failure.clone()).collect();
//! let throttled = Some(Failure::Throttled(throttle));
//! assert_eq!(failures, [None, throttled.clone(), throttled, None]);
//! assert_eq!(operations[3].lanes, ["DEVICE#7#0"]);
//! assert_eq!(operations[3].latency, Duration::from_millis(20));
//!
//! local.clear_faults();
//! # Ok(())
//! # }
//! ```
//!
//! # Partitions
//!
//! With [`Builder::partitions`] the engine throttles like a table of that design: [`Partitions`] are a model of
//! DynamoDB's partitions. It consists of the limits that AWS documents, with a link to each, and of assumptions that
//! are parameters. It shows whether a design works under these assumptions, not what AWS will do. [`Local::partitions`]
//! returns the ranges, what they consumed and throttled, and the hottest keys.
//!
//! ```
//! use aws_sdk_dynamodb::Client;
//! use aws_sdk_dynamodb::config::retry::RetryConfig;
//! use aws_sdk_dynamodb::error::ProvideErrorMetadata;
//! use aws_sdk_dynamodb::types::AttributeValue;
//! use keywright_local::{Clock, Local, Partitions};
//!
//! # async fn create_table(client: &aws_sdk_dynamodb::Client) {
//! #     use aws_sdk_dynamodb::types::*;
//! #     let key = KeySchemaElement::builder().attribute_name("PK").key_type(KeyType::Hash);
//! #     let kind = AttributeDefinition::builder().attribute_name("PK").attribute_type(ScalarAttributeType::S);
//! #     let create = client.create_table().table_name("ops").billing_mode(BillingMode::PayPerRequest);
//! #     let create = create.key_schema(key.build().unwrap()).attribute_definitions(kind.build().unwrap());
//! #     create.send().await.unwrap();
//! # }
//! # #[tokio::main(flavor = "current_thread")]
//! # async fn main() -> Result<(), Box<dyn std::error::Error>> {
//! let clock = Clock::manual();
//! let local = Local::builder().partitions(Partitions::default().clock(clock.clone())).start();
//! let client = Client::from_conf(local.config().retry_config(RetryConfig::disabled()).build());
//! create_table(&client).await;
//!
//! // 300 KB of a constant key: three writes leave 100 of a second's 1,000 units, the fourth a debt.
//! let fill = AttributeValue::S("x".repeat(300 * 1_024 - 50));
//! let write = || {
//!     let put = client.put_item().table_name("ops").item("PK", AttributeValue::S("OPS_LOG".into()));
//!     put.item("fill", fill.clone()).send()
//! };
//! for _ in 0..4 {
//!     write().await?;
//! }
//! let error = write().await.unwrap_err().into_service_error();
//! assert_eq!(error.code(), Some("ThrottlingException"));
//!
//! clock.advance(std::time::Duration::from_secs(1));
//! write().await?;
//! let table = local.partitions("ops").ok_or("no such table")?.table;
//! assert_eq!((table.consumed.write, table.throttled.write), (1_500.0, 300.0));
//! assert_eq!(table.hottest[0].key, "OPS_LOG");
//! # Ok(())
//! # }
//! ```
//!
//! [`simulate`] applies the load that a schema declares to that model, without the engine: it shows whether a design
//! can handle the load, and on which assumptions that depends.
//!
//! # What it does not model
//!
//! - No throttling without [`Partitions`] or a [`Rule`]: every request is admitted, however hot its key is. A rule
//!   fails a batch as a whole; partitions leave items unprocessed.
//! - With partitions: no growth of an on-demand table by its traffic except splits for heat, and so no limit of twice
//!   the previous peak; no splits for size (10 GB); no limits of an account or of `OnDemandThroughput`, whose reasons a
//!   rule can inject; no cost of PartiQL, streams or vector indexes, or of the backfill of a new index. A repeated
//!   transaction with the same token costs as much as the first one. Numbers in keys are distinguished by their
//!   spelling, and a table named by its ARN is not metered. What the tables of a file have consumed, and their warm
//!   throughput, is not stored in the file.
//! - No description of warm throughput: `DescribeTable` does not return it.
//! - No eventual consistency: every read, also of a global index, sees every earlier write.
//! - No waiting for tables: tables and indexes are active at once.
//! - No latency and no lost responses except those of [`Faults`], and no transaction conflicts: requests run one at a
//!   time.
//! - No expiry: items are kept after their TTL until they are deleted explicitly.
//! - No backups, global tables, imports, exports, resource policies or Contributor Insights: such
//!   an operation fails with `UnknownOperationException`.
//! - No IAM: credentials are not checked, and every Region is the same engine.
//! - The 10 GB limit of an item collection with a local secondary index is not enforced.
//!
//! The engine's answers follow `dynoxide`, the underlying emulator, which is checked against real AWS by its own
//! conformance suite.

#![cfg_attr(docsrs, feature(doc_cfg))]

mod builder;
mod connector;
mod dispatch;
#[cfg(feature = "endpoint")]
mod endpoint;
mod engine;
mod error;
mod faults;
mod hash;
mod local;
mod open;
mod operation;
mod partitions;
mod random;
mod request;
#[cfg(feature = "server")]
mod server;
pub mod simulate;
mod ties;
mod wire;

pub use builder::Builder;
pub use error::Error;
pub use faults::{Failure, Faults, Latency, Rule, Throttle};
pub use local::Local;
pub use operation::Operation;
pub use partitions::{Clock, HotKey, PartitionSnapshot, Partitions, ResourceSnapshot, TableSnapshot, Units};
#[cfg(feature = "server")]
pub use server::Server;

#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
