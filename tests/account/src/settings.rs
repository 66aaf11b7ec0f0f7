//! The limits and the target of a run, from environment variables.

use std::fmt;

/// The limits and the target of a run. Each field but the last is an environment variable that must be set.
#[derive(Debug, Clone, PartialEq)]
pub struct Settings {
    /// `KEYWRIGHT_AWS_ACCOUNT`: the id of the account that the credentials must belong to.
    pub account: String,
    /// `KEYWRIGHT_AWS_REGION`.
    pub region: String,
    /// `KEYWRIGHT_AWS_TABLE_PREFIX`: the prefix of the table's name.
    pub prefix: String,
    /// `KEYWRIGHT_AWS_MAX_DOLLARS`: the maximum cost of the run.
    pub max_dollars: f64,
    /// `KEYWRIGHT_AWS_READ_PRICE`: dollars for a million read request units in the Region.
    pub read_price: f64,
    /// `KEYWRIGHT_AWS_WRITE_PRICE`: dollars for a million write request units in the Region.
    pub write_price: f64,
    /// `KEYWRIGHT_AWS_ENDPOINT`: an engine on this machine in place of AWS, for a rehearsal.
    pub endpoint: Option<String>,
}

/// The reason why a run is refused.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Refusal(pub String);

impl fmt::Display for Refusal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for Refusal {}

impl Settings {
    /// Reads the settings.
    ///
    /// # Errors
    ///
    /// If a variable is missing or invalid.
    pub fn read(variable: impl Fn(&str) -> Option<String>) -> Result<Self, Refusal> {
        let text = |name: &str| {
            let value = variable(name).filter(|value| !value.is_empty());
            value.ok_or_else(|| Refusal(format!("{name} is not set: nothing is sent; tests/aws/README.md lists them")))
        };
        let dollars = |name: &str| {
            let value: Option<f64> = text(name)?.parse().ok();
            let value = value.filter(|dollars| dollars.is_finite() && *dollars > 0.0);
            value.ok_or_else(|| Refusal(format!("{name} is not a number of dollars above 0")))
        };
        let settings = Self {
            account: text("KEYWRIGHT_AWS_ACCOUNT")?,
            region: text("KEYWRIGHT_AWS_REGION")?,
            prefix: text("KEYWRIGHT_AWS_TABLE_PREFIX")?,
            max_dollars: dollars("KEYWRIGHT_AWS_MAX_DOLLARS")?,
            read_price: dollars("KEYWRIGHT_AWS_READ_PRICE")?,
            write_price: dollars("KEYWRIGHT_AWS_WRITE_PRICE")?,
            endpoint: variable("KEYWRIGHT_AWS_ENDPOINT").filter(|value| !value.is_empty()),
        };
        settings.check()?;
        Ok(settings)
    }

    fn check(&self) -> Result<(), Refusal> {
        if self.account.len() != 12 || !self.account.bytes().all(|byte| byte.is_ascii_digit()) {
            return Err(Refusal("KEYWRIGHT_AWS_ACCOUNT is not an account id of 12 digits".into()));
        }
        let is_in_names = |byte: u8| byte.is_ascii_alphanumeric() || b"-_.".contains(&byte);
        if self.prefix.len() < 3 || self.prefix.len() > 100 || !self.prefix.bytes().all(is_in_names) {
            let of = "KEYWRIGHT_AWS_TABLE_PREFIX is not 3 to 100 letters, digits, `-`, `_` and `.`";
            return Err(Refusal(of.into()));
        }
        match &self.endpoint {
            Some(url) if !is_local(url) => {
                Err(Refusal(format!("KEYWRIGHT_AWS_ENDPOINT is `{url}`, and not http://127.0.0.1:PORT")))
            }
            _ => Ok(()),
        }
    }

    /// Checks that the credentials belong to the account. An engine on this machine has no accounts.
    ///
    /// # Errors
    ///
    /// If they belong to another account.
    pub fn check_account(&self, caller: Option<&str>) -> Result<(), Refusal> {
        match caller {
            Some(caller) if caller == self.account => Ok(()),
            Some(_) => Err(Refusal("the credentials are not those of KEYWRIGHT_AWS_ACCOUNT: nothing is sent".into())),
            None => Err(Refusal("the account of the credentials is unknown: nothing is sent".into())),
        }
    }
}

/// Returns whether a URL is a port of this machine.
fn is_local(url: &str) -> bool {
    let port = url.strip_prefix("http://127.0.0.1:").or_else(|| url.strip_prefix("http://localhost:"));
    port.is_some_and(|port| port.trim_end_matches('/').parse::<u16>().is_ok())
}
