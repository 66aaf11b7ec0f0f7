//! The conditions of a put on the stored item, and the errors if they fail.

use crate::{
    Error, ErrorKind, Item,
    client::{condition::Condition, conditional::condition_failed},
    expression::Expression,
    item::{
        encode::is_random,
        equal::differences,
        expiry::is_expired,
        lossy::{is_same_value, with_stored_texts},
        stamp::Stamp,
        stored::shown_of,
        version::Version,
    },
    key::{Timestamp, lossy::lossy_fields},
    schema::EntitySchema,
};

/// The requirement of a put on the stored item.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Rule {
    /// No other item shares the key, and the version matches if the entity has one.
    Put,
    /// No item is stored.
    Create,
    /// An item is stored.
    Replace,
}

impl Rule {
    /// Returns the time stamp of items that this rule writes now.
    pub(crate) fn stamp(self) -> Stamp {
        match self {
            Rule::Create => Stamp::now().first(),
            Rule::Put | Rule::Replace => Stamp::now(),
        }
    }

    pub(crate) fn operation(self) -> &'static str {
        match self {
            Rule::Put => "put",
            Rule::Create => "create",
            Rule::Replace => "replace",
        }
    }
}

/// The error of a create that finds an item under an older key.
pub(crate) const EXISTS_UNDER_OLDER_KEY: &str =
    "the item exists already, under an older key; use `put` or `replace` to supersede it";

/// The requirements of a put on the item stored under its key: those of the rule, of the version and of the caller.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Requirement<'a> {
    pub(crate) entity: &'static EntitySchema,
    pub(crate) rule: Rule,
    pub(crate) version: Option<Version>,
    /// The caller's own condition.
    pub(crate) condition: Option<&'a Expression>,
    /// The time at which expiry is evaluated. An expired item counts as absent.
    pub(crate) now: Timestamp,
    /// The stored item, if it has the times of the key in other texts.
    pub(crate) stored_texts: Option<&'a Item>,
}

impl Requirement<'_> {
    /// Returns the condition of the request that puts `item`.
    pub(crate) fn condition(&self, item: &Item) -> Option<Condition> {
        let Self { entity, rule, now, .. } = *self;
        // A put of an item with counters would undo what was added since it was read.
        let mut lossy = lossy_fields(entity);
        lossy.extend(counters(entity));
        let texts = with_stored_texts(entity, item, self.stored_texts);
        let place = match rule {
            Rule::Put if is_random(entity) => Some(Condition::absent(entity)),
            Rule::Put if lossy.is_empty() => None,
            Rule::Put => Some(Condition::absent(entity).or_same(entity, &lossy, &texts)),
            Rule::Create => Some(Condition::absent(entity)),
            Rule::Replace if lossy.is_empty() => Some(Condition::present(entity)),
            Rule::Replace => Some(Condition::present(entity).and_same(entity, &lossy, &texts)),
        };
        let place = place.map(|place| match rule {
            Rule::Replace => place.and_not_expired(entity, now),
            Rule::Put | Rule::Create => place.or_expired(entity, now),
        });
        let version = self.required_version().map(|version| version.condition_by(entity, now));
        Condition::all([place, version, self.condition.map(Condition::of_caller)])
    }

    /// Returns the version that the stored item must have. `None` for a create, which requires that there is no item.
    fn required_version(&self) -> Option<Version> {
        self.version.filter(|_| self.rule != Rule::Create)
    }

    /// Returns the error if the write of `ours` was rejected, given the stored item that failed the condition.
    pub(crate) fn refusal(&self, ours: &Item, stored: Option<&Item>) -> Error {
        self.reason(ours, stored).unwrap_or_else(|| match self.condition {
            Some(_) => condition_failed(stored.filter(|stored| !is_expired(self.entity, stored, self.now))),
            None => {
                let message = "the condition of the write did not hold, and the stored item was not returned: it has \
                               changed since, or it could not be read; read it and repeat the write";
                Error::new(ErrorKind::ConditionFailed, message)
            }
        })
    }

    /// Returns the error if the rule or the version rejects a write of `ours` while this item is stored. `None` if they
    /// do not, so that the caller's own condition must have failed.
    pub(crate) fn reason(&self, ours: &Item, found: Option<&Item>) -> Option<Error> {
        let Self { entity, rule, .. } = *self;
        let stored = found.filter(|stored| !is_expired(entity, stored, self.now));
        let conflict = self.required_version().filter(|version| !version.matches(entity, stored));
        let counted = |stored| counted_since(entity, ours, stored).filter(|_| rule != Rule::Create);
        let other = stored.and_then(|stored| collision(entity, ours, stored).or_else(|| counted(stored)));
        match (stored, other, conflict) {
            (Some(stored), ..) if rule == Rule::Put && is_random(entity) => {
                Some(another_in_shard(entity, ours, stored))
            }
            (_, Some(other), _) => Some(other),
            (None, ..) if rule == Rule::Replace => {
                let message = match found {
                    Some(_) => "the item has expired; use `create` or `put` to write it again",
                    None => "the item does not exist; use `create` or `put` to write it",
                };
                Some(Error::new(ErrorKind::NotFound, message))
            }
            (_, None, Some(version)) => Some(version.conflict(entity, stored)),
            (Some(_), None, None) if rule == Rule::Create => {
                let message = "the item exists already; use `put` or `replace` to overwrite it";
                Some(Error::new(ErrorKind::AlreadyExists, message))
            }
            _ => None,
        }
    }
}

/// Returns the counters of an entity.
fn counters(entity: &EntitySchema) -> impl Iterator<Item = u8> {
    (0..=u8::MAX).zip(entity.fields).filter(|(_, field)| field.is_counter()).map(|(place, _)| place)
}

/// Returns the fields at these positions in which two items differ, with both values.
fn differing(entity: &EntitySchema, fields: impl IntoIterator<Item = u8>, [ours, stored]: [&Item; 2]) -> Vec<String> {
    let fields = fields.into_iter().filter_map(|field| entity.fields.get(usize::from(field)));
    let fields = fields.filter(|field| !is_same_value(field, ours.get(field.attribute), stored.get(field.attribute)));
    fields.map(|field| both(entity, field.name, field.attribute, [ours, stored])).collect()
}

/// Formats an attribute's values in two items.
fn both(entity: &EntitySchema, name: &str, attribute: &str, [ours, stored]: [&Item; 2]) -> String {
    let shown = |item: &Item| shown_of(entity, attribute, item.get(attribute));
    format!("`{name}` is stored as {} and given as {}", shown(stored), shown(ours))
}

/// Returns the error if counters of the stored item have changed since it was read.
fn counted_since(entity: &EntitySchema, ours: &Item, stored: &Item) -> Option<Error> {
    let counted = differing(entity, counters(entity), [ours, stored]);
    let message = format!(
        "the stored item has other counter values, which the write would reset: {}; add with `increment`, or read the \
         item and write its current values",
        counted.join(", ")
    );
    (!counted.is_empty()).then(|| Error::new(ErrorKind::ConditionFailed, message).with_stored(Some(stored.clone())))
}

/// Returns the error if the stored item differs in a field that the key contains only in part.
pub(crate) fn collision(entity: &'static EntitySchema, ours: &Item, stored: &Item) -> Option<Error> {
    let differing = differing(entity, lossy_fields(entity), [ours, stored]);
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

fn another_in_shard(entity: &EntitySchema, ours: &Item, stored: &Item) -> Error {
    let differing: Vec<String> = differences(ours, stored)
        .into_iter()
        .filter(|name| entity.table.write_id != Some(*name))
        .map(|name| both(entity, name, name, [ours, stored]))
        .collect();
    let message = format!(
        "another item is stored under the key: {}; randomly sharded entities are append-only: put a field that \
         identifies an item, such as an id, into the sort key",
        differing.join(", ")
    );
    Error::new(ErrorKind::KeyCollision, message)
}
