//! How setting a field affects the keys of its item.

use super::{Entity, Key, Segment};
use crate::read::entity::Purpose;

/// An attribute of an entity's key.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Attribute {
    key: usize,
    /// 0 for the partition key, 1 for the sort key.
    part: usize,
    place: usize,
}

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
        self.groups(&self.input_fields())
    }

    /// The smaller groups that are set together instead if fields of a [group](Self::joined) are themselves attributes
    /// of indexes' keys: the smallest first. This depends on the names of the table's attributes, which the runtime
    /// compares.
    pub(crate) fn narrower(&self) -> Vec<Vec<u8>> {
        // Each case compares less than 100 fields. With more attributes, only the cases of single ones and of all.
        const ALL_CASES: usize = 8;
        const MOST: usize = 8;
        let joined = self.joined();
        if joined.iter().all(|group| group.len() < 3) {
            return Vec::new();
        }
        let sole: Vec<Attribute> = self.index_keys().flat_map(|(at, key)| key.sole_sources(at)).collect();
        let cases: Vec<Vec<Attribute>> = match sole.len() {
            count @ 0..=ALL_CASES => {
                let of = |case: usize| (0..count).filter(|at| case >> at & 1 == 1).map(|at| sole[at]).collect();
                (1..1_usize << count).map(of).collect()
            }
            _ => sole.iter().map(|attribute| vec![*attribute]).chain([sole.clone()]).collect(),
        };
        let groups = cases.iter().flat_map(|native| self.groups(&self.input_fields_beside(native)));
        let mut narrower: Vec<Vec<u8>> = groups.filter(|group| !joined.contains(group)).collect();
        narrower.sort_by(|a, b| a.len().cmp(&b.len()).then_with(|| a.cmp(b)));
        narrower.dedup();
        narrower.truncate(MOST);
        narrower
    }

    /// Joins the parts of keys that have a field in common.
    fn groups(&self, parts: &[Vec<u8>]) -> Vec<Vec<u8>> {
        let mut groups: Vec<Vec<u8>> = Vec::new();
        let is_given = |place: &u8| !self.fields.at(*place).is_some_and(|field| field.is(Purpose::Updated));
        let given = parts.iter().map(|part| part.iter().copied().filter(is_given).collect::<Vec<_>>());
        for part in given.filter(|given| given.len() > 1) {
            let (touched, mut rest): (Vec<_>, Vec<_>) =
                groups.into_iter().partition(|group| group.iter().any(|place| part.contains(place)));
            let mut group: Vec<u8> = touched.into_iter().flatten().chain(part).collect();
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
        self.input_fields_beside(&[])
    }

    /// [`Self::input_fields`], if these attributes are themselves fields.
    fn input_fields_beside(&self, native: &[Attribute]) -> Vec<Vec<u8>> {
        let fixed = self.table_key().map(Key::fields).unwrap_or_default();
        let may_change = |fields: Vec<u8>| -> Vec<u8> {
            let mut fields: Vec<u8> = fields.into_iter().filter(|place| !fixed.contains(place)).collect();
            fields.sort_unstable();
            fields.dedup();
            fields
        };
        self.index_keys()
            .flat_map(|(at, key)| {
                let [partition, sort] = key.input_fields(None).map(may_change);
                let [mut written_partition, mut written_sort] = key.input_fields(Some((at, native))).map(may_change);
                // An absent field removes the whole key from the index, and the shard or the template of the partition
                // key may depend on the sort key's time.
                let decides = |place: &u8| key.changes() || self.is_optional(*place);
                let has_written = key.attributes(at).any(|(attribute, _)| !native.contains(&attribute));
                let is_whole = key.changes() || (has_written && partition.iter().chain(&sort).any(decides));
                if !is_whole {
                    return vec![written_partition, written_sort];
                }
                written_partition.extend(partition.into_iter().filter(decides));
                written_sort.extend(sort.into_iter().filter(decides));
                vec![may_change(written_partition.into_iter().chain(written_sort).collect())]
            })
            .collect()
    }

    fn index_keys(&self) -> impl Iterator<Item = (usize, &Key)> {
        self.keys.iter().enumerate().filter(|(_, key)| key.index.is_some())
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
    /// The fields that feed the current partition key, including its shard, and those that feed the sort key. Without
    /// those of attributes that are themselves fields.
    fn input_fields(&self, native: Option<(usize, &[Attribute])>) -> [Vec<u8>; 2] {
        let (at, native) = native.unwrap_or_default();
        let of_part = |part: usize| {
            let attributes = self.attributes(at).filter(|(attribute, _)| attribute.part == part);
            let written = attributes.filter(|(attribute, _)| !native.contains(attribute));
            written.flat_map(|(_, segments)| segments.iter().filter_map(field_of)).collect::<Vec<u8>>()
        };
        let (mut partition, sort) = (of_part(0), of_part(1));
        partition.extend(self.hashed());
        [partition, sort]
    }

    /// The attributes of the key, which is the entity's key at `key`, with their templates.
    fn attributes(&self, key: usize) -> impl Iterator<Item = (Attribute, &[Segment])> {
        let templates = std::iter::once(&self.partition).chain(&self.sort);
        templates.enumerate().flat_map(move |(part, template)| {
            let attributes = template.segments.split(|segment| matches!(segment, Segment::NextAttribute(_)));
            attributes.enumerate().map(move |(place, segments)| (Attribute { key, part, place }, segments))
        })
    }

    /// The attributes that are written from one field and nothing else.
    fn sole_sources(&self, key: usize) -> impl Iterator<Item = Attribute> {
        let sole = self.attributes(key).filter(|(_, segments)| matches!(segments, [Segment::Field { .. }]));
        sole.map(|(attribute, _)| attribute)
    }

    /// Whether one of the key's attributes is written from this field and nothing else.
    fn is_sole_source(&self, place: u8) -> bool {
        self.attributes(0).any(|(_, segments)| matches!(segments, [Segment::Field { field, .. }] if *field == place))
    }

    /// Whether the number of shards or the template of a write depends on the key's time.
    fn changes(&self) -> bool {
        self.since.is_some() || self.shard.as_ref().is_some_and(|shard| !shard.grow.is_empty())
    }
}

fn field_of(segment: &Segment) -> Option<u8> {
    match segment {
        Segment::Field { field, .. } => Some(*field),
        _ => None,
    }
}
