//! Checks that the values which determine an item's sentinels have not changed since they were read.

use aws_sdk_dynamodb::types::AttributeValue;

use super::sentinel::unique_fields;
use crate::{Item, client::condition::Condition, key::lossy::is_whole_in_table_keys, schema::EntitySchema};

/// The values of an item, as it was read, that determine its sentinels.
pub(crate) struct Unchanged<'a> {
    pub(crate) entity: &'static EntitySchema,
    /// `None` if there was no item.
    pub(crate) read: Option<&'a Item>,
    /// Whether the expiry must be unchanged too, for a write of sentinels that does not change the item's expiry.
    pub(crate) with_end: bool,
}

impl Unchanged<'_> {
    /// Returns the condition that the item still has these values.
    pub(crate) fn condition(&self) -> Condition {
        let Some(read) = self.read else { return Condition::absent(self.entity) };
        let mut condition = Condition::present(self.entity);
        for name in self.attributes() {
            let at = condition.names.len();
            condition.names.insert(format!("#was{at}"), name.to_owned());
            let value = value_of(read, name);
            condition.expression.push_str(&match value {
                None => format!(" AND (attribute_not_exists(#was{at}) OR #was{at} = :was{at})"),
                Some(_) => format!(" AND #was{at} = :was{at}"),
            });
            let value = value.cloned().unwrap_or(AttributeValue::Null(true));
            condition.values.get_or_insert_default().insert(format!(":was{at}"), value);
        }
        condition
    }

    /// Whether a stored item still has these values.
    pub(crate) fn holds(&self, stored: Option<&Item>) -> bool {
        match (self.read, stored) {
            (Some(read), Some(stored)) => self.attributes().all(|name| value_of(read, name) == value_of(stored, name)),
            (read, stored) => read.is_none() && stored.is_none(),
        }
    }

    /// Returns the attributes that are compared. A field that the table's keys contain cannot change, and items of
    /// other programs may store it only there.
    fn attributes(&self) -> impl Iterator<Item = &'static str> {
        let is_compared = |place: &u8| !is_whole_in_table_keys(self.entity, *place);
        let fields = unique_fields(self.entity).into_iter().filter(is_compared);
        let fields = fields.filter_map(|place| self.entity.fields.get(usize::from(place)));
        fields.map(|field| field.attribute).chain(self.entity.ttl_attribute().filter(|_| self.with_end))
    }
}

/// Returns the value of an attribute of an item. NULL counts as absent.
fn value_of<'a>(item: &'a Item, name: &str) -> Option<&'a AttributeValue> {
    item.get(name).filter(|value| !value.is_null())
}
