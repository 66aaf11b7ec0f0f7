//! Puts, creates and replaces items in a transaction.

use super::{
    action::{Part, TransactAction},
    unique::{CHANGED, compared_fields, foreign_owner_message, refuse, release_sentinels, take_sentinels},
};
use crate::{
    Entity, Error, ErrorKind, Item, Result,
    client::{
        Written,
        condition::Condition as Stored,
        conditional::CallerCondition,
        legacy::relocate::{checks_of_absence, other_keys},
        put::request::{Requirement, Rule},
        transport::cancellation::{Refusal, refusal_of},
        unique::{Expiry, Sentinel, Unchanged, has_unique, not_unique, put, sentinels},
    },
    expression::Condition,
    item::{
        encode::{Encoded, is_random, random_shard_of},
        expiry::is_expired,
        locate::key_item,
        lossy::{has_other_texts, has_other_texts_of, with_stored_texts_of},
        size::item_bytes,
        stamp::{Stamp, same_content},
        version::version_field,
        writable::Writable,
    },
    key::{ItemKey, Timestamp},
    schema::EntitySchema,
};

/// Writes a whole item.
pub(crate) struct PutAction<'a> {
    entity: &'a dyn Writable,
    rule: Rule,
    /// The item as it was read, if the caller passed it.
    previous: Option<&'a dyn Writable>,
    /// The random shard. It is picked once, so that `params()` prints what is sent, and retries with the token send an
    /// identical request.
    shard: Option<u32>,
    /// The caller's condition on the stored item.
    caller_condition: CallerCondition,
    /// The time of the write. It is taken once, because retries with the token must send an identical request.
    stamp: Stamp,
    /// The stored item, if it has the times of the key in other texts.
    stored_texts: Option<Item>,
}

impl<'a> PutAction<'a> {
    pub(crate) fn new(entity: &'a dyn Writable, rule: Rule) -> Self {
        let shard = entity.random_shard();
        Self {
            entity,
            rule,
            previous: None,
            shard,
            caller_condition: CallerCondition::default(),
            stamp: rule.stamp(),
            stored_texts: None,
        }
    }

    pub(crate) fn when<E: Entity>(self, condition: &Condition<E>) -> Self {
        Self { caller_condition: CallerCondition::of(condition), ..self }
    }

    pub(crate) fn replacing(self, old: &'a dyn Writable) -> Self {
        Self { previous: Some(old), ..self }
    }

    fn encoded(&self) -> Result<Encoded> {
        self.entity.encode_next(self.shard, self.stamp)
    }

    /// Returns the condition on the stored item.
    fn requirement(&self) -> Result<Requirement<'_>> {
        let (entity, version) = (self.entity.schema(), self.entity.version()?);
        Ok(Requirement {
            entity,
            rule: self.rule,
            version,
            condition: self.caller_condition.expression(),
            now: self.stamp.at,
            stored_texts: self.stored_texts.as_ref(),
        })
    }

    /// Returns the sentinels of its unique values.
    fn sentinels(&self) -> Result<Vec<Sentinel>> {
        sentinels(self.entity.schema(), &|field| self.entity.value(field))
    }

    /// Returns the sentinels of the values that it releases, if the item that was read is known.
    fn released(&self, taken: &[Sentinel]) -> Result<Vec<Sentinel>> {
        let Some(previous) = self.previous else { return Ok(Vec::new()) };
        let mut had = sentinels(self.entity.schema(), &|field| previous.value(field))?;
        had.retain(|sentinel| taken.iter().all(|taken| taken.key != sentinel.key));
        Ok(had)
    }

    /// Returns the item that was read, in its stored form under this key, if the entity has unique fields.
    fn read(&self, key: &ItemKey) -> Result<Option<Item>> {
        let Some(previous) = self.previous else { return Ok(None) };
        let Encoded { item, key: previous_key, .. } = previous.encode(None, self.stamp)?;
        if previous_key != *key {
            let message =
                "the item has another key than the one that was read; `delete_item` that one and `create` this one";
            return Err(Error::new(ErrorKind::InvalidArgument, message));
        }
        Ok(Some(item).filter(|_| has_unique(self.entity.schema())))
    }

    /// Returns the message if the item exists already, with a fix that works in a transaction.
    fn exists(&self) -> &'static str {
        match has_unique(self.entity.schema()) {
            true => "the item exists already; leave it out, or use `replace_item` with the item that was read",
            false => "the item exists already; leave it out, or `put` or `replace` it here",
        }
    }

    /// Returns the older keys to check.
    fn older(&self, key: &ItemKey) -> Result<Vec<ItemKey>> {
        let older = match self.rule {
            Rule::Put if version_field(self.entity.schema()).is_none() => Vec::new(),
            _ => other_keys(self.entity.schema(), key, &|field| self.entity.value(field))?,
        };
        let (name, fix) = match self.rule {
            Rule::Create => return Ok(older),
            _ if older.is_empty() => return Ok(older),
            Rule::Replace if version_field(self.entity.schema()).is_none() => ("replace", ", or `put` it here"),
            Rule::Replace => ("replace", ""),
            Rule::Put => ("put of a version", ""),
        };
        let message = format!(
            "the item may be stored under an older key (`legacy`), which a {name} must read first, and a transaction \
             cannot; move it with `replace` beforehand{fix}"
        );
        Err(Error::new(ErrorKind::InvalidArgument, message))
    }
}

impl TransactAction for PutAction<'_> {
    fn name(&self) -> &'static str {
        if self.previous.is_some() { "replace_item" } else { self.rule.operation() }
    }

    fn entity(&self) -> &'static EntitySchema {
        self.entity.schema()
    }

    fn parts(&self, table_name: &str) -> Result<Vec<Part>> {
        self.caller_condition.check()?;
        let entity = self.entity.schema();
        if self.rule != Rule::Create && self.previous.is_none() {
            refuse(entity, self.name())?;
        }
        let Encoded { item, key, bytes, .. } = self.encoded()?;
        let older = self.older(&key)?;
        let checks = checks_of_absence(table_name, entity, &item, &older, self.stamp.at)?;
        let condition = self.requirement()?.condition(&item);
        let read = self.read(&key)?;
        let texts = |read| with_stored_texts_of(entity, &compared_fields(entity), read, self.stored_texts.as_ref());
        let read = read.as_ref().map(texts);
        let unchanged = |read: &Item| Unchanged { entity, read: Some(read), with_end: false }.condition();
        let unchanged = read.as_deref().map(unchanged);
        let condition = Stored::all([condition, unchanged]);
        let (taken, expires) = (self.sentinels()?, Expiry::of(entity, &item));
        let take_sentinels = take_sentinels(table_name, entity, &taken, &key, expires.as_ref(), self.stamp.at)?;
        let release_sentinels = release_sentinels(table_name, entity, &self.released(&taken)?, &key)?;
        let older = older.into_iter().zip(checks).map(|(key, write)| {
            let bytes = item_bytes(&key_item(entity, &key));
            Part::new(key, bytes, write)
        });
        let item = Part::new(key, bytes, put(table_name, item, condition)?);
        Ok(std::iter::once(item).chain(older).chain(take_sentinels).chain(release_sentinels).collect())
    }

    fn refused(&self, part: usize, stored: Option<&Item>) -> Option<Refusal> {
        if let Some(place) = part.checked_sub(1) {
            // Entities with unique fields have no older keys.
            let taken = self.sentinels().ok()?;
            let released = self.released(&taken).ok()?;
            let of_released = || released.get(place.checked_sub(taken.len())?);
            return Some(match (taken.get(place), of_released()) {
                (Some(sentinel), _) => not_unique(self.entity.schema(), sentinel.field, stored).message().into(),
                (None, Some(sentinel)) => foreign_owner_message(sentinel).into(),
                (None, None) => "the item exists already, under an older key; `replace` it by itself".into(),
            });
        }
        let requirement = self.requirement().ok()?;
        let (entity, ours) = (self.entity.schema(), self.encoded().ok()?.item);
        if self.rule == Rule::Put
            && is_random(entity)
            && stored.is_some_and(|stored| same_content(entity, stored, &ours))
        {
            return Some("an item with the same content is already appended; leave it out".into());
        }
        let has_caller_condition = requirement.condition.is_some();
        let error = requirement.refusal(&ours, stored);
        let has_expired = stored.is_some_and(|stored| is_expired(entity, stored, self.stamp.at));
        match error.kind() {
            ErrorKind::ConditionFailed if self.previous.is_some() && !has_caller_condition && !has_expired => {
                return Some(CHANGED.into());
            }
            ErrorKind::AlreadyExists => return Some(self.exists().into()),
            ErrorKind::NotFound if has_expired => {
                return Some(Refusal::not_found("the item has expired; `create` it again"));
            }
            ErrorKind::NotFound if has_unique(entity) => {
                return Some(Refusal::not_found("the item does not exist; `create` it"));
            }
            _ => {}
        }
        (has_expired || error.kind() != ErrorKind::ConditionFailed).then(|| refusal_of(&error))
    }

    fn has_other_texts(&self, part: usize, stored: &Item) -> bool {
        let entity = self.entity.schema();
        let has_other = |ours: Encoded| match self.read(&ours.key) {
            Ok(Some(read)) => has_other_texts_of(entity, &compared_fields(entity), &read, stored),
            _ => has_other_texts(entity, &ours.item, stored),
        };
        part == 0 && self.encoded().is_ok_and(has_other)
    }

    fn keep_texts(&mut self, stored: &Item) {
        self.stored_texts = Some(stored.clone());
    }

    fn set_time(&mut self, at: Timestamp) {
        self.stamp.at = at;
    }

    fn set_shard(&mut self, number: u32) {
        let shard = random_shard_of(self.entity.schema(), &|field| self.entity.value(field), number);
        self.shard = shard.or(self.shard);
    }

    fn unique_field(&self, part: usize) -> Option<&'static str> {
        let taken = self.sentinels().ok()?;
        let released = self.released(&taken).ok()?;
        taken.iter().chain(&released).nth(part.checked_sub(1)?).map(|sentinel| sentinel.field.name)
    }

    fn is_sentinel(&self, part: usize) -> bool {
        part > 0 && has_unique(self.entity.schema())
    }

    fn written(&self) -> Option<Written> {
        Some(Written::new(self.shard).of_version(self.entity.next_version().ok()?))
    }
}
