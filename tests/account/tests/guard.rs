//! Tests that requests are sent only to the run's table.

use aws_sdk_dynamodb::{Client, error::DisplayErrorContext, types::AttributeValue};
use keywright_account_tests::guard::Guard;
use keywright_local::Local;

fn check(operation: &str, body: &str) -> Result<(), String> {
    Guard::of("mine").check(&format!("DynamoDB_20120810.{operation}"), body.as_bytes())
}

#[test]
fn requests_about_the_table_pass() {
    let one = r#"{"TableName":"mine"}"#;
    for operation in ["CreateTable", "DeleteTable", "DescribeTable", "PutItem", "Query", "Scan", "UpdateItem"] {
        assert_eq!(check(operation, one), Ok(()), "{operation}");
    }
    assert_eq!(check("BatchGetItem", r#"{"RequestItems":{"mine":{}}}"#), Ok(()));
    let both = r#"{"TransactItems":[{"Put":{"TableName":"mine"}},{"ConditionCheck":{"TableName":"mine"}}]}"#;
    assert_eq!(check("TransactWriteItems", both), Ok(()));
}

#[test]
fn other_requests_are_rejected() {
    let refused = [
        ("GetItem", r#"{"TableName":"yours"}"#),
        ("GetItem", r#"{"TableName":"arn:aws:dynamodb:eu-central-1:123456789012:table/mine"}"#),
        ("GetItem", r#"{"TableName":"mine-2"}"#),
        ("GetItem", "{}"),
        ("GetItem", r#"{"TableName":7}"#),
        ("GetItem", "TableName"),
        ("BatchWriteItem", r#"{"RequestItems":{"mine":[],"yours":[]}}"#),
        ("BatchWriteItem", r#"{"RequestItems":{}}"#),
        ("BatchWriteItem", r#"{"TableName":"mine"}"#),
        ("TransactWriteItems", r#"{"TransactItems":[{"Put":{"TableName":"mine"}},{"Delete":{"TableName":"yours"}}]}"#),
        ("TransactWriteItems", r#"{"TransactItems":[{"Put":{}}]}"#),
        ("TransactGetItems", r#"{"TransactItems":[]}"#),
        ("ListTables", "{}"),
        ("ExecuteStatement", r#"{"TableName":"mine","Statement":"DELETE FROM yours"}"#),
        ("UpdateTable", r#"{"TableName":"mine"}"#),
        ("", r#"{"TableName":"mine"}"#),
    ];
    for (operation, body) in refused {
        assert!(check(operation, body).is_err(), "{operation} {body}");
    }
    let of_streams = Guard::of("mine").check("DynamoDBStreams_20120810.GetItem", br#"{"TableName":"mine"}"#);
    assert!(of_streams.is_err());
}

#[tokio::test]
async fn a_guarded_client_does_not_send_other_requests() {
    let local = Local::start();
    let client = Client::from_conf(local.config().interceptor(Guard::of("mine")).build());
    let put = |table: &str| client.put_item().table_name(table).item("PK", AttributeValue::S("a".into())).send();
    let error = put("yours").await.unwrap_err();
    let text = DisplayErrorContext(error).to_string();
    assert!(text.contains("of the table Some(\"yours\"), not of `mine`: it is not sent"), "{text}");
    assert!(client.list_tables().send().await.is_err());
    assert!(client.delete_table().table_name("yours").send().await.is_err());
    assert_eq!(local.requests(), 0);
    assert!(put("mine").await.is_err(), "there is no such table");
    assert_eq!(local.requests(), 1);
}
