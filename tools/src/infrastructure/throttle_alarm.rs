//! Alarms of throttling: one for each reason, for reads and for writes, of the table and of each global index.

use keywright::throttling::{Limit, Reason, Resource, Throughput};

use super::{Infrastructure, Place};

/// An alarm of one reason of throttling, of the table or of an index.
#[derive(Debug, Clone, Copy)]
pub(crate) struct ThrottleAlarm<'a> {
    pub(crate) place: &'a Place,
    pub(crate) throughput: Throughput,
    pub(crate) limit: Limit,
}

impl Infrastructure {
    /// Returns the alarms, unless the settings have none.
    pub(crate) fn throttle_alarms(&self) -> Vec<ThrottleAlarm<'_>> {
        let places = self.places().filter(|_| self.settings.alarms.is_some());
        let kinds = places.flat_map(|place| Throughput::ALL.map(|throughput| (place, throughput)));
        kinds
            .flat_map(|(place, throughput)| {
                let limits = self.limits(place, throughput).into_iter();
                limits.map(move |limit| ThrottleAlarm { place, throughput, limit })
            })
            .collect()
    }
}

impl ThrottleAlarm<'_> {
    /// Returns its metric in the namespace `AWS/DynamoDB`.
    pub(crate) fn metric(&self) -> String {
        metric(self.throughput, self.limit)
    }

    /// Returns its name, for a table with this name.
    pub(crate) fn name(&self, table: &str) -> String {
        match &self.place.index {
            None => format!("{table}/{}", self.metric()),
            Some(index) => format!("{table}/{index}/{}", self.metric()),
        }
    }

    pub(crate) fn description(&self) -> String {
        let reason = self.reason();
        let verb = match self.throughput {
            Throughput::Read => "Reads of",
            Throughput::Write => "Writes to",
        };
        format!("{verb} {} are throttled ({reason}): {}.", self.place.described(), reason.remedy())
    }

    fn reason(&self) -> Reason {
        let resource = if self.place.index.is_some() { Resource::Index } else { Resource::Table };
        Reason::Known { resource, throughput: self.throughput, limit: self.limit }
    }
}

/// Returns the metric of a reason. Its name consists of the reason's parts.
///
/// AWS: [CloudWatch throttling
/// metrics](https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/TroubleshootingThrottling-cloudwatch.html).
pub(crate) fn metric(throughput: Throughput, limit: Limit) -> String {
    let reason = Reason::Known { resource: Resource::Table, throughput, limit }.to_string();
    let name = reason.strip_prefix("Table").unwrap_or(&reason);
    format!("{}ThrottleEvents", name.strip_suffix("Exceeded").unwrap_or(name))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The names on AWS's page of throttling metrics.
    #[test]
    fn metrics_are_those_of_cloudwatch() {
        let names: Vec<_> =
            Throughput::ALL.iter().flat_map(|of| Limit::ALL.iter().map(|limit| metric(*of, *limit))).collect();
        assert_eq!(
            names,
            [
                "ReadKeyRangeThroughputThrottleEvents",
                "ReadProvisionedThroughputThrottleEvents",
                "ReadAccountLimitThrottleEvents",
                "ReadMaxOnDemandThroughputThrottleEvents",
                "WriteKeyRangeThroughputThrottleEvents",
                "WriteProvisionedThroughputThrottleEvents",
                "WriteAccountLimitThrottleEvents",
                "WriteMaxOnDemandThroughputThrottleEvents",
            ]
        );
    }
}
