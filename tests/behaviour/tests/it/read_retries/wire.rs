//! A connection to the engine that delays and refuses requests.

use std::{
    fmt,
    sync::{
        Arc, Mutex,
        atomic::{AtomicUsize, Ordering},
    },
    time::Duration,
};

use aws_sdk_dynamodb::{
    config::{
        HttpClient, RuntimeComponents, SharedHttpClient,
        http::{HttpRequest, HttpResponse},
    },
    error::ConnectorError,
};
use aws_smithy_runtime_api::client::http::{
    HttpConnector, HttpConnectorFuture, HttpConnectorSettings, SharedHttpConnector,
};

/// The fate of a request.
#[derive(Debug, Clone, Copy)]
pub enum Fate {
    /// The engine answers.
    Passes,
    /// The answer is empty, without the engine.
    Empty,
    /// The answer has this status and code, without the engine.
    Refused(u16, &'static str),
    /// The connection is lost.
    Lost,
}

type Judge = Arc<dyn Fn(&str, usize) -> (Duration, Fate) + Send + Sync>;

/// Delays and refuses each request, according to a function of its body and its number, and counts them.
#[derive(Clone)]
pub struct Wire {
    engine: Option<SharedHttpClient>,
    judge: Judge,
    bodies: Arc<Mutex<Vec<String>>>,
    on_it: Arc<AtomicUsize>,
    most: Arc<AtomicUsize>,
}

impl Wire {
    /// Creates a wire. Requests are numbered from 1.
    pub fn new(
        engine: Option<SharedHttpClient>,
        judge: impl Fn(&str, usize) -> (Duration, Fate) + Send + Sync + 'static,
    ) -> Self {
        Self { engine, judge: Arc::new(judge), bodies: Arc::default(), on_it: Arc::default(), most: Arc::default() }
    }

    /// Returns the number of requests so far.
    pub fn requests(&self) -> usize {
        self.bodies.lock().unwrap().len()
    }

    /// Returns the number of requests so far that contain a text.
    pub fn requests_with(&self, text: &str) -> usize {
        self.bodies.lock().unwrap().iter().filter(|body| body.contains(text)).count()
    }

    /// Returns the number of requests in flight.
    pub fn on_it(&self) -> usize {
        self.on_it.load(Ordering::SeqCst)
    }

    /// Returns the highest number of requests in flight at once.
    pub fn most(&self) -> usize {
        self.most.load(Ordering::SeqCst)
    }

    fn enter(&self) -> Leaving {
        self.most.fetch_max(self.on_it.fetch_add(1, Ordering::SeqCst) + 1, Ordering::SeqCst);
        Leaving(Arc::clone(&self.on_it))
    }
}

struct Leaving(Arc<AtomicUsize>);

impl Drop for Leaving {
    fn drop(&mut self) {
        self.0.fetch_sub(1, Ordering::SeqCst);
    }
}

impl HttpClient for Wire {
    fn http_connector(&self, settings: &HttpConnectorSettings, components: &RuntimeComponents) -> SharedHttpConnector {
        let engine = self.engine.as_ref().map(|engine| engine.http_connector(settings, components));
        SharedHttpConnector::new(Connector { wire: self.clone(), engine })
    }
}

#[derive(Debug)]
struct Connector {
    wire: Wire,
    engine: Option<SharedHttpConnector>,
}

impl HttpConnector for Connector {
    fn call(&self, request: HttpRequest) -> HttpConnectorFuture {
        let body = String::from_utf8_lossy(request.body().bytes().unwrap()).into_owned();
        let number = {
            let mut bodies = self.wire.bodies.lock().unwrap();
            bodies.push(body.clone());
            bodies.len()
        };
        let (delay, fate) = (self.wire.judge)(&body, number);
        let leaving = self.wire.enter();
        let engine = self.engine.clone();
        HttpConnectorFuture::new(async move {
            let _leaving = leaving;
            if !delay.is_zero() {
                tokio::time::sleep(delay).await;
            }
            match fate {
                Fate::Passes => engine.expect("an engine").call(request).await,
                Fate::Empty => Ok(answer(200, "{}".into())),
                Fate::Refused(status, code) => {
                    Ok(answer(status, format!(r#"{{"__type":"{code}","message":"made up"}}"#)))
                }
                Fate::Lost => Err(ConnectorError::io("connection reset".into())),
            }
        })
    }
}

fn answer(status: u16, body: String) -> HttpResponse {
    HttpResponse::new(status.try_into().unwrap(), body.into())
}

impl fmt::Debug for Wire {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Wire")
    }
}
