//! Deserializes lists and sets. An element of a set is deserialized like that of a list, so that newtypes and `Option`s
//! can be in sets.

use serde::de::{DeserializeSeed, SeqAccess};

use super::Result;
use crate::item::wire::value::Siblings;

/// The values of a list or a set.
pub(super) struct Elements<'a>(pub(super) Siblings<'a>);

impl<'de> SeqAccess<'de> for Elements<'_> {
    type Error = serde_dynamo::Error;

    fn next_element_seed<S: DeserializeSeed<'de>>(&mut self, seed: S) -> Result<Option<S::Value>> {
        self.0.next().map(|(_, value)| seed.deserialize(value)).transpose()
    }
}
