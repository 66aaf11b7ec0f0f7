//! What goes wrong on the way between the SDK and DynamoDB.

use std::{
    collections::VecDeque,
    sync::{Arc, Mutex},
    time::Duration,
};

use aws_sdk_dynamodb::{
    Client,
    config::{
        ConfigBag, Intercept, RuntimeComponents,
        interceptors::{BeforeDeserializationInterceptorContextMut, BeforeTransmitInterceptorContextMut},
        retry::RetryConfig,
        timeout::TimeoutConfig,
    },
    error::BoxError,
};
use keywright::{Handle, Table};
use keywright_local::Local;
use serde_json::{Value, json};

use crate::writes::design::Platform;

/// What becomes of one request.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Fault {
    /// Nothing.
    None,
    /// It is carried out and the answer lost: a 500 comes in its place.
    Lost,
    /// It is answered with this code and a 400, carried out or not.
    Answer(&'static str),
    /// A proxy answers with this status and a page of its own, carried out or not.
    Proxy(u16),
    /// A batch is carried out up to this many items or keys; the others come back unprocessed.
    Only(usize),
}

/// The faults of the next requests, in order; then none, unless the last one goes on.
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
}

/// The platform's table on an engine of its own, behind these faults.
pub async fn faulty(faults: &[Fault], forever: Fault) -> (Local, Handle<Platform>) {
    let retries = RetryConfig::standard().with_initial_backoff(Duration::from_millis(1));
    faulty_with(retries, faults, forever).await
}

/// The same, repeated as these settings say.
pub async fn faulty_with(retries: RetryConfig, faults: &[Fault], forever: Fault) -> (Local, Handle<Platform>) {
    let local = Local::start();
    Platform::open(local.client(), "platform").create_table().await.unwrap();
    local.clear_operations();
    let state = State { next: faults.iter().copied().collect(), forever, now: Fault::None, unprocessed: Value::Null };
    let faults = Faults { state: Arc::new(Mutex::new(state)) };
    let config = local.config().retry_config(retries).timeout_config(TimeoutConfig::disabled()).interceptor(faults);
    (local, Platform::open(Client::from_conf(config.build()), "platform"))
}

impl Intercept for Faults {
    fn name(&self) -> &'static str {
        "Faults"
    }

    fn modify_before_transmit(
        &self,
        context: &mut BeforeTransmitInterceptorContextMut<'_>,
        _: &RuntimeComponents,
        _: &mut ConfigBag,
    ) -> Result<(), BoxError> {
        let Fault::Only(count) = self.next() else { return Ok(()) };
        let body = context.request_mut().body_mut();
        let mut request: Value = serde_json::from_slice(body.bytes().unwrap())?;
        let mut unprocessed = request["RequestItems"].clone();
        let left = of_table(&mut request["RequestItems"]).split_off(count);
        let none_left = left.is_empty();
        *of_table(&mut unprocessed) = left;
        self.state.lock().unwrap().unprocessed = if none_left { json!({}) } else { unprocessed };
        *context.request_mut().body_mut() = request.to_string().into();
        Ok(())
    }

    fn modify_before_deserialization(
        &self,
        context: &mut BeforeDeserializationInterceptorContextMut<'_>,
        _: &RuntimeComponents,
        _: &mut ConfigBag,
    ) -> Result<(), BoxError> {
        let state = self.state.lock().unwrap();
        let response = context.response_mut();
        match state.now {
            Fault::None => {}
            Fault::Lost => {
                *response.status_mut() = 500_u16.try_into()?;
                *response.body_mut() = json!({ "__type": "InternalServerError" }).to_string().into();
            }
            Fault::Answer(code) => {
                *response.status_mut() = 400_u16.try_into()?;
                *response.body_mut() = json!({ "__type": code, "message": "made up" }).to_string().into();
            }
            Fault::Proxy(status) => {
                *response.status_mut() = status.try_into()?;
                *response.body_mut() = "<html>no</html>".into();
            }
            Fault::Only(_) => {
                let mut answer: Value = serde_json::from_slice(response.body().bytes().unwrap())?;
                let name = if answer.get("Responses").is_some() { "UnprocessedKeys" } else { "UnprocessedItems" };
                answer[name] = state.unprocessed.clone();
                *response.body_mut() = answer.to_string().into();
            }
        }
        Ok(())
    }
}

/// The puts or the keys that a batch has for the table.
fn of_table(items: &mut Value) -> &mut Vec<Value> {
    let of_table = &mut items["platform"];
    let list = if of_table.is_array() { of_table } else { &mut of_table["Keys"] };
    list.as_array_mut().unwrap()
}
