//! Converts a stored item into the projection that a query returns.

use serde::de::DeserializeOwned;

use super::{Projection, decode::project, sources::sources_in_key};
use crate::{
    Result,
    item::read_item::ReadItem,
    key::ParsedKey,
    read::{
        Access, Classified, Lane, Plan,
        extract::{parsed, whole},
    },
};

/// Returns the projection of a stored item.
pub(crate) fn projected<A, P>(plan: &Plan, lane: &Lane, item: ReadItem) -> Result<Classified<P>>
where
    A: Access<Entity: DeserializeOwned>,
    P: Projection + DeserializeOwned,
{
    let sources = sources_in_key::<A, P>();
    if !plan.keys_suffice() {
        let judged = whole::<A::Entity>(plan, lane, item.clone())?;
        return judged.try_map(|_| project(sources, item, &ParsedKey::default()));
    }
    parsed(plan, &item)?.try_map(|from_keys| project(sources, item, &from_keys))
}
