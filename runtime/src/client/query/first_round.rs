//! The first requests of a query, however many pages it reads.

use std::sync::Arc;

use aws_sdk_dynamodb::operation::query::{QueryInput, builders::QueryFluentBuilder};

use super::Source;
use crate::{
    Result,
    client::Connection,
    read::{Aim, Paging, Sieve, Sifted},
};

impl Source {
    /// The requests that are sent before any answer.
    pub(super) fn first_round(&self, handle: &Connection, aim: Aim) -> Result<Vec<QueryInput>> {
        if aim != Aim::Page {
            self.ends_at_the_end()?;
        }
        let engine = self.engine(handle)?;
        let mut paging = Paging::new(Arc::clone(&engine.plan), aim);
        // Without an answer there is no item to decide about.
        let mut sieve = Sieve::<()>::new(|_, _, _| Ok(Sifted::Foreign), &self.spec);
        paging.step(&mut sieve).map_err(|error| engine.named(error))?;
        let asks = paging.take_asks().into_iter().take(engine.plan.in_flight);
        asks.filter_map(|ask| Some(engine.request(ask.group.lanes().get(ask.lane)?, &ask))).collect()
    }

    /// The requests of the first round as builders of the SDK.
    pub(super) fn first_round_sdk(&self, handle: &Connection, aim: Aim) -> Result<Vec<QueryFluentBuilder>> {
        let requests = self.first_round(handle, aim)?;
        Ok(requests.into_iter().map(|request| handle.reads().open(request)).collect())
    }
}
