//! Transactions that DynamoDB cancels because others are in progress on the same items.

use std::sync::atomic::{AtomicU64, Ordering};

use aws_sdk_dynamodb::Client;
use futures_util::future::join_all;
use keywright::{ErrorKind, Handle, Outcome, Table};
use keywright_local::Local;
use serde_json::json;

use super::design::*;
use crate::support::interceptor::{Interceptor, answer_with, is_operation};

/// Cancels every n-th transaction, which is then not carried out.
fn cancels(every: u64) -> Interceptor {
    let sent = AtomicU64::new(0);
    Interceptor::new(
        move |request| {
            let is_transaction = is_operation(request, "TransactWriteItems");
            if is_transaction && sent.fetch_add(1, Ordering::Relaxed).is_multiple_of(every) {
                // This is not a transaction, so the engine refuses it.
                *request.body_mut() = "{}".into();
            }
        },
        |response| {
            let body = response.body().bytes().map(String::from_utf8_lossy);
            if body.is_some_and(|body| body.contains("ValidationException")) {
                let reasons = json!([{ "Code": "TransactionConflict", "Message": "made up" }, { "Code": "None" }]);
                let body = json!({ "__type": "TransactionCanceledException", "CancellationReasons": reasons });
                answer_with(response, 400, body);
            }
        },
    )
}

async fn cancelling(every: u64) -> (Local, Handle<Platform>) {
    let local = Local::builder().answer_inline().start();
    local.open::<Platform>("platform").await.unwrap();
    let client = Client::from_conf(local.config().interceptor(cancels(every)).build());
    (local, Platform::open(client, "platform"))
}

#[tokio::test(start_paused = true)]
async fn one_of_50_creates_succeeds_despite_cancelled_transactions() {
    let (_local, platform) = cancelling(2).await;
    let results = join_all((0..50).map(|id| {
        let platform = &platform;
        async move { platform.create(&user(id, "ann@x")).await }
    }))
    .await;
    assert_eq!(results.iter().filter(|result| result.is_ok()).count(), 1);
    let losers: Vec<_> = results.into_iter().filter_map(Result::err).collect();
    let is_loss =
        |error: &keywright::Error| matches!(error.kind(), ErrorKind::NotUnique | ErrorKind::TransactionConflict);
    assert!(losers.iter().all(|error| is_loss(error) && error.outcome() == Outcome::NotApplied), "{losers:?}");
    assert!(losers.iter().filter(|error| error.kind() == ErrorKind::NotUnique).count() > 40, "{losers:?}");
    assert_exact(&platform).await;
}

#[tokio::test(start_paused = true)]
async fn persistently_cancelled_write_fails() {
    let (local, platform) = cancelling(1).await;
    local.clear_operations();
    let error = platform.create(&user(1, "ann@x")).await.unwrap_err();
    assert_eq!((error.kind(), error.outcome()), (ErrorKind::TransactionConflict, Outcome::NotApplied));
    assert_eq!(local.requests(), 10);
    assert_eq!(items(&platform).await, []);
}
