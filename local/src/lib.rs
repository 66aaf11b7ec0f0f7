//! An embedded DynamoDB engine behind the official SDK client, for tests and local work.
//!
//! [`Local`] runs the engine inside the process: no port, no container, no JVM. What it hands out
//! is an ordinary [`aws_sdk_dynamodb::Client`], so the code under test is the code that runs on
//! AWS. Requests are serialized, signed and parsed by the SDK as usual; only the network is
//! replaced.
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
//! The engine is one SQLite connection on a thread of its own, which answers one request after the
//! other. An answer is always awaited, so a busy engine does not starve the async runtime. The
//! thread ends, and the database is closed, when the last [`Local`] *and* the last client made
//! from it are dropped; that drop waits for the requests already sent.
//!
//! # Ties on an index
//!
//! Many items may share one index key, and AWS returns them in no particular order. The engine
//! sorts them by table key, which hides code that relies on an order. With
//! [`Builder::permute_ties`] they come in a shuffled order that is stable for a seed and pages
//! exactly.
//!
//! # What it does not model
//!
//! - No throttling and no partitions: every request is admitted, however hot its key is.
//! - No eventual consistency: every read, also of a global index, sees every earlier write.
//! - No waiting for tables: tables and indexes are active at once.
//! - No latency, no lost answers, no transaction conflicts: requests run one at a time.
//! - No expiry: items outlive their TTL until somebody deletes them.
//! - No backups, global tables, imports, exports, resource policies or Contributor Insights: such
//!   an operation fails with `UnknownOperationException`.
//! - No IAM: credentials are not checked, and any Region is the same engine.
//! - The 10 GB limit of an item collection with a local index is not enforced.
//!
//! What the engine does answer follows `dynoxide`, the emulator underneath, which is checked
//! against real AWS by its own conformance suite.

mod builder;
mod connector;
mod dispatch;
mod engine;
mod error;
mod local;
mod open;
mod operation;
mod ties;
mod wire;

pub use builder::Builder;
pub use error::Error;
pub use local::Local;
pub use operation::Operation;
