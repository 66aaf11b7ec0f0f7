//! The law of load.

use std::time::Duration;

use keywright::Schema;
use keywright_local::{
    Partitions,
    simulate::{Load, Simulation},
};

use super::Probe;

/// How the failures of this law begin. They count only if the compiler did not warn of the load.
pub const LOAD: &str = "load: ";

impl Probe {
    /// The declared peaks do not throttle the table that the templates deploy, after an hour of the load.
    pub fn load<S: Schema>(&mut self) {
        let simulation = Simulation::deployed::<S>(Load::declared::<S>())
            .after(Duration::from_secs(3_600))
            .measure_from(Duration::from_secs(5))
            .duration(Duration::from_secs(10));
        for seed in 0..3 {
            match simulation.clone().partitions(Partitions::default().seed(seed)).run() {
                Ok(report) if report.holds() => {}
                Ok(report) => {
                    let hottest = report.resources.iter().flat_map(|of| of.hottest.first());
                    let hottest: Vec<_> = hottest.map(|hot| hot.key.clone()).collect();
                    let share = report.throttled_share() * 100.0;
                    return self
                        .fail(format!("{LOAD}{share:.1} % of the requests are throttled; hottest: {hottest:?}"));
                }
                Err(error) => return self.fail(format!("simulate: {error}")),
            }
        }
    }
}
