//! The texts of the keys that are heavy enough to be reported.

use super::text::KeyText;
use crate::schema::EntitySchema;

/// The names of a limited number of keys. Other keys have a counter but no text, so that memory does not grow with long
/// keys.
#[derive(Debug)]
pub(super) struct Names(Vec<Name>);

/// The data of a named key other than its weight.
#[derive(Debug, Clone)]
pub(super) struct Name {
    pub(super) hash: u64,
    /// The number of the table or index and the meter.
    pub(super) resource: u16,
    /// The position of the key in the entity's keys.
    pub(super) place: u8,
    /// The mean grains per request, as a decaying average.
    pub(super) mean: f32,
    /// The entity whose request gave the key its name: several entities can share a partition key.
    pub(super) entity: &'static EntitySchema,
    pub(super) text: KeyText,
}

impl Name {
    /// The inverse of the weight of each request in the mean.
    const MEMORY: f32 = 32.0;

    pub(super) fn weigh(&mut self, grains: u32) {
        self.mean += (grains as f32 - self.mean) / Self::MEMORY;
    }
}

impl Names {
    /// At most this many keys can each have 1/128 of the weight, which is needed for a name.
    pub(super) const MAX_NAMES: u8 = 128;

    pub(super) fn new() -> Self {
        Self(Vec::with_capacity(usize::from(Self::MAX_NAMES)))
    }

    pub(super) fn iter(&self) -> impl Iterator<Item = &Name> {
        self.0.iter()
    }

    /// The name at this position, if it still belongs to this key.
    pub(super) fn get_mut(&mut self, place: u8, hash: u64) -> Option<&mut Name> {
        self.0.get_mut(usize::from(place)).filter(|name| name.hash == hash)
    }

    pub(super) fn place(&self, hash: u64) -> Option<u8> {
        u8::try_from(self.0.iter().position(|name| name.hash == hash)?).ok()
    }

    /// Stores a name in a free place, or replaces the lightest one according to `weight`.
    pub(super) fn put<W: PartialOrd>(&mut self, name: Name, weight: impl Fn(&Name) -> W) -> Option<u8> {
        if self.0.len() < usize::from(Self::MAX_NAMES) {
            self.0.push(name);
            return u8::try_from(self.0.len() - 1).ok();
        }
        let weights = self.0.iter().map(weight).enumerate();
        let (place, _) = weights.reduce(|least, other| if other.1 < least.1 { other } else { least })?;
        *self.0.get_mut(place)? = name;
        u8::try_from(place).ok()
    }
}
