//! Computes prices of units from a file that the user provides. Without one, no prices are shown.

use std::{fmt, path::Path};

use keywright::schema::MONTH_SECONDS;
use serde::{Deserialize, Serialize};

use crate::whole_file;

/// The prices of on-demand units in one region, with their source.
///
/// The library has no prices of its own, because they differ by region and change with time. Storage, replicated writes
/// and warm throughput may be omitted; a month's cost then says that it does not include them. As JSON:
///
/// ```
/// let prices: keywright_tools::access_patterns::Prices = serde_json::from_str(r#"{
///     "region": "us-east-1",
///     "date": "2026-11-01",
///     "source": "https://aws.amazon.com/dynamodb/pricing/on-demand/",
///     "currency": "USD",
///     "million_write_units": 0.625,
///     "million_read_units": 0.125,
///     "storage_gb_month": 0.25
/// }"#)?;
/// # Ok::<(), serde_json::Error>(())
/// ```
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Prices {
    /// The region, such as `us-east-1`.
    pub region: String,
    /// The date of the prices: when they were published, or read.
    pub date: String,
    /// Where they are published.
    pub source: String,
    /// The currency, such as `USD`.
    pub currency: String,
    /// The price of a million write request units.
    pub million_write_units: f64,
    /// The price of a million read request units.
    pub million_read_units: f64,
    /// The price of a million replicated write request units, for tables with replicas.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub million_replicated_write_units: Option<f64>,
    /// The price of a GB that is stored for a month.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub storage_gb_month: Option<f64>,
    /// The price of one write unit per second of warm throughput, which is paid once.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub warm_write_unit: Option<f64>,
    /// The price of one read unit per second of warm throughput, which is paid once.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub warm_read_unit: Option<f64>,
}

/// An amount in the currency of the [`Prices`].
#[derive(Debug, Clone, Copy, PartialEq, PartialOrd, Serialize)]
#[serde(transparent)]
pub struct Amount(pub f64);

const MONTH: f64 = MONTH_SECONDS as f64;
const MILLION: f64 = 1e6;

impl Prices {
    /// Reads prices from JSON.
    ///
    /// # Errors
    ///
    /// If a field is missing, unknown or of another type, or a price is negative. The message includes a fix.
    pub fn from_json(text: &str) -> Result<Self, String> {
        let prices: Self = serde_json::from_str(text).map_err(|error| {
            format!(
                "{error}; give `region`, `date`, `source` and `currency` as texts, `million_write_units` and \
                 `million_read_units` as numbers, and if you like `million_replicated_write_units`, \
                 `storage_gb_month`, `warm_write_unit` and `warm_read_unit`"
            )
        })?;
        let more = [
            prices.million_replicated_write_units,
            prices.storage_gb_month,
            prices.warm_write_unit,
            prices.warm_read_unit,
        ];
        let mut all =
            [prices.million_write_units, prices.million_read_units].into_iter().chain(more.into_iter().flatten());
        match all.any(|price| !price.is_finite() || price < 0.0) {
            true => Err("a price is negative; give the price of a million units".to_owned()),
            false => Ok(prices),
        }
    }

    /// Reads prices from a file.
    pub(crate) fn read(path: &Path) -> Result<Self, String> {
        let text = whole_file::read(path).map_err(|error| format!("{}: {error}", path.display()))?;
        Self::from_json(&text).map_err(|error| format!("{}: {error}", path.display()))
    }

    /// Returns the price of these units.
    pub(crate) fn of(&self, write_units: f64, read_units: f64) -> Amount {
        Amount((write_units * self.million_write_units + read_units * self.million_read_units) / MILLION)
    }

    /// Returns the price of a month in which these units are consumed each second.
    pub(crate) fn monthly(&self, write_units: f64, read_units: f64) -> Amount {
        self.of(write_units * MONTH, read_units * MONTH)
    }

    /// Returns the price of a million calls that consume these units each.
    pub(crate) fn of_million(&self, write_units: f64, read_units: f64) -> Amount {
        self.of(write_units * MILLION, read_units * MILLION)
    }
}

/// Formats two decimals, such as `12.50`, or two significant digits of smaller amounts, such as `0.0006`.
impl fmt::Display for Amount {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0 {
            0.0 => f.write_str("0"),
            amount if amount >= 1_000.0 => f.write_str(&crate::number::grouped(amount.round() as u64)),
            amount if amount >= 0.1 => write!(f, "{amount:.2}"),
            amount if amount >= 0.001 => write!(f, "{amount:.4}"),
            amount => write!(f, "{amount:.1e}"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const PRICES: &str = r#"{"region": "us-east-1", "date": "2026-11-01", "source": "AWS", "currency": "USD",
        "million_write_units": 0.625, "million_read_units": 0.125}"#;

    #[test]
    fn a_month_has_730_hours() {
        let prices = Prices::from_json(PRICES).unwrap();
        // 2,000 write units a second are 5,256 million a month.
        assert_eq!(prices.monthly(2_000.0, 0.0), Amount(3_285.0));
        assert_eq!(prices.of_million(1.0, 0.5), Amount(0.6875));
    }

    #[test]
    fn amounts_are_shown_with_significant_digits() {
        let texts = [0.0, 3_285.4, 12.5, 0.6875, 0.0625, 0.000_04].map(|amount| Amount(amount).to_string());
        assert_eq!(texts, ["0", "3,285", "12.50", "0.69", "0.0625", "4.0e-5"]);
    }

    #[test]
    fn mistakes_in_the_price_file_are_named() {
        let error = Prices::from_json(&PRICES.replace("region", "reigon")).unwrap_err();
        assert!(error.contains("reigon") && error.contains("give `region`"), "{error}");
        let error = Prices::from_json(&PRICES.replace("0.625", "-1")).unwrap_err();
        assert!(error.contains("negative"), "{error}");
    }
}
