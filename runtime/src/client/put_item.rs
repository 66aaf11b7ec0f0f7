//! The request behind `put`, `create` and `replace`.

use aws_sdk_dynamodb::{
    config,
    error::SdkError,
    operation::put_item::{PutItemError, PutItemInput, PutItemOutput, builders::PutItemFluentBuilder},
    types::ReturnValuesOnConditionCheckFailure,
};
use serde::Serialize;

use super::{
    Handle, Item, Written,
    attempts::Attempts,
    call::call,
    condition::Condition,
    conditional::{Demand, condition_failed},
    encode::{Encode, Encoded, encode, is_random, random_shard},
    equal::{differences, same_items},
    failure::write_error,
    locate::{item_key_of, key_with},
    lossy::lossy_fields,
    metered::Weighed,
    moving::{self, other_places},
    older::{are_same, older_items},
    refusing::refusing,
    stored::{key_text, schema, shown, stored_key},
    transact::Transacted,
    writes::To,
};
use crate::{
    Entity, Error, ErrorKind, Result, Table,
    entity::StoredIn,
    expression::{self, Expression},
    key::{ItemKey, KeyValue},
    monitor::Watch,
    schema::EntitySchema,
    throttling::carries_random_shard,
};

/// How often an item is looked for that other writers move.
const MOVES: usize = 5;

/// What a put demands of the item that is stored already.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Rule {
    /// Nothing, unless it only shares the key and is another item.
    Put,
    /// That there is none.
    Create,
    /// That there is one.
    Replace,
}

impl Rule {
    pub(crate) fn operation(self) -> &'static str {
        match self {
            Rule::Put => "put",
            Rule::Create => "create",
            Rule::Replace => "replace",
        }
    }
}

/// One item on its way into the table.
#[derive(Debug)]
pub(crate) struct PutItem<'a, T, E> {
    handle: &'a Handle<T>,
    pub(crate) entity: &'a E,
    rule: Rule,
    pub(crate) shard: Option<u32>,
    /// Whether the shard was given, so that the item goes there or nowhere.
    is_given: bool,
    /// What the caller demands of the stored item.
    demand: Demand,
    encode: Encode<E>,
}

impl<'a, T: Table, E: Entity> PutItem<'a, T, E> {
    pub(crate) fn new(handle: &'a Handle<T>, entity: &'a E, rule: Rule) -> Self
    where
        E: StoredIn<T> + Serialize,
    {
        // Picked once, so that what is printed is what is sent. Where none can be picked, encoding says why.
        let shard = random_shard(schema::<E>(), &|field| entity.__value(field)).unwrap_or(None);
        Self { handle, entity, rule, shard, is_given: false, demand: Demand::default(), encode: encode::<E> }
    }

    pub(crate) fn in_shard(self, shard: u32) -> Self {
        Self { shard: Some(shard), is_given: true, ..self }
    }

    pub(crate) fn when(self, condition: &expression::Condition<E>) -> Self {
        Self { demand: Demand::of(condition), ..self }
    }

    pub(crate) fn sdk(&self) -> Result<PutItemFluentBuilder> {
        self.demand.check()?;
        let encoded = (self.encode)(self.entity, self.shard)?;
        Ok(self.request(encoded.item, self.rule))
    }

    pub(crate) fn params(&self) -> Result<PutItemInput> {
        let built = self.sdk()?.as_input().clone().build();
        built.map_err(|error| Error::new(ErrorKind::InvalidArgument, error.to_string()).caused_by(error))
    }

    pub(crate) async fn send(self) -> Result<Written> {
        call(self.handle, self.rule.operation(), Some(schema::<E>().name), self.attempt()).await
    }

    async fn attempt(&self) -> Result<Written> {
        self.demand.check()?;
        let encoded = (self.encode)(self.entity, self.shard)?;
        // Of all requests of the call: what the first one leaves in doubt stays so.
        let attempts = Attempts::default();
        let key = match self.rule {
            Rule::Put => return self.write(encoded, &attempts).await,
            Rule::Create | Rule::Replace => encoded.key.clone(),
        };
        let older = other_places(schema::<E>(), &key, &|field| self.entity.__value(field))?;
        let moved = match self.rule {
            _ if older.is_empty() => return self.write(encoded, &attempts).await,
            Rule::Create => self.create_beside(&encoded.item, &older, &attempts).await,
            Rule::Put | Rule::Replace => match self.write(encoded, &attempts).await {
                Err(error) if error.kind() == ErrorKind::NotFound => self.take_over(&key, &attempts).await,
                result => return result,
            },
        };
        moved.map(|()| Written::new(self.shard)).map_err(|error| error.at_key(key_text(&key)))
    }

    /// Writes the item under today's key.
    async fn write(&self, encoded: Encoded, attempts: &Attempts) -> Result<Written> {
        let (mut shard, writes) = (self.shard, self.handle.writes());
        let (mut first, mut left) = (Some(encoded), Vec::new());
        let request = |to, once| {
            if to == To::OtherShard {
                left.extend(shard);
                shard = another_shard(schema::<E>(), &|field| self.entity.__value(field), &left).or(shard);
            }
            // A request takes its item with it.
            let encoded = first.take().or_else(|| (self.encode)(self.entity, shard).ok())?;
            Some(self.send_once(encoded, once))
        };
        let may_move = |index: Option<&str>| !self.is_given && carries_random_shard(schema::<E>(), index);
        let sent = writes.send(attempts, &mut writes.retry(), may_move, request).await;
        let Err(error) = sent else { return Ok(Written::new(shard)) };
        let result = match error.as_service_error() {
            Some(PutItemError::ConditionalCheckFailedException(failed)) => self.refused(failed.item(), shard, attempts),
            _ => Err(write_error(error, attempts)),
        };
        match result {
            Ok(()) => Ok(Written::new(shard)),
            Err(error) => Err(self.named(error, shard)),
        }
    }

    /// Sends one request, and tells the monitor what it took.
    async fn send_once(
        &self,
        encoded: Encoded,
        once: config::Builder,
    ) -> Result<PutItemOutput, SdkError<PutItemError>> {
        let Encoded { item, key, indexes, bytes } = encoded;
        let sent = self.request(item, self.rule).customize().config_override(once).send().await;
        if let Some(watch) = self.handle.watch() {
            let weighed = Weighed { table: &key.partition, indexes: &indexes, bytes };
            watch_put(watch, schema::<E>(), &weighed, &sent);
        }
        sent
    }

    /// The error with the key that it happened to.
    fn named(&self, error: Error, shard: Option<u32>) -> Error {
        let error = error.in_shard(shard);
        match item_key_of(&key_with(self.entity, shard)) {
            Ok(key) => error.at_key(key_text(&key)),
            Err(_) => error,
        }
    }

    fn request(&self, item: Item, rule: Rule) -> PutItemFluentBuilder {
        let condition = condition_of(schema::<E>(), &item, rule, self.demand.expression());
        let request = self.handle.client().put_item().table_name(self.handle.table_name()).set_item(Some(item));
        let request = request.set_return_consumed_capacity(self.handle.watch().map(|_| Watch::ASKS));
        match condition {
            None => request,
            Some(condition) => request
                .condition_expression(condition.expression)
                .set_expression_attribute_names(Some(condition.names))
                .set_expression_attribute_values(condition.values)
                .return_values_on_condition_check_failure(ReturnValuesOnConditionCheckFailure::AllOld),
        }
    }

    /// Creates the item, if it is not under one of these older keys either.
    async fn create_beside(&self, item: &Item, older: &[ItemKey], attempts: &Attempts) -> Result<()> {
        let refused = match moving::create(self.handle, schema::<E>(), item, older, attempts).await? {
            Transacted::Applied => return Ok(()),
            Transacted::Refused(refused) => refused,
        };
        match refused.into_iter().find(|(place, _)| *place == 0) {
            Some((_, stored)) => self.refused(stored.as_ref(), self.shard, attempts),
            None => {
                let error = Error::new(ErrorKind::AlreadyExists, UNDER_AN_OLDER_KEY);
                Err(if attempts.lost() { error.outcome_unknown() } else { error })
            }
        }
    }

    /// Replaces an item that was not under today's key: from an older one it moves.
    async fn take_over(&self, key: &ItemKey, attempts: &Attempts) -> Result<()> {
        let entity = schema::<E>();
        for _ in 0..MOVES {
            let encoded = (self.encode)(self.entity, self.shard)?;
            let mut older = older_items(self.handle, entity, &|field| self.entity.__value(field), true).await?;
            older.retain(|stored| {
                are_same(entity, &encoded.item, stored) && stored_key(entity, 0, stored).as_ref() != Some(key)
            });
            if older.is_empty() {
                // Perhaps it has moved in the meantime.
                return self.write(encoded, attempts).await.map(drop);
            }
            let demand = self.demand.expression();
            match moving::take_over(self.handle, entity, &encoded.item, &older, demand, attempts).await? {
                Transacted::Applied => return Ok(()),
                // As it was read: what refused it is the caller's condition.
                Transacted::Refused(refused)
                    if demand.is_some()
                        && refused.iter().any(|(place, stored)| *place == 1 && stored.as_ref() == older.first()) =>
                {
                    return Err(condition_failed(older.first()));
                }
                Transacted::Refused(_) => {}
            }
            match self.write(encoded, attempts).await {
                Err(error) if error.kind() == ErrorKind::NotFound => {}
                result => return result.map(drop),
            }
        }
        let message = format!("the item was moved {MOVES} times while it was to be replaced; wait and repeat");
        let error = Error::new(ErrorKind::Service, message);
        Err(if attempts.lost() { error.outcome_unknown() } else { error })
    }

    /// What a failed condition means, given the item that is stored.
    fn refused(&self, stored: Option<&Item>, shard: Option<u32>, attempts: &Attempts) -> Result<()> {
        let entity = schema::<E>();
        let ours = (self.encode)(self.entity, shard)?.item;
        let repeated = stored.is_some_and(|stored| same_items(stored, &ours));
        let appends = self.rule == Rule::Put && is_random(entity);
        // An earlier attempt had arrived, and its answer was lost on the way.
        if repeated && (appends || attempts.lost()) {
            return Ok(());
        }
        let error = refusal(entity, self.rule, &ours, stored, self.demand.expression().is_some());
        Err(if attempts.lost() { error.outcome_unknown() } else { error })
    }
}

/// What a create finds.
pub(crate) const UNDER_AN_OLDER_KEY: &str =
    "the item exists already, under an older key; use `put` or `replace` to supersede it";

/// What a rule, and the caller, demand of the item that is stored under the key of this one.
pub(crate) fn condition_of(
    entity: &'static EntitySchema,
    item: &Item,
    rule: Rule,
    demand: Option<&Expression>,
) -> Option<Condition> {
    let lossy = lossy_fields(entity);
    let ours = match rule {
        Rule::Put if is_random(entity) => Condition::absent(entity),
        Rule::Put if lossy.is_empty() => return demand.map(Condition::demanded),
        Rule::Put => Condition::absent(entity).or_same(entity, &lossy, item),
        Rule::Create => Condition::absent(entity),
        Rule::Replace if lossy.is_empty() => Condition::present(entity),
        Rule::Replace => Condition::present(entity).and_same(entity, &lossy, item),
    };
    Some(ours.and(demand))
}

/// That what a rule, or the caller, demands is not met, given the item that is stored.
pub(crate) fn refusal(
    entity: &'static EntitySchema,
    rule: Rule,
    ours: &Item,
    stored: Option<&Item>,
    is_demanded: bool,
) -> Error {
    match stored {
        Some(stored) if rule == Rule::Put && is_random(entity) => another_in_shard(ours, stored),
        Some(stored) => match collision(entity, ours, stored) {
            Some(error) => error,
            None if rule != Rule::Create && is_demanded => condition_failed(Some(stored)),
            None => {
                Error::new(ErrorKind::AlreadyExists, "the item exists already; use `put` or `replace` to overwrite it")
            }
        },
        None if rule == Rule::Replace => {
            Error::new(ErrorKind::NotFound, "the item does not exist; use `create` or `put` to write it")
        }
        None if is_demanded => condition_failed(None),
        None => Error::new(ErrorKind::KeyCollision, "another item is stored under the key; read it to compare"),
    }
}

/// The next random shard in turn that none of these is or, where there are only two, that the last one is not. Other
/// writers may take the turns in between.
pub(crate) fn another_shard<'v>(
    entity: &'static EntitySchema,
    value: &dyn Fn(u8) -> Option<KeyValue<'v>>,
    left: &[u32],
) -> Option<u32> {
    const TURNS: usize = 16;
    let turns = || (0..TURNS).filter_map(|_| random_shard(entity, value).ok().flatten());
    turns().find(|shard| !left.contains(shard)).or_else(|| turns().find(|shard| left.last() != Some(shard)))
}

fn watch_put(
    watch: &Watch,
    entity: &'static EntitySchema,
    item: &Weighed<'_>,
    sent: &Result<PutItemOutput, SdkError<PutItemError>>,
) {
    match sent {
        Ok(answer) => watch.wrote(entity, *item, answer.consumed_capacity()),
        Err(error) => match error.as_service_error() {
            Some(PutItemError::ConditionalCheckFailedException(failed)) => {
                watch.condition_failed(entity, item.table, failed.item());
            }
            _ => watch.refused(entity, item, &refusing(error)),
        },
    }
}

/// The stored item differs in a field that the key holds only in part.
pub(crate) fn collision(entity: &'static EntitySchema, ours: &Item, stored: &Item) -> Option<Error> {
    let fields = lossy_fields(entity).into_iter().filter_map(|field| entity.fields.get(usize::from(field)));
    let differing: Vec<String> = fields
        .filter(|field| differences(ours, stored).contains(&field.attribute))
        .map(|field| {
            let (stored, ours) = (shown(stored.get(field.attribute)), shown(ours.get(field.attribute)));
            format!("`{}` is {stored} there and {ours} here", field.name)
        })
        .collect();
    if differing.is_empty() {
        return None;
    }
    let message = format!(
        "another item is stored under the key, which holds these fields only in part: {}; \
         put the whole field into the sort key, or delete the other item first",
        differing.join(", ")
    );
    Some(Error::new(ErrorKind::KeyCollision, message))
}

fn another_in_shard(ours: &Item, stored: &Item) -> Error {
    let differing: Vec<String> = differences(ours, stored)
        .into_iter()
        .map(|name| format!("`{name}` is {} there and {} here", shown(stored.get(name)), shown(ours.get(name))))
        .collect();
    let message = format!(
        "another item is stored under the key: {}; \
         randomly sharded entities are append-only: put a field that tells items apart, such as an id, into the sort key",
        differing.join(", ")
    );
    Error::new(ErrorKind::KeyCollision, message)
}
