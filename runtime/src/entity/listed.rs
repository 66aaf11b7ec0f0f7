//! The schema of an entity in its table's list.

use std::marker::PhantomData;

use super::Entity;
use crate::{
    schema::{EntitySchema, KeySchema},
    template::unasked::{Joined, MAX_KEYS, unasked_keys},
};

/// An entity as its table lists it: with the keys of the indexes that its items enter unasked.
pub(crate) struct Listed<E>(PhantomData<E>);

impl<E: Entity> Listed<E> {
    pub(crate) const SCHEMA: EntitySchema = EntitySchema { unasked: Self::KEYS, ..E::SCHEMA };

    const KEYS: &'static [KeySchema] = match Self::FOUND {
        (_, 0) => &[],
        (keys, count) => keys.split_at(*count).0,
    };

    const FOUND: &'static ([KeySchema; MAX_KEYS], usize) = &unasked_keys(&E::SCHEMA, Self::JOINED);

    const JOINED: &'static Joined = &Joined::of(&E::SCHEMA);
}
