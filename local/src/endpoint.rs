//! Sends requests to another engine over HTTP.

use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, SystemTime, UNIX_EPOCH};
use std::{env, process};

use dynoxide::DynoxideError;
use serde_json::{Map, Value};
use ureq::Agent;

use crate::wire::{self, Answer};

/// Sets the other engine for every [`Local::start`](crate::Local::start) of the process.
pub(crate) const VARIABLE: &str = "KEYWRIGHT_LOCAL_ENDPOINT";

/// The signature of requests: engines on this machine require the header, but do not check it.
const SIGNATURE: &str = "AWS4-HMAC-SHA256 Credential=local/20260101/us-east-1/dynamodb/aws4_request, \
                         SignedHeaders=host, Signature=local";

/// The time of that signature. Engines that check nothing else still reject a request without one.
const SIGNED_AT: &str = "20260101T000000Z";

const TIMEOUT: Duration = Duration::from_secs(30);

/// The maximum size of an answer. DynamoDB's largest is 16 MB before escaping.
const MAX_BODY_BYTES: u64 = 64 * 1_024 * 1_024;

/// Streams are a separate service.
const STREAM_OPERATIONS: [&str; 4] = ["DescribeStream", "GetRecords", "GetShardIterator", "ListStreams"];

/// Another engine, and the names of one [`Local`](crate::Local)'s tables in it.
pub(crate) struct Endpoint {
    agent: Agent,
    url: String,
    /// The prefix of every table name, so that two `Local`s never share a table. Empty if they do.
    prefix: String,
}

impl Endpoint {
    pub(crate) fn new(url: String) -> Self {
        static STARTED: AtomicU64 = AtomicU64::new(0);
        let number = STARTED.fetch_add(1, Ordering::Relaxed);
        let since = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
        let config = Agent::config_builder().http_status_as_error(false).timeout_global(Some(TIMEOUT)).build();
        Self {
            agent: config.into(),
            url,
            prefix: format!("kw-{:x}-{:x}-{number:x}-", since.as_millis(), process::id()),
        }
    }

    /// Leaves the names of tables unchanged.
    pub(crate) fn shared(self) -> Self {
        Self { prefix: String::new(), ..self }
    }

    /// Returns the engine that the environment variable sets.
    pub(crate) fn of_environment() -> Option<Self> {
        env::var(VARIABLE).ok().filter(|url| !url.is_empty()).map(Self::new)
    }

    pub(crate) fn carry_out(&self, operation: &str, body: &[u8]) -> Answer {
        self.ask(operation, body).unwrap_or_else(|error| Answer::failure(operation, error))
    }

    fn ask(&self, operation: &str, body: &[u8]) -> Result<Answer, DynoxideError> {
        let mut request: Value = wire::read(body)?;
        rename(&mut request, &|name| format!("{}{name}", self.prefix));
        let service =
            if STREAM_OPERATIONS.contains(&operation) { "DynamoDBStreams_20120810" } else { "DynamoDB_20120810" };
        let call = self
            .agent
            .post(&self.url)
            .header("content-type", "application/x-amz-json-1.0")
            .header("x-amz-target", format!("{service}.{operation}"))
            .header("x-amz-date", SIGNED_AT)
            .header("authorization", SIGNATURE);
        let unreachable = |error: ureq::Error| wire::internal(format!("no answer from {}: {error}", self.url));
        let mut answer = call.send(wire::write(&request)?).map_err(unreachable)?;
        let status = answer.status().as_u16();
        let text = answer.body_mut().with_config().limit(MAX_BODY_BYTES).read_to_string().map_err(unreachable)?;
        // A body that is not JSON is passed to the client unchanged.
        let body = match serde_json::from_str(&text) {
            Ok(answer) => wire::write(&self.restore_names(answer))?,
            Err(_) => text,
        };
        Ok(Answer { status, body })
    }

    fn restore_names(&self, mut answer: Value) -> Value {
        let own = |name: &str| name.replace(&self.prefix, "");
        rename(&mut answer, &own);
        for message in ["message", "Message"] {
            if let Some(Value::String(text)) = answer.get_mut(message) {
                *text = own(text);
            }
        }
        // The tables of other `Local`s are omitted.
        if let Some(Value::Array(names)) = answer.get_mut("TableNames") {
            names.retain(|name| name.as_str().is_some_and(|name| name.starts_with(&self.prefix)));
            for name in names {
                *name = own(name.as_str().unwrap_or_default()).into();
            }
        }
        answer
    }
}

/// Renames the tables in a request or an answer. An item's attribute with such a name cannot be confused, because its
/// value is not text.
fn rename(value: &mut Value, name: &impl Fn(&str) -> String) {
    match value {
        Value::Array(values) => values.iter_mut().for_each(|value| rename(value, name)),
        Value::Object(fields) => {
            for (field, value) in fields {
                match (field.as_str(), value) {
                    ("TableName" | "ExclusiveStartTableName" | "LastEvaluatedTableName", Value::String(table)) => {
                        *table = name(table);
                    }
                    (
                        "RequestItems" | "Responses" | "UnprocessedItems" | "UnprocessedKeys" | "ItemCollectionMetrics",
                        Value::Object(tables),
                    ) => {
                        let renamed = std::mem::take(tables).into_iter().map(|(table, of)| (name(&table), of));
                        *tables = renamed.collect::<Map<_, _>>();
                    }
                    (_, value) => rename(value, name),
                }
            }
        }
        _ => {}
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn requests_rename_tables_but_not_attributes() {
        let mut request = json!({
            "TransactItems": [{ "Put": { "TableName": "t", "Item": { "TableName": { "S": "t" } } } }],
            "RequestItems": { "t": { "Keys": [{ "RequestItems": { "S": "t" } }] } },
        });
        rename(&mut request, &|name| format!("x-{name}"));
        let expected = json!({
            "TransactItems": [{ "Put": { "TableName": "x-t", "Item": { "TableName": { "S": "t" } } } }],
            "RequestItems": { "x-t": { "Keys": [{ "RequestItems": { "S": "t" } }] } },
        });
        assert_eq!(request, expected);
    }

    #[test]
    fn responses_restore_table_names_and_list_only_own_tables() {
        let endpoint = Endpoint::new("http://127.0.0.1:1".to_owned());
        let prefix = &endpoint.prefix;
        let answer = json!({
            "message": format!("Table: {prefix}t not found"),
            "TableNames": [format!("{prefix}t"), "another"],
            "UnprocessedKeys": { format!("{prefix}t"): {} },
        });
        let expected = json!({ "message": "Table: t not found", "TableNames": ["t"], "UnprocessedKeys": { "t": {} } });
        assert_eq!(endpoint.restore_names(answer), expected);
    }

    #[test]
    fn an_engine_that_does_not_answer_is_an_internal_error() {
        let answer = Endpoint::new("http://127.0.0.1:1".to_owned()).carry_out("ListTables", b"{}");
        assert_eq!(answer.status, 500);
        assert!(answer.body.contains("no answer from http://127.0.0.1:1"), "{}", answer.body);
    }
}
