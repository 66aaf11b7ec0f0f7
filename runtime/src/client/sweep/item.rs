//! Processes one item of a sweep, from the stored item to its outcome.

use super::{Change, Decision, Kind, SweepReport, older_copies::OtherCopies, outcome::Written, run::Run};
use crate::{
    Error, ErrorKind, Item, Result,
    client::transport::attempts::Attempts,
    item::{
        equal::same_items,
        stored::{belongs, stored_key},
        unparsed::unparsed,
    },
};

/// The maximum number of decisions on an item that others keep changing.
const MAX_ATTEMPTS: usize = 10;

impl Run<'_> {
    /// Processes an item that the scan has read.
    ///
    /// # Errors
    ///
    /// The errors that end the run. An item that cannot be written is counted instead.
    pub(super) async fn item(&self, stored: Item) -> Result<()> {
        // Shared by all requests that write the item.
        let attempts = Attempts::default();
        self.process_item(stored, &attempts).await.map_err(|error| attempts.in_doubt(error))
    }

    async fn process_item(&self, mut stored: Item, attempts: &Attempts) -> Result<()> {
        let entity = self.entity;
        let Some(mut key) = stored_key(entity, 0, &stored) else { return Ok(()) };
        if !belongs(entity, &stored) {
            let Some(error) = unparsed(entity, &stored) else { return Ok(()) };
            self.count(|report| report.matched += 1);
            return self.failed(key, error);
        }
        self.count(|report| report.matched += 1);
        for _ in 0..MAX_ATTEMPTS {
            let older = match self.other_copies(&key, &stored).await? {
                OtherCopies::Older(older) => older,
                // An expired copy is left to the TTL.
                OtherCopies::Newer(by)
                    if self.kind == Kind::Rekey && !self.settings.dry_run && !self.pages.source.hides(&stored) =>
                {
                    // This copy must not be deleted in favor of one that cannot be read.
                    if self.copies_at(std::slice::from_ref(&by), &stored, false).await?.is_empty() {
                        return self.failed(by, newer_copy_error());
                    }
                    match self.write(&key, &Change::supersede(entity, &stored, by), &stored, attempts).await? {
                        Written::Done => return self.done(|report| report.superseded += 1),
                        Written::Refused(error) => return self.failed(key, attempts.in_doubt(error)),
                        Written::Changed(Some(now)) if belongs(entity, &now) => stored = now,
                        Written::Changed(_) => {}
                    }
                    continue;
                }
                OtherCopies::Newer(_) => return self.done(|report| report.superseded += 1),
                OtherCopies::Gone => return self.done(|report| report.deleted_meanwhile += 1),
                OtherCopies::Moved(to, now) => {
                    self.count(|report| report.changed_meanwhile += 1);
                    (key, stored) = (to, now);
                    continue;
                }
            };
            if self.pages.source.hides(&stored) && !attempts.lost() {
                return self.done(|report| report.expired += 1);
            }
            let change = match self.decide(&key, &stored) {
                Err(error) => return self.failed(key, attempts.in_doubt(error)),
                Ok(Decision::Unchanged | Decision::Skip) if attempts.lost() => {
                    return self.done(|report| report.in_doubt += 1);
                }
                Ok(Decision::Unchanged) => return self.done(|report| report.unchanged += 1),
                Ok(Decision::Skip) => return self.done(|report| report.skipped += 1),
                // The first change may already have been carried out.
                Ok(Decision::Write(_)) if attempts.lost() && !self.kind.is_idempotent() => {
                    return self.failed(key, concurrent_change_error());
                }
                Ok(Decision::Write(change)) => change,
            };
            // A copy that does not decode is kept: the scan reads it later and reports it.
            let copies = match change.after.is_empty() {
                true => self.copies_at(&older, &stored, false).await?,
                false => Vec::new(),
            };
            if self.settings.dry_run {
                let copies = copies.iter().map(|(_, _, change)| change.units).sum::<f64>();
                return self.done(|report| {
                    report.written += 1;
                    report.wcu += change.units + copies;
                });
            }
            match self.delete_copies(&copies, attempts).await? {
                Written::Done => {}
                Written::Refused(error) => return self.failed(key, attempts.in_doubt(error)),
                Written::Changed(_) => continue,
            }
            match self.write(&key, &change, &stored, attempts).await? {
                Written::Done => return self.done(|report| report.written += 1),
                Written::Refused(error) => return self.failed(key, attempts.in_doubt(error)),
                Written::Changed(now) if attempts.lost() && self.carries_id(&change, now.as_ref()) => {
                    return self.done(|report| report.written += 1);
                }
                // Changed by the request whose response was lost, or by another writer.
                Written::Changed(now) if attempts.lost() && matches_change(&change, now.as_ref()) => {
                    return self.done(|report| report.in_doubt += 1);
                }
                Written::Changed(Some(now)) if belongs(entity, &now) => {
                    self.count(|report| report.changed_meanwhile += u64::from(!attempts.lost()));
                    stored = now;
                }
                Written::Changed(_) => match self.moved(&key, &stored).await? {
                    Some((to, now)) => {
                        self.count(|report| report.changed_meanwhile += u64::from(!attempts.lost()));
                        (key, stored) = (to, now);
                    }
                    None => return self.done(|report| report.deleted_meanwhile += 1),
                },
            }
        }
        let message = format!(
            "other writers changed the item {MAX_ATTEMPTS} times between its read and its write; run it again when it \
             is less busy"
        );
        self.failed(key, attempts.in_doubt(Error::new(ErrorKind::Service, message)))
    }

    /// Returns whether the stored item has the id of the write of this change.
    fn carries_id(&self, change: &Change, now: Option<&Item>) -> bool {
        change.write_id(self.entity).is_some_and(|(name, id)| now.and_then(|now| now.get(name)) == Some(id))
    }

    fn done(&self, count: impl FnOnce(&mut SweepReport)) -> Result<()> {
        self.count(count);
        Ok(())
    }
}

/// Returns whether an item has the form that a change produces.
fn matches_change(change: &Change, now: Option<&Item>) -> bool {
    match now {
        Some(now) => same_items(now, &change.after),
        None => change.after.is_empty(),
    }
}

/// Returns the error for an item under today's key that is not a readable copy of one under an older key.
fn newer_copy_error() -> Error {
    let message = "the item is not a readable copy of the one under the older key, which is kept; repair or delete one";
    Error::new(ErrorKind::Decode, message)
}

/// Returns the error for an update that may have been overwritten by another writer.
fn concurrent_change_error() -> Error {
    let message = "the answer to the update was lost, and another writer has changed the item since: it may hold the \
                   update or not; look at it";
    Error::new(ErrorKind::Service, message).outcome_unknown()
}
