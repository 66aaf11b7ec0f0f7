//! Checks the `Host` header of requests.
//!
//! A website can let its own name resolve to a loopback address, and a browser then sends the website's requests to
//! this server (DNS rebinding). Such a request has the website's name in its `Host` header.

use std::net::IpAddr;

use hyper::header::HOST;
use hyper::http::uri::Authority;
use hyper::{HeaderMap, Uri};

/// The hosts that requests may name.
#[derive(Debug, Clone)]
pub(super) struct Hosts {
    /// The address that the server listens on.
    bound: IpAddr,
    /// Further hosts, in lower case.
    allowed: Vec<String>,
}

impl Hosts {
    /// Allows loopback hosts, and the address that the server listens on. If it listens on all addresses, every address
    /// is allowed: a website cannot choose the name of a request to an address.
    pub(super) fn of(bound: IpAddr) -> Self {
        Self { bound, allowed: Vec::new() }
    }

    /// Allows a name or an address. Returns whether it is one.
    pub(super) fn allow(&mut self, host: &str) -> bool {
        // An IPv6 address may be without its brackets.
        let host = host.parse::<IpAddr>().map_or_else(|_| parsed(host), |address| Some(address.to_string()));
        let is_host = host.is_some();
        self.allowed.extend(host);
        is_host
    }

    /// Checks the hosts that a request names.
    ///
    /// # Errors
    ///
    /// The text of the response, if the `Host` header is missing or names a host that is not allowed.
    pub(super) fn check(&self, uri: &Uri, headers: &HeaderMap) -> Result<(), String> {
        let of_target = uri.authority().map(Authority::as_str);
        let mut named = 0;
        for header in headers.get_all(HOST) {
            named += 1;
            self.check_one(&String::from_utf8_lossy(header.as_bytes()))?;
        }
        match (of_target, named) {
            (Some(host), _) => self.check_one(host),
            (None, 0) => Err("the request has no `Host` header; send the name or address of this server".to_owned()),
            (None, _) => Ok(()),
        }
    }

    fn check_one(&self, host: &str) -> Result<(), String> {
        let name = parsed(host);
        if name.as_deref().is_some_and(|name| self.allows(name)) {
            return Ok(());
        }
        let name = name.unwrap_or_else(|| host.to_owned());
        Err(format!(
            "the host `{name}` is not allowed, because a website could send this request under its own name; if it is \
             a name of this server, start it with `keywright-local serve --allow-host {name}`, or call \
             `Server::allow_host`"
        ))
    }

    fn allows(&self, host: &str) -> bool {
        let is_address = host.parse::<IpAddr>().is_ok_and(|address| {
            let address = address.to_canonical();
            address.is_loopback() || address == self.bound.to_canonical() || self.bound.is_unspecified()
        });
        is_address || host == "localhost" || self.allowed.iter().any(|allowed| allowed == host)
    }
}

/// Returns the name or address of a `Host` header in lower case, without its port. `None` if it is malformed.
fn parsed(host: &str) -> Option<String> {
    let authority: Authority = host.parse().ok()?;
    // A user is not part of a host.
    if host.contains('@') {
        return None;
    }
    let port = host.get(authority.host().len()..).unwrap_or_default();
    if !port.is_empty() && port.strip_prefix(':').is_none_or(|port| !port.bytes().all(|byte| byte.is_ascii_digit())) {
        return None;
    }
    let name = authority.host().to_ascii_lowercase();
    let name = name.strip_prefix('[').and_then(|name| name.strip_suffix(']')).unwrap_or(&name);
    let name = name.strip_suffix('.').unwrap_or(name);
    (!name.is_empty()).then(|| name.to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn is_allowed(hosts: &Hosts, host: &str) -> bool {
        let mut headers = HeaderMap::new();
        headers.insert(HOST, host.parse().unwrap());
        hosts.check(&Uri::from_static("/"), &headers).is_ok()
    }

    fn loopback() -> Hosts {
        Hosts::of([127, 0, 0, 1].into())
    }

    #[test]
    fn loopback_hosts_are_allowed() {
        for host in [
            "localhost",
            "localhost:8000",
            "LocalHost:1",
            "localhost.",
            "127.0.0.1",
            "127.0.0.1:8000",
            "127.9.8.7",
            "[::1]",
            "[::1]:8000",
            "[::ffff:127.0.0.1]:8000",
        ] {
            assert!(is_allowed(&loopback(), host), "{host}");
        }
    }

    #[test]
    fn other_hosts_are_not_allowed() {
        for host in [
            "evil.example",
            "evil.example:8000",
            "localhost.evil.example",
            "127.0.0.1.evil.example",
            "evil.example@localhost",
            "localhost@evil.example",
            "localhost:8000@evil.example",
            "localhost evil",
            "localhost/evil",
            "localhost,evil.example",
            "localhost:evil",
            "[::2]:8000",
            "192.168.0.7",
            "0.0.0.0:8000",
            "2130706433",
            "",
            ":8000",
        ] {
            assert!(!is_allowed(&loopback(), host), "{host}");
        }
    }

    #[test]
    fn every_host_of_a_request_is_checked() {
        let check = |uri: &'static str, hosts: &[&'static str]| {
            let mut headers = HeaderMap::new();
            for host in hosts {
                headers.append(HOST, host.parse().unwrap());
            }
            loopback().check(&Uri::from_static(uri), &headers).is_ok()
        };
        assert!(check("http://localhost:8000/", &["localhost"]) && check("http://localhost:8000/", &[]));
        assert!(!check("/", &[]) && !check("/", &["localhost", "evil.example"]));
        assert!(!check("http://evil.example/", &["localhost"]) && !check("http://localhost/", &["evil.example"]));
    }

    #[test]
    fn the_address_of_the_server_is_allowed() {
        let bound = Hosts::of([192, 168, 0, 7].into());
        assert!(is_allowed(&bound, "192.168.0.7:8000") && !is_allowed(&bound, "192.168.0.8:8000"));
        for all in [IpAddr::from([0; 4]), IpAddr::from([0_u16; 8])] {
            let bound = Hosts::of(all);
            assert!(is_allowed(&bound, "172.17.0.2:8000") && is_allowed(&bound, "[fd00::2]:8000"));
            assert!(!is_allowed(&bound, "evil.example:8000"));
        }
    }

    #[test]
    fn further_hosts_can_be_allowed() {
        let mut hosts = loopback();
        assert!(hosts.allow("DynamoDB") && hosts.allow("db.test:9000") && hosts.allow("fd00::2"));
        for host in ["dynamodb:8000", "DYNAMODB", "db.test:8000", "[fd00::2]:8000", "localhost"] {
            assert!(is_allowed(&hosts, host), "{host}");
        }
        assert!(!is_allowed(&hosts, "db.test.evil.example") && !is_allowed(&hosts, "dynamodb2"));
        for host in ["", "a b", "http://dynamodb", "dynamodb/", "user@dynamodb", ":8000"] {
            assert!(!hosts.allow(host), "{host}");
        }
    }
}
