//! Generates keys of entities with the library's own functions.

use keywright::{
    KeyValue,
    key::{FieldKind, Integer, Timestamp},
    schema::EntitySchema,
};
use proptest::{prelude::*, sample::select};

/// Texts with a special meaning in keys or in policies, and parts of literals.
const FRAGMENTS: &[&str] = &[
    "a", "b", "acme", "#", "%", "/", "-", "*", "?", "$", "${x}", "ORDER", "#ITEM#", "TENANT#", "EVENT", "é", "ü", " ",
    "Admin", "%23",
];

/// The values of an entity's fields.
pub(crate) type Values = Vec<KeyValue<'static>>;

/// A partition key that an item writes.
#[derive(Debug, Clone)]
pub(crate) struct Written {
    pub(crate) entity: &'static EntitySchema,
    pub(crate) index: Option<&'static str>,
    /// The texts of its attributes. `None` for a number.
    pub(crate) partition: Option<Vec<String>>,
    pub(crate) values: Values,
}

impl Written {
    /// Returns the value of a text field.
    pub(crate) fn text(&self, field: &str) -> Option<&str> {
        let place = self.entity.fields.iter().position(|of| of.name == field)?;
        match &self.values[place] {
            KeyValue::Text(text) => Some(text),
            _ => None,
        }
    }
}

pub(crate) fn text() -> BoxedStrategy<String> {
    let fragments = prop::collection::vec(select(FRAGMENTS), 1..4).prop_map(|of| of.concat());
    prop_oneof![3 => fragments, 1 => "\\PC{1,8}"].boxed()
}

fn value(kind: Option<FieldKind>) -> BoxedStrategy<KeyValue<'static>> {
    match kind {
        Some(FieldKind::OneOf(names)) => select(names).prop_map(|name| KeyValue::Text(name.into())).boxed(),
        Some(FieldKind::Integer { signed: true, .. }) => {
            any::<i16>().prop_map(|number| KeyValue::Integer(Integer::from(number))).boxed()
        }
        Some(FieldKind::Integer { .. }) => {
            (0..10_000u16).prop_map(|number| KeyValue::Integer(Integer::from(number))).boxed()
        }
        // Years 0 to 9999
        Some(FieldKind::Time) => (-62_167_000_000..253_402_300_000i64, 0..1_000_000_000u32)
            .prop_map(|(seconds, nanos)| KeyValue::Time(Timestamp { seconds, nanos }))
            .boxed(),
        _ => text().prop_map(|text| KeyValue::Text(text.into())).boxed(),
    }
}

/// Generates the keys of one item of one of the entities, with this tenant or any.
pub(crate) fn item(
    entities: &'static [&'static EntitySchema],
    tenant: impl Strategy<Value = Option<String>> + Clone + 'static,
) -> impl Strategy<Value = Vec<Written>> {
    let of_entity = move |entity: &'static EntitySchema| {
        let values: Vec<_> = entity.fields.iter().map(|field| value(field.kind)).collect();
        (values, tenant.clone(), any::<u32>()).prop_map(move |(mut values, tenant, turn)| {
            let place = entity.fields.iter().position(|field| field.name == "tenant");
            if let (Some(place), Some(tenant)) = (place, tenant) {
                values[place] = KeyValue::Text(tenant.into());
            }
            written(entity, &values, turn)
        })
    };
    select(entities).prop_flat_map(of_entity)
}

fn written(entity: &'static EntitySchema, values: &Values, turn: u32) -> Vec<Written> {
    let value = |field: u8| values.get(usize::from(field)).cloned();
    let shard = |place, table_key| entity.shard_in_turn(place, &value, table_key, turn).unwrap();
    let table_key = entity.item_key(0, &value, shard(0, None)).unwrap().unwrap();
    let key = |(place, schema): (usize, &keywright::schema::KeySchema)| {
        let partition = match place {
            0 => table_key.partition.clone(),
            _ if schema.local => table_key.partition.clone(),
            _ => entity.partition_key(place, &value, shard(place, Some(&table_key))).unwrap().unwrap(),
        };
        let texts = partition.values().iter().map(|value| value.as_s().map(str::to_owned)).collect();
        Written { entity, index: schema.index, partition: texts, values: values.clone() }
    };
    entity.keys.iter().enumerate().map(key).collect()
}
