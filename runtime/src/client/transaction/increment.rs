//! Adds to a counter in a transaction.

use aws_sdk_dynamodb::types::{ReturnValuesOnConditionCheckFailure, TransactWriteItem, Update};
use serde::Serialize;

use super::action::{Part, TransactAction};
use crate::{
    Counter, Entity, Error, Item, Result,
    client::{
        Written,
        counter::{Addition, Amount, EncodeUncounted, addition as addition_to, counter_field, encode_uncounted},
        put::request::collision,
        transport::{cancellation::Refusal, failure::build_error},
    },
    counter::CounterField,
    item::{
        any_key::AnyKey,
        encode::{Encoded, is_random, random_shard, random_shard_of},
        lossy::has_other_texts,
        stamp::Stamp,
        stored::{key_text, schema},
    },
    key::{KeyValue, Timestamp},
    schema::EntitySchema,
};

/// Adds an amount to a counter.
pub(crate) struct IncrementAction {
    key: AnyKey,
    field: u8,
    amount: Amount,
    /// The random shard. It is picked once, so that `params()` prints what is sent, and retries with the token send an
    /// identical request.
    shard: Option<u32>,
    /// The time of the write. It is taken once, because retries with the token must send an identical request.
    stamp: Stamp,
    encode: EncodeUncounted,
    /// The stored item, if it has the times of the key in other texts.
    stored_texts: Option<Item>,
}

impl IncrementAction {
    pub(crate) fn new<E: Entity + Serialize, N: CounterField>(counter: Counter<E, N>, amount: i64) -> Self {
        let Counter { key, field, .. } = counter;
        let (key, amount, stamp) = (AnyKey::of(key), Amount::of::<N>(amount), Stamp::now());
        let encode = encode_uncounted::<E>;
        let mut action = Self { key, field, amount, shard: None, stamp, encode, stored_texts: None };
        // If no shard can be picked, encoding reports why.
        action.shard = action.pick(|value| random_shard(schema::<E>(), value).unwrap_or(None));
        action
    }

    /// Picks the shard for the values of the counter's item.
    fn pick<'v>(&self, pick: impl Fn(&dyn Fn(u8) -> Option<KeyValue<'v>>) -> Option<u32>) -> Option<u32> {
        pick(&|field| self.key.value(field).map(KeyValue::into_owned))
    }

    /// Returns the counter's item with its counters at 0.
    fn encoded(&self) -> Result<Encoded> {
        (self.encode)(&self.key, self.shard, self.stamp)
    }
}

impl TransactAction for IncrementAction {
    fn name(&self) -> &'static str {
        "increment"
    }

    fn entity(&self) -> &'static EntitySchema {
        self.key.entity()
    }

    fn parts(&self, table_name: &str) -> Result<Vec<Part>> {
        let (entity, field, encoded) =
            (self.key.entity(), counter_field(self.key.entity(), self.field)?, self.encoded()?);
        let (item_key, bytes) = (encoded.key.clone(), encoded.bytes);
        let addition = self.amount.check(field, is_random(entity));
        let addition =
            addition.and_then(|()| addition_to(entity, encoded, field, self.amount, self.stored_texts.as_ref()));
        let Addition { key, update, condition, names, values } =
            addition.map_err(|error: Error| error.at_key(key_text(entity, &item_key)))?;
        let update = Update::builder()
            .table_name(table_name)
            .set_key(Some(key))
            .update_expression(update)
            .condition_expression(condition)
            .set_expression_attribute_names(Some(names))
            .set_expression_attribute_values(Some(values))
            .return_values_on_condition_check_failure(ReturnValuesOnConditionCheckFailure::AllOld)
            .build()
            .map_err(build_error)?;
        Ok(vec![Part::new(item_key, bytes, TransactWriteItem::builder().update(update).build())])
    }

    fn has_other_texts(&self, _: usize, stored: &Item) -> bool {
        self.encoded().is_ok_and(|ours| has_other_texts(self.key.entity(), &ours.item, stored))
    }

    fn keep_texts(&mut self, stored: &Item) {
        self.stored_texts = Some(stored.clone());
    }

    fn set_time(&mut self, at: Timestamp) {
        self.stamp.at = at;
    }

    fn set_shard(&mut self, number: u32) {
        self.shard = self.pick(|value| random_shard_of(self.key.entity(), value, number)).or(self.shard);
    }

    fn refused(&self, _: usize, stored: Option<&Item>) -> Option<Refusal> {
        let other = stored.and_then(|stored| collision(self.key.entity(), &self.encoded().ok()?.item, stored));
        let error = match other {
            Some(other) => other,
            None => self.amount.refused(counter_field(self.key.entity(), self.field).ok()?, stored),
        };
        Some(error.message().into())
    }

    fn written(&self) -> Option<Written> {
        Some(Written::new(self.shard))
    }
}
