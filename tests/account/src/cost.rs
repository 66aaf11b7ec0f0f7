//! The cost of a run.

use std::fmt;

use keywright::{
    Table as _,
    client::{Consumed, Meter},
};
use keywright_local::Local;

use crate::{
    Settings,
    design::Account,
    program::{Step, program},
    settings::Refusal,
};

/// The factor by which a run may exceed the units on the embedded engine before it is stopped: it repeats eventually
/// consistent reads until an index has caught up, and failed requests.
pub const MARGIN: f64 = 3.0;

/// Consumed units and their price.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Cost {
    /// Read request units.
    pub read_units: f64,
    /// Write request units.
    pub write_units: f64,
    /// Dollars.
    pub dollars: f64,
}

impl Cost {
    /// Returns the cost of the units that a meter has counted, by the prices of the settings.
    pub fn of(consumed: &Consumed, settings: &Settings) -> Self {
        let (read_units, write_units) = (consumed.read_units(), consumed.write_units());
        let dollars = (read_units * settings.read_price + write_units * settings.write_price) / 1e6;
        Self { read_units, write_units, dollars }
    }

    /// Returns the maximum cost of a run with this estimate, in dollars.
    pub fn most(&self) -> f64 {
        self.dollars * MARGIN
    }

    /// Checks that a run of this cost stays within the settings, with its margin.
    ///
    /// # Errors
    ///
    /// If it does not.
    pub fn check(&self, settings: &Settings) -> Result<(), Refusal> {
        if self.most() <= settings.max_dollars {
            return Ok(());
        }
        Err(Refusal(format!(
            "the run may cost {:.6} dollars, and KEYWRIGHT_AWS_MAX_DOLLARS is {}: nothing is sent",
            self.most(),
            settings.max_dollars
        )))
    }
}

impl fmt::Display for Cost {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { read_units, write_units, dollars } = self;
        write!(f, "{read_units} read and {write_units} write request units, {dollars:.6} dollars")
    }
}

/// Estimates the cost of the program by a run on the embedded engine.
///
/// # Errors
///
/// If the program fails there.
pub async fn estimate(settings: &Settings) -> Result<Cost, String> {
    let meter = Meter::new();
    let handle = Account::open(Local::start().client(), "rehearsal").metered(&meter);
    handle.ensure_table().await.map_err(|error| error.to_string())?;
    program(&handle, &mut |_: Step| Ok(())).await?;
    Ok(Cost::of(&meter.consumed(), settings))
}
