//! Designs the entity of a pattern.

use std::collections::BTreeSet;

use super::{
    field::{Field, Type},
    index::{self, IndexKey},
    key,
    names::{Names, snake},
    plan::{MIN_ITEMS, Plan, is_hot},
};
use crate::{
    audit::{Epoch, KeyAttributeAudit, LikelyShards, NumberForm, Source},
    number::grouped,
};

/// The name of the field that keeps all other attributes.
pub(super) const REST: &str = "others";

/// An entity.
#[derive(Debug, Clone)]
pub(super) struct EntityDesign {
    pub(super) name: String,
    /// The pattern in the audit's notation.
    pub(super) pattern: String,
    pub(super) items: u64,
    /// The value of the discriminator.
    pub(super) discriminator: Option<String>,
    pub(super) partition: String,
    pub(super) sort: Option<String>,
    /// Why the partition key may be hot, if it has one value, or one value a day.
    pub(super) allow_hot: Option<String>,
    pub(super) indexes: Vec<IndexKey>,
    pub(super) fields: Vec<Field>,
    /// Comments on what the items do not prove.
    pub(super) notes: Vec<String>,
}

impl Plan<'_> {
    /// Designs the entity, or returns why the pattern cannot become one.
    pub(super) fn entity(&self, name: String) -> Result<EntityDesign, String> {
        let mut names = Names::default();
        names.take(REST);
        let mut fields = self.attributes(&mut names);
        let (of_values, templates) = self.table_key(&mut fields, &mut names)?;
        let indexes = index::keys(self, &mut fields, &mut names, &of_values)?;
        let mut templates = templates.into_iter();
        Ok(EntityDesign {
            name,
            pattern: self.pattern.template.clone(),
            items: self.pattern.items,
            discriminator: self.discriminator.and_then(|name| self.pattern.attributes.get(name)?.only.clone()),
            partition: templates.next().ok_or("it has no partition key")?,
            sort: templates.next(),
            allow_hot: self.pattern.key.first().and_then(|key| self.allow_hot(key, &of_values, &fields)),
            indexes,
            notes: self.notes(&of_values, &fields),
            fields,
        })
    }

    /// Returns the numbers in the partition key that look like shards, and the fields that look like times.
    fn notes(&self, of_values: &[usize], fields: &[Field]) -> Vec<String> {
        let named = |value: usize| of_values.get(value).and_then(|position| fields.get(*position));
        let mut notes = Vec::new();
        let partition = self.pattern.key.first();
        for value in partition.into_iter().flat_map(key::values) {
            let (Some(field), Some(part)) = (named(value), self.pattern.parts.get(value)) else { continue };
            let at_end = partition.is_some_and(|key| key::is_prefix_or_suffix(key, value));
            if let Some(shards) = part.likely_shards.filter(|_| at_end && field.attribute.is_none()) {
                notes.push(shards_note(&field.name, &shards, part.number));
            }
        }
        for (value, part) in self.pattern.parts.iter().enumerate() {
            let (Some(field), Some(epoch)) = (named(value), part.epoch) else { continue };
            let unit = match epoch {
                Epoch::Seconds => "seconds",
                Epoch::Milliseconds => "milliseconds",
            };
            notes.push(format!("`{}` looks like {unit} since 1970.", field.name));
        }
        notes
    }

    /// Returns the fields of attributes that are not keys, if their type preserves every value.
    fn attributes(&self, names: &mut Names) -> Vec<Field> {
        let keys = self.audit.table.key_attributes();
        let mut fields = Vec::new();
        for (name, attribute) in &self.pattern.attributes {
            if keys.contains(name.as_str()) || self.discriminator == Some(name) {
                continue;
            }
            let Some(of) = Type::of_attribute(attribute) else { continue };
            let of = if self.is_in_partition(name) { of.without_instant() } else { of };
            fields.push(Field {
                name: names.take(&snake(name)),
                attribute: Some(name.clone()),
                of,
                is_optional: attribute.items < self.pattern.items,
                items: attribute.items,
            });
        }
        fields
    }

    /// Returns the position of the field for each value of the table's key, and the key's templates.
    fn table_key(&self, fields: &mut Vec<Field>, names: &mut Names) -> Result<(Vec<usize>, Vec<String>), String> {
        let mut of_values = Vec::<usize>::new();
        for (value, part) in self.pattern.parts.iter().enumerate() {
            let attribute = self.pattern.key.iter().find(|key| key::value_position(key, value).is_some());
            let attribute = attribute.ok_or("its key is not known")?;
            let writes = |field: &Field| field.of.placeholder(&field.name, part).is_some();
            let same = part.same_as.iter().find_map(|source| match source {
                Source::Key(earlier) if self.pattern.items >= MIN_ITEMS => of_values.get(*earlier).copied(),
                Source::Key(_) => None,
                Source::Attribute(name) => self.field_of(name, fields),
            });
            let same =
                same.filter(|position| fields.get(*position).is_some_and(|field| !field.is_optional && writes(field)));
            of_values.push(same.unwrap_or_else(|| {
                let is_sort_key = self.pattern.key.first() != Some(attribute);
                let of = Type::of_part(part, self.pattern.items);
                let of = if is_sort_key { of } else { of.without_instant() };
                let word = key::preceding_word(attribute, value);
                let name = word.map_or_else(
                    || key::called(of, attribute),
                    |word| match of {
                        Type::Date => format!("{}_date", snake(word)),
                        Type::Instant(_) => format!("{}_time", snake(word)),
                        _ => snake(word),
                    },
                );
                let items = self.pattern.items;
                fields.push(Field { name: names.take(&name), attribute: None, of, is_optional: false, items });
                fields.len() - 1
            }));
        }
        let mut templates = Vec::new();
        for attribute in &self.pattern.key {
            let own = self.template(attribute, fields, &of_values);
            templates.push(match own {
                Some(template) => template,
                None => self.native(attribute, fields, names)?,
            });
        }
        self.drop_unused(fields, &mut of_values, &templates);
        Ok((of_values, templates))
    }

    /// Removes fields that only the key holds, if the key itself is a field.
    fn drop_unused(&self, fields: &mut Vec<Field>, of_values: &mut [usize], templates: &[String]) {
        let is_used = |field: &Field| {
            let written = [format!("<{}>", field.name), format!("<{}:", field.name)];
            field.attribute.is_some() || templates.iter().any(|text| written.iter().any(|name| text.contains(name)))
        };
        let mut kept = BTreeSet::new();
        let mut moved = Vec::new();
        for (position, field) in fields.iter().enumerate() {
            moved.push(kept.len());
            if is_used(field) {
                kept.insert(position);
            }
        }
        for position in of_values {
            *position = match kept.contains(position) {
                true => moved.get(*position).copied().unwrap_or(usize::MAX),
                false => usize::MAX,
            };
        }
        let mut position = 0;
        fields.retain(|_| {
            position += 1;
            kept.contains(&(position - 1))
        });
    }

    /// Returns the reason why a partition key with one value, or one value a day, may remain.
    fn allow_hot(&self, key: &KeyAttributeAudit, of_values: &[usize], fields: &[Field]) -> Option<String> {
        let of = |value: usize| of_values.get(value).and_then(|position| fields.get(*position)).map(|field| field.of);
        let items = grouped(self.pattern.items);
        let keys = grouped(self.pattern.partition_keys.estimate);
        is_hot(key, of).then(|| format!("as found: {items} items under {keys} partition keys"))
    }
}

/// Describes a number that looks like a shard, and how a shard is declared.
fn shards_note(field: &str, shards: &LikelyShards, number: Option<NumberForm>) -> String {
    let LikelyShards { first, count, least_items, most_items, .. } = *shards;
    let placeholder = match number {
        Some(NumberForm::Padded(width)) => format!("<shard:{width:02}>"),
        _ => "<shard>".to_owned(),
    };
    let option = if first == 0 { String::new() } else { format!(", first = {first}") };
    let items = match least_items == most_items {
        true => grouped(least_items),
        false => format!("{} to {}", grouped(least_items), grouped(most_items)),
    };
    format!(
        "`{field}` looks like a shard: {first} to {}, with {items} items each. If writers choose it at random, write \
         `{placeholder}` in its place, `#[shard(random = {count}{option})]` below `#[pk(..)]`, and drop the field.",
        first + count - 1
    )
}
