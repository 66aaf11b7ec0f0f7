use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::time::Duration;

use dynoxide::actions::query::{QueryRequest, QueryResponse};
use dynoxide::{Database, DynoxideError};

#[cfg(feature = "endpoint")]
use crate::endpoint::Endpoint;
use crate::faults::{Failure, Injector};
use crate::operation::{Log, Operation};
use crate::partitions::{Gate, Refused, Ticket};
use crate::request::{Request, Schemas, exceeded};
use crate::ties;
use crate::wire::{self, Answer};

/// Answers requests in their wire format with the database's typed methods.
pub(crate) struct Service {
    database: Database,
    permute_ties: Option<u64>,
    schemas: Schemas,
    faults: Arc<Injector>,
    gate: Option<Gate>,
    log: Arc<Log>,
    /// Another engine that handles the requests in place of the database.
    #[cfg(feature = "endpoint")]
    endpoint: Option<Endpoint>,
}

/// The result of a request, and the delay until the client receives it.
#[derive(Debug)]
pub(crate) struct Reply {
    pub(crate) latency: Duration,
    /// `None` if the connection is lost.
    pub(crate) answer: Option<Answer>,
}

impl Service {
    pub(crate) fn new(
        database: Database,
        permute_ties: Option<u64>,
        faults: Arc<Injector>,
        gate: Option<Gate>,
        log: Arc<Log>,
    ) -> Self {
        Self {
            database,
            permute_ties,
            schemas: Schemas::default(),
            faults,
            gate,
            log,
            #[cfg(feature = "endpoint")]
            endpoint: None,
        }
    }

    /// Uses another engine in place of the database.
    #[cfg(feature = "endpoint")]
    pub(crate) fn at(self, endpoint: Option<Endpoint>) -> Self {
        Self { endpoint, ..self }
    }

    /// Answers a request. `target` is its `x-amz-target`, such as `DynamoDB_20120810.PutItem`.
    pub(crate) fn answer(&mut self, target: &str, body: &[u8]) -> Reply {
        let operation = ["DynamoDB_20120810.", "DynamoDBStreams_20120810."]
            .iter()
            .find_map(|prefix| target.strip_prefix(prefix))
            .unwrap_or(target);
        let request = guarded(|| {
            let Self { database, schemas, .. } = self;
            Ok(Request::read(operation, body, |table, index| schemas.partition_key(database, table, index)))
        });
        let request = request.unwrap_or_else(|_| Request { operation: operation.to_owned(), ..Request::default() });
        let mut verdict = self.faults.judge(&request);
        let mut throttled = 0;
        let due = self.faults.late().take_due();
        let copy_after = match verdict.failure {
            Some(Failure::Twice { after }) => Some(after),
            _ => None,
        };
        let answer = match verdict.failure.clone() {
            Some(Failure::Late { after }) if after > 0 => {
                self.faults.late().hold(after, operation, body);
                None
            }
            Some(failure) if copy_after.is_none() => {
                if failure.carried_out() {
                    self.carry_out(operation, body);
                }
                failure.answer()
            }
            _ => match self.admit(&request, body) {
                Ok(ticket) => {
                    throttled = ticket.throttled;
                    Some(self.carry_out_admitted(&request, body, ticket))
                }
                Err(refused) => {
                    throttled = refused.throttled;
                    verdict.failure = refused.failure;
                    Some(refused.answer)
                }
            },
        };
        match copy_after {
            Some(0) => drop(self.carry_out(operation, body)),
            Some(after) => self.faults.late().hold(after, operation, body),
            None => {}
        }
        for late in due {
            self.carry_out(&late.operation, &late.body);
        }
        let latency = verdict.latency;
        self.log.push(Operation::new(request, verdict, throttled));
        Reply { latency, answer }
    }

    /// Admits a request. Without partitions, everything is admitted.
    fn admit(&mut self, request: &Request, body: &[u8]) -> Result<Ticket, Refused> {
        let Self { database, gate, .. } = self;
        let Some(gate) = gate else { return Ok(Ticket::default()) };
        // A request that panics here would panic again in the engine, which then reports it.
        guarded(|| Ok(gate.admit(database, request, body))).unwrap_or_else(|_| Ok(Ticket::default()))
    }

    fn carry_out_admitted(&mut self, request: &Request, body: &[u8], mut ticket: Ticket) -> Answer {
        let replaced = ticket.body.take();
        let answer = self.carry_out(&request.operation, replaced.as_deref().unwrap_or(body));
        let Self { database, gate, .. } = self;
        let Some(gate) = gate else { return answer };
        if answer.status == 200 {
            gate.after(database, request, body);
        }
        gate.settle(ticket, answer)
    }

    fn carry_out(&mut self, operation: &str, body: &[u8]) -> Answer {
        #[cfg(feature = "endpoint")]
        if let Some(endpoint) = &self.endpoint {
            let answer = endpoint.carry_out(operation, body);
            self.mirror(operation, body, &answer);
            return answer;
        }
        let answer = guarded(|| match exceeded(body) {
            Some(message) => Err(DynoxideError::ValidationException(message)),
            None => self.run(operation, body),
        });
        self.schemas.after(operation);
        match answer {
            Ok(Some(answer)) => Answer::success(answer),
            Ok(None) => Answer::unknown_operation(operation),
            Err(error) => Answer::failure(operation, error),
        }
    }

    /// Creates the tables of the other engine in the embedded database, without items: their definitions are needed to
    /// find the keys of requests, for rules of faults and for the log.
    #[cfg(feature = "endpoint")]
    fn mirror(&mut self, operation: &str, body: &[u8], answer: &Answer) {
        if answer.status == 200 && matches!(operation, "CreateTable" | "UpdateTable" | "DeleteTable") {
            // If the embedded engine rejects the table, rules about keys match nothing.
            drop(guarded(|| self.run(operation, body)));
            self.schemas.after(operation);
        }
    }

    fn query(&self, body: &[u8]) -> Result<QueryResponse, DynoxideError> {
        let request: QueryRequest = wire::read(body)?;
        let resumes_after_an_only_item = resumes_after_an_only_item(&request);
        let mut as_the_engine_orders = self.database.query(request)?;
        if resumes_after_an_only_item {
            // The engine would return the item again.
            as_the_engine_orders.items = as_the_engine_orders.items.map(|_| Vec::new());
            as_the_engine_orders.count = 0;
            as_the_engine_orders.scanned_count = 0;
            as_the_engine_orders.last_evaluated_key = None;
        }
        match self.permute_ties {
            Some(seed) => ties::permute(&self.database, seed, body, as_the_engine_orders),
            None => Ok(as_the_engine_orders),
        }
    }
}

/// Returns whether a query continues after an item of a table without a sort key: after the only item of its partition
/// key.
fn resumes_after_an_only_item(request: &QueryRequest) -> bool {
    let start = request.exclusive_start_key_raw.as_ref().and_then(serde_json::Value::as_object);
    request.index_name.is_none() && start.is_some_and(|start| start.len() == 1)
}

/// Catches panics, because a panic must not end the thread: every caller must get an answer.
fn guarded<T>(work: impl FnOnce() -> Result<T, DynoxideError>) -> Result<T, DynoxideError> {
    catch_unwind(AssertUnwindSafe(work))
        .unwrap_or_else(|_| Err(wire::internal("the embedded engine panicked; its message is on standard error")))
}

macro_rules! operations {
    ($($name:literal => $method:ident,)*) => {
        /// The operations that the engine supports.
        pub(crate) const OPERATIONS: &[&str] = &[$($name,)* "Query"];

        impl Service {
            /// Runs an operation. Returns the answer's JSON, or `None` if the engine does not support it.
            fn run(&self, operation: &str, body: &[u8]) -> Result<Option<String>, DynoxideError> {
                let answer = match operation {
                    $($name => wire::write(&self.database.$method(wire::read(body)?)?),)*
                    "Query" => wire::write(&self.query(body)?),
                    _ => return Ok(None),
                };
                answer.map(Some)
            }
        }
    };
}

operations! {
    "BatchExecuteStatement" => batch_execute_statement,
    "BatchGetItem" => batch_get_item,
    "BatchWriteItem" => batch_write_item,
    "CreateTable" => create_table,
    "DeleteItem" => delete_item,
    "DeleteTable" => delete_table,
    "DescribeStream" => describe_stream,
    "DescribeTable" => describe_table,
    "DescribeTimeToLive" => describe_time_to_live,
    "ExecuteStatement" => execute_statement,
    "ExecuteTransaction" => execute_transaction,
    "GetItem" => get_item,
    "GetRecords" => get_records,
    "GetShardIterator" => get_shard_iterator,
    "ListStreams" => list_streams,
    "ListTables" => list_tables,
    "ListTagsOfResource" => list_tags_of_resource,
    "PutItem" => put_item,
    "Scan" => scan,
    "SearchVectors" => search_vectors,
    "TagResource" => tag_resource,
    "TransactGetItems" => transact_get_items,
    "TransactWriteItems" => transact_write_items,
    "UntagResource" => untag_resource,
    "UpdateItem" => update_item,
    "UpdateTable" => update_table,
    "UpdateTimeToLive" => update_time_to_live,
}

#[cfg(test)]
mod tests {
    use super::*;

    fn answer(target: &str, body: &str) -> Answer {
        let database = Database::memory().unwrap();
        let mut service = Service::new(database, None, Arc::default(), None, Arc::default());
        service.answer(target, body.as_bytes()).answer.unwrap()
    }

    #[test]
    fn both_services_are_answered() {
        for target in ["DynamoDB_20120810.ListTables", "DynamoDBStreams_20120810.ListStreams"] {
            let answer = answer(target, "{}");
            assert_eq!(answer.status, 200, "{target}: {}", answer.body);
        }
    }

    #[test]
    fn nothing_follows_the_only_item_of_a_key() {
        let database = Database::memory().unwrap();
        let mut service = Service::new(database, None, Arc::default(), None, Arc::default());
        let mut call = |operation: &str, body: &str| {
            service.answer(&format!("DynamoDB_20120810.{operation}"), body.as_bytes()).answer.unwrap().body
        };
        call(
            "CreateTable",
            r#"{"TableName":"jobs","BillingMode":"PAY_PER_REQUEST",
                "AttributeDefinitions":[{"AttributeName":"id","AttributeType":"S"}],
                "KeySchema":[{"AttributeName":"id","KeyType":"HASH"}]}"#,
        );
        call("PutItem", r#"{"TableName":"jobs","Item":{"id":{"S":"a"}}}"#);
        let query = r#""TableName":"jobs","Limit":1,"KeyConditionExpression":"id = :id","#;
        let query = format!(r#"{query}"ExpressionAttributeValues":{{":id":{{"S":"a"}}}}"#);
        let first = call("Query", &format!("{{{query}}}"));
        assert!(first.contains(r#""Count":1"#) && first.contains("LastEvaluatedKey"), "{first}");
        let second = call("Query", &format!(r#"{{{query},"ExclusiveStartKey":{{"id":{{"S":"a"}}}}}}"#));
        assert!(second.contains(r#""Count":0"#) && !second.contains("LastEvaluatedKey"), "{second}");
    }

    #[test]
    fn unknown_targets_are_distinguished_from_invalid_bodies() {
        for target in ["", "DynamoDB_20120810.", "Another.ListTables", "DynamoDB_20120810.Nonsense"] {
            let answer = answer(target, "{}");
            assert_eq!(answer.status, 400);
            assert!(answer.body.contains("#UnknownOperationException"), "{}", answer.body);
        }
        for body in ["", "[]", r#"{"TableName":7}"#] {
            let answer = answer("DynamoDB_20120810.PutItem", body);
            assert_eq!(answer.status, 400, "{body}");
            assert!(!answer.body.contains("UnknownOperation"), "{}", answer.body);
        }
    }
}
