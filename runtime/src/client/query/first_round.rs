//! The first requests of a query, however many pages it reads.

use std::sync::Arc;

use aws_sdk_dynamodb::operation::query::{QueryInput, builders::QueryFluentBuilder};

use super::{Source, request::LaneQuery};
use crate::{
    Result,
    client::Connection,
    read::{Aim, Classified, Classifier, Paging},
};

impl Source {
    /// Returns the requests that are sent before any answer.
    pub(super) fn first_round(&self, handle: &Connection, aim: Aim) -> Result<Vec<QueryInput>> {
        self.first_requests(handle, aim)?.into_iter().map(LaneQuery::into_input).collect()
    }

    /// Returns the requests of the first round as builders of the SDK.
    pub(super) fn first_round_sdk(&self, handle: &Connection, aim: Aim) -> Result<Vec<QueryFluentBuilder>> {
        let (client, requests) = (handle.reads().client(), self.first_requests(handle, aim)?);
        Ok(requests.into_iter().map(|request| request.into_sdk(client)).collect())
    }

    /// Returns the requests of a page's first round: one to each lane of the first group.
    pub(super) fn first_group(&self, handle: &Connection) -> Result<Vec<LaneQuery>> {
        let table_name = handle.shared_table_name();
        self.plan_on(Some(table_name))?.first_round_of(table_name, self.fields)
    }

    fn first_requests(&self, handle: &Connection, aim: Aim) -> Result<Vec<LaneQuery>> {
        if aim != Aim::Page {
            self.reject_scan_limit()?;
        }
        let engine = self.engine(handle, aim)?;
        let mut paging = Paging::new(Arc::clone(&engine.plan), aim);
        // Without an answer there is no item to decide about.
        let mut classifier = Classifier::<()>::new(|_, _, _| Ok(Classified::Foreign), &self.spec);
        paging.step(&mut classifier).map_err(|error| engine.named(error))?;
        let pending_requests = paging.take_requests().into_iter().take(engine.plan.in_flight);
        let requests = pending_requests.filter_map(|lane_request| {
            let lane = lane_request.group.lanes().get(lane_request.lane)?;
            Some(engine.request(lane, &lane_request))
        });
        Ok(requests.collect())
    }
}
