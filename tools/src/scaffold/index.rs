//! Designs the index keys of an entity.

use super::{
    field::Field,
    key,
    names::{Names, snake},
    plan::{Plan, is_hot},
};
use crate::{
    audit::{EntryAudit, IndexPatternAudit, IndexShape, KeyAttributeAudit, KeyPart, Source},
    number::grouped,
};

/// The key of an entity in an index.
#[derive(Debug, Clone)]
pub(super) struct IndexKey {
    pub(super) index: String,
    pub(super) is_local: bool,
    /// The name of the generated query.
    pub(super) query: String,
    pub(super) partition: Vec<String>,
    pub(super) sort: Vec<String>,
    pub(super) allow_hot: Option<String>,
}

/// Returns the keys of an entity in all indexes whose attributes its items have.
pub(super) fn keys(
    plan: &Plan<'_>,
    fields: &mut Vec<Field>,
    names: &mut Names,
    of_values: &[usize],
) -> Result<Vec<IndexKey>, String> {
    let mut keys = Vec::new();
    for (position, shape) in plan.audit.table.indexes.iter().enumerate() {
        let own = |name: &String| plan.pattern.key.iter().any(|key| key.name == *name);
        // For a table without items, every entry is possible.
        let is_unknown = plan.pattern.items == 0;
        let has = |name: &String| (is_unknown || plan.pattern.attributes.contains_key(name)) && !own(name);
        let inverted = shape.partition_key.iter().chain(&shape.sort_key).all(own);
        if !inverted && !shape.partition_key.iter().chain(&shape.sort_key).any(has) {
            continue;
        }
        let entry = Entry { plan, shape, position, of_values };
        let mut templates = entry.templates(fields, names)?;
        let sort = templates.split_off(shape.partition_key.len().min(templates.len()));
        keys.push(IndexKey {
            index: shape.name.clone(),
            is_local: shape.local,
            query: format!("by_{}", snake(&shape.name)),
            partition: templates,
            sort,
            allow_hot: entry.allow_hot(fields),
        });
    }
    Ok(keys)
}

struct Entry<'a> {
    plan: &'a Plan<'a>,
    shape: &'a IndexShape,
    position: usize,
    of_values: &'a [usize],
}

impl Entry<'_> {
    /// Returns the templates of the index's attributes. They use the entity's fields if these determine the whole key,
    /// and otherwise the index's attributes as fields.
    fn templates(&self, fields: &mut Vec<Field>, names: &mut Names) -> Result<Vec<String>, String> {
        if let Some(templates) = self.of_fields(fields) {
            return Ok(templates);
        }
        let mut templates = Vec::new();
        for name in self.shape.partition_key.iter().chain(&self.shape.sort_key) {
            let own = self.plan.pattern.key.iter().find(|key| key.name == *name);
            let own = own.and_then(|key| self.plan.template(key, fields, self.of_values));
            let attribute = KeyAttributeAudit { name: name.clone(), parts: vec![KeyPart::Value(0)] };
            templates.push(match own {
                Some(template) => template,
                None => self.plan.native(&attribute, fields, names)?,
            });
        }
        Ok(templates)
    }

    /// Returns the pattern of the items' entries, if there is exactly one.
    fn only(&self) -> Option<(&EntryAudit, &IndexPatternAudit)> {
        let mut entries = self.plan.pattern.entries.iter().filter(|entry| entry.index == self.position);
        let entry = entries.next()?;
        let pattern = self.plan.audit.indexes.get(self.position)?.patterns.get(entry.pattern)?;
        entries.next().is_none().then_some((entry, pattern))
    }

    fn of_fields(&self, fields: &[Field]) -> Option<Vec<String>> {
        let (entry, pattern) = self.only()?;
        let mut used = Vec::new();
        let mut templates = Vec::new();
        for attribute in &pattern.key {
            let found = self.plan.pattern.attributes.get(&attribute.name)?;
            // An attribute without an entry would be lost, as would the type of a value that is not a string.
            if found.items != entry.items || found.only_type() != Some("S") {
                return None;
            }
            let field = |value: usize| {
                let position = self.field_of(entry, value, fields)?;
                used.push(position);
                Some(position)
            };
            templates.push(key::template(attribute, &pattern.parts, self.plan.audit.delimiter, fields, field)?);
        }
        let used: Vec<_> = used.iter().filter_map(|position| fields.get(*position)).collect();
        // The entry exists if all its fields are present.
        let is_exact = used.iter().map(|field| field.items).min().unwrap_or(self.plan.pattern.items) == entry.items;
        is_exact.then_some(templates)
    }

    /// Returns the field that holds a value of the index's key in every entry.
    fn field_of(&self, entry: &EntryAudit, value: usize, fields: &[Field]) -> Option<usize> {
        let pattern = self.plan.audit.indexes.get(self.position)?.patterns.get(entry.pattern)?;
        let part = pattern.parts.get(value)?;
        let positions = entry.same_as.get(value)?.iter().filter_map(|source| match source {
            Source::Key(position) => self.of_values.get(*position).copied(),
            Source::Attribute(name) => fields.iter().position(|field| field.attribute.as_ref() == Some(name)),
        });
        let writes =
            |position: &usize| fields.get(*position).is_some_and(|it| it.of.placeholder(&it.name, part).is_some());
        // Prefer a required field, because it is always present in the table's key.
        positions.filter(writes).min_by_key(|position| fields.get(*position).map(|field| field.is_optional))
    }

    fn allow_hot(&self, fields: &[Field]) -> Option<String> {
        let (entry, pattern) = self.only()?;
        let partition = pattern.key.first()?;
        let of = |value: usize| self.field_of(entry, value, fields).and_then(|position| Some(fields.get(position)?.of));
        let (items, keys) = (grouped(pattern.items), grouped(pattern.partition_keys.estimate));
        is_hot(partition, of).then(|| format!("as found: {items} entries under {keys} partition keys"))
    }
}
