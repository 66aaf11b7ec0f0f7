//! The tables, the index and the partition key values that a request names.

mod body;
mod condition;
mod limits;
mod schemas;

use std::collections::BTreeSet;

pub(crate) use self::limits::exceeded;
pub(crate) use self::schemas::Schemas;

/// The parts of a request that rules and the log use.
#[derive(Debug, Default)]
pub(crate) struct Request {
    pub(crate) operation: String,
    pub(crate) targets: BTreeSet<Target>,
}

/// A table or an index, and the partition key value that the request names in it.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) struct Target {
    pub(crate) table: String,
    pub(crate) index: Option<String>,
    pub(crate) lane: Option<String>,
}

impl Request {
    /// Reads a request. `partition_key` returns the attributes of the partition key of a table or index, in order.
    pub(crate) fn read(
        operation: &str,
        body: &[u8],
        partition_key: impl FnMut(&str, Option<&str>) -> Vec<String>,
    ) -> Self {
        Self { operation: operation.to_owned(), targets: body::targets(operation, body, partition_key) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn targets(operation: &str, body: &str) -> Vec<(String, Option<String>, Option<String>)> {
        let partition_key = |_: &str, index: Option<&str>| match index {
            None => vec!["PK".to_owned()],
            Some("multi") => vec!["A".to_owned(), "B".to_owned()],
            Some(_) => vec!["G".to_owned()],
        };
        let request = Request::read(operation, body.as_bytes(), partition_key);
        request.targets.into_iter().map(|target| (target.table, target.index, target.lane)).collect()
    }

    fn of_table(table: &str, lane: &str) -> (String, Option<String>, Option<String>) {
        (table.to_owned(), None, Some(lane.to_owned()))
    }

    #[test]
    fn the_lane_of_an_item_is_its_partition_key_attribute() {
        let key = r#"{"TableName":"t","Key":{"SK":{"S":"1"},"PK":{"S":"a"}}}"#;
        for operation in ["GetItem", "UpdateItem", "DeleteItem"] {
            assert_eq!(targets(operation, key), [of_table("t", "a")]);
        }
        let item = r#"{"TableName":"t","Item":{"PK":{"N":"7"},"deep":{"M":{"PK":{"S":"no"},"l":{"L":[]}}}}}"#;
        assert_eq!(targets("PutItem", item), [of_table("t", "7")]);
        let bytes = r#"{"TableName":"t","Item":{"PK":{"B":"AAE="}}}"#;
        assert_eq!(targets("PutItem", bytes), [of_table("t", "AAE=")]);
    }

    #[test]
    fn the_lane_of_a_query_is_its_partition_key_value() {
        let query = |condition: &str, index: &str| {
            let body = format!(
                r##"{{"TableName":"t"{index},"KeyConditionExpression":"{condition}",
                "ExpressionAttributeNames":{{"#p":"PK","#g":"G"}},
                "ExpressionAttributeValues":{{":p":{{"S":"a"}},":q":{{"S":"b"}},":n":{{"N":"3"}}}}}}"##
            );
            targets("Query", &body).remove(0).2
        };
        let lane = |text: &str| Some(text.to_owned());
        for condition in ["PK = :p", "#p=:p", "(#p = :p) AND (SK BETWEEN :q AND :n)", "SK = :q AND PK = :p"] {
            assert_eq!(query(condition, ""), lane("a"), "{condition}");
        }
        assert_eq!(query("begins_with(SK, :q) and PK=:p", ""), lane("a"));
        assert_eq!(query("#g = :q AND GS >= :n", r#","IndexName":"GSI1""#), lane("b"));
        assert_eq!(query("A = :p AND B = :n", r#","IndexName":"multi""#), lane("a#3"));
        assert_eq!(query("A = :p", r#","IndexName":"multi""#), None);
        assert_eq!(query("PK >= :p", ""), None);
        let older = r#"{"TableName":"t","KeyConditions":{
            "PK":{"ComparisonOperator":"EQ","AttributeValueList":[{"S":"a"}]},
            "SK":{"ComparisonOperator":"GT","AttributeValueList":[{"S":"x"}]}}}"#;
        assert_eq!(targets("Query", older), [of_table("t", "a")]);
    }

    #[test]
    fn batches_and_transactions_name_every_item_once() {
        let get = r#"{"RequestItems":{"t":{"Keys":[{"PK":{"S":"b"}},{"PK":{"S":"a"}},{"PK":{"S":"a"}}]},"u":{}}}"#;
        let whole_table = ("u".to_owned(), None, None);
        assert_eq!(targets("BatchGetItem", get), [of_table("t", "a"), of_table("t", "b"), whole_table]);
        let write = r#"{"RequestItems":{"t":[{"PutRequest":{"Item":{"PK":{"S":"a"}}}},
            {"DeleteRequest":{"Key":{"PK":{"S":"b"}}}}]}}"#;
        assert_eq!(targets("BatchWriteItem", write), [of_table("t", "a"), of_table("t", "b")]);
        let transaction = r#"{"TransactItems":[{"Put":{"TableName":"t","Item":{"PK":{"S":"a"}}}},
            {"ConditionCheck":{"TableName":"u","Key":{"PK":{"S":"b"}}}}]}"#;
        assert_eq!(targets("TransactWriteItems", transaction), [of_table("t", "a"), of_table("u", "b")]);
        let reads = r#"{"TransactItems":[{"Get":{"TableName":"t","Key":{"PK":{"S":"a"}}}}]}"#;
        assert_eq!(targets("TransactGetItems", reads), [of_table("t", "a")]);
    }

    #[test]
    fn a_request_without_a_key_has_no_lane() {
        let scan = r#"{"TableName":"t","IndexName":"GSI1"}"#;
        assert_eq!(targets("Scan", scan), [("t".to_owned(), Some("GSI1".to_owned()), None)]);
        assert!(targets("ListTables", "{}").is_empty());
        assert!(targets("PutItem", "not json").is_empty());
        assert!(targets("BatchGetItem", "[]").is_empty());
    }
}
