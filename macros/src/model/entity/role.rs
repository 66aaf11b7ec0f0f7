//! How setting a field affects the keys of its item.

use super::{Entity, Key, Segment};
use crate::read::entity::Purpose;

/// How setting a field affects the keys of its item. The runtime has a type for each.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Role {
    /// The field is not part of any key.
    Free,
    /// The field feeds index keys that no other changing field feeds.
    Keyed,
    /// The field feeds an index key together with other fields.
    Joint,
    /// The field is part of the table key.
    Fixed,
    /// The field is part of the table key, and has no attribute.
    KeyOnly,
}

impl Entity<'_> {
    /// The role of the field at this position.
    pub(crate) fn role(&self, place: u8) -> Role {
        let of_table = self.table_key().map(Key::fields).unwrap_or_default();
        if of_table.contains(&place) {
            let is_key_only = self.fields.at(place).is_some_and(|field| field.key_only.is_some());
            return if is_key_only { Role::KeyOnly } else { Role::Fixed };
        }
        if self.joined().iter().any(|group| group.contains(&place)) {
            return Role::Joint;
        }
        if self.input_fields().iter().any(|input_fields| input_fields.contains(&place)) {
            Role::Keyed
        } else {
            Role::Free
        }
    }

    /// The fields that are set together, each group in the order of the struct. The time of the update is not included,
    /// because each update sets it.
    pub(crate) fn joined(&self) -> Vec<Vec<u8>> {
        let mut groups: Vec<Vec<u8>> = Vec::new();
        let is_given = |place: &u8| !self.fields.at(*place).is_some_and(|field| field.is(Purpose::Updated));
        let given = self
            .input_fields()
            .into_iter()
            .map(|input_fields| input_fields.into_iter().filter(is_given).collect::<Vec<_>>());
        for input_fields in given.filter(|given| given.len() > 1) {
            let (touched, mut rest): (Vec<_>, Vec<_>) =
                groups.into_iter().partition(|group| group.iter().any(|place| input_fields.contains(place)));
            let mut group: Vec<u8> = touched.into_iter().flatten().chain(input_fields).collect();
            group.sort_unstable();
            group.dedup();
            rest.push(group);
            groups = rest;
        }
        groups.sort();
        groups
    }

    /// For each part of an index key that is written separately, the fields that feed it and may change.
    pub(crate) fn input_fields(&self) -> Vec<Vec<u8>> {
        let fixed = self.table_key().map(Key::fields).unwrap_or_default();
        let may_change = |fields: Vec<u8>| -> Vec<u8> {
            let mut fields: Vec<u8> = fields.into_iter().filter(|place| !fixed.contains(place)).collect();
            fields.sort_unstable();
            fields.dedup();
            fields
        };
        let indexes = self.keys.iter().filter(|key| key.index.is_some());
        indexes
            .flat_map(|key| {
                let [partition, sort] = key.input_fields().map(may_change);
                let is_sparse = partition.iter().chain(&sort).any(|place| self.is_optional(*place));
                // An absent field removes the whole key from the index, and the number of shards may depend on the sort
                // key's time.
                match is_sparse || key.grows() {
                    true => vec![may_change(partition.into_iter().chain(sort).collect())],
                    false => vec![partition, sort],
                }
            })
            .collect()
    }

    /// Whether an update may set a field more freely than its [role](Self::role) allows, because the field is itself an
    /// attribute of an index's key, or is set together with such a field. This depends on the names of the table's
    /// attributes, which the runtime compares.
    pub(crate) fn may_be_independent(&self, place: u8) -> bool {
        let is_sole_source = |place: &u8| self.keys.iter().any(|key| key.index.is_some() && key.is_sole_source(*place));
        match self.role(place) {
            Role::Keyed => is_sole_source(&place),
            Role::Joint => self.joined().iter().any(|group| group.contains(&place) && group.iter().any(is_sole_source)),
            Role::Free | Role::Fixed | Role::KeyOnly => false,
        }
    }

    /// Whether an item may be written without the field. The time of the update is not optional, because each write
    /// sets it.
    fn is_optional(&self, place: u8) -> bool {
        self.fields.at(place).is_some_and(|field| field.is_option() && !field.is(Purpose::Updated))
    }
}

impl Key {
    /// The fields that feed the current partition key, including its shard, and those that feed the sort key.
    fn input_fields(&self) -> [Vec<u8>; 2] {
        let partition = self.partition.fields().map(|(field, _)| field).chain(self.hashed().iter().copied());
        let sort = self.sort.iter().flat_map(|sort| sort.fields().map(|(field, _)| field));
        [partition.collect(), sort.collect()]
    }

    /// Whether one of the key's attributes is written from this field and nothing else.
    fn is_sole_source(&self, place: u8) -> bool {
        let templates = std::iter::once(&self.partition).chain(&self.sort);
        let mut attributes = templates
            .flat_map(|template| template.segments.split(|segment| matches!(segment, Segment::NextAttribute(_))));
        attributes.any(|segments| matches!(segments, [Segment::Field { field, .. }] if *field == place))
    }

    fn grows(&self) -> bool {
        self.shard.as_ref().is_some_and(|shard| !shard.grow.is_empty())
    }
}
