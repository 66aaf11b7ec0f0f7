//! Describes reads by types that a table does not list: collections and projections.

use keywright::{
    Assembly, Collection, Entity, Projection,
    collection::CollectionSchema,
    physics::{capacity::Consistency, fan_out::first_page, limits::KB},
    projection::contains_all_fields,
    read::Estimate,
    schema::{EntitySchema, KeySchema},
};
use serde::Serialize;

use super::{
    AccessPatterns, Read, ReadKind,
    command::{self, PAGE_ITEMS},
    read,
};
use crate::template_text::spelled_out;

/// A type to read with that is not an entity: a collection or a projection.
#[derive(Debug, Clone, Serialize)]
#[non_exhaustive]
pub struct ReadType {
    /// Its name.
    pub name: &'static str,
    /// Its doc comment. Empty for a projection.
    #[serde(skip_serializing_if = "str::is_empty")]
    pub docs: &'static str,
    /// The entities that it consists of.
    pub entities: Vec<&'static str>,
    /// The reads that return it.
    pub reads: Vec<Read>,
}

impl AccessPatterns {
    /// Adds the queries of an enum that derives `Collection`, of the same table.
    pub fn collection<C: Collection>(self) -> Self {
        let read = |call: &str| format!("{call}.newest_first().limit({PAGE_ITEMS}).send(&table).await?");
        self.of_collection(C::SCHEMA.name, &C::SCHEMA, read)
    }

    /// Adds the queries of a struct that derives `Collection`, of the same table.
    pub fn assembly<A: Assembly>(self) -> Self {
        self.of_collection(name_of::<A>(), &<A::Items as Collection>::SCHEMA, |call| {
            format!("{call}.send(&table).await?")
        })
    }

    /// Adds the reads of a type that derives `Projection`, of an entity of the same table.
    pub fn projection<P: Projection>(mut self) -> Self {
        let (entity, name) = (const { &<P::Of as Entity>::SCHEMA }, name_of::<P>());
        let project = format!(".project::<{name}>()");
        let reads = read::reads(
            entity,
            super::write::item_bytes(entity),
            &self.table_name,
            Some((&project, contains_all_fields::<P>)),
            entity.table.entities.get(),
        );
        self.projections.push(ReadType { name, docs: "", entities: vec![entity.name], reads });
        self
    }

    fn of_collection(mut self, name: &'static str, schema: &CollectionSchema, call: impl Fn(&str) -> String) -> Self {
        let entities: Vec<_> = schema.entities.iter().map(|entity| entity.name).collect();
        let read = collection(name, schema, &self.table_name, call);
        let reads = read.into_iter().collect();
        self.collections.push(ReadType { name, docs: schema.docs, entities, reads });
        self
    }
}

/// Returns the name of a type without its path.
fn name_of<T>() -> &'static str {
    let path = std::any::type_name::<T>();
    path.rsplit("::").next().unwrap_or(path)
}

/// Describes the query of a collection. Its partition key is the same for each of its entities, and uses the field
/// names of the first.
fn collection(name: &str, schema: &CollectionSchema, table_name: &str, call: impl Fn(&str) -> String) -> Option<Read> {
    let place = |entity: &EntitySchema| entity.keys.iter().position(|key| key.index == schema.index);
    let lead: &'static EntitySchema = schema.entities.first()?;
    let key: &'static KeySchema = lead.keys.get(place(lead)?)?;
    let entry = |entity: &&'static EntitySchema| Some(entity.entry_bytes(place(entity)?).unwrap_or(KB));
    let bytes = schema.entities.iter().filter_map(entry).max()?;
    let lanes = key.lanes_per_bucket();
    let estimate = Estimate::of(lanes, Some(first_page(PAGE_ITEMS, lanes, bytes)), bytes, Consistency::Eventual);
    let arguments = read::partition_arguments(lead, key);
    let (given, arguments) = (read::given(&arguments), arguments.join(", "));
    let names: Vec<_> = schema.entities.iter().map(|entity| format!("`{}`", entity.name)).collect();
    Some(Read {
        kind: ReadKind::Query,
        question: format!("every {}{given}, in the order of their sort keys", names.join(" and ")),
        call: call(&format!("{name}::{}({arguments}){}", schema.query, read::during(key))),
        command: command::query(lead, key, table_name, ""),
        index: schema.index,
        partition_key: spelled_out(lead, &key.partition),
        lanes,
        per: read::bucket(key).map(|(_, name)| name),
        requests: estimate.requests,
        rcu: estimate.max_read_units,
        at_worst: None,
        consistency: read::consistency(key),
        reads_per_second: None,
        declared_rcu: None,
        price_per_million: None,
        price_per_month: None,
    })
}
