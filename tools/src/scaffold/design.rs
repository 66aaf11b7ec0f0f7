//! Designs the declaration of a table in keywright.

use std::collections::{BTreeMap, BTreeSet};

use super::{
    entity::EntityDesign,
    names::{Names, struct_name},
    overlap::overlaps,
    plan::Plan,
};
use crate::audit::{Audit, IndexShape, KeyAttributeAudit, KeyPart, PatternAudit};

/// Attributes that often identify the kind of an item.
const DISCRIMINATORS: &[&str] =
    &["_et", "__typename", "_type", "type", "entity", "entitytype", "et", "itemtype", "kind"];

/// A table and its entities.
#[derive(Debug)]
pub(super) struct TableDesign {
    pub(super) name: String,
    pub(super) audited: u64,
    pub(super) partition: (String, String),
    pub(super) sort: Option<(String, String)>,
    pub(super) delimiter: char,
    pub(super) discriminator: Option<String>,
    pub(super) indexes: Vec<IndexShape>,
    /// The types of key attributes.
    pub(super) types: BTreeMap<String, String>,
    pub(super) entities: Vec<EntityDesign>,
    /// Entities whose keys can also be keys of another entity.
    pub(super) overlapping: BTreeSet<String>,
    /// Patterns without an entity, with the reason.
    pub(super) left_out: Vec<(String, String)>,
}

impl TableDesign {
    pub(super) fn of(audit: &Audit, name: Option<&str>) -> Self {
        let mut names = Names::default();
        let table = names.take(&struct_name(name.or(audit.table.name.as_deref()).unwrap_or("Stored")));
        let empty;
        let patterns = match &audit.patterns[..] {
            [] => {
                empty = [unknown(audit)];
                &empty[..]
            }
            patterns => patterns,
        };
        let discriminator = discriminator(patterns);
        let (mut entities, mut left_out) = (Vec::new(), Vec::new());
        let mut designed = Vec::<&PatternAudit>::new();
        // Patterns with the most literals come first, because a value of another pattern may equal such a literal.
        let mut ordered: Vec<_> = patterns.iter().collect();
        ordered.sort_by_key(|pattern| std::cmp::Reverse(literals(pattern).count()));
        let mut overlapping = BTreeSet::new();
        for pattern in ordered {
            let plan = Plan { audit, pattern, discriminator };
            let name = names.take(&entity_name(pattern, discriminator));
            match plan.entity(name.clone()) {
                Ok(entity) => {
                    if designed.iter().any(|other| overlaps(other, pattern)) {
                        overlapping.insert(name);
                    }
                    designed.push(pattern);
                    entities.push(entity);
                }
                Err(why) => left_out.push((pattern.template.clone(), why)),
            }
        }
        let types = types(audit, patterns);
        let of = |name: &String| (name.clone(), types.get(name).cloned().unwrap_or_else(|| "S".to_owned()));
        Self {
            name: table,
            audited: audit.items,
            partition: of(&audit.table.partition_key),
            sort: audit.table.sort_key.as_ref().map(of),
            delimiter: audit.delimiter,
            discriminator: discriminator.map(str::to_owned),
            indexes: audit.table.indexes.clone(),
            types,
            entities,
            overlapping,
            left_out,
        }
    }
}

/// Creates a pattern for a table whose items are not known.
fn unknown(audit: &Audit) -> PatternAudit {
    let keys = std::iter::once(&audit.table.partition_key).chain(&audit.table.sort_key);
    let key = keys.map(|name| KeyAttributeAudit { name: name.clone(), parts: vec![KeyPart::Value(0)] });
    PatternAudit::unknown(key.collect())
}

/// Returns the types of key attributes: the declared ones, and those found in items.
fn types(audit: &Audit, patterns: &[PatternAudit]) -> BTreeMap<String, String> {
    let mut types = audit.table.types.clone();
    for name in audit.table.key_attributes() {
        let found = patterns.iter().find_map(|pattern| pattern.attributes.get(name)?.types.keys().next());
        if let Some(letter) = found {
            types.entry(name.to_owned()).or_insert_with(|| letter.clone());
        }
    }
    types
}

/// Finds the attribute that identifies the pattern: its text is the same in all items of a pattern, and differs between
/// patterns.
fn discriminator(patterns: &[PatternAudit]) -> Option<&str> {
    let is_key = |pattern: &PatternAudit, name: &str| pattern.key.iter().any(|key| key.name == name);
    let only = |pattern: &PatternAudit, name: &str| {
        let attribute = pattern.attributes.get(name).filter(|attribute| attribute.items == pattern.items)?;
        attribute.only.clone().filter(|text| !text.is_empty() && !is_key(pattern, name))
    };
    let candidates = patterns.first()?.attributes.keys().map(String::as_str);
    let mut named: Vec<_> = candidates
        .filter(|name| {
            let values: Option<BTreeSet<_>> = patterns.iter().map(|pattern| only(pattern, name)).collect();
            values.is_some_and(|values| values.len() == patterns.len())
        })
        .collect();
    named.sort_by_key(|name| position_of(name));
    let best = named.into_iter().next()?;
    // With a single pattern, any constant would qualify.
    (patterns.len() > 1 || position_of(best) < DISCRIMINATORS.len()).then_some(best)
}

/// Returns the position of a name among the usual names of discriminators.
fn position_of(name: &str) -> usize {
    let lower = name.to_ascii_lowercase();
    DISCRIMINATORS.iter().position(|usual| *usual == lower).unwrap_or(DISCRIMINATORS.len())
}

fn literals(pattern: &PatternAudit) -> impl Iterator<Item = &str> {
    pattern.key.iter().flat_map(|key| &key.parts).filter_map(|part| match part {
        KeyPart::Literal(literal) => Some(literal.as_str()),
        KeyPart::Value(_) => None,
    })
}

/// Makes a name from the discriminator, or from the distinct literals of the key.
fn entity_name(pattern: &PatternAudit, discriminator: Option<&str>) -> String {
    let named = discriminator.and_then(|name| pattern.attributes.get(name)?.only.clone());
    if let Some(named) = named {
        return struct_name(&named);
    }
    let mut words = Vec::<&str>::new();
    for word in literals(pattern).filter(|word| word.bytes().any(|byte| byte.is_ascii_alphabetic())) {
        if !words.contains(&word) {
            words.push(word);
        }
    }
    if words.is_empty() { "Item".to_owned() } else { struct_name(&words.join("_")) }
}
