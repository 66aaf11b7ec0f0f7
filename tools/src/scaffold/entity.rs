//! The entity of a pattern.

use std::collections::BTreeSet;

use super::{
    field::{Field, Type},
    index::{self, IndexKey},
    key,
    names::{Names, snake},
};
use crate::{
    audit::{Audit, KeyAttributeAudit, PatternAudit, Source},
    number::grouped,
};

/// Items below which a number that an attribute holds, too, may be there by chance.
const ENOUGH: u64 = 20;

/// The name of the field that keeps everything else.
pub(super) const REST: &str = "others";

/// An entity.
#[derive(Debug, Clone)]
pub(super) struct EntityDesign {
    pub(super) name: String,
    /// The pattern, as the audit has it.
    pub(super) pattern: String,
    pub(super) items: u64,
    /// The value of the discriminator.
    pub(super) discriminator: Option<String>,
    pub(super) partition: String,
    pub(super) sort: Option<String>,
    /// Why the partition key may be hot, where it has one value or one a day.
    pub(super) allow_hot: Option<String>,
    pub(super) indexes: Vec<IndexKey>,
    pub(super) fields: Vec<Field>,
}

/// What an entity is made of.
pub(super) struct Plan<'a> {
    pub(super) audit: &'a Audit,
    pub(super) pattern: &'a PatternAudit,
    pub(super) discriminator: Option<&'a str>,
}

impl Plan<'_> {
    /// The entity, or why there can be none.
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
            fields,
        })
    }

    /// The fields of attributes that no key is, and whose type keeps them as they are.
    fn attributes(&self, names: &mut Names) -> Vec<Field> {
        let keys = self.audit.table.key_attributes();
        let mut fields = Vec::new();
        for (name, attribute) in &self.pattern.attributes {
            if keys.contains(name.as_str()) || self.discriminator == Some(name) {
                continue;
            }
            let Some(of) = Type::of_attribute(attribute) else { continue };
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

    /// The position of the field of each value of the table's key, and the templates.
    fn table_key(&self, fields: &mut Vec<Field>, names: &mut Names) -> Result<(Vec<usize>, Vec<String>), String> {
        let mut of_values = Vec::<usize>::new();
        for (value, part) in self.pattern.parts.iter().enumerate() {
            let attribute = self.pattern.key.iter().find(|key| key::value_position(key, value).is_some());
            let attribute = attribute.ok_or("its key is not known")?;
            let writes = |field: &Field| field.of.placeholder(&field.name, part).is_some();
            let same = part.same_as.iter().find_map(|source| match source {
                Source::Key(earlier) if self.pattern.items >= ENOUGH => of_values.get(*earlier).copied(),
                Source::Key(_) => None,
                Source::Attribute(name) => self.field_of(name, fields),
            });
            let same =
                same.filter(|position| fields.get(*position).is_some_and(|field| !field.is_optional && writes(field)));
            of_values.push(same.unwrap_or_else(|| {
                let of = Type::of_part(part);
                let word = key::word_before(attribute, value);
                let name = word.map_or_else(
                    || key::called(of, attribute),
                    |word| match of {
                        Type::Date => format!("{}_date", snake(word)),
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

    /// The field of an attribute, if it is a text or a number that cannot be another one by chance.
    fn field_of(&self, name: &str, fields: &[Field]) -> Option<usize> {
        let position = fields.iter().position(|field| field.attribute.as_deref() == Some(name))?;
        let field = fields.get(position)?;
        let is_certain = field.of == Type::Text || self.pattern.items >= ENOUGH;
        (matches!(field.of, Type::Text | Type::Unsigned) && is_certain).then_some(position)
    }

    /// The template of an attribute of the table's key. One that is a field itself has none.
    pub(super) fn template(
        &self,
        attribute: &KeyAttributeAudit,
        fields: &[Field],
        of_values: &[usize],
    ) -> Option<String> {
        let is_text = self.pattern.attributes.get(&attribute.name).is_some_and(|key| key.only_type() == Some("S"));
        let is_field = key::is_value(attribute) && !is_generic(&attribute.name);
        let field = |value: usize| of_values.get(value).copied();
        let template = || key::template(attribute, &self.pattern.parts, self.audit.delimiter, fields, field);
        (is_text && !is_field).then(template).flatten()
    }

    /// The template of a key attribute that is a field itself.
    pub(super) fn native(
        &self,
        attribute: &KeyAttributeAudit,
        fields: &mut Vec<Field>,
        names: &mut Names,
    ) -> Result<String, String> {
        let name = &attribute.name;
        if let Some(field) = fields.iter().find(|field| field.attribute.as_ref() == Some(name)) {
            return Ok(format!("<{}>", field.name));
        }
        let (of, items) = match self.pattern.attributes.get(name) {
            Some(found) => (Type::of_native(found), found.items),
            None => (of_letter(self.audit.table.types.get(name).map_or("S", String::as_str)), 0),
        };
        let of = of.ok_or_else(|| format!("no type for keys holds the values of `{name}` as they are"))?;
        let is_key = self.pattern.key.iter().any(|key| key.name == *name);
        let is_optional = !is_key && (items < self.pattern.items || self.pattern.items == 0);
        let field = Field { name: names.take(&snake(name)), attribute: Some(name.clone()), of, is_optional, items };
        let template = format!("<{}>", field.name);
        fields.push(field);
        Ok(template)
    }

    /// Takes out fields that only the key holds, where the key is a field itself.
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

    /// Why a partition key of one value, or of one a day, may stay as it is.
    fn allow_hot(&self, key: &KeyAttributeAudit, of_values: &[usize], fields: &[Field]) -> Option<String> {
        let of = |value: usize| of_values.get(value).and_then(|position| fields.get(*position)).map(|field| field.of);
        let items = grouped(self.pattern.items);
        let keys = grouped(self.pattern.partition_keys.estimate);
        is_hot(key, of).then(|| format!("as found: {items} items under {keys} partition keys"))
    }
}

/// Whether a partition key has one value, or one a day.
pub(super) fn is_hot(key: &KeyAttributeAudit, of: impl Fn(usize) -> Option<Type>) -> bool {
    key::values(key).all(|value| of(value) == Some(Type::Date))
}

/// Whether an attribute's name says that it is a key, and nothing else.
fn is_generic(name: &str) -> bool {
    let plain: String = name.chars().filter(char::is_ascii_alphanumeric).map(|c| c.to_ascii_lowercase()).collect();
    ["pk", "sk", "partitionkey", "sortkey", "hashkey", "rangekey"].iter().any(|word| plain.ends_with(word))
}

fn of_letter(letter: &str) -> Option<Type> {
    match letter {
        "S" => Some(Type::Text),
        "N" => Some(Type::Signed),
        "B" => Some(Type::Bytes),
        _ => None,
    }
}
