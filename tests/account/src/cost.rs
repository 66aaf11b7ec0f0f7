//! What a run costs.

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

/// A run may consume this many times the units of the embedded engine before it is stopped: eventually consistent reads
/// are repeated until an index has caught up, and requests that fail are repeated.
pub const MARGIN: f64 = 3.0;

/// Units, and their price.
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
    /// The cost of what a meter has counted, by the prices of the settings.
    pub fn of(consumed: &Consumed, settings: &Settings) -> Self {
        let (read_units, write_units) = (consumed.read_units(), consumed.write_units());
        let dollars = (read_units * settings.read_price + write_units * settings.write_price) / 1e6;
        Self { read_units, write_units, dollars }
    }

    /// What a run of this cost takes at most.
    pub fn most(&self) -> f64 {
        self.dollars * MARGIN
    }

    /// Whether a run of this cost stays within the settings, with its margin.
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

/// What the program costs, by a run on the embedded engine.
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
