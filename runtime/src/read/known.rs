//! The values that a query gives to fields of its key.

use super::spec::SharedSpec;
use crate::key::KeyValue;

/// The values of the partition key's fields and of the sort key's first fields.
///
/// The query keeps them. A copy would cost each plan several allocations.
#[derive(Debug, Clone)]
pub(crate) struct KnownValues {
    spec: SharedSpec,
    /// The sort key's fields to which the query's prefix gives values, in order.
    prefix: Vec<u8>,
}

impl KnownValues {
    pub(crate) fn new(spec: SharedSpec, prefix: Vec<u8>) -> Self {
        Self { spec, prefix }
    }

    /// Looks up the value of a field.
    pub(crate) fn get(&self, field: u8) -> Option<KeyValue<'_>> {
        lookup(&self.spec.partition, field).or_else(|| {
            let place = self.prefix.iter().position(|of| *of == field)?;
            self.spec.prefix.get(place)?.as_ref().map(KeyValue::borrowed)
        })
    }

    /// Returns all values, each with its field.
    pub(crate) fn iter(&self) -> impl Iterator<Item = (u8, &KeyValue<'static>)> {
        let prefix = self.prefix.iter().zip(&self.spec.prefix);
        let partition = self.spec.partition.iter().map(|(field, value)| (*field, value));
        partition.chain(prefix.filter_map(|(field, value)| Some((*field, value.as_ref()?))))
    }
}

/// Looks up the value of a field.
pub(crate) fn lookup<'v>(values: &'v [(u8, KeyValue<'static>)], field: u8) -> Option<KeyValue<'v>> {
    values.iter().find(|(of, _)| *of == field).map(|(_, value)| value.borrowed())
}
