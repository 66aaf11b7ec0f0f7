//! Converts the keys of an entity to text.

use super::{encode::keys, stored::schema};
use crate::{
    Entity, Result,
    entity::{WrittenKey, provided},
    key::{ItemKey, redaction::shown_key},
    schema::EntitySchema,
};

impl<E: Entity> provided::Keyed for E {
    fn written_keys(&self) -> Result<Vec<WrittenKey>> {
        let schema = schema::<E>();
        let keys = keys(schema, &|field| self.__value(field), None)?;
        let mut written = vec![written_key(schema, 0, &keys.table)];
        for (place, key) in &keys.indexes {
            written.extend(key.iter().map(|key| written_key(schema, *place, key)));
        }
        Ok(written)
    }
}

fn written_key(entity: &'static EntitySchema, place: usize, key: &ItemKey) -> WrittenKey {
    WrittenKey {
        index: entity.keys.get(place).and_then(|key| key.index),
        partition: key.partition.to_string(),
        sort: key.sort.as_ref().map(ToString::to_string),
        shown: shown_key(entity, place, key),
    }
}
