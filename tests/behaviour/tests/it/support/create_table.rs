//! What goes over the wire.

use std::sync::{Arc, Mutex};

use aws_sdk_dynamodb::{
    Client,
    config::{
        ConfigBag, Intercept, RuntimeComponents, interceptors::BeforeTransmitInterceptorContextMut, retry::RetryConfig,
    },
    error::BoxError,
};
use keywright_local::Local;
use serde_json::Value;

/// The bodies of the CreateTable requests of a client; or the one that is sent in place of each of them.
#[derive(Debug, Clone, Default)]
pub struct CreateTable {
    pub sent: Arc<Mutex<Vec<Value>>>,
    pub instead: Option<Value>,
}

impl CreateTable {
    pub fn client(&self, local: &Local) -> Client {
        let config = local.config().retry_config(RetryConfig::disabled()).interceptor(self.clone());
        Client::from_conf(config.build())
    }
}

impl Intercept for CreateTable {
    fn name(&self) -> &'static str {
        "CreateTable"
    }

    fn modify_before_transmit(
        &self,
        context: &mut BeforeTransmitInterceptorContextMut<'_>,
        _: &RuntimeComponents,
        _: &mut ConfigBag,
    ) -> Result<(), BoxError> {
        let request = context.request_mut();
        if !request.headers().get("x-amz-target").is_some_and(|target| target.ends_with(".CreateTable")) {
            return Ok(());
        }
        self.sent.lock().unwrap().push(serde_json::from_slice(request.body().bytes().unwrap())?);
        if let Some(instead) = &self.instead {
            *request.body_mut() = instead.to_string().into();
        }
        Ok(())
    }
}
