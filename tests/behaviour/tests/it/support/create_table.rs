//! The bodies of the CreateTable requests of a client.

use std::sync::{Arc, Mutex};

use aws_sdk_dynamodb::{
    Client,
    config::{http::HttpRequest, retry::RetryConfig},
};
use keywright_local::Local;
use serde_json::Value;

use super::interceptor::{Interceptor, body_of, is_operation};

/// Records the bodies of the CreateTable requests of a client. `instead` is sent in place of each of them, if set.
#[derive(Debug, Clone, Default)]
pub struct CreateTable {
    pub sent: Arc<Mutex<Vec<Value>>>,
    pub instead: Option<Value>,
}

impl CreateTable {
    pub fn client(&self, local: &Local) -> Client {
        let recorder = self.clone();
        let interceptor = Interceptor::of_requests(move |request| recorder.see(request));
        Client::from_conf(local.config().retry_config(RetryConfig::disabled()).interceptor(interceptor).build())
    }

    fn see(&self, request: &mut HttpRequest) {
        if !is_operation(request, "CreateTable") {
            return;
        }
        self.sent.lock().unwrap().push(body_of(request));
        if let Some(instead) = &self.instead {
            *request.body_mut() = instead.to_string().into();
        }
    }
}
