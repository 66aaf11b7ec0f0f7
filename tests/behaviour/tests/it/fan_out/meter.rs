//! A connection to the engine that counts requests and their costs.

use std::{
    fmt,
    sync::{Arc, Mutex},
    time::Duration,
};

use aws_sdk_dynamodb::{
    Client,
    config::{
        HttpClient, RuntimeComponents, SharedHttpClient,
        http::{HttpRequest, HttpResponse},
        retry::RetryConfig,
    },
};
use aws_smithy_runtime_api::client::http::{
    HttpConnector, HttpConnectorFuture, HttpConnectorSettings, SharedHttpConnector,
};
use keywright::{Handle, Table as _};
use keywright_local::Local;
use serde_json::Value;
use tokio::time::Instant;

use super::plant::*;

/// The counts of a meter.
#[derive(Debug, Default, Clone)]
pub struct Counted {
    /// The time of each request, since the first.
    pub sent: Vec<Duration>,
    pub most_in_flight: usize,
    /// The read capacity units of all answers.
    pub rcu: f64,
    /// The items that were evaluated.
    pub evaluated: usize,
    pub in_flight: usize,
    begun: Option<Instant>,
}

#[derive(Clone)]
pub struct Meter {
    engine: SharedHttpClient,
    counted: Arc<Mutex<Counted>>,
}

/// Creates the table on an engine, behind a meter that begins at 0.
pub async fn metered(engine: keywright_local::Builder) -> (Local, Meter, Handle<Plant>) {
    let (local, _) = plant_on(engine).await;
    let meter = Meter { engine: local.http_client(), counted: Arc::default() };
    let config = local.config().http_client(meter.clone()).retry_config(RetryConfig::disabled());
    let plant = Plant::open(Client::from_conf(config.build()), "plant");
    (local, meter, plant)
}

impl Meter {
    /// Returns the counts since the last time.
    pub fn take(&self) -> Counted {
        std::mem::take(&mut self.counted.lock().unwrap())
    }

    /// Returns the counts so far.
    pub fn counted(&self) -> Counted {
        self.counted.lock().unwrap().clone()
    }

    fn enter(&self) -> Leaving {
        let mut counted = self.counted.lock().unwrap();
        let since = counted.begun.get_or_insert_with(Instant::now).elapsed();
        counted.sent.push(since);
        counted.in_flight += 1;
        counted.most_in_flight = counted.most_in_flight.max(counted.in_flight);
        Leaving(Arc::clone(&self.counted))
    }

    fn read(&self, response: &HttpResponse) {
        let Some(answer) = response.body().bytes().and_then(|body| serde_json::from_slice::<Value>(body).ok()) else {
            return;
        };
        let mut counted = self.counted.lock().unwrap();
        counted.rcu += answer["ConsumedCapacity"]["CapacityUnits"].as_f64().unwrap_or_default();
        counted.evaluated += answer["ScannedCount"].as_u64().unwrap_or_default() as usize;
    }
}

struct Leaving(Arc<Mutex<Counted>>);

impl Drop for Leaving {
    fn drop(&mut self) {
        let mut counted = self.0.lock().unwrap();
        counted.in_flight = counted.in_flight.saturating_sub(1);
    }
}

impl HttpClient for Meter {
    fn http_connector(&self, settings: &HttpConnectorSettings, components: &RuntimeComponents) -> SharedHttpConnector {
        let engine = self.engine.http_connector(settings, components);
        SharedHttpConnector::new(Connector { meter: self.clone(), engine })
    }
}

#[derive(Debug)]
struct Connector {
    meter: Meter,
    engine: SharedHttpConnector,
}

impl HttpConnector for Connector {
    fn call(&self, request: HttpRequest) -> HttpConnectorFuture {
        let meter = self.meter.clone();
        let leaving = meter.enter();
        let answer = self.engine.call(request);
        HttpConnectorFuture::new(async move {
            let _leaving = leaving;
            let answer = answer.await?;
            meter.read(&answer);
            Ok(answer)
        })
    }
}

impl fmt::Debug for Meter {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Meter")
    }
}
