//! Pages of a query or scan, whose cost is known only after they are read.

use dynoxide::types::ConsumedCapacity;
use serde::Deserialize;

use super::units::Charge;
use crate::wire::Answer;

/// A page that is being read.
pub(super) struct Page {
    /// The cost of an empty page, which is already taken.
    pub(super) charged: Charge,
    pub(super) report: Report,
}

/// How much of the consumed capacity the client requests.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Deserialize)]
#[serde(rename_all = "UPPERCASE")]
pub(super) enum Report {
    #[default]
    None,
    Total,
    Indexes,
}

impl Page {
    /// Returns the cost of the page beyond an empty one, and the answer in the form that the client requested.
    pub(super) fn settle(self, answer: Answer) -> (Option<Charge>, Answer) {
        let Some((rest, consumed)) = split(&answer.body) else {
            return (None, answer);
        };
        let due = consumed.capacity_units - self.charged.units;
        let charge = (due > 0.0).then_some(Charge { units: due, ..self.charged });
        let total = || ConsumedCapacity {
            table_name: consumed.table_name.clone(),
            capacity_units: consumed.capacity_units,
            ..ConsumedCapacity::default()
        };
        let body = match self.report {
            Report::Indexes => return (charge, answer),
            Report::None => format!("{rest}}}"),
            Report::Total => match serde_json::to_string(&total()) {
                Ok(total) => format!("{rest}{FIELD}{total}}}"),
                Err(_) => return (charge, answer),
            },
        };
        (charge, Answer { body, ..answer })
    }
}

const FIELD: &str = r#","ConsumedCapacity":"#;

/// Splits off the consumed capacity. The engine writes that field last, and no text before it can contain its name
/// unescaped.
fn split(body: &str) -> Option<(&str, ConsumedCapacity)> {
    let (rest, field) = body.rsplit_once(FIELD)?;
    Some((rest, serde_json::from_str(field.strip_suffix('}')?).ok()?))
}
