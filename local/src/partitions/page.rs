//! Pages of a query or scan, whose cost is known only once they are read.

use dynoxide::types::ConsumedCapacity;
use serde::Deserialize;

use super::units::Charge;
use crate::wire::Answer;

/// A page that is being read.
pub(super) struct Page {
    /// What an empty page costs; it is taken already.
    pub(super) charged: Charge,
    pub(super) report: Report,
}

/// What the client wants to know of the cost.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Deserialize)]
#[serde(rename_all = "UPPERCASE")]
pub(super) enum Report {
    #[default]
    None,
    Total,
    Indexes,
}

impl Page {
    /// What the page cost beyond an empty one, and the answer as the client wants it.
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

/// The engine writes the field last; no text in it can look like its name.
fn split(body: &str) -> Option<(&str, ConsumedCapacity)> {
    let (rest, field) = body.rsplit_once(FIELD)?;
    Some((rest, serde_json::from_str(field.strip_suffix('}')?).ok()?))
}
