//! Writes changes of items with unique values, as transactions with their sentinels.

use super::{Change, outcome::Written, run::Run, unique_values::Sentinels};
use crate::{
    Error, ErrorKind, Result,
    client::{
        transport::{attempts::Attempts, backoff::RetryAttempts},
        unique::{self, Foreign, SentinelWrite, not_unique},
    },
    key::ItemKey,
    throttling::Backoff,
};

impl Run<'_> {
    /// Writes a change with its sentinels, within the rate limit. See [`write`](Self::write).
    pub(super) async fn write_unique(
        &self,
        key: &ItemKey,
        change: &Change,
        Sentinels { taken, released: had, expires }: &Sentinels,
        attempts: &Attempts,
    ) -> Result<Written> {
        let mut foreign = Foreign::default();
        let (mut tries, mut refused) = (RetryAttempts::new(Backoff::THROTTLED), 0);
        loop {
            tries.pause().await;
            let released = foreign.released(had.clone(), taken);
            self.writes.turn(change.units).await;
            let write = SentinelWrite {
                handle: self.handle,
                entity: self.entity,
                key,
                previous_key: key,
                item: vec![self.action(key, change)?],
                expires: expires.clone(),
                taken,
                released: &released,
                sentinels: self.stored_sentinels,
            };
            let sent = write.send(attempts).await;
            self.count(|report| report.wcu += change.units);
            return Ok(match sent {
                Ok(unique::Written::Applied) => Written::Done,
                Ok(unique::Written::Item(_, now)) => Written::Changed(now),
                Ok(unique::Written::Sentinel(sentinel, stored)) if taken.iter().any(|it| it.key == sentinel.key) => {
                    Written::Refused(not_unique(self.entity, sentinel.field, stored.as_ref()))
                }
                Ok(unique::Written::Sentinel(..)) if attempts.lost() || refused == tries.limit() => {
                    Written::Refused(concurrent_change_error())
                }
                Ok(unique::Written::Sentinel(sentinel, _)) => {
                    foreign.refused(sentinel);
                    refused += 1;
                    continue;
                }
                Err(error) => match self.failed_transaction(key, error, &mut tries)? {
                    Some(written) => written,
                    None => continue,
                },
            });
        }
    }
}

/// Returns the error for an item whose sentinels other writers change on every attempt.
fn concurrent_change_error() -> Error {
    let message = "other writers changed the sentinels of the item's values while it was written; run it again";
    Error::new(ErrorKind::Service, message)
}
