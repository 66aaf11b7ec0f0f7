//! Writes use a client that the handle creates. It equals the user's client except for its retries.

use std::sync::{
    Arc,
    atomic::{AtomicUsize, Ordering},
};

use aws_credential_types::provider::future;
use aws_sdk_dynamodb::{
    Client,
    config::{
        ConfigBag, Credentials, Intercept, ProvideCredentials, RuntimeComponents,
        interceptors::BeforeTransmitInterceptorContextRef,
    },
    error::BoxError,
};
use keywright::{Entity, Handle, Table, client::Meter};
use keywright_local::Local;
use serde::{Deserialize, Serialize};

#[derive(Table)]
#[entities(Order)]
struct Shop;

#[derive(Debug, Entity, Serialize, Deserialize)]
#[entity(table = Shop)]
#[pk(template = "CUSTOMER#<customer>")]
#[sk(template = "ORDER#<id>")]
struct Order {
    customer: String,
    id: u32,
    cents: u64,
}

/// Counts how often credentials are requested, and requests are sent.
#[derive(Debug, Clone, Default)]
struct Counts {
    credentials: Arc<AtomicUsize>,
    requests: Arc<AtomicUsize>,
}

impl ProvideCredentials for Counts {
    fn provide_credentials<'a>(&'a self) -> future::ProvideCredentials<'a>
    where
        Self: 'a,
    {
        self.credentials.fetch_add(1, Ordering::Relaxed);
        future::ProvideCredentials::ready(Ok(Credentials::new("AKIAEXAMPLE", "example", None, None, "counted")))
    }
}

impl Intercept for Counts {
    fn name(&self) -> &'static str {
        "Counts"
    }

    fn read_before_transmit(
        &self,
        _: &BeforeTransmitInterceptorContextRef<'_>,
        _: &RuntimeComponents,
        _: &mut ConfigBag,
    ) -> Result<(), BoxError> {
        self.requests.fetch_add(1, Ordering::Relaxed);
        Ok(())
    }
}

impl Counts {
    fn credentials(&self) -> usize {
        self.credentials.load(Ordering::Relaxed)
    }

    fn requests(&self) -> usize {
        self.requests.swap(0, Ordering::Relaxed)
    }
}

fn order(id: u32) -> Order {
    Order { customer: "ann".into(), id, cents: 100 }
}

async fn shop(counts: &Counts) -> Handle<Shop> {
    let local = Local::builder().answer_inline().start();
    let config = local.config().credentials_provider(counts.clone()).interceptor(counts.clone());
    let shop = Shop::open(Client::from_conf(config.build()), "shop");
    shop.create_table().await.unwrap();
    counts.requests();
    shop
}

#[tokio::test(start_paused = true)]
async fn credentials_are_loaded_once_for_all_requests_of_a_handle() {
    let counts = Counts::default();
    let shop = shop(&counts).await;
    for id in 0..3 {
        shop.put(&order(id)).await.unwrap();
        shop.update(Order::key("ann", id)).set(Order::CENTS, 7_u64).await.unwrap();
    }
    shop.client().list_tables().send().await.unwrap();
    assert_eq!(counts.credentials(), 1);
}

#[tokio::test(start_paused = true)]
async fn an_interceptor_of_the_client_sees_each_request_once() {
    let counts = Counts::default();
    let shop = shop(&counts).await;
    for id in 0..3 {
        shop.put(&order(id)).await.unwrap();
        assert_eq!(counts.requests(), 1, "put {id}");
        shop.delete(Order::key("ann", id)).await.unwrap();
        assert_eq!(counts.requests(), 1, "delete {id}");
    }
    shop.transaction().put(&order(9)).await.unwrap();
    assert!(shop.batch_put(&[order(10), order(11)]).await.unwrap().leftovers.is_empty());
    assert_eq!(counts.requests(), 2);
}

#[tokio::test(start_paused = true)]
async fn metered_and_configured_handles_send_each_request_once() {
    let counts = Counts::default();
    let shop = shop(&counts).await;
    let own = Counts::default();
    for id in 0..2 {
        let meter = Meter::new();
        shop.metered(&meter).put(&order(id)).await.unwrap();
        assert_eq!((meter.consumed().requests, meter.consumed().write_units()), (1, 1.0));
        let config = aws_sdk_dynamodb::config::Builder::new().interceptor(own.clone());
        shop.with_config(config).put(&order(id)).await.unwrap();
        assert_eq!(own.requests(), 1, "its own interceptor");
        assert_eq!(counts.requests(), 2, "the client's");
    }
}
