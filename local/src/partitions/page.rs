//! Pages of a query or scan, whose cost is known only once they are read.

use dynoxide::Database;
use dynoxide::types::{ConsumedCapacity, Item};
use keywright::physics::capacity::{Consistency, query_units};
use serde::Deserialize;
use serde_json::{Map, Value};

use super::gate::Gate;
use super::partition::Kind;
use super::schema::Schema;
use super::ticket::{Refused, Ticket};
use super::units::{Charge, Spot};
use crate::request::{Request, Target};
use crate::wire::Answer;

/// A page that is being read.
pub(super) struct Page {
    /// What an empty page costs; it is taken already.
    charged: Charge,
    report: Report,
}

/// What the client wants to know of the cost.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Deserialize)]
#[serde(rename_all = "UPPERCASE")]
enum Report {
    #[default]
    None,
    Total,
    Indexes,
}

#[derive(Deserialize)]
struct Parameters {
    #[serde(rename = "ReturnConsumedCapacity", default)]
    report: Option<Report>,
    #[serde(rename = "ConsistentRead", default)]
    consistent_read: Option<bool>,
    #[serde(rename = "ExclusiveStartKey", default)]
    start: Option<Item>,
    #[serde(rename = "Segment", default)]
    segment: Option<u32>,
    #[serde(rename = "TotalSegments", default)]
    segments: Option<u32>,
}

impl Gate {
    /// Admits a page as long as its partition can serve an empty one.
    pub(super) fn page(&mut self, database: &Database, request: &Request, body: &[u8]) -> Result<Ticket, Refused> {
        let Some((charged, report, body)) = self.prepare(database, request, body) else {
            return Ok(Ticket::default());
        };
        self.admit_all(std::slice::from_ref(&charged)).map_err(|refusal| Refused::throttle(refusal.throttle(), 1))?;
        let page = Page { charged: charged.clone(), report };
        Ok(Ticket { body: Some(body), charged: vec![charged], page: Some(page), ..Ticket::default() })
    }

    /// None if the request is not valid, which the engine will say.
    fn prepare(&mut self, database: &Database, request: &Request, body: &[u8]) -> Option<(Charge, Report, Vec<u8>)> {
        let target = request.targets.first()?;
        let schema = self.schema(database, &target.table)?;
        let parameters: Parameters = serde_json::from_slice(body).ok()?;
        let consistency =
            if parameters.consistent_read == Some(true) { Consistency::Strong } else { Consistency::Eventual };
        let charge = Charge {
            table: target.table.clone(),
            index: target.index.clone().filter(|index| schema.is_global(index)),
            spot: if request.operation == "Scan" {
                parameters.start_of_scan(&schema, target)
            } else {
                Spot::Key(target.lane.clone()?)
            },
            // A query of a split collection begins anywhere in it.
            sort: None,
            kind: Kind::Read,
            units: query_units(0, consistency),
        };
        let mut body: Map<String, Value> = serde_json::from_slice(body).ok()?;
        body.insert("ReturnConsumedCapacity".to_owned(), "INDEXES".into());
        Some((charge, parameters.report.unwrap_or_default(), serde_json::to_vec(&body).ok()?))
    }
}

impl Parameters {
    fn start_of_scan(&self, schema: &Schema, target: &Target) -> Spot {
        let index = target.index.as_ref().and_then(|name| schema.indexes.iter().find(|index| index.name == *name));
        let key = index.map_or(&schema.key, |index| &index.key);
        if let Some(lane) = self.start.as_ref().and_then(|start| key.lane(start)) {
            return Spot::Page(lane);
        }
        let (segment, segments) = (self.segment.unwrap_or_default(), self.segments.unwrap_or(1).max(1));
        let segment = segment.min(segments.saturating_sub(1));
        Spot::Hash(((u128::from(segment) << 64) / u128::from(segments)) as u64)
    }
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
