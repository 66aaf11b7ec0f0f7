//! Requests to the embedded engine in DynamoDB's JSON. The engine answers each request and stays usable.

use aws_sdk_dynamodb::{
    Client,
    config::retry::RetryConfig,
    error::{ProvideErrorMetadata, SdkError},
};
use keywright::{Entity, Handle, Table};
use keywright_local::Local;
use proptest::{
    strategy::{Strategy as _, ValueTree as _},
    test_runner::TestRunner,
};
use serde::{Deserialize, Serialize};

use super::{
    corpus::{files, generated},
    mutations::mutated,
};

#[derive(Table)]
#[entities(Note)]
struct Store;

#[derive(Debug, Clone, PartialEq, Entity, Serialize, Deserialize)]
#[entity(table = Store)]
#[pk(template = "NOTE#<id>")]
#[sk(template = "NOTE")]
struct Note {
    id: u32,
}

/// Returns the operation at the end of a file's name: `valid-1.PutItem.json`.
fn operation(name: &str) -> String {
    name.rsplit('.').nth(1).unwrap().to_owned()
}

async fn engine() -> (Client, Handle<Store>) {
    let local = Local::builder().answer_inline().start();
    let store = local.open::<Store>("store").await.unwrap();
    let client = Client::from_conf(local.config().retry_config(RetryConfig::disabled()).build());
    (client, store)
}

/// Sends a body without the SDK's own serializer. Returns whether the engine carried out the request.
async fn send(client: &Client, operation: &str, body: &str) -> bool {
    let (target, body) = (format!("DynamoDB_20120810.{operation}"), body.to_owned());
    let sent = client.list_tables().customize().mutate_request(move |request| {
        request.headers_mut().insert("x-amz-target", target.clone());
        *request.body_mut() = body.clone().into();
    });
    match sent.send().await {
        Ok(_) => true,
        Err(SdkError::ServiceError(error)) => {
            let (status, error) = (error.raw().status().as_u16(), error.into_err());
            let message = error.message().unwrap_or_default();
            assert!(!message.contains("panicked"), "{message}");
            assert_eq!(status, 400, "{error:?}");
            false
        }
        // The answer belongs to another operation, so the SDK cannot read it as a list of tables.
        Err(SdkError::ResponseError(_)) => true,
        Err(error) => panic!("{error:?}"),
    }
}

/// Checks that the engine still answers.
async fn lives(store: &Handle<Store>) {
    let note = Note { id: 1 };
    store.put(&note).await.unwrap();
    assert_eq!(store.get(Note::key(1)).await.unwrap(), Some(note));
}

#[tokio::test(start_paused = true)]
async fn sample_requests_succeed_or_are_rejected() {
    let (client, store) = engine().await;
    for file in files("requests") {
        assert_eq!(send(&client, &operation(&file.name), &file.text()).await, file.is_valid(), "{}", file.name);
    }
    for text in generated() {
        for operation in ["PutItem", "Query", "TransactWriteItems", "BatchWriteItem"] {
            assert!(!send(&client, operation, &text).await);
        }
    }
    lives(&store).await;
}

#[tokio::test(start_paused = true)]
async fn mutated_requests_get_a_response() {
    let (client, store) = engine().await;
    let strategy = mutated(files("requests").into_iter().filter(|file| !file.name.contains("Table")).collect());
    let mut runner = TestRunner::deterministic();
    for _ in 0..1_500 {
        let (name, text) = strategy.new_tree(&mut runner).unwrap().current();
        let _ = send(&client, &operation(&name), &text).await;
    }
    lives(&store).await;
}
