//! Serves the engine on a port, for the AWS CLI and the clients of other languages.

use std::convert::Infallible;
use std::io;
use std::net::SocketAddr;
use std::time::Duration;

use http_body_util::{BodyExt, Full, Limited};
use hyper::body::{Bytes, Incoming};
use hyper::service::service_fn;
use hyper::{Method, Request, Response, StatusCode};
use hyper_util::rt::TokioIo;
use tokio::net::{TcpListener, TcpStream, ToSocketAddrs};

use crate::Local;
use crate::engine::delivered;
use crate::wire::Answer;

/// DynamoDB's largest request.
const MAX_BODY_BYTES: usize = 16 * 1_024 * 1_024;

/// How long the server waits when it cannot accept a connection, for example because the process has no file
/// descriptors left.
const PAUSE: Duration = Duration::from_millis(10);

/// An engine that answers DynamoDB's API over HTTP/1.1, without authentication.
///
/// Tables, faults and partitions are those of its [`Local`]. Signatures are not checked, and the Region is ignored.
/// Bind it to a loopback address: everyone who can reach the port can read and write all tables.
///
/// ```
/// use keywright_local::{Local, Server};
///
/// # #[tokio::main(flavor = "current_thread")]
/// # async fn main() -> std::io::Result<()> {
/// let server = Server::bind(Local::start(), "127.0.0.1:0").await?;
/// println!("aws dynamodb list-tables --endpoint-url http://{}", server.address()?);
/// let running = tokio::spawn(server.run());
/// # running.abort();
/// # Ok(())
/// # }
/// ```
#[derive(Debug)]
pub struct Server {
    listener: TcpListener,
    local: Local,
}

impl Server {
    /// Opens the port. With 0, a free port is chosen.
    ///
    /// # Errors
    ///
    /// If the address cannot be bound.
    pub async fn bind(local: Local, address: impl ToSocketAddrs) -> io::Result<Self> {
        Ok(Self { listener: TcpListener::bind(address).await?, local })
    }

    /// Returns the address that the server listens on.
    ///
    /// # Errors
    ///
    /// If the operating system cannot report it.
    pub fn address(&self) -> io::Result<SocketAddr> {
        self.listener.local_addr()
    }

    /// Answers requests until the future is dropped.
    pub async fn run(self) -> Infallible {
        loop {
            match self.listener.accept().await {
                Ok((stream, _)) => drop(tokio::spawn(serve(self.local.clone(), stream))),
                Err(_) => tokio::time::sleep(PAUSE).await,
            }
        }
    }
}

async fn serve(local: Local, stream: TcpStream) {
    let service = service_fn(|request| answer(&local, request));
    // If the client or a fault ends a connection, the error cannot be reported.
    let _ = hyper::server::conn::http1::Builder::new().serve_connection(TokioIo::new(stream), service).await;
}

/// Answers one request. An error closes the connection without an answer.
async fn answer(local: &Local, request: Request<Incoming>) -> io::Result<Response<Full<Bytes>>> {
    if request.method() != Method::POST {
        return Ok(respond(StatusCode::OK, "healthy: keywright-local".to_owned()));
    }
    let target = request.headers().get("x-amz-target").and_then(|target| target.to_str().ok());
    let target = target.unwrap_or_default().to_owned();
    let Ok(body) = Limited::new(request.into_body(), MAX_BODY_BYTES).collect().await else {
        return Ok(respond(StatusCode::PAYLOAD_TOO_LARGE, String::new()));
    };
    let reply = local.engine().submit(target, body.to_bytes().to_vec()).map_err(io::Error::other)?;
    let Some(Answer { status, body }) = delivered(reply).await.map_err(io::Error::other)? else {
        return Err(io::ErrorKind::ConnectionReset.into());
    };
    Ok(respond(StatusCode::from_u16(status).unwrap_or(StatusCode::INTERNAL_SERVER_ERROR), body))
}

fn respond(status: StatusCode, body: String) -> Response<Full<Bytes>> {
    let mut response = Response::new(Full::from(body));
    *response.status_mut() = status;
    let of_json = hyper::header::HeaderValue::from_static("application/x-amz-json-1.0");
    response.headers_mut().insert(hyper::header::CONTENT_TYPE, of_json);
    response
}
