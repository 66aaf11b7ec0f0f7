//! Fields that an update sets together.

use super::{Entity, Key, Role};

impl Entity {
    /// Returns the fields that an update sets together, because they are in the same part of an index key.
    /// Each group is in the order of the struct.
    pub fn groups(&self) -> Vec<Vec<usize>> {
        let fixed = self.key.fields();
        let mut groups: Vec<Vec<usize>> = Vec::new();
        for index in self.indexes.iter().flatten() {
            for mut part in self.parts(&index.key) {
                part.retain(|field| !fixed.contains(field) && self.fields[*field].role != Role::Updated);
                if part.len() < 2 {
                    continue;
                }
                let (touched, rest): (Vec<_>, Vec<_>) =
                    groups.into_iter().partition(|group| group.iter().any(|field| part.contains(field)));
                part.extend(touched.into_iter().flatten());
                part.sort_unstable();
                part.dedup();
                groups = rest;
                groups.push(part);
            }
        }
        groups
    }

    /// Returns the fields of the parts of an index key that an update writes separately.
    fn parts(&self, key: &Key) -> Vec<Vec<usize>> {
        let of = |attributes: &[super::Attribute]| {
            let written = attributes.iter().filter(|attribute| self.native(attribute).is_none());
            let mut fields: Vec<usize> = written
                .flat_map(|attribute| &attribute.template)
                .filter_map(|segment| match segment {
                    crate::template::Segment::Field { field, .. } => Some(*field),
                    _ => None,
                })
                .collect();
            fields.sort_unstable();
            fields.dedup();
            fields
        };
        let (mut partition, sort) = (of(&key.partition), of(&key.sort));
        partition.extend(key.shard.iter().flat_map(|shard| &shard.fields));
        let changes = key.since.is_some() || key.shard.as_ref().is_some_and(|shard| shard.grow.is_some());
        let decides = |field: &usize| changes || self.fields[*field].ty.is_option();
        let all = key.fields();
        let is_written = !partition.is_empty() || !sort.is_empty();
        if (changes || is_written) && all.iter().any(decides) {
            partition.extend(sort);
            partition.extend(all.into_iter().filter(decides));
            return vec![partition];
        }
        vec![partition, sort]
    }
}
