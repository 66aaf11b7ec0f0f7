//! Deserializes lists and sets.

use serde::de::{DeserializeSeed, IntoDeserializer as _, SeqAccess};

use super::{Binary, Content, Number, Result};
use crate::item::wire::value::Siblings;

/// The values of a list.
pub(super) struct Elements<'a>(pub(super) Siblings<'a>);

impl<'de> SeqAccess<'de> for Elements<'_> {
    type Error = serde_dynamo::Error;

    fn next_element_seed<S: DeserializeSeed<'de>>(&mut self, seed: S) -> Result<Option<S::Value>> {
        self.0.next().map(|(_, value)| seed.deserialize(value)).transpose()
    }
}

/// The strings, numbers or bytes of a set.
pub(super) struct Set<'a>(pub(super) Siblings<'a>);

impl<'de> SeqAccess<'de> for Set<'_> {
    type Error = serde_dynamo::Error;

    fn next_element_seed<S: DeserializeSeed<'de>>(&mut self, seed: S) -> Result<Option<S::Value>> {
        let Some((_, element)) = self.0.next() else { return Ok(None) };
        let value = match element.content() {
            Content::S(text) => seed.deserialize(text.into_deserializer()),
            Content::N(digits) => seed.deserialize(Number(digits)),
            Content::B(bytes) => seed.deserialize(Binary(bytes)),
            _ => seed.deserialize(element),
        };
        value.map(Some)
    }
}
