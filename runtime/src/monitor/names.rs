//! The texts of the keys that are heavy enough to be shown.

use super::text::KeyText;
use crate::schema::EntitySchema;

/// The names of at most this many keys. Others have a counter and no text, so that memory does not grow with long keys.
#[derive(Debug)]
pub(super) struct Names(Vec<Name>);

/// What is known of a key besides its weight.
#[derive(Debug, Clone)]
pub(super) struct Name {
    pub(super) hash: u64,
    /// The table or index, and the meter.
    pub(super) resource: u16,
    /// The key's place in the entity's keys.
    pub(super) place: u8,
    /// The grains of a request, on an average that forgets.
    pub(super) mean: f32,
    /// The entity whose request gave the key its name: several entities can share a partition key.
    pub(super) entity: &'static EntitySchema,
    pub(super) text: KeyText,
}

impl Name {
    /// Each request counts a 32nd of the mean.
    const MEMORY: f32 = 32.0;

    pub(super) fn weigh(&mut self, grains: u32) {
        self.mean += (grains as f32 - self.mean) / Self::MEMORY;
    }
}

impl Names {
    /// So many keys at most can each have a 128th of the weight: what is named.
    pub(super) const MOST: u8 = 128;

    pub(super) fn new() -> Self {
        Self(Vec::with_capacity(usize::from(Self::MOST)))
    }

    pub(super) fn iter(&self) -> impl Iterator<Item = &Name> {
        self.0.iter()
    }

    /// The name at a place, if it is still that of this key.
    pub(super) fn get_mut(&mut self, place: u8, hash: u64) -> Option<&mut Name> {
        self.0.get_mut(usize::from(place)).filter(|name| name.hash == hash)
    }

    pub(super) fn place(&self, hash: u64) -> Option<u8> {
        u8::try_from(self.0.iter().position(|name| name.hash == hash)?).ok()
    }

    /// Puts a name in a free place or in that of the lightest, as `weight` has it.
    pub(super) fn put<W: PartialOrd>(&mut self, name: Name, weight: impl Fn(&Name) -> W) -> Option<u8> {
        if self.0.len() < usize::from(Self::MOST) {
            self.0.push(name);
            return u8::try_from(self.0.len() - 1).ok();
        }
        let weights = self.0.iter().map(weight).enumerate();
        let (place, _) = weights.reduce(|least, other| if other.1 < least.1 { other } else { least })?;
        *self.0.get_mut(place)? = name;
        u8::try_from(place).ok()
    }
}
