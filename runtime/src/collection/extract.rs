//! Decodes each item of a collection's query as the entity that it belongs to.

use serde::de::DeserializeOwned;

use super::{Collection, Visit, first_field};
use crate::{
    Entity, Error, ErrorKind, Item, Result,
    item::{
        decode::decode_read,
        encode::table_key,
        read_item::ReadItem,
        stored::{belongs, discriminator, key_text, shown, stored_key},
    },
    key::{ItemKey, KeyValue, redaction::REDACTED},
    read::{Classified, Generation, Lane, Plan, extract::parse_stored_keys},
    schema::{EntitySchema, KeySchema},
};

/// Decodes an item as a member of the collection.
pub(crate) fn member<C: Collection, const SKIPS: bool>(
    plan: &Plan,
    lane: &Lane,
    item: ReadItem,
) -> Result<Classified<C>> {
    let found = plan.entities.iter().enumerate().find(|(_, entity)| belongs(entity, &item));
    let Some((place, entity)) = found else {
        return if SKIPS { Ok(Classified::Unknown) } else { Err(unknown(plan, &item.into_item())) };
    };
    C::__visit(place, Decoding { plan, lane, entity, item }).unwrap_or(Ok(Classified::Foreign))
}

/// Classifies an item for a count: by its keys alone if they suffice for the query, otherwise like [`member`].
pub(crate) fn counted<C: Collection, const SKIPS: bool>(
    plan: &Plan,
    lane: &Lane,
    item: ReadItem,
) -> Result<Classified<()>> {
    if !plan.keys_suffice() {
        return member::<C, SKIPS>(plan, lane, item)?.try_map(|_| Ok(()));
    }
    match plan.entities.iter().find(|entity| belongs(entity, &item)) {
        Some(entity) => {
            let from_keys = parse_stored_keys(entity, plan.place_in(entity), &item)?;
            let value = |field| from_keys.value(field).map(|value| value.value.clone());
            Ok(if plan.accepts_member(entity, value) { Classified::Taken(()) } else { Classified::Rejected })
        }
        None if SKIPS => Ok(Classified::Unknown),
        None => Err(unknown(plan, &item.into_item())),
    }
}

/// Decodes an item whose entity was determined from its schema.
struct Decoding<'a> {
    plan: &'a Plan,
    lane: &'a Lane,
    entity: &'static EntitySchema,
    item: ReadItem,
}

impl Visit for Decoding<'_> {
    type Output<O> = Result<Classified<O>>;

    fn visit<E: Entity + DeserializeOwned, O>(self, wrap: fn(E) -> O) -> Result<Classified<O>> {
        let Self { plan, lane, entity, item } = self;
        let decoded: E = decode_read(entity, item)?;
        if lane.is_shared {
            let home = table_key(entity, &|field| decoded.__value(field), None)?.partition;
            if (lane.generation() == Generation::Current) != (home == *lane.partition_key()) {
                return Ok(Classified::Foreign);
            }
        }
        let is_requested_item = plan.accepts_member(entity, |field| decoded.__value(field));
        Ok(if is_requested_item { Classified::Taken(wrap(decoded)) } else { Classified::Rejected })
    }
}

impl Plan {
    /// Returns whether an item of one of the entities matches the query. See [`accepts`](Self::accepts). The values are
    /// those of the entity's own fields.
    fn accepts_member<'v>(&self, entity: &'static EntitySchema, value: impl Fn(u8) -> Option<KeyValue<'v>>) -> bool {
        let own = self.entities_key(entity);
        self.member_rechecks.iter().all(|recheck| recheck.admits(entity, &value))
            && self.accepts(&|field| value(own.and_then(|own| own_field(self.schema, own, field))?))
    }
}

/// Returns the field of an entity that corresponds to a field of the shared key.
fn own_field(shared: &KeySchema, own: &KeySchema, field: u8) -> Option<u8> {
    let leading = || first_field(shared).filter(|(_, first)| *first == field).and_then(|_| first_field(own));
    shared.corresponding_field(own, field).or_else(|| leading().map(|(_, first)| first))
}

/// Builds the error for an item that belongs to no entity of the collection.
fn unknown(plan: &Plan, item: &Item) -> Error {
    let collection = plan.entity();
    let names: Vec<_> = plan.entities.iter().map(|entity| format!("`{}`", entity.name)).collect();
    let names = names.join(", ");
    let found = match (plan.entity.table.discriminator, discriminator(plan.entity, item)) {
        (Some(name), Some(found)) => format!("its `{name}` is {}", shown(Some(found))),
        _ => "it has no discriminator, and its key is not one of theirs".to_owned(),
    };
    let message = format!(
        "an item belongs to none of the entities {names}: {found}; add its entity to `{collection}`, or leave such \
         items out with `.skip_unknown()`"
    );
    let error = Error::new(ErrorKind::WrongEntity, message);
    match stored_key(plan.entity, 0, item) {
        Some(key) => error.at_key(unknown_key(plan, &key)),
        None => error,
    }
}

/// Formats a key of an unknown entity. Redacts it if any entity has a sensitive field, which the key may contain.
fn unknown_key(plan: &Plan, key: &ItemKey) -> String {
    match plan.members().any(EntitySchema::has_secrets) {
        true => REDACTED.to_owned(),
        false => key_text(plan.entity, key),
    }
}
