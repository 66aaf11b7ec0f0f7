//! Admits pages of a query or scan.

use dynoxide::Database;
use dynoxide::types::Item;
use keywright::physics::capacity::{Consistency, query_units};
use serde::Deserialize;
use serde_json::{Map, Value};

use super::gate::Gate;
use super::kind::Kind;
use super::page::{Page, Report};
use super::schema::Schema;
use super::ticket::{Refused, Ticket};
use super::units::{Charge, Spot};
use crate::request::{Request, Target};

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
    /// Admits a page if its partition can serve an empty one.
    pub(super) fn page(&mut self, database: &Database, request: &Request, body: &[u8]) -> Result<Ticket, Refused> {
        let Some((charged, report, body)) = self.prepare(database, request, body) else {
            return Ok(Ticket::default());
        };
        self.admit_all(std::slice::from_ref(&charged)).map_err(|refusal| Refused::throttle(refusal.throttle(), 1))?;
        let page = Page { charged: charged.clone(), report };
        Ok(Ticket { body: Some(body), charged: vec![charged], page: Some(page), ..Ticket::default() })
    }

    /// Prepares the request of a page. `None` if it is invalid, which the engine will report.
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
            // A query of a split collection can begin anywhere in it.
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
