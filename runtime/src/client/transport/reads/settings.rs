//! The read settings of a handle.

use tokio::sync::Semaphore;

use crate::{Error, ErrorKind, Result};

/// The read settings that a user can change. `None` and `false` mean off.
#[derive(Debug, Clone, Copy, Default)]
pub(crate) struct Settings {
    /// The maximum number of requests in flight.
    pub(crate) max_in_flight: Option<usize>,
    /// The share of reads that may be sent twice.
    pub(crate) hedge_budget: Option<f64>,
    /// Whether items come from the SDK's outputs instead of being decoded from the response body.
    pub(crate) sdk_items: bool,
}

impl Settings {
    /// Rejects settings with which no read could be sent.
    pub(crate) fn check(&self) -> Result<()> {
        let refused = |message: String| Err(Error::new(ErrorKind::InvalidArgument, message));
        match *self {
            Self { max_in_flight: Some(0), .. } => {
                refused("`max_in_flight(0)` allows no requests: nothing was sent; give 1 or more".into())
            }
            Self { hedge_budget: Some(budget), .. } if !(0.0..=1.0).contains(&budget) => refused(format!(
                "`hedge_reads({budget})` is not a share of the reads: nothing was sent; give 0 to 1, such as \
                 `hedge_reads(0.05)` for at most 5 % extra reads"
            )),
            _ => Ok(()),
        }
    }

    /// Returns the number of requests that may be in flight, if there is a limit.
    pub(crate) fn permits(&self) -> Option<usize> {
        self.max_in_flight.map(|requests| requests.min(Semaphore::MAX_PERMITS))
    }

    /// Returns the budget of second copies, if hedging is on.
    pub(crate) fn hedge(&self) -> Option<f64> {
        self.hedge_budget.filter(|budget| *budget > 0.0 && *budget <= 1.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn refusal(settings: Settings) -> String {
        let error = settings.check().unwrap_err();
        assert_eq!(error.kind(), ErrorKind::InvalidArgument);
        error.to_string()
    }

    #[test]
    fn invalid_limits_and_budgets_are_rejected() {
        let none = Settings { max_in_flight: Some(0), ..Settings::default() };
        assert!(refusal(none).ends_with("nothing was sent; give 1 or more"));
        for budget in [f64::NAN, -0.1, 1.1, f64::INFINITY] {
            let settings = Settings { hedge_budget: Some(budget), ..Settings::default() };
            let refusal = refusal(settings);
            assert!(refusal.starts_with(&format!("`hedge_reads({budget})` is not a share")), "{refusal}");
            assert!(refusal.contains("such as `hedge_reads(0.05)`"), "{refusal}");
            assert_eq!(settings.hedge(), None);
        }
    }

    #[test]
    fn valid_settings_are_accepted() {
        for (max_in_flight, hedge_budget) in [(None, None), (Some(1), Some(0.0)), (Some(usize::MAX), Some(1.0))] {
            let settings = Settings { max_in_flight, hedge_budget, ..Settings::default() };
            settings.check().unwrap();
            assert_eq!(
                settings.permits().map(|permits| Semaphore::new(permits).available_permits()),
                settings.permits()
            );
        }
    }
}
