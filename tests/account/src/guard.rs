//! Refuses every request that is not for one table.

use aws_sdk_dynamodb::{
    config::{ConfigBag, Intercept, RuntimeComponents, interceptors::BeforeTransmitInterceptorContextRef},
    error::BoxError,
};
use serde_json::Value;

/// The operations of a run. All others are refused, such as PartiQL's, which name tables in their statements.
const OPERATIONS: [&str; 13] = [
    "BatchGetItem",
    "BatchWriteItem",
    "CreateTable",
    "DeleteItem",
    "DeleteTable",
    "DescribeTable",
    "GetItem",
    "PutItem",
    "Query",
    "Scan",
    "TransactGetItems",
    "TransactWriteItems",
    "UpdateItem",
];

/// An interceptor that lets only requests for one table pass.
///
/// It checks each attempt of each request as it is sent, after all other interceptors that change requests.
#[derive(Debug, Clone)]
pub struct Guard {
    table: String,
}

impl Guard {
    /// Creates a guard that lets requests for this table pass.
    pub fn of(table: impl Into<String>) -> Self {
        Self { table: table.into() }
    }

    /// Checks whether a request may be sent, by its `x-amz-target` and its body.
    ///
    /// # Errors
    ///
    /// If it is for another operation or another table, or names no table.
    pub fn check(&self, target: &str, body: &[u8]) -> Result<(), String> {
        let operation = target.strip_prefix("DynamoDB_20120810.").unwrap_or_default();
        if !OPERATIONS.contains(&operation) {
            return Err(format!("`{target}` is not an operation of this run: it is not sent"));
        }
        let body: Value = serde_json::from_slice(body).map_err(|_| format!("a `{operation}` is not JSON"))?;
        let mut names = Vec::new();
        tables(operation, &body, &mut names);
        if names.is_empty() {
            return Err(format!("a `{operation}` names no table: it is not sent"));
        }
        match names.into_iter().find(|name| *name != Some(&*self.table)) {
            Some(other) => {
                Err(format!("a `{operation}` of the table {other:?}, not of `{}`: it is not sent", self.table))
            }
            None => Ok(()),
        }
    }
}

/// Adds the tables that a request names, or `None` for a value that is not a name.
fn tables<'a>(operation: &str, body: &'a Value, names: &mut Vec<Option<&'a str>>) {
    match operation {
        "BatchGetItem" | "BatchWriteItem" => match body.get("RequestItems") {
            Some(Value::Object(tables)) => names.extend(tables.keys().map(|name| Some(name.as_str()))),
            _ => names.push(None),
        },
        "TransactGetItems" | "TransactWriteItems" => match body.get("TransactItems") {
            Some(Value::Array(actions)) => {
                let actions = actions.iter().flat_map(|action| action.as_object().into_iter().flatten());
                names.extend(actions.map(|(_, action)| action.get("TableName").and_then(Value::as_str)));
            }
            _ => names.push(None),
        },
        _ => names.push(body.get("TableName").and_then(Value::as_str)),
    }
}

impl Intercept for Guard {
    fn name(&self) -> &'static str {
        "Guard"
    }

    fn read_before_transmit(
        &self,
        context: &BeforeTransmitInterceptorContextRef<'_>,
        _: &RuntimeComponents,
        _: &mut ConfigBag,
    ) -> Result<(), BoxError> {
        let request = context.request();
        let target = request.headers().get("x-amz-target").unwrap_or_default();
        let body = request.body().bytes().ok_or("a request without a body in memory: it is not sent")?;
        self.check(target, body).map_err(Into::into)
    }
}
