//! Builds the report from the counts.

use super::{
    content::{Content, Link, Sources},
    counts::Counts,
    findings::findings,
    pattern::{KeyPattern, Part},
    report::{
        Audit, CollectionAudit, EntryAudit, Estimate, IndexAudit, IndexPatternAudit, KeyAttributeAudit, KeyPart,
        LargestItem, PartAudit, PatternAudit, TopKey, VERSION,
    },
    sketch::{Counted, Distinct, Top},
    slot::Slot,
    space::{KeyGroup, Space},
    template::template,
};

/// The number of partition keys and item collections listed.
const LISTED: usize = 5;

impl Audit {
    pub(crate) fn of(counts: &Counts, items: u64, keyless: u64, sampled: Option<f64>) -> Self {
        let indexes = counts.shape.indexes.iter().zip(&counts.indexes);
        let indexes = indexes.map(|(shape, space)| IndexAudit {
            name: shape.name.clone(),
            patterns: space.groups.iter().map(|group| IndexPatternAudit::of(space, group, counts.delimiter)).collect(),
        });
        let empty = Content::default();
        let groups = counts.table.groups.iter().enumerate().filter(|(_, group)| group.items > 0);
        let contents = groups.map(|(position, group)| (group, counts.contents.get(position).unwrap_or(&empty)));
        let mut patterns: Vec<_> = contents.map(|(group, content)| PatternAudit::of(counts, group, content)).collect();
        patterns.sort_by_key(|pattern| (std::cmp::Reverse(pattern.items), pattern.template.clone()));
        let collections = counts.collections.heaviest().into_iter().take(LISTED).map(|counted| CollectionAudit {
            key: counted.value.clone(),
            bytes: counted.weight,
            error: counted.error,
        });
        let mut audit = Self {
            version: VERSION,
            table: counts.shape.clone(),
            delimiter: counts.delimiter,
            items: items - keyless,
            bytes: patterns.iter().map(|pattern| pattern.bytes).fold(0, u64::saturating_add),
            keyless,
            sampled,
            patterns,
            indexes: indexes.collect(),
            collections: collections.collect(),
            findings: Vec::new(),
        };
        audit.findings = findings(&audit);
        audit
    }
}

impl PatternAudit {
    fn of(counts: &Counts, group: &KeyGroup, content: &Content) -> Self {
        let (key, parts) = (key(&counts.table, &group.pattern), parts(&group.slots, Some(&content.sources)));
        Self {
            template: template(&key, &parts, counts.delimiter),
            key,
            items: group.items,
            bytes: content.bytes,
            largest: LargestItem { bytes: content.largest.0, key: content.largest.1.clone() },
            near_limit: content.near_limit,
            partition_keys: Estimate::of(&group.partitions),
            top: top(&group.top),
            parts,
            attributes: content.attributes.clone(),
            has_more_attributes: content.has_more,
            entries: content.links.iter().map(|link| EntryAudit::of(counts, link)).collect(),
            samples: content.samples.clone(),
        }
    }
}

impl IndexPatternAudit {
    fn of(space: &Space, group: &KeyGroup, delimiter: char) -> Self {
        let (key, parts) = (key(space, &group.pattern), parts(&group.slots, None));
        Self {
            template: template(&key, &parts, delimiter),
            key,
            partition_attributes: space.partition_attributes,
            items: group.items,
            partition_keys: Estimate::of(&group.partitions),
            top: top(&group.top),
            parts,
        }
    }
}

impl EntryAudit {
    fn of(counts: &Counts, link: &Link) -> Self {
        let group = counts.indexes.get(link.index).and_then(|index| index.groups.get(link.group));
        let values = group.map_or(0, |group| group.slots.len());
        let same_as = (0..values).map(|value| link.sources.of(value).cloned().collect());
        Self { index: link.index, pattern: link.group, items: link.items, same_as: same_as.collect() }
    }
}

impl Estimate {
    fn of(distinct: &Distinct) -> Self {
        Self { estimate: distinct.estimate(), exact: distinct.is_exact() }
    }
}

fn key(space: &Space, pattern: &KeyPattern) -> Vec<KeyAttributeAudit> {
    let mut values = 0;
    let mut part = |part: &Part| match part {
        Part::Literal(literal) => KeyPart::Literal(literal.clone()),
        Part::Value => {
            values += 1;
            KeyPart::Value(values - 1)
        }
    };
    let mut attributes = Vec::new();
    for (name, parts) in space.attributes.iter().zip(&pattern.attributes) {
        attributes.push(KeyAttributeAudit { name: name.clone(), parts: parts.iter().map(&mut part).collect() });
    }
    attributes
}

fn top(top: &Top) -> Vec<TopKey> {
    let key = |counted: &Counted| TopKey { key: counted.value.clone(), items: counted.weight, error: counted.error };
    top.heaviest().into_iter().take(LISTED).map(key).collect()
}

fn parts(slots: &[Slot], sources: Option<&Sources>) -> Vec<PartAudit> {
    let part = |(position, slot): (usize, &Slot)| {
        let (least, greatest) = slot.range();
        PartAudit {
            kind: slot.kind(),
            number: slot.number(),
            epoch: slot.epoch(),
            likely_shards: slot.likely_shards(),
            has_empty: slot.has_empty(),
            distinct: Estimate::of(slot.distinct()),
            least: least.to_owned(),
            greatest: greatest.to_owned(),
            same_as: sources.map_or_else(Vec::new, |sources| sources.of(position).cloned().collect()),
        }
    };
    slots.iter().enumerate().map(part).collect()
}
