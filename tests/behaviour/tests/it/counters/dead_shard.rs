//! Partition keys that do not answer: batches come back without them, as DynamoDB does it where one partition fails.

use std::sync::{Arc, Mutex};

use aws_sdk_dynamodb::{
    Client,
    config::{
        ConfigBag, Intercept, RuntimeComponents,
        interceptors::{BeforeDeserializationInterceptorContextMut, BeforeTransmitInterceptorContextMut},
    },
    error::BoxError,
};
use keywright::{Handle, Table};
use keywright_local::Local;
use serde_json::{Value, json};

use super::design::Platform;

#[derive(Debug, Clone)]
struct Dead {
    keys: Vec<String>,
    /// Of the request under way.
    unprocessed: Arc<Mutex<Vec<Value>>>,
}

/// The platform on this engine, with partition keys that stay unprocessed.
pub fn with_dead(local: &Local, dead: &[&str]) -> Handle<Platform> {
    let keys = dead.iter().map(|key| (*key).to_owned()).collect();
    let dead = Dead { keys, unprocessed: Arc::default() };
    Platform::open(Client::from_conf(local.config().interceptor(dead).build()), "platform")
}

impl Dead {
    fn is_dead(&self, item: &Value) -> bool {
        item["PK"]["S"].as_str().is_some_and(|key| self.keys.iter().any(|dead| dead == key))
    }
}

impl Intercept for Dead {
    fn name(&self) -> &'static str {
        "Dead"
    }

    fn modify_before_transmit(
        &self,
        context: &mut BeforeTransmitInterceptorContextMut<'_>,
        _: &RuntimeComponents,
        _: &mut ConfigBag,
    ) -> Result<(), BoxError> {
        let request: Value = serde_json::from_slice(context.request().body().bytes().unwrap())?;
        let keys = request["RequestItems"]["platform"]["Keys"].as_array().cloned().unwrap_or_default();
        *self.unprocessed.lock().unwrap() = keys.into_iter().filter(|key| self.is_dead(key)).collect();
        Ok(())
    }

    fn modify_before_deserialization(
        &self,
        context: &mut BeforeDeserializationInterceptorContextMut<'_>,
        _: &RuntimeComponents,
        _: &mut ConfigBag,
    ) -> Result<(), BoxError> {
        let unprocessed = self.unprocessed.lock().unwrap();
        if unprocessed.is_empty() {
            return Ok(());
        }
        let response = context.response_mut();
        let mut answer: Value = serde_json::from_slice(response.body().bytes().unwrap())?;
        if let Some(items) = answer["Responses"]["platform"].as_array_mut() {
            items.retain(|item| !self.is_dead(item));
        }
        answer["UnprocessedKeys"] = json!({ "platform": { "Keys": *unprocessed } });
        *response.body_mut() = answer.to_string().into();
        Ok(())
    }
}
