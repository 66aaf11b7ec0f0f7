//! Answers that the engine does not give by itself, such as conflicts with other requests.

use std::{
    collections::VecDeque,
    sync::{Arc, Mutex},
};

use aws_sdk_dynamodb::{
    Client,
    config::{
        http::{HttpRequest, HttpResponse},
        retry::RetryConfig,
        timeout::TimeoutConfig,
    },
};
use keywright::{Handle, Table};
use keywright_local::Local;
use serde_json::{Value, json};

use super::design::*;
use crate::support::interceptor::{Interceptor, answer_with};

/// The answers to the next requests, in order. `None` is the engine's answer, as for all later requests.
#[derive(Debug, Clone)]
pub struct Answers {
    state: Arc<Mutex<State>>,
}

#[derive(Debug)]
struct State {
    next: VecDeque<Option<Value>>,
    now: Option<Value>,
    /// The tokens of the requests.
    tokens: Vec<String>,
}

impl Answers {
    /// Returns the tokens that were sent.
    pub fn tokens(&self) -> Vec<String> {
        self.state.lock().unwrap().tokens.clone()
    }

    /// If an answer is given, the engine receives a request that changes nothing.
    fn on_request(&self, request: &mut HttpRequest) {
        let mut state = self.state.lock().unwrap();
        let body: Value = serde_json::from_slice(request.body().bytes().unwrap_or_default()).unwrap_or_default();
        state.tokens.extend(body["ClientRequestToken"].as_str().map(str::to_owned));
        state.now = state.next.pop_front().flatten();
        if state.now.is_some() {
            request.headers_mut().insert("x-amz-target", "DynamoDB_20120810.ListTables");
            *request.body_mut() = "{}".into();
        }
    }

    fn on_response(&self, response: &mut HttpResponse) {
        if let Some(answer) = self.state.lock().unwrap().now.take() {
            answer_with(response, 400, answer);
        }
    }
}

/// Returns a cancellation with these codes.
pub fn cancelled(codes: &[&str]) -> Option<Value> {
    let reason = |code: &&str| json!({ "Code": code, "Message": format!("made up {code}") });
    let reasons: Vec<_> = codes.iter().map(reason).collect();
    Some(json!({ "__type": "TransactionCanceledException", "message": "cancelled", "CancellationReasons": reasons }))
}

/// Returns an error with this code.
pub fn refused(code: &str) -> Option<Value> {
    Some(json!({ "__type": code, "message": "made up" }))
}

/// Creates the shop. Its next requests get these answers and are not carried out.
pub async fn shop_with(answers: Vec<Option<Value>>, attempts: u32) -> (Local, Handle<Shop>, Answers) {
    let (local, _) = shop().await;
    let (client, answers) = client_with(&local, answers, attempts);
    (local, Shop::open(client, "shop"), answers)
}

/// Returns a client of an engine. Its next requests get these answers and are not carried out.
pub fn client_with(local: &Local, answers: Vec<Option<Value>>, attempts: u32) -> (Client, Answers) {
    let state = State { next: answers.into(), now: None, tokens: Vec::new() };
    let answers = Answers { state: Arc::new(Mutex::new(state)) };
    let retries = RetryConfig::standard().with_max_attempts(attempts);
    let config = local.config().retry_config(retries).timeout_config(TimeoutConfig::disabled());
    let (before, after) = (answers.clone(), answers.clone());
    let interceptor =
        Interceptor::new(move |request| before.on_request(request), move |response| after.on_response(response));
    (Client::from_conf(config.interceptor(interceptor).build()), answers)
}
