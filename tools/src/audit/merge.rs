//! Merges the counts of separate items of one table.
//!
//! A part that has seen only one value, such as the only tenant of its items, takes it for a literal. Before the counts
//! are added, such literals become values in both parts.

use std::{collections::BTreeSet, fmt};

use super::{
    auditor::Auditor,
    counts::Counts,
    pattern::{KeyPattern, Part},
    space::Space,
};

/// An error of [`Auditor::merge`]: why two audits cannot be merged.
#[derive(Debug)]
pub struct MergeError(String);

impl fmt::Display for MergeError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for MergeError {}

impl Auditor {
    /// Adds the counts of an audit of other items of the same table.
    ///
    /// Numbers of items and sizes are exact. Numbers of distinct values are those of one audit of all items, with the
    /// same error if they are estimates. The most frequent partition keys keep their lower and upper bounds. A pattern
    /// can have more values and fewer literals than in one audit, because a part that has only one value of a kind
    /// cannot distinguish it from a literal.
    ///
    /// ```
    /// use keywright_tools::audit::{AuditOptions, Auditor, StoredItem};
    ///
    /// # fn main() -> Result<(), Box<dyn std::error::Error>> {
    /// let audited = |range: std::ops::Range<u32>| -> Result<Auditor, Box<dyn std::error::Error>> {
    ///     let mut auditor = Auditor::new(AuditOptions::default());
    ///     for n in range {
    ///         let item = serde_json::json!({ "PK": {"S": format!("CUSTOMER#{n}")}, "SK": {"S": "PROFILE"} });
    ///         auditor.add(StoredItem::new(item.as_object().cloned().unwrap_or_default())?)?;
    ///     }
    ///     Ok(auditor)
    /// };
    /// let mut whole = audited(0..60)?.merge(audited(60..100)?)?;
    /// assert_eq!(whole.report()?.patterns[0].partition_keys.estimate, 100);
    /// # Ok(()) }
    /// ```
    ///
    /// # Errors
    ///
    /// If the audits have different options, the tables have different keys, or the delimiters differ. An audit without
    /// items is not an error.
    pub fn merge(mut self, mut other: Self) -> Result<Self, MergeError> {
        if self.options != other.options {
            return Err(MergeError("the options of the audits differ; run the parts with the same options".to_owned()));
        }
        for part in [&mut self, &mut other] {
            part.learn().map_err(|error| MergeError(error.to_string()))?;
        }
        self.counts = match (self.counts.take(), other.counts) {
            (Some(one), Some(two)) => Some(merged(one, two)?),
            (one, two) => one.or(two),
        };
        self.items += other.items;
        self.keyless += other.keyless;
        Ok(self)
    }
}

fn merged(mut one: Counts, mut two: Counts) -> Result<Counts, MergeError> {
    if one.shape != two.shape || one.indexes.len() != two.indexes.len() {
        let message = "the keys of the audited tables differ; name them with `--table`, or with `--pk` and `--sk`";
        return Err(MergeError(message.to_owned()));
    }
    if one.delimiter != two.delimiter {
        let (one, two) = (one.delimiter, two.delimiter);
        let message = format!("the parts found the delimiters `{one}` and `{two}`; give one with `--delimiter`");
        return Err(MergeError(message));
    }
    agree(&mut one, &mut two, None);
    for index in 0..one.indexes.len() {
        agree(&mut one, &mut two, Some(index));
    }
    let empty = |space: &Space| Space { groups: Vec::new(), ..space.clone() };
    let mut all = Counts {
        table: empty(&one.table),
        indexes: one.indexes.iter().map(empty).collect(),
        contents: Vec::new(),
        collections: std::mem::take(&mut one.collections),
        shape: one.shape.clone(),
        delimiter: one.delimiter,
        samples: one.samples,
    };
    all.collections.merge(std::mem::take(&mut two.collections));
    all.absorb(one);
    all.absorb(two);
    Ok(all)
}

/// Turns literals into values until the patterns of both parts agree, for the table's keys or those of an index.
fn agree(one: &mut Counts, two: &mut Counts, index: Option<usize>) {
    while let Some((own, others, values)) = differing(one.space(index), two.space(index)) {
        for value in values {
            one.widen(index, own, value);
            two.widen(index, others, value);
        }
    }
}

type Differing = (usize, usize, Vec<(usize, usize)>);

/// Finds a group of each part whose patterns differ only in values. A part that has both patterns distinguishes them.
fn differing(one: &Space, two: &Space) -> Option<Differing> {
    let patterns = |space: &Space| space.groups.iter().map(|group| group.pattern.clone()).collect::<BTreeSet<_>>();
    let (of_one, of_two) = (patterns(one), patterns(two));
    let only = |space: &Space, other: &BTreeSet<KeyPattern>| {
        let groups = space.groups.iter().enumerate();
        groups.filter(|(_, group)| !other.contains(&group.pattern)).map(|(position, _)| position).collect::<Vec<_>>()
    };
    let (only_one, only_two) = (only(one, &of_two), only(two, &of_one));
    only_one.iter().find_map(|own| {
        only_two.iter().find_map(|others| {
            let values = one.groups[*own].pattern.differing_values(&two.groups[*others].pattern);
            (!values.is_empty()).then_some((*own, *others, values))
        })
    })
}

impl Counts {
    fn space(&self, index: Option<usize>) -> &Space {
        index.map_or(&self.table, |index| &self.indexes[index])
    }

    fn widen(&mut self, index: Option<usize>, group: usize, part: (usize, usize)) {
        match index {
            None => {
                let widened = self.table.widen(group, part);
                widened.into_iter().for_each(|value| self.insert_value(group, &value));
            }
            Some(index) => {
                let widened = self.indexes[index].widen(group, part);
                widened.into_iter().for_each(|value| self.insert_index_value(index, group, &value));
            }
        }
    }

    /// Adds the groups of a part, whose patterns agree with these.
    fn absorb(&mut self, mut part: Self) {
        let mut groups = Vec::new();
        for index in 0..self.indexes.len() {
            self.make_room(&mut part, Some(index));
            let of_part = std::mem::take(&mut part.indexes[index].groups);
            groups.push(of_part.into_iter().map(|group| self.indexes[index].absorb(group)).collect::<Vec<_>>());
        }
        self.make_room(&mut part, None);
        part.contents.resize_with(part.table.groups.len(), Default::default);
        for (group, content) in part.table.groups.into_iter().zip(part.contents) {
            let position = self.table.absorb(group);
            self.contents.resize_with(self.table.groups.len(), Default::default);
            // A part comes from a file, which may have been edited.
            let group_of = |index: usize, group: usize| groups.get(index)?.get(group).copied();
            self.contents[position].merge(content, self.samples, group_of);
        }
    }

    /// Removes the literals of the patterns of a part for which there is no room.
    fn make_room(&self, part: &mut Self, index: Option<usize>) {
        let own = self.space(index);
        let mut added = own.clone();
        for group in 0..part.space(index).groups.len() {
            let pattern = part.space(index).groups[group].pattern.clone();
            if added.has_room() || added.groups.iter().any(|known| known.pattern == pattern) {
                added.absorb(part.space(index).groups[group].clone());
                continue;
            }
            for literal in literals(&pattern) {
                part.widen(index, group, literal);
            }
        }
    }
}

/// Returns the places of the literals of a pattern.
fn literals(pattern: &KeyPattern) -> Vec<(usize, usize)> {
    let parts = |(attribute, parts): (usize, &Vec<Part>)| {
        let is_literal = |(_, part): &(usize, &Part)| matches!(part, Part::Literal(_));
        let places = parts.iter().enumerate().filter(is_literal).map(|(at, _)| (attribute, at));
        places.collect::<Vec<_>>()
    };
    pattern.attributes.iter().enumerate().flat_map(parts).collect()
}

#[cfg(test)]
mod tests;
