//! Going on after a cursor.

use super::Plan;
use crate::{
    Error, ErrorKind, Result,
    read::cursor::{Cursor, Fingerprint, malformed},
};

/// Whether a cursor is one of this query, and of the keys of today.
pub(super) fn check(fingerprint: &Fingerprint, cursor: &Cursor) -> Result<()> {
    if cursor.fingerprint.query != fingerprint.query {
        let message = "the cursor belongs to another query; pass it to the query that gave it, with the same partition \
                       fields, the same parts of the sort key and the same direction";
        return Err(Error::new(ErrorKind::CursorForeign, message));
    }
    if cursor.fingerprint.design != fingerprint.design {
        let message = "the entity's keys have changed since the cursor was made; begin the query anew";
        return Err(Error::new(ErrorKind::CursorOutdated, message));
    }
    Ok(())
}

/// Takes from the lanes what has been examined: all of the groups before the position, and in its group what comes
/// before its item or with it.
pub(super) fn resume(plan: &mut Plan) -> Result<()> {
    let at = usize::try_from(plan.start.group).unwrap_or(usize::MAX);
    let Some(after) = plan.start.after.clone() else {
        return if at == 0 || at < plan.groups.len() { Ok(()) } else { Err(malformed()) };
    };
    let own = usize::try_from(after.lane).unwrap_or(usize::MAX);
    let key_is_whole = after.sort.is_some() == plan.is_sorted() && after.table_key.is_some() == plan.has_ties();
    let direction = plan.direction;
    let lanes = match plan.groups.get_mut(at) {
        Some(group) if key_is_whole && own < group.lanes.len() => &mut group.lanes,
        _ => return Err(malformed()),
    };
    for (rank, lane) in lanes.iter_mut().enumerate() {
        match &after.sort {
            Some(sort) if rank == own => {
                if !lane.interval.contains(sort) {
                    return Err(malformed());
                }
                lane.start = Some(after.clone());
            }
            // A tie is drained lane by lane: with this sort key, the lanes before are done and those behind are not.
            Some(sort) => lane.interval = lane.interval.clone().resumed(direction, sort, rank > own),
            None if rank == own => lane.start = Some(after.clone()),
            None => lane.done |= rank < own,
        }
    }
    Ok(())
}
