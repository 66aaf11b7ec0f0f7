//! Faults on the way between the SDK and DynamoDB.

use std::{
    collections::VecDeque,
    sync::{Arc, Mutex},
    time::Duration,
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

use super::interceptor::{Interceptor, answer_of, answer_with, body_of};
use crate::writes::design::Platform;

/// The fault of one request.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Fault {
    /// No fault.
    None,
    /// The request is carried out, but its answer is lost: the client receives a 500.
    Lost,
    /// The request is answered with this code and a 400, whether it is carried out or not.
    Answer(&'static str),
    /// A proxy answers with this status and its own page, whether the request is carried out or not.
    Proxy(u16),
    /// A batch is carried out up to this many items or keys. The others are returned as unprocessed.
    Only(usize),
}

/// The faults of the next requests, in order. After them there are none, unless the last one is repeated.
#[derive(Debug, Clone)]
pub struct Faults {
    state: Arc<Mutex<State>>,
}

#[derive(Debug)]
struct State {
    next: VecDeque<Fault>,
    forever: Fault,
    now: Fault,
    unprocessed: Value,
}

impl Faults {
    fn next(&self) -> Fault {
        let mut state = self.state.lock().unwrap();
        state.now = state.next.pop_front().unwrap_or(state.forever);
        state.now
    }

    /// Removes from a batch the items that are to be returned as unprocessed.
    fn on_request(&self, request: &mut HttpRequest) {
        let Fault::Only(count) = self.next() else { return };
        let mut body = body_of(request);
        let mut unprocessed = body["RequestItems"].clone();
        let left = of_table(&mut body["RequestItems"]).split_off(count);
        let none_left = left.is_empty();
        *of_table(&mut unprocessed) = left;
        self.state.lock().unwrap().unprocessed = if none_left { json!({}) } else { unprocessed };
        *request.body_mut() = body.to_string().into();
    }

    fn on_response(&self, response: &mut HttpResponse) {
        let state = self.state.lock().unwrap();
        match state.now {
            Fault::None => {}
            Fault::Lost => answer_with(response, 500, json!({ "__type": "InternalServerError" })),
            Fault::Answer(code) => answer_with(response, 400, json!({ "__type": code, "message": "made up" })),
            Fault::Proxy(status) => answer_with(response, status, "<html>no</html>"),
            Fault::Only(_) => {
                let mut answer = answer_of(response);
                let name = if answer.get("Responses").is_some() { "UnprocessedKeys" } else { "UnprocessedItems" };
                answer[name] = state.unprocessed.clone();
                *response.body_mut() = answer.to_string().into();
            }
        }
    }
}

/// Creates the platform's table on its own engine, behind these faults.
pub async fn faulty(faults: &[Fault], forever: Fault) -> (Local, Handle<Platform>) {
    let retries = RetryConfig::standard().with_initial_backoff(Duration::from_millis(1));
    faulty_with(retries, faults, forever).await
}

/// Creates a table behind these faults, with a client that has these retry settings.
pub async fn faulty_with(retries: RetryConfig, faults: &[Fault], forever: Fault) -> (Local, Handle<Platform>) {
    let local = Local::start();
    Platform::open(local.client(), "platform").create_table().await.unwrap();
    local.clear_operations();
    let state = State { next: faults.iter().copied().collect(), forever, now: Fault::None, unprocessed: Value::Null };
    let faults = Faults { state: Arc::new(Mutex::new(state)) };
    let after = faults.clone();
    let interceptor =
        Interceptor::new(move |request| faults.on_request(request), move |response| after.on_response(response));
    let config = local.config().retry_config(retries).timeout_config(TimeoutConfig::disabled());
    (local, Platform::open(Client::from_conf(config.interceptor(interceptor).build()), "platform"))
}

/// Returns the puts or keys of a batch for the table.
fn of_table(items: &mut Value) -> &mut Vec<Value> {
    let of_table = &mut items["platform"];
    let list = if of_table.is_array() { of_table } else { &mut of_table["Keys"] };
    list.as_array_mut().unwrap()
}
