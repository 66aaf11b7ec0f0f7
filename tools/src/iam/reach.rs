//! Decides what the patterns of a partition key match: the tenant's items, and those of other entities.

use keywright::schema::{EntitySchema, KeyAttributes, KeySchema, TableSchema, Template};

use super::{
    key_text::{KeyText, Place},
    matching::may_match,
    request::Tenant,
    template::AttributeTemplate,
};

/// The texts of a partition key in the table or in an index: of each of its attributes.
#[derive(Debug, Clone)]
pub(super) struct PartitionTexts {
    pub(super) attributes: Vec<Vec<KeyText>>,
}

/// How the keys of another entity relate to a pattern.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Reach {
    /// The pattern matches none.
    None,
    /// The pattern matches some, and all that it matches have the tenant's value where the pattern has it.
    SameTenant,
    /// The pattern matches some.
    Any,
}

impl PartitionTexts {
    /// Returns the texts of a key: of today's template and of older ones.
    pub(super) fn of(
        table: &TableSchema,
        entity: &'static EntitySchema,
        key: &KeySchema,
        tenant: Option<&Tenant>,
    ) -> Option<Self> {
        let attributes = attributes(table, key)?;
        // A local index has the partition key of the table.
        let key = if key.local { entity.keys.first()? } else { key };
        let today = (key.partition, key.shard);
        let templates: Vec<_> =
            std::iter::once(today).chain(key.legacy.iter().map(|older| (older.partition, older.shard))).collect();
        let of_attribute = |(place, attribute)| {
            let own = |(template, shard): &(Template, _)| {
                Some(AttributeTemplate {
                    entity,
                    attribute,
                    template: template.attribute(place)?,
                    shard: *shard,
                    tenant: tenant.map(|tenant| tenant.field.as_str()),
                })
            };
            templates.iter().filter_map(own).flat_map(|template| template.texts()).collect()
        };
        Some(Self { attributes: attributes.iter().enumerate().map(of_attribute).collect() })
    }

    pub(super) fn all(&self) -> impl Iterator<Item = &KeyText> {
        self.attributes.iter().flatten()
    }

    /// Returns whether the tenant's value has one position in each key.
    pub(super) fn is_of_tenant(&self) -> bool {
        self.attributes.iter().any(|texts| places(texts).is_some())
    }

    /// Decides whether the patterns of these texts match keys of another entity.
    pub(super) fn reach(&self, other: &Self) -> Reach {
        let matches: Vec<Vec<_>> =
            self.attributes.iter().zip(&other.attributes).map(|(own, of)| pairs(own, of)).collect();
        if matches.iter().any(Vec::is_empty) {
            return Reach::None;
        }
        let is_of_tenant = |(own, of): &(&KeyText, &KeyText)| own.tenant_place().is_some_and(|at| of.has_value_at(at));
        match matches.iter().any(|pairs| pairs.iter().all(is_of_tenant)) {
            true => Reach::SameTenant,
            false => Reach::Any,
        }
    }
}

fn pairs<'a>(own: &'a [KeyText], of: &'a [KeyText]) -> Vec<(&'a KeyText, &'a KeyText)> {
    let with = |own: &'a KeyText| of.iter().filter(move |of| may_match(own, of)).map(move |of| (own, of));
    own.iter().flat_map(with).collect()
}

/// Returns the positions of the tenant's value, if each text has one.
pub(super) fn places(texts: &[KeyText]) -> Option<Vec<Place>> {
    texts.iter().map(KeyText::tenant_place).collect()
}

/// Returns the attributes of the partition key that a key is written to.
pub(super) fn attributes(table: &TableSchema, key: &KeySchema) -> Option<KeyAttributes> {
    match key.index {
        None => Some(KeyAttributes::one(table.partition_key)),
        Some(name) => Some(table.index(name)?.partition_key),
    }
}
