//! Deserializes lists and sets. An element of a set is deserialized like that of a list, so that newtypes and `Option`s
//! can be in sets.

use serde::de::{DeserializeSeed, SeqAccess};

use super::{Reader, Result, StoredValue};

/// The values of a list or a set.
pub(super) struct Elements<V>(pub(super) V);

impl<'de, 'a, S: StoredValue<'a>, V: Iterator<Item = (&'a str, S)>> SeqAccess<'de> for Elements<V> {
    type Error = serde_dynamo::Error;

    fn next_element_seed<D: DeserializeSeed<'de>>(&mut self, seed: D) -> Result<Option<D::Value>> {
        self.0.next().map(|(_, value)| seed.deserialize(Reader(value))).transpose()
    }
}
