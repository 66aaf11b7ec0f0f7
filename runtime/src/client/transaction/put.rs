//! Puts, creates and replaces in a transaction.

use serde::Serialize;

use super::{
    super::{
        Item, Written,
        conditional::Demand,
        encode::{EncodeAt, Encoded, encode_at, is_random, random_shard},
        expiry::is_expired,
        locate::key_item,
        moving::{checks_of_absence, other_places},
        put_item::{Rule, UNDER_AN_OLDER_KEY, condition_of, refusal},
        size::item_bytes,
        stamp::{Stamp, same_content},
        stored::schema,
        unique::{Expiry, Sentinel, has_unique, not_unique, put, sentinels},
        version::{Version, encode_next, next_version, version_field},
    },
    action::{Part, TransactAction},
    unique::refuse,
};
use crate::{Entity, Error, ErrorKind, Result, expression::Condition, key::ItemKey, schema::EntitySchema};

/// A whole item to be written.
pub(crate) struct PutAction<'a, E> {
    entity: &'a E,
    rule: Rule,
    /// The random shard, picked once: what is printed is what is sent, and the token stands for it.
    shard: Option<u32>,
    /// What the caller demands of the stored item.
    demand: Demand,
    /// When it is written: once for all repetitions, for the token stands for it too.
    stamp: Stamp,
    encode: EncodeAt<E>,
}

impl<'a, E: Entity + Serialize> PutAction<'a, E> {
    pub(crate) fn new(entity: &'a E, rule: Rule) -> Self {
        // Where none can be picked, encoding says why.
        let shard = random_shard(schema::<E>(), &|field| entity.__value(field)).unwrap_or(None);
        Self { entity, rule, shard, demand: Demand::default(), stamp: rule.stamp(), encode: encode_at::<E> }
    }

    pub(crate) fn when(self, condition: &Condition<E>) -> Self {
        Self { demand: Demand::of(condition), ..self }
    }
}

impl<E: Entity> PutAction<'_, E> {
    fn encoded(&self) -> Result<Encoded> {
        encode_next(self.encode, self.entity, self.shard, self.stamp)
    }

    /// The sentinels of its values.
    fn sentinels(&self) -> Result<Vec<Sentinel>> {
        sentinels(schema::<E>(), &|field| self.entity.__value(field))
    }

    /// What it takes to write the sentinels of an item. The same whenever it is asked for, so that a token can be used
    /// again: what has expired is judged by the same instant.
    fn parts_of_sentinels(&self, table_name: &str, item: &Item, owner: &ItemKey) -> Result<Vec<Part>> {
        let entity = schema::<E>();
        let expires = Expiry::of(entity, item);
        let part = |sentinel: Sentinel| {
            let item = sentinel.item(entity, owner, expires.as_ref());
            let bytes = item_bytes(&item);
            let write = put(table_name, item, Some(Sentinel::is_free_by(entity, owner, self.stamp.at)))?;
            Ok(Part { key: sentinel.key, bytes, write })
        };
        self.sentinels()?.into_iter().map(part).collect()
    }

    /// The older keys that it has to look at.
    fn older(&self, key: &ItemKey) -> Result<Vec<ItemKey>> {
        let older = match self.rule {
            Rule::Put if version_field(schema::<E>()).is_none() => Vec::new(),
            _ => other_places(schema::<E>(), key, &|field| self.entity.__value(field))?,
        };
        let (name, way_out) = match self.rule {
            Rule::Create => return Ok(older),
            _ if older.is_empty() => return Ok(older),
            Rule::Replace if version_field(schema::<E>()).is_none() => ("replace", ", or `put` it here"),
            Rule::Replace => ("replace", ""),
            Rule::Put => ("put of a version", ""),
        };
        let message = format!(
            "the item can be under an older key (`legacy`), which a {name} has to read first, and transactions do not; \
             move it with `replace` before{way_out}"
        );
        Err(Error::new(ErrorKind::InvalidArgument, message))
    }
}

impl<E: Entity> TransactAction for PutAction<'_, E> {
    fn name(&self) -> &'static str {
        self.rule.operation()
    }

    fn entity(&self) -> &'static EntitySchema {
        schema::<E>()
    }

    fn parts(&self, table_name: &str) -> Result<Vec<Part>> {
        self.demand.check()?;
        let entity = schema::<E>();
        if self.rule != Rule::Create {
            refuse(entity, self.name())?;
        }
        let Encoded { item, key, bytes, .. } = self.encoded()?;
        let older = self.older(&key)?;
        let checks = checks_of_absence(table_name, entity, &item, &older, self.stamp.at)?;
        let (version, demand) = (Version::of(self.entity)?, self.demand.expression());
        let condition = condition_of(entity, &item, self.rule, version, demand, self.stamp.at);
        let sentinels = self.parts_of_sentinels(table_name, &item, &key)?;
        let mut parts = vec![Part { key, bytes, write: put(table_name, item, condition)? }];
        parts.extend(older.into_iter().zip(checks).map(|(key, write)| {
            let bytes = item_bytes(&key_item(entity, &key));
            Part { key, bytes, write }
        }));
        parts.extend(sentinels);
        Ok(parts)
    }

    fn refused(&self, part: usize, stored: Option<&Item>) -> Option<String> {
        if let Some(place) = part.checked_sub(1) {
            // Items with unique fields have no older keys.
            let sentinels = self.sentinels().ok()?;
            return Some(match sentinels.get(place) {
                Some(sentinel) => not_unique(schema::<E>(), sentinel.field, stored).message().to_owned(),
                None => UNDER_AN_OLDER_KEY.to_owned(),
            });
        }
        let version = Version::of(self.entity).ok()?;
        let (entity, ours) = (schema::<E>(), self.encoded().ok()?.item);
        if self.rule == Rule::Put
            && is_random(entity)
            && stored.is_some_and(|stored| same_content(entity, stored, &ours))
        {
            return Some("an item with the same content is there already; leave it out, for it is appended".into());
        }
        let is_demanded = self.demand.expression().is_some();
        let error = refusal(entity, self.rule, &ours, stored, version, is_demanded, self.stamp.at);
        let is_over = stored.is_some_and(|stored| is_expired(entity, stored, self.stamp.at));
        (is_over || error.kind() != ErrorKind::ConditionFailed).then(|| error.to_string())
    }

    fn is_sentinel(&self, part: usize) -> bool {
        part > 0 && has_unique(schema::<E>())
    }

    fn written(&self) -> Option<Written> {
        Some(Written::new(self.shard).of_version(next_version(self.entity).ok()?))
    }
}
