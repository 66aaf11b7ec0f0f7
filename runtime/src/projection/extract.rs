//! Converts a stored item into the projection that a query returns.

use serde::de::DeserializeOwned;

use super::{Projection, decode::project, sources::sources_in_key};
use crate::{
    Result,
    item::read_item::ReadItem,
    key::ParsedKey,
    read::{
        Access, Lane, Plan, Sifted,
        extract::{parsed, whole},
    },
};

/// The projection of a stored item.
pub(crate) fn projected<A, P>(plan: &Plan, lane: &Lane, item: ReadItem) -> Result<Sifted<P>>
where
    A: Access<Entity: DeserializeOwned>,
    P: Projection + DeserializeOwned,
{
    let sources = sources_in_key::<A, P>();
    if !plan.keys_tell() {
        let judged = whole::<A::Entity>(plan, lane, item.clone())?;
        return judged.try_map(|_| project(sources, item, &ParsedKey::default()));
    }
    parsed(plan, lane, &item)?.try_map(|told| project(sources, item, &told))
}
