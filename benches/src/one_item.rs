//! One put and one get, by hand on the SDK and by the library, on answers from memory: the work of the client itself.

use std::{
    collections::HashMap,
    future::IntoFuture as _,
    time::{Duration, Instant},
};

use aws_sdk_dynamodb::{
    Client,
    operation::{get_item::builders::GetItemFluentBuilder, put_item::builders::PutItemFluentBuilder},
    types::AttributeValue,
};
use chrono::SecondsFormat;
use fastrand::Rng;
use keywright::{Handle, Key, Table, monitor::Monitor};
use keywright_local::Local;
use tokio::runtime::Runtime;

use crate::{
    Result,
    call::Call,
    canned::Canned,
    data::{self, TABLE},
    schema::{Call1, Calls},
    virtual_time,
    work::Pairs,
};

/// Requests that are timed together.
const RUN: usize = 20;

/// What is asked.
#[derive(Debug, Clone, Copy, PartialEq, Eq, clap::ValueEnum)]
pub enum Request {
    /// A put of an item of about 400 bytes.
    Put,
    /// A get of the same.
    Get,
}

/// Who asks.
#[derive(Debug, Clone, Copy, PartialEq, Eq, clap::ValueEnum)]
pub enum Asker {
    /// `serde_dynamo` and the SDK's builders.
    ByHand,
    /// The library.
    Ours,
    /// The library with a monitor, which asks for the consumed capacity too.
    Monitored,
}

/// A table whose answers are kept in memory.
pub struct Bench {
    runtime: Runtime,
    client: Client,
    handle: Handle<Calls>,
    watched: Handle<Calls>,
    call: Call,
    ours: Call1,
}

impl Bench {
    /// Asks the engine once for each answer.
    ///
    /// # Errors
    ///
    /// Where the two requests or the two answers are not the same.
    pub fn load() -> Result<Self> {
        let runtime = virtual_time::real_time()?;
        let local = Local::builder().answer_inline().start();
        let client = || {
            let canned = Canned::by_operation(local.http_client());
            Client::from_conf(local.config().http_client(canned).build())
        };
        let (plain, of_watched) = (client(), client());
        runtime.block_on(async { Calls::open(plain.clone(), TABLE).ensure_table().await })?;
        let call = data::call(&mut Rng::with_seed(1), chrono::DateTime::UNIX_EPOCH);
        let bench = Self {
            handle: Calls::open(plain.clone(), TABLE),
            watched: Calls::open(of_watched, TABLE).monitor(&Monitor::new()),
            runtime,
            client: plain,
            ours: call.clone().into(),
            call,
        };
        bench.check()?;
        Ok(bench)
    }

    /// That the requests and the answers are the same, and that the answers are in memory.
    fn check(&self) -> Result<()> {
        let put = self.put_by_hand()?.as_input().clone().build()?;
        let get = self.get_by_hand().as_input().clone().build()?;
        if put != self.handle.put(&self.ours).params()? || get != self.handle.get(self.key()).params()? {
            return Err("the requests differ".into());
        }
        self.runtime.block_on(async {
            for asker in [Asker::ByHand, Asker::Ours, Asker::Monitored] {
                self.ask(asker, Request::Put).await?;
                let read = self.ask(asker, Request::Get).await?;
                if read.as_ref() != Some(&self.call) {
                    return Err(format!("{asker:?} reads {read:?}").into());
                }
            }
            Ok(())
        })
    }

    /// Times pairs of runs, by hand and by this asker.
    ///
    /// # Errors
    ///
    /// Where a request fails.
    pub fn compare(&self, request: Request, asker: Asker, pairs: usize) -> Result<Pairs> {
        let mut times = Pairs::default();
        for pair in 0..pairs {
            if pair % 2 == 0 {
                let by_hand = self.time(Asker::ByHand, request)?;
                times.add(by_hand, self.time(asker, request)?);
            } else {
                let ours = self.time(asker, request)?;
                times.add(self.time(Asker::ByHand, request)?, ours);
            }
        }
        Ok(times)
    }

    /// So many requests one after the other.
    ///
    /// # Errors
    ///
    /// Where a request fails.
    pub fn run(&self, asker: Asker, request: Request, requests: usize) -> Result<()> {
        self.runtime.block_on(async {
            for _ in 0..requests {
                self.ask(asker, request).await?;
            }
            Ok(())
        })
    }

    /// What one of a run takes.
    fn time(&self, asker: Asker, request: Request) -> Result<Duration> {
        let start = Instant::now();
        self.run(asker, request, RUN)?;
        Ok(start.elapsed() / RUN as u32)
    }

    /// The bytes that a put and a get of ours take while they are under way, without what the SDK has elsewhere.
    #[must_use]
    pub fn future_bytes(&self) -> [usize; 2] {
        let (put, get) = (self.handle.put(&self.ours).into_future(), self.handle.get(self.key()).into_future());
        [size_of_val(&*put), size_of_val(&*get)]
    }

    async fn ask(&self, asker: Asker, request: Request) -> Result<Option<Call>> {
        let handle = if asker == Asker::Monitored { &self.watched } else { &self.handle };
        match (asker, request) {
            (Asker::ByHand, Request::Put) => {
                self.put_by_hand()?.send().await?;
                Ok(None)
            }
            (Asker::ByHand, Request::Get) => {
                let item = self.get_by_hand().send().await?.item;
                Ok(item.map(serde_dynamo::from_item).transpose()?)
            }
            (Asker::Ours | Asker::Monitored, Request::Put) => {
                handle.put(&self.ours).await?;
                Ok(None)
            }
            (Asker::Ours | Asker::Monitored, Request::Get) => Ok(handle.get(self.key()).await?.map(Into::into)),
        }
    }

    fn put_by_hand(&self) -> Result<PutItemFluentBuilder> {
        let mut item: HashMap<String, AttributeValue> = serde_dynamo::to_item(&self.call)?;
        item.extend(self.key_by_hand());
        item.insert("_et".to_owned(), AttributeValue::S("Call1".to_owned()));
        Ok(self.client.put_item().table_name(TABLE).set_item(Some(item)))
    }

    fn get_by_hand(&self) -> GetItemFluentBuilder {
        self.client.get_item().table_name(TABLE).set_key(Some(self.key_by_hand().into()))
    }

    fn key(&self) -> Key<Call1> {
        let Call { at, id, tenant, .. } = &self.call;
        Call1::key(tenant.as_str(), *at, id.as_str())
    }

    fn key_by_hand(&self) -> [(String, AttributeValue); 2] {
        let Call { at, id, tenant, .. } = &self.call;
        let at = at.to_rfc3339_opts(SecondsFormat::Nanos, true);
        [
            ("PK".to_owned(), AttributeValue::S(format!("CALL1#{tenant}"))),
            ("SK".to_owned(), AttributeValue::S(format!("{at}#{id}"))),
        ]
    }
}
