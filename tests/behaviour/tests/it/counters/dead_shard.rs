//! Partition keys that do not answer: batches return them unprocessed, as DynamoDB does if one partition fails.

use std::sync::{Arc, Mutex};

use aws_sdk_dynamodb::{
    Client,
    config::http::{HttpRequest, HttpResponse},
};
use keywright::{Handle, Table};
use keywright_local::Local;
use serde_json::{Value, json};

use super::design::Platform;
use crate::support::interceptor::{Interceptor, answer_of, body_of};

#[derive(Debug, Clone)]
struct Dead {
    keys: Vec<String>,
    /// Keys of the request in flight.
    unprocessed: Arc<Mutex<Vec<Value>>>,
}

/// Opens the platform on this engine, with partition keys that stay unprocessed.
pub fn with_dead(local: &Local, dead: &[&str]) -> Handle<Platform> {
    let keys = dead.iter().map(|key| (*key).to_owned()).collect();
    let dead = Dead { keys, unprocessed: Arc::default() };
    let after = dead.clone();
    let interceptor =
        Interceptor::new(move |request| dead.on_request(request), move |response| after.on_response(response));
    Platform::open(Client::from_conf(local.config().interceptor(interceptor).build()), "platform")
}

impl Dead {
    fn is_dead(&self, item: &Value) -> bool {
        item["PK"]["S"].as_str().is_some_and(|key| self.keys.iter().any(|dead| dead == key))
    }

    fn on_request(&self, request: &mut HttpRequest) {
        let body = body_of(request);
        let keys = body["RequestItems"]["platform"]["Keys"].as_array().cloned().unwrap_or_default();
        *self.unprocessed.lock().unwrap() = keys.into_iter().filter(|key| self.is_dead(key)).collect();
    }

    fn on_response(&self, response: &mut HttpResponse) {
        let unprocessed = self.unprocessed.lock().unwrap();
        if unprocessed.is_empty() {
            return;
        }
        let mut answer = answer_of(response);
        if let Some(items) = answer["Responses"]["platform"].as_array_mut() {
            items.retain(|item| !self.is_dead(item));
        }
        answer["UnprocessedKeys"] = json!({ "platform": { "Keys": *unprocessed } });
        *response.body_mut() = answer.to_string().into();
    }
}
