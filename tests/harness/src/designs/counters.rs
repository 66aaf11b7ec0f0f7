//! Counters on random shards.

use futures_util::future::BoxFuture;
use keywright::{Entity, Handle, Table};
use serde::{Deserialize, Serialize};

use super::{Context, Design, raw, text};
use crate::{
    answer::Answer,
    call::Call,
    history::Stored,
    traits::{Stores, Traits},
};

#[derive(Table)]
#[entities(Votes)]
pub struct Store;

#[derive(Debug, Clone, PartialEq, Entity, Serialize, Deserialize)]
#[entity(table = Store)]
#[pk(template = "VOTES#<poll>")]
#[shard(random = 4)]
#[sk(template = "COUNT")]
pub struct Votes {
    pub poll: u8,
    #[entity(counter)]
    pub votes: i64,
}

/// The design.
pub struct Counters;

impl Design for Counters {
    const TRAITS: Traits = Traits::items("counters").stores(Stores::Counters);
    type Table = Store;

    fn call<'a>(store: &'a Handle<Store>, call: Call, _: Context<'a>) -> BoxFuture<'a, Answer> {
        Box::pin(async move {
            match call {
                Call::Increment { poll, amount } => {
                    let increment = store.increment(Votes::votes(poll), i64::from(amount));
                    Answer::of(increment.in_shard(u32::from(amount.unsigned_abs()) % 4).await, |_| Answer::Done)
                }
                Call::Total { poll } => {
                    Answer::of(store.total(Votes::votes(poll)).consistent().await, |total| Answer::Total(total.value))
                }
                other => Answer::Impossible(format!("{other:?} is not a call on counters")),
            }
        })
    }

    fn stored<'a>(store: &'a Handle<Store>) -> BoxFuture<'a, Result<Stored, String>> {
        Box::pin(async move {
            let mut stored = Stored::default();
            let items = raw(store).await?;
            for poll in 0..2_u8 {
                let total = store.total(Votes::votes(poll)).consistent().await;
                let total = total.map_err(|error| format!("the final total failed: {error:?}"))?;
                let prefix = format!("VOTES#{poll}#");
                let of_poll = items.iter().filter(|item| text(item, "PK").is_some_and(|key| key.starts_with(&prefix)));
                let counts = of_poll.filter_map(|item| item.get("votes")?.as_n().ok()?.parse::<i64>().ok());
                stored.totals.push((total.value, counts.sum()));
            }
            Ok(stored)
        })
    }
}
