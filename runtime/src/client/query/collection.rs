//! Queries of collections over the SDK.

use serde::de::DeserializeOwned;

use super::{ItemStream, Reading, Selection, extract::Extract};
use crate::{
    Entity, Error, ErrorKind, Result, Table,
    client::{
        Handle, Item, belongs, decode,
        encode::table_key,
        stored::{discriminator, key_text, shown, stored_key},
    },
    collection::{Collection, CollectionQuery, Shared, Visit},
    entity::SameTable,
    key::ItemKey,
    read::{Generation, Lane, Plan, Sifted},
    schema::EntitySchema,
    sensitive::REDACTED,
};

impl<C: Collection, D> CollectionQuery<C, D> {
    /// Binds the query to a table; awaiting it reads one page.
    ///
    /// # Errors
    ///
    /// Those of [`Query::send`](crate::read::Query::send), and `WrongEntity` where an item is of no entity of the
    /// collection and [`skip_unknown`](Self::skip_unknown) is not set. A `Decode` error names the entity, the key and
    /// the attribute.
    pub fn send<T: Table>(self, handle: &Handle<T>) -> Reading<'_, T, C>
    where
        C::Table: SameTable<T>,
    {
        Reading::new(handle, self.select())
    }

    /// The items of all pages, one after the other, up to the limit. See [`Query::stream`](crate::read::Query::stream).
    pub fn stream<T: Table>(self, handle: &Handle<T>) -> ItemStream<C>
    where
        C::Table: SameTable<T>,
    {
        ItemStream::new(handle, self.select())
    }

    pub(super) fn select(self) -> Selection<C> {
        let extract: Extract<C> = if self.skips_unknown { member::<C, true> } else { member::<C, false> };
        let entity = const { &Shared::<C>::SCHEMA };
        Selection { entity, key: Shared::<C>::KEY, spec: self.spec, extract, fields: None }
    }
}

/// The member of a collection that an item is.
fn member<C: Collection, const SKIPS: bool>(plan: &Plan, lane: &Lane, item: Item) -> Result<Sifted<C>> {
    let found = plan.entities.iter().enumerate().find(|(_, entity)| belongs(entity, &item));
    let Some((place, entity)) = found else {
        return if SKIPS { Ok(Sifted::Unknown) } else { Err(unknown(plan, &item)) };
    };
    C::__visit(place, Decoding { plan, lane, entity, item }).unwrap_or(Ok(Sifted::Foreign))
}

/// An item whose entity is known by its schema.
struct Decoding<'a> {
    plan: &'a Plan,
    lane: &'a Lane,
    entity: &'static EntitySchema,
    item: Item,
}

impl Visit for Decoding<'_> {
    type Output<O> = Result<Sifted<O>>;

    fn visit<E: Entity + DeserializeOwned, O>(self, wrap: fn(E) -> O) -> Result<Sifted<O>> {
        let Self { plan, lane, entity, item } = self;
        let decoded: E = decode(entity, item)?;
        if lane.is_shared {
            let home = table_key(entity, &|field| decoded.__value(field), None)?.partition;
            if (lane.generation() == Generation::Current) != (home == *lane.partition_key()) {
                return Ok(Sifted::Foreign);
            }
        }
        let own = plan.entities_key(entity);
        let value = |field: u8| decoded.__value(own.and_then(|own| plan.schema.twin(own, field))?);
        Ok(if plan.accepts(value) { Sifted::Taken(wrap(decoded)) } else { Sifted::Rejected })
    }
}

/// That an item is of no entity of the collection.
fn unknown(plan: &Plan, item: &Item) -> Error {
    let collection = plan.entity();
    let names: Vec<_> = plan.entities.iter().map(|entity| format!("`{}`", entity.name)).collect();
    let names = names.join(", ");
    let found = match (plan.entity.table.discriminator, discriminator(plan.entity, item)) {
        (Some(name), Some(found)) => format!("its `{name}` says {}", shown(Some(found))),
        _ => "it has no discriminator, and its key is none of theirs".to_owned(),
    };
    let message = format!(
        "an item is of none of the entities {names}: {found}; add its entity to `{collection}`, or leave such items out \
         with `.skip_unknown()`"
    );
    let error = Error::new(ErrorKind::WrongEntity, message);
    match stored_key(plan.entity, 0, item) {
        Some(key) => error.at_key(unknown_key(plan, &key)),
        None => error,
    }
}

/// Its partition key is the entities' own; of the sort key nobody knows what in it is sensitive.
fn unknown_key(plan: &Plan, key: &ItemKey) -> String {
    match plan.members().any(EntitySchema::has_secrets) {
        true => REDACTED.to_owned(),
        false => key_text(plan.entity, key),
    }
}
