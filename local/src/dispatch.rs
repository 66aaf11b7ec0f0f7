use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;

use dynoxide::{Database, DynoxideError};

use crate::engine::Settings;
use crate::operation::{Log, Operation};
use crate::ties;
use crate::wire::{self, Answer};

/// Answers requests in their wire form from the database's typed methods.
pub(crate) struct Service {
    database: Database,
    settings: Settings,
    log: Arc<Log>,
}

impl Service {
    pub(crate) fn new(database: Database, settings: Settings, log: Arc<Log>) -> Self {
        Self { database, settings, log }
    }

    /// `target` is the request's `x-amz-target`: `DynamoDB_20120810.PutItem`.
    pub(crate) fn answer(&self, target: &str, body: &[u8]) -> Answer {
        let operation = ["DynamoDB_20120810.", "DynamoDBStreams_20120810."]
            .iter()
            .find_map(|prefix| target.strip_prefix(prefix))
            .unwrap_or(target);
        self.log.push(Operation::read(operation, body));
        // A panic must not end the thread: whoever waits, now or later, gets an answer.
        match catch_unwind(AssertUnwindSafe(|| self.run(operation, body))) {
            Ok(Ok(Some(answer))) => Answer::success(answer),
            Ok(Ok(None)) => Answer::unknown_operation(operation),
            Ok(Err(error)) => Answer::failure(operation, error),
            Err(_) => Answer::failure(
                operation,
                wire::internal("the embedded engine panicked; its message is on standard error"),
            ),
        }
    }

    /// The answer's JSON, or `None` for an operation that the engine does not have.
    fn run(&self, operation: &str, body: &[u8]) -> Result<Option<String>, DynoxideError> {
        macro_rules! call {
            ($($name:literal => $method:ident,)*) => {
                match operation {
                    $($name => wire::write(&self.database.$method(wire::read(body)?)?),)*
                    "Query" => wire::write(&self.query(body)?),
                    _ => return Ok(None),
                }
            };
        }
        let answer = call! {
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
        }?;
        Ok(Some(answer))
    }

    fn query(&self, body: &[u8]) -> Result<dynoxide::actions::query::QueryResponse, DynoxideError> {
        let as_the_engine_orders = self.database.query(wire::read(body)?)?;
        match self.settings.permute_ties {
            Some(seed) => ties::permute(&self.database, seed, body, as_the_engine_orders),
            None => Ok(as_the_engine_orders),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn answer(target: &str, body: &str) -> Answer {
        let database = Database::memory().unwrap();
        let service = Service::new(database, Settings::default(), Arc::default());
        service.answer(target, body.as_bytes())
    }

    #[test]
    fn both_services_are_answered() {
        for target in ["DynamoDB_20120810.ListTables", "DynamoDBStreams_20120810.ListStreams"] {
            let answer = answer(target, "{}");
            assert_eq!(answer.status, 200, "{target}: {}", answer.body);
        }
    }

    #[test]
    fn an_unknown_target_is_told_apart_from_a_bad_body() {
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
