//! The declared size of an item, and the estimated size of its entries in the indexes.

use crate::{
    key::{FieldKind, KeyPart},
    physics::{
        capacity::write_units,
        item::{WRITE_ID_BYTES, attribute_bytes},
    },
    schema::{EntitySchema, IndexProjection, Segment, same},
    template::{
        declared_key::{DeclaredKey, Part},
        segment::{kind_of, segment_width, shard_digits},
    },
};

/// The estimated bytes of a text of unknown length.
const TEXT_BYTES: u64 = 16;

/// The estimated digits of an integer of unknown size.
const NUMBER_DIGITS: u64 = 10;

impl EntitySchema {
    /// Returns the declared bytes of the largest item, with all attributes and keys. `None` without a declared peak.
    pub const fn item_bytes(&self) -> Option<u64> {
        match self.peak {
            Some(peak) => Some(peak.item_bytes),
            None => None,
        }
    }

    /// Returns the estimated bytes of an item's entry in the index of this key (a position in [`EntitySchema::keys`]).
    /// For the table's own key, returns those of the stored item. `None` without a declared peak.
    ///
    /// These are the bytes that the index declares with `item_bytes` in its own peak. Otherwise they are estimated from
    /// the bytes of an item: an index contains its own key, the table's, and the attributes that it projects. Text of
    /// unknown length in a key counts as 16 bytes. The bytes of attributes that are projected one by one are estimated
    /// from their number.
    ///
    /// AWS: [Projected
    /// attributes](https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/GSI.html#GSI.Projections).
    pub const fn entry_bytes(&self, key: usize) -> Option<u64> {
        let Some(declared) = DeclaredKey::of(self, key) else {
            return None;
        };
        if declared.key.entry_bytes.is_some() {
            return declared.key.entry_bytes;
        }
        let Some(peak) = declared.peak() else {
            return None;
        };
        Some(self.projected_bytes(peak.item_bytes, self.key_bytes(key), declared.projection))
    }

    /// Returns the write capacity units of one write to this key: one for each KB of
    /// [`entry_bytes`](Self::entry_bytes), rounded up. `None` without a declared peak.
    pub const fn write_units(&self, key: usize) -> Option<u64> {
        match self.entry_bytes(key) {
            Some(bytes) => Some(write_units(bytes)),
            None => None,
        }
    }

    /// Returns the write capacity units of an item's entries in the table's local secondary indexes. The entries are
    /// written to the item's partition and count towards its 1,000 units. 0 without a declared peak.
    ///
    /// AWS: [LSI write
    /// operations](https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/LSI.html#LSI.ThroughputConsiderations.Writes).
    pub const fn local_write_units(&self) -> u64 {
        let mut units = 0;
        let mut index = 0;
        while index < self.table.local_indexes.len() {
            if let Some(bytes) = self.local_entry_bytes(index) {
                units += write_units(bytes);
            }
            index += 1;
        }
        units
    }

    /// The estimated bytes of an item's entries in the table's local secondary indexes.
    pub(crate) const fn local_bytes(&self) -> u64 {
        let mut sum: u64 = 0;
        let mut index = 0;
        while index < self.table.local_indexes.len() {
            if let Some(bytes) = self.local_entry_bytes(index) {
                sum = sum.saturating_add(bytes);
            }
            index += 1;
        }
        sum
    }

    /// The bytes of an entry in one local secondary index. `None` without a declared peak, or if the entity's items do
    /// not have the index's sort key and thus are not in the index.
    pub(super) const fn local_entry_bytes(&self, index: usize) -> Option<u64> {
        let index = &self.table.local_indexes[index];
        let Some(whole) = self.item_bytes() else {
            return None;
        };
        if !self.stores(index.sort_key.name) {
            return None;
        }
        let keys = self.key_bytes(0).saturating_add(attribute_bytes(index.sort_key.name, TEXT_BYTES));
        Some(self.projected_bytes(whole, keys, index.projection))
    }

    /// The bytes of an entry with this projection, of an item of `whole` bytes. `keys` are the bytes of the entry's key
    /// attributes.
    const fn projected_bytes(&self, whole: u64, keys: u64, projection: IndexProjection) -> u64 {
        let entry = match projection {
            IndexProjection::All => whole,
            IndexProjection::KeysOnly => keys,
            IndexProjection::Include(names) => {
                let of_fields = whole.saturating_sub(self.added_bytes());
                keys.saturating_add(self.chosen_bytes(of_fields, names))
            }
        };
        if entry < whole { entry } else { whole }
    }

    /// Whether the entity's items have an attribute with this name.
    pub(super) const fn stores(&self, name: &str) -> bool {
        let mut at = 0;
        while at < self.fields.len() {
            if same(self.fields[at].attribute, name) && !self.fields[at].key_only {
                return true;
            }
            at += 1;
        }
        let mut at = 0;
        while at < self.constants.len() {
            if same(self.constants[at].0, name) {
                return true;
            }
            at += 1;
        }
        let mut at = 0;
        while at < self.keys.len() {
            if let Some(key) = DeclaredKey::of(self, at)
                && has_attribute(&key, name)
            {
                return true;
            }
            at += 1;
        }
        false
    }

    /// The bytes that the keys, the discriminator, the write id and the constants add to every item.
    const fn added_bytes(&self) -> u64 {
        let mut bytes = 0;
        let mut at = 0;
        while at < self.keys.len() {
            if let Some(key) = DeclaredKey::of(self, at) {
                bytes += self.new_parts_bytes(at, &key, KeyPart::Partition);
                bytes += self.new_parts_bytes(at, &key, KeyPart::Sort);
            }
            at += 1;
        }
        if let Some(name) = self.table.discriminator {
            bytes += attribute_bytes(name, self.discriminator.len() as u64);
        }
        if let Some(name) = self.table.write_id {
            bytes += attribute_bytes(name, WRITE_ID_BYTES);
        }
        let mut at = 0;
        while at < self.constants.len() {
            let (name, value) = self.constants[at];
            bytes += attribute_bytes(name, value.len() as u64);
            at += 1;
        }
        bytes
    }

    /// The bytes that the attributes of one part of a key add to the item.
    const fn new_parts_bytes(&self, at: usize, key: &DeclaredKey<'_>, part: KeyPart) -> u64 {
        let mut bytes = 0;
        let mut place = 0;
        while let Some(attribute) = key.attribute_part(part, place) {
            bytes += self.new_part_bytes(at, &attribute);
            place += 1;
        }
        bytes
    }

    /// The bytes that one attribute of a key adds to the item: 0 if it is a field, or an attribute of an earlier key.
    const fn new_part_bytes(&self, key: usize, part: &Part<'_>) -> u64 {
        if part.is_native() {
            return 0;
        }
        let mut earlier = 0;
        while earlier < key {
            if let Some(other) = DeclaredKey::of(self, earlier)
                && has_attribute(&other, part.attribute.name)
            {
                return 0;
            }
            earlier += 1;
        }
        part_bytes(part)
    }

    /// The bytes of the attributes of the table's key and of this one.
    const fn key_bytes(&self, key: usize) -> u64 {
        let mut bytes = 0;
        let mut at = 0;
        while at < self.places() {
            if (at == 0 || at == key)
                && let Some(declared) = DeclaredKey::of(self, at)
            {
                if !declared.key.local {
                    bytes += parts_bytes(&declared, KeyPart::Partition);
                }
                bytes += parts_bytes(&declared, KeyPart::Sort);
            }
            at += 1;
        }
        bytes
    }

    /// The estimated bytes of the named attributes, of fields that have `of_fields` bytes together.
    const fn chosen_bytes(&self, of_fields: u64, names: &[&str]) -> u64 {
        if self.fields.is_empty() {
            return of_fields;
        }
        let mut chosen = 0;
        let mut field = 0;
        while field < self.fields.len() {
            let mut name = 0;
            while name < names.len() {
                chosen += same(names[name], self.fields[field].attribute) as u64;
                name += 1;
            }
            field += 1;
        }
        of_fields.saturating_mul(chosen).div_ceil(self.fields.len() as u64)
    }
}

const fn has_attribute(key: &DeclaredKey<'_>, name: &str) -> bool {
    match key.part_of(name) {
        Some(KeyPart::Partition) => true,
        Some(KeyPart::Sort) => key.key.sort.is_some(),
        None => false,
    }
}

const fn parts_bytes(key: &DeclaredKey<'_>, part: KeyPart) -> u64 {
    let mut bytes = 0;
    let mut place = 0;
    while let Some(attribute) = key.attribute_part(part, place) {
        bytes += part_bytes(&attribute);
        place += 1;
    }
    bytes
}

/// The bytes of a key attribute: its name and the estimated text of its template.
const fn part_bytes(part: &Part<'_>) -> u64 {
    let mut bytes = 0;
    let mut at = 0;
    while at < part.template.segments.len() {
        bytes += segment_bytes(part, part.template.segments[at]);
        at += 1;
    }
    attribute_bytes(part.attribute.name, bytes)
}

const fn segment_bytes(part: &Part<'_>, segment: Segment) -> u64 {
    if let Some(width) = segment_width(part.entity, segment, part.form(), part.shard) {
        return width as u64;
    }
    match (segment, kind_of(part.entity, segment)) {
        (Segment::Shard { .. }, _) => shard_digits(part.shard) as u64,
        (_, Some(FieldKind::OneOf(texts))) => longest(texts),
        (_, Some(FieldKind::Integer { digits, .. })) => {
            if (digits as u64) < NUMBER_DIGITS {
                digits as u64
            } else {
                NUMBER_DIGITS
            }
        }
        (_, Some(kind)) if kind.is_time() => NUMBER_DIGITS,
        _ => TEXT_BYTES,
    }
}

const fn longest(texts: &[&str]) -> u64 {
    let mut bytes = 0;
    let mut at = 0;
    while at < texts.len() {
        if texts[at].len() > bytes {
            bytes = texts[at].len();
        }
        at += 1;
    }
    bytes as u64
}

#[cfg(test)]
mod tests;
