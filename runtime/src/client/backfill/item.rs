//! One item of a backfill: from what is stored to what became of it.

use aws_sdk_dynamodb::{error::ProvideErrorMetadata as _, operation::update_item::UpdateItemError};

use super::{
    super::{
        Item,
        failure::sdk_error,
        item_bytes,
        locate::key_item,
        stored::{belongs, discriminator, key_text, stored_key},
    },
    BackfillReport,
    change::Change,
    run::Run,
    send::send,
};
use crate::{
    Entity, Error, ErrorKind, Result, Table,
    key::{ItemKey, parse_older},
    physics::capacity::{Consistency, read_units, write_units},
    schema::EntitySchema,
};

/// How often an item is judged that others keep changing.
const JUDGEMENTS: usize = 10;

/// Whether an item belongs to an entity, also where it has no discriminator and an older key.
pub(super) fn is_of(entity: &'static EntitySchema, item: &Item) -> bool {
    let has_older_key = || stored_key(entity, 0, item).is_some_and(|key| parse_older(entity, 0, &key).is_some());
    belongs(entity, item) || (discriminator(entity, item).is_none() && has_older_key())
}

/// What became of an update.
enum Written {
    Done,
    /// The item is another one by now, or is gone.
    Changed(Option<Item>),
    /// DynamoDB does not take this item so; it may take others.
    Refused(Error),
}

impl<T: Table, E: Entity> Run<'_, T, E> {
    /// Backfills an item that the scan has read.
    ///
    /// # Errors
    ///
    /// Those that end the run. An item that cannot be backfilled is counted.
    pub(super) async fn item(&self, stored: Item) -> Result<()> {
        let entity = self.entity;
        let Some(key) = stored_key(entity, 0, &stored).filter(|_| is_of(entity, &stored)) else { return Ok(()) };
        self.count(|report| report.matched += 1);
        let mut stored = stored;
        let mut lost = false;
        for _ in 0..JUDGEMENTS {
            let change = match Change::of(entity, self.decode, &key, &stored) {
                Err(error) => return self.failed(key, error),
                // It was written by a request of ours whose answer was lost.
                Ok(None) if lost => return self.done(|report| report.written += 1),
                Ok(None) => return self.done(|report| report.unchanged += 1),
                Ok(Some(change)) => change,
            };
            if self.settings.dry_run {
                return self.done(|report| {
                    report.written += 1;
                    report.wcu += change.units;
                });
            }
            let (written, was_lost) = self.write(&key, &change, &stored).await?;
            lost |= was_lost;
            match written {
                Written::Done => return self.done(|report| report.written += 1),
                Written::Refused(error) => return self.failed(key, error),
                Written::Changed(Some(now)) if is_of(entity, &now) => {
                    self.count(|report| report.changed_meanwhile += u64::from(!was_lost));
                    stored = now;
                }
                Written::Changed(_) => return self.done(|report| report.deleted_meanwhile += 1),
            }
        }
        let message = format!(
            "other writers changed the item {JUDGEMENTS} times between its read and its write; run the backfill again \
             when it is less busy"
        );
        self.failed(key, Error::new(ErrorKind::Service, message))
    }

    fn done(&self, count: impl FnOnce(&mut BackfillReport)) -> Result<()> {
        self.count(count);
        Ok(())
    }

    /// Writes a change, in its turn. With it comes whether an earlier request of it may have been carried out.
    async fn write(&self, key: &ItemKey, change: &Change, stored: &Item) -> Result<(Written, bool)> {
        self.writes.turn(change.units).await;
        let request = change.request(self.handle.client(), self.handle.table_name(), self.entity, key);
        let update = |once| request.clone().customize().config_override(once).send();
        let answered = send(&self.throttles, update).await;
        let lost = answered.lost;
        let (written, cost) = match answered.answer {
            Ok(answer) => {
                let consumed = answer.consumed_capacity.and_then(|consumed| consumed.capacity_units);
                (Written::Done, consumed.unwrap_or(change.units))
            }
            Err(error) => match error.as_service_error() {
                Some(UpdateItemError::ConditionalCheckFailedException(failed)) => {
                    let cost = write_units(item_bytes(failed.item().unwrap_or(stored))) as f64;
                    // Not every endpoint says what is there.
                    let now = match failed.item() {
                        Some(now) => Some(now.clone()),
                        None => self.get(key).await?,
                    };
                    (Written::Changed(now), cost)
                }
                _ if error.code() == Some("ValidationException") => (Written::Refused(sdk_error(error)), 0.0),
                _ => {
                    let error = sdk_error(error).at_key(key_text(key));
                    return Err(if lost { error.outcome_unknown() } else { error });
                }
            },
        };
        self.writes.settle(change.units, cost);
        self.count(|report| report.wcu += cost);
        Ok((written, lost))
    }

    /// What is stored under a key now.
    async fn get(&self, key: &ItemKey) -> Result<Option<Item>> {
        let request = self.handle.client().get_item().table_name(self.handle.table_name()).consistent_read(true);
        let request = request.set_key(Some(key_item(self.entity, key)));
        let get = |once| request.clone().customize().config_override(once).send();
        let answer = send(&self.throttles, get).await.answer;
        let item = answer.map_err(|error| sdk_error(error).at_key(key_text(key)))?.item;
        let cost = read_units(item.as_ref().map_or(0, item_bytes), Consistency::Strong);
        self.reads.settle(0.0, cost);
        self.count(|report| report.rcu += cost);
        Ok(item)
    }
}
