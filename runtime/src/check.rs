//! The errors that the compiler reports about a schema.
//!
//! Every rule is a `const fn` from schema to message, so that ordinary tests can call it. The functions of this module
//! panic with that message, and expansions call them in constants with the span of the user's code. All rules skip an
//! entity without keys, for which an error was already reported. Only KW013 reports an index that the table does not
//! declare; all other rules skip it.

mod attribute;
mod collection;
mod collision;
mod converted;
mod example;
mod growth;
mod hot;
mod index;
mod item_bytes;
mod key_only;
mod listed;
mod of_key;
mod page_units;
mod projection;
mod readers;
mod regions;
mod shared_attribute;
mod stored;
mod template;
mod text;
mod time;
mod truncated;
mod unique;
mod updated;
mod write_cost;

#[cfg(test)]
pub(crate) mod samples;

pub use crate::template::declared_key::DeclaredKey;
use crate::{
    collection::CollectionSchema,
    entity::{Entity, StoredIn, Table},
    key::{FieldKind, KeyPart},
    projection::Projection,
    schema::{EntitySchema, TableSchema},
};
pub use converted::Precision;
pub use hot::Warnings;
#[cfg(feature = "client")]
pub(crate) use hot::{renewed_each, spread_of, ways_to_shard};
use text::Text;

/// KW013: the index of this key is declared, and it has a sort key if the key has one. KW024: an attribute that is also
/// in another key has the text of that key. Returns the key for the other
/// checks, which skip `None`.
#[track_caller]
pub const fn declared(entity: &EntitySchema, key: usize) -> Option<DeclaredKey<'_>> {
    let declared = DeclaredKey::of(entity, key);
    if !matches!(&declared, Some(declared) if declared.has_parts_of_index()) {
        refuse(index::refusal(entity, key));
    }
    refuse(shared_attribute::refusal(entity, key));
    declared
}

/// KW007, KW008, KW010, KW012 and KW019, for the template of one part of a key. For a key of several attributes, for
/// the first one.
#[track_caller]
pub const fn template(key: &Option<DeclaredKey<'_>>, part: KeyPart) {
    attribute_template(key, part, 0);
}

/// Checks the template of the attribute at this position of a part.
#[track_caller]
pub const fn attribute_template(key: &Option<DeclaredKey<'_>>, part: KeyPart, place: usize) {
    if let Some(declared) = key
        && let Some(part) = declared.attribute_part(part, place)
    {
        refuse_key(template::refusal(&part), declared.entity, declared.place);
    }
}

/// Checks an older partition key. KW011: no other item of the entity has it. KW026: an item can be moved from it.
#[track_caller]
pub const fn legacy(key: &Option<DeclaredKey<'_>>, legacy: usize) {
    if let Some(declared) = key
        && legacy < declared.key.legacy.len()
    {
        refuse(regions::legacy_refusal(declared));
        let refusal = template::refusal(&declared.legacy_part(&declared.key.legacy[legacy]));
        refuse_key(refusal, declared.entity, declared.place);
        refuse(collision::own_refusal(declared, legacy));
    }
}

/// KW009: a key whose shards grow contains the time to which `grow` refers.
#[track_caller]
pub const fn grow(entity: &EntitySchema, key: usize) {
    refuse_key(growth::grow_refusal(entity, key), entity, key);
}

/// KW009: a key contains the time to which `until` of an older key refers.
#[track_caller]
pub const fn until(entity: &EntitySchema, key: usize) {
    refuse_key(growth::until_refusal(entity, key), entity, key);
}

/// KW009: a key whose template changes contains the time to which `since` refers.
#[track_caller]
pub const fn since(entity: &EntitySchema, key: usize) {
    refuse_key(growth::since_refusal(entity, key), entity, key);
}

/// KW009: a key contains the time to which `since` of an older key refers.
#[track_caller]
pub const fn legacy_since(entity: &EntitySchema, key: usize, legacy: usize) {
    refuse_key(growth::legacy_since_refusal(entity, key, legacy), entity, key);
}

/// KW001 to KW004 and KW018, for the partition key of this key.
#[track_caller]
pub const fn hot_partition(entity: &EntitySchema, key: usize) {
    refuse_key(hot::refusal(entity, key), entity, key);
}

/// KW022, for the declared reads of this key.
#[track_caller]
pub const fn readers(entity: &EntitySchema, key: usize) {
    refuse_key(readers::refusal(entity, key), entity, key);
}

/// Returns whether KW014 may apply to a field of the entity. If not, `attribute` accepts all fields.
pub const fn names_may_clash<E: Entity>(entity: &EntitySchema) -> bool {
    attribute::may_clash(entity, <E::Table as attribute::ReservedNames>::MARKS)
}

/// KW014, for one field.
#[track_caller]
pub const fn attribute(entity: &EntitySchema, field: usize) {
    refuse(attribute::refusal(entity, field));
}

/// KW020: serde functions for a field store the value that the key contains.
#[track_caller]
pub const fn converted(entity: &EntitySchema, field: usize, precision: Precision) {
    refuse(converted::refusal(entity, field, precision));
}

/// KW023: the table's key contains all of a field that items store only in their keys.
#[track_caller]
pub const fn key_only(entity: &EntitySchema, field: usize) {
    refuse(key_only::refusal(entity, field));
}

/// KW020: a field that a key truncates is itself the attribute of that key, and no other key contains more of it.
#[track_caller]
pub const fn truncated(entity: &EntitySchema, field: usize) {
    refuse(truncated::refusal(entity, field));
}

/// KW020: the table's partition key can contain the sentinels of this field. KW026: the table has transactions.
#[track_caller]
pub const fn unique(entity: &EntitySchema, field: usize) {
    refuse(regions::unique_refusal(entity, field));
    refuse(unique::refusal(entity, field));
}

/// KW020: the type of a field that is a time of its item is suitable.
#[track_caller]
pub const fn time(entity: &EntitySchema, field: usize, kind: FieldKind) {
    refuse(time::refusal(entity, field, kind));
}

/// KW017: no index key depends on the time of the update together with other fields.
#[track_caller]
pub const fn updated(entity: &EntitySchema, field: u8) {
    refuse(updated::refusal(entity, field));
}

/// KW014, for one constant attribute.
#[track_caller]
pub const fn constant(entity: &EntitySchema, constant: usize) {
    refuse(attribute::constant_refusal(entity, constant, false));
}

/// KW014, for serde's tag, which is also a constant attribute.
#[track_caller]
pub const fn tag(entity: &EntitySchema, constant: usize) {
    refuse(attribute::constant_refusal(entity, constant, true));
}

/// KW019, for the declared bytes of an item.
#[track_caller]
pub const fn item_bytes(entity: &EntitySchema) {
    refuse(item_bytes::refusal(entity));
}

/// KW025: a page of the query by this key costs at most what it declares.
#[track_caller]
pub const fn page_units<E: Entity>(entity: &'static EntitySchema, key: usize) {
    let listed = match <E::Table as Table>::LISTED {
        Some(listed) => listed,
        None => &[],
    };
    refuse(page_units::refusal(entity, key, listed));
}

/// KW021: the table's list of entities, if it has one, names this entity.
#[track_caller]
pub const fn listed<E: Entity>(entity: &EntitySchema) {
    refuse(listed::refusal(entity, <E::Table as Table>::LISTED));
}

/// KW021: a listed entity belongs to this table.
pub const fn stored_in<T: Table, E: StoredIn<T>>() {}

/// KW020: the entity's items store this field of a projection.
#[track_caller]
pub const fn projected<P: Projection>(field: usize) {
    if field < P::FIELDS.len() {
        refuse(projection::refusal(&<P::Of as Entity>::SCHEMA, P::FIELDS[field].name));
    }
}

/// KW011: no earlier entity of the list can write this entity's key or has its discriminator, and none can write a
/// sentinel's key.
#[track_caller]
pub const fn collisions(entities: &[&EntitySchema], at: usize) {
    refuse(collision::refusal(entities, at));
    refuse(unique::reserved_refusal(entities, at));
}

/// KW006 and KW011: the entity at this position has the partition key of the collection's first entity.
#[track_caller]
pub const fn collected(collection: &CollectionSchema, at: usize) {
    refuse(collection::member_refusal(collection, at));
}

/// KW013 and KW015: the index that a collection reads exists and projects whole items.
#[track_caller]
pub const fn collected_index(collection: &CollectionSchema) {
    refuse(collection::index_refusal(collection));
}

/// KW006: the arguments of a collection's query are the fields of its partition key.
#[track_caller]
pub const fn collected_by(collection: &CollectionSchema, names: &[&str]) {
    refuse(collection::arguments_refusal(collection, names));
}

/// KW001 to KW004: the entity fits each index that its items enter unasked. KW004, KW018 and KW022: including this
/// entity, no partition key that several entities share exceeds its limits.
#[track_caller]
pub const fn summed_peaks(entities: &[&EntitySchema], at: usize) {
    if at < entities.len() {
        refuse(hot::unasked_refusal(entities[at]));
    }
    refuse(hot::summed_refusal(entities, at));
    refuse(readers::summed_refusal(entities, at));
}

/// KW013 as a warning: whether no entity of the list stores the sort key of the table's local secondary index at this
/// position, so that the index stays empty.
pub const fn empty_local_index(entities: &[&EntitySchema], table: &TableSchema, index: usize) -> bool {
    index::is_empty(entities, table, index)
}

/// KW002 to KW004 and KW018 as warnings, for the partition key of this key.
pub const fn warnings(entity: &EntitySchema, key: usize) -> Warnings {
    hot::warnings(entity, key)
}

/// Returns the warnings of each of an entity's keys, computed once for all lints. Skips local indexes, because their
/// partition key is the table's.
pub const fn all_warnings<const KEYS: usize>(entity: &EntitySchema) -> [Warnings; KEYS] {
    let mut all = [Warnings::NONE; KEYS];
    let mut keys = entity.keys;
    let mut at = 0;
    while let [key, rest @ ..] = keys {
        if at < KEYS && !key.local {
            all[at] = warnings(entity, at);
        }
        keys = rest;
        at += 1;
    }
    all
}

/// KW004 as a warning across entities: if the sum of their peaks fits on average but not in a busy second, returns the
/// number of shards on each entity that would suffice. Otherwise 0.
pub const fn summed_margin(entities: &[&EntitySchema], at: usize) -> usize {
    hot::summed_margin(entities, at)
}

/// KW004 as a warning across entities: whether their declared peaks together exceed the quota of the table or of one of
/// its indexes, although no single peak does.
pub const fn summed_quota(entities: &[&EntitySchema]) -> bool {
    crate::load::sum_exceeds_quota(entities)
}

/// KW004 as a warning across entities: whether a launch of the table at the declared peaks needs more warm throughput
/// than the quota of the table or of one of its indexes, although no single peak does.
pub const fn summed_launch(entities: &[&EntitySchema]) -> bool {
    crate::load::sum_exceeds_quota_at_launch(entities)
}

/// KW002 to KW004 as a warning: whether one applies to an index that the items of this entity enter unasked.
pub const fn unasked(entities: &[&EntitySchema], at: usize) -> bool {
    at < entities.len() && hot::warns_of_unasked(entities[at])
}

/// KW022 as a warning: if the key can serve fewer reads per second of its newest 50 items than declared, returns that
/// number, rounded down to two digits. Otherwise 0.
pub const fn newest_that_fit(entity: &EntitySchema, key: usize) -> usize {
    readers::newest_that_fit(entity, key)
}

/// KW022 as a warning: whether the declared reads by this key exceed the quota of read units of the table or index.
pub const fn reads_above_quota(entity: &EntitySchema, key: usize) -> bool {
    readers::exceed_quota(entity, key)
}

/// KW022 as a warning: whether reads of new keys of this key throttle because several of them share a partition.
pub const fn reads_share_partitions(entity: &EntitySchema, key: usize) -> bool {
    readers::share_partitions(entity, key)
}

/// KW022 as a warning across entities: whether their declared reads together exceed the quota of read units of the
/// table or of one of its indexes, or what its partitions serve of new keys, although those of no single entity do.
pub const fn summed_read_quota(entities: &[&EntitySchema]) -> bool {
    crate::load::sum_exceeds_read_quota(entities)
}

/// Panics if a rule of a key has a message, with that message and those of the key's other rules.
#[track_caller]
const fn refuse_key(message: Option<Text>, entity: &EntitySchema, key: usize) {
    if let Some(first) = message {
        refuse(Some(of_key::with_others(first, entity, key)));
    }
}

#[track_caller]
const fn refuse(message: Option<Text>) {
    if let Some(text) = message {
        panic!("{}", text.as_str());
    }
}
