//! Serves the engine on a port, for the AWS CLI and the clients of other languages.

mod hosts;

use std::convert::Infallible;
use std::io;
use std::net::SocketAddr;
use std::sync::Arc;
use std::time::Duration;

use http_body_util::{BodyExt, Full, Limited};
use hyper::body::{Bytes, Incoming};
use hyper::service::service_fn;
use hyper::{Method, Request, Response, StatusCode};
use hyper_util::rt::{TokioIo, TokioTimer};
use tokio::net::{TcpListener, TcpStream, ToSocketAddrs};
use tokio::time::timeout;

use crate::Local;
use crate::engine::delivered;
use crate::wire::Answer;
use hosts::Hosts;

/// DynamoDB's largest request.
const MAX_BODY_BYTES: usize = 16 * 1_024 * 1_024;

/// How long the server waits when it cannot accept a connection, for example because the process has no file
/// descriptors left.
const PAUSE: Duration = Duration::from_millis(10);

/// The time limit of a request's head, and of each wait for the next bytes of its body. An idle connection is closed
/// after it, too.
const READ_TIMEOUT: Duration = Duration::from_secs(30);

/// An engine that answers DynamoDB's API over HTTP/1.1, without authentication.
///
/// Tables, faults and partitions are those of its [`Local`]. Signatures are not checked, and the Region is ignored.
/// Bind it to a loopback address: everyone who can reach the port can read and write all tables.
///
/// A request must name a loopback host (`localhost`, `127.0.0.0/8` or `[::1]`) or the server's own address in its
/// `Host` header, so that websites cannot reach the engine by DNS rebinding. [`allow_host`](Self::allow_host) allows
/// other names. If the server listens on all addresses, every address is allowed.
///
/// A connection is closed if the head of a request, or the next bytes of its body, do not arrive within 30 seconds.
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
    hosts: Hosts,
    read_timeout: Duration,
}

impl Server {
    /// Opens the port. With 0, a free port is chosen.
    ///
    /// # Errors
    ///
    /// If the address cannot be bound.
    pub async fn bind(local: Local, address: impl ToSocketAddrs) -> io::Result<Self> {
        let listener = TcpListener::bind(address).await?;
        let hosts = Hosts::of(listener.local_addr()?.ip());
        Ok(Self { listener, local, hosts, read_timeout: READ_TIMEOUT })
    }

    /// Also answers requests for this name or address, such as the name of a service of Docker Compose. The port does
    /// not matter.
    ///
    /// # Errors
    ///
    /// If it is not a name or an address.
    pub fn allow_host(mut self, host: &str) -> io::Result<Self> {
        match self.hosts.allow(host) {
            true => Ok(self),
            false => {
                let message = format!("`{host}` is not the name or the address of a host");
                Err(io::Error::new(io::ErrorKind::InvalidInput, message))
            }
        }
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
        let Self { listener, local, hosts, read_timeout } = self;
        let service = Arc::new(Service { local, hosts, read_timeout });
        loop {
            match listener.accept().await {
                Ok((stream, _)) => drop(tokio::spawn(Arc::clone(&service).serve(stream))),
                Err(_) => tokio::time::sleep(PAUSE).await,
            }
        }
    }
}

/// What all connections share.
struct Service {
    local: Local,
    hosts: Hosts,
    read_timeout: Duration,
}

impl Service {
    async fn serve(self: Arc<Self>, stream: TcpStream) {
        let service = service_fn(|request| self.answer(request));
        let mut connection = hyper::server::conn::http1::Builder::new();
        connection.timer(TokioTimer::new()).header_read_timeout(self.read_timeout);
        // If the client or a fault ends a connection, the error cannot be reported.
        let _ = connection.serve_connection(TokioIo::new(stream), service).await;
    }

    /// Answers one request. An error closes the connection without an answer.
    async fn answer(&self, request: Request<Incoming>) -> io::Result<Response<Full<Bytes>>> {
        if let Err(message) = self.hosts.check(request.uri(), request.headers()) {
            let body = serde_json::json!({
                "__type": "com.amazon.coral.service#AccessDeniedException",
                "message": message,
            });
            return Ok(closing(respond(StatusCode::FORBIDDEN, body.to_string())));
        }
        if request.method() != Method::POST {
            return Ok(respond(StatusCode::OK, "healthy: keywright-local".to_owned()));
        }
        let target = request.headers().get("x-amz-target").and_then(|target| target.to_str().ok());
        let target = target.unwrap_or_default().to_owned();
        let body = match self.read(request.into_body()).await {
            Ok(body) => body,
            Err(status) => return Ok(closing(respond(status, String::new()))),
        };
        let reply = self.local.engine().submit(target, body).map_err(io::Error::other)?;
        let Some(Answer { status, body }) = delivered(reply).await.map_err(io::Error::other)? else {
            return Err(io::ErrorKind::ConnectionReset.into());
        };
        Ok(respond(StatusCode::from_u16(status).unwrap_or(StatusCode::INTERNAL_SERVER_ERROR), body))
    }

    /// Reads a body, whose bytes may arrive slowly but must not stop.
    async fn read(&self, body: Incoming) -> Result<Vec<u8>, StatusCode> {
        let (mut body, mut bytes) = (Limited::new(body, MAX_BODY_BYTES), Vec::new());
        loop {
            match timeout(self.read_timeout, body.frame()).await {
                Ok(Some(Ok(frame))) => bytes.extend_from_slice(frame.data_ref().map_or(&[][..], |data| data)),
                Ok(Some(Err(_))) => return Err(StatusCode::PAYLOAD_TOO_LARGE),
                Ok(None) => return Ok(bytes),
                Err(_) => return Err(StatusCode::REQUEST_TIMEOUT),
            }
        }
    }
}

/// Closes the connection after a response, because the request's body was not read.
fn closing(mut response: Response<Full<Bytes>>) -> Response<Full<Bytes>> {
    response.headers_mut().insert(hyper::header::CONNECTION, hyper::header::HeaderValue::from_static("close"));
    response
}

fn respond(status: StatusCode, body: String) -> Response<Full<Bytes>> {
    let mut response = Response::new(Full::from(body));
    *response.status_mut() = status;
    let of_json = hyper::header::HeaderValue::from_static("application/x-amz-json-1.0");
    response.headers_mut().insert(hyper::header::CONTENT_TYPE, of_json);
    response
}

#[cfg(test)]
mod tests {
    use std::io::{Read as _, Write as _};
    use std::net::TcpStream;
    use std::time::Instant;

    use super::*;

    const READ_TIMEOUT: Duration = Duration::from_millis(300);

    /// Starts a server with a short time limit. Returns a function that connects to it.
    async fn started() -> impl Fn() -> TcpStream {
        let mut server = Server::bind(Local::start(), "127.0.0.1:0").await.unwrap().allow_host("dynamodb").unwrap();
        server.read_timeout = READ_TIMEOUT;
        let address = server.address().unwrap();
        tokio::spawn(server.run());
        move || {
            let stream = TcpStream::connect(address).unwrap();
            stream.set_read_timeout(Some(Duration::from_secs(20))).unwrap();
            stream
        }
    }

    /// Reads until the server closes the connection.
    fn rest(mut stream: TcpStream) -> String {
        let mut text = String::new();
        stream.read_to_string(&mut text).unwrap();
        text
    }

    fn head(host: &str, length: usize) -> String {
        format!(
            "POST / HTTP/1.1\r\nHost: {host}\r\nX-Amz-Target: DynamoDB_20120810.ListTables\r\nConnection: close\r\n\
             Content-Length: {length}\r\n\r\n"
        )
    }

    #[tokio::test(flavor = "multi_thread")]
    async fn other_hosts_get_an_error_that_says_how_to_allow_them() {
        let connect = started().await;
        let answer = |host: &str| {
            let mut stream = connect();
            stream.write_all((head(host, 2) + "{}").as_bytes()).unwrap();
            rest(stream)
        };
        for host in ["localhost:8000", "127.0.0.1", "[::1]:8000", "dynamodb:8000"] {
            assert!(answer(host).starts_with("HTTP/1.1 200 OK\r\n"), "{host}");
        }
        let refused = answer("evil.example:8000");
        assert!(refused.starts_with("HTTP/1.1 403 Forbidden\r\n"), "{refused}");
        assert!(refused.contains("the host `evil.example` is not allowed"), "{refused}");
        assert!(refused.contains("`keywright-local serve --allow-host evil.example`"), "{refused}");
        let mut stream = connect();
        stream.write_all(b"GET / HTTP/1.1\r\nHost: evil.example\r\n\r\n").unwrap();
        assert!(rest(stream).starts_with("HTTP/1.1 403 Forbidden\r\n"));
        let error = Server::bind(Local::start(), "127.0.0.1:0").await.unwrap().allow_host("a b").unwrap_err();
        assert_eq!(error.to_string(), "`a b` is not the name or the address of a host");
    }

    #[tokio::test(flavor = "multi_thread")]
    async fn a_stalled_head_closes_the_connection() {
        let connect = started().await;
        for sent in ["", "POST / HT", "POST / HTTP/1.1\r\nHost: localhost\r\n"] {
            let began = Instant::now();
            let mut stream = connect();
            stream.write_all(sent.as_bytes()).unwrap();
            rest(stream);
            assert!(began.elapsed() >= READ_TIMEOUT, "{sent}");
        }
    }

    /// Each byte arrives in time, and the head does not.
    #[tokio::test(flavor = "multi_thread")]
    async fn a_slow_head_closes_the_connection() {
        let connect = started().await;
        let mut stream = connect();
        let mut sent = head("localhost", 0).into_bytes().into_iter();
        let is_closed = sent.any(|byte| {
            std::thread::sleep(READ_TIMEOUT / 10);
            stream.write_all(&[byte]).is_err()
        });
        assert!(is_closed);
    }

    #[tokio::test(flavor = "multi_thread")]
    async fn a_stalled_body_closes_the_connection() {
        let connect = started().await;
        for sent in ["", "{"] {
            let began = Instant::now();
            let mut stream = connect();
            stream.write_all((head("localhost", 2) + sent).as_bytes()).unwrap();
            assert!(rest(stream).starts_with("HTTP/1.1 408 Request Timeout\r\n"), "{sent}");
            assert!(began.elapsed() >= READ_TIMEOUT, "{sent}");
        }
    }

    #[tokio::test(flavor = "multi_thread")]
    async fn a_slow_body_is_answered() {
        let connect = started().await;
        let mut stream = connect();
        let body = "{         }";
        stream.write_all(head("localhost", body.len()).as_bytes()).unwrap();
        for byte in body.bytes() {
            std::thread::sleep(READ_TIMEOUT / 5);
            stream.write_all(&[byte]).unwrap();
        }
        let answer = rest(stream);
        assert!(answer.starts_with("HTTP/1.1 200 OK\r\n") && answer.contains("TableNames"), "{answer}");
    }
}
