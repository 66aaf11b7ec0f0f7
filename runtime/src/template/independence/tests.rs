//! Compares independence and inputs of keys with their definitions, field by field.

mod naive;

use proptest::{collection::vec, option, prelude::*, sample::select};

use super::*;
use crate::{
    check::samples::{leak, text_attribute},
    key::FieldKind,
    schema::{Field, Form, Growth, IndexProjection, IndexSchema, KeyAttribute, KeyAttributes, LegacyKey, Segment},
    schema::{TableSchema, Timestamp, Unique},
};

const FIELDS: [&str; 5] = ["a", "b", "c", "d", "e"];
const NOW: Timestamp = Timestamp { seconds: 1_700_000_000, nanos: 0 };

fn place() -> impl Strategy<Value = u8> {
    0..FIELDS.len() as u8
}

fn field(name: &'static str) -> impl Strategy<Value = Field> {
    let purpose = prop_oneof![4 => Just(Purpose::Value), 1 => Just(Purpose::Updated), 1 => Just(Purpose::Ttl)];
    let unique = option::weighted(0.1, vec(place(), 0..2));
    (prop::bool::weighted(0.2), purpose, unique).prop_map(move |(optional, purpose, unique)| {
        let unique = unique.map(|within| Unique { within: leak(within) });
        Field { purpose, unique, ..Field::new(name, name, "").in_keys(FieldKind::Text, optional) }
    })
}

/// A template, with several attributes if `most` allows it.
fn template(most: usize) -> impl Strategy<Value = Template> {
    let segment = prop_oneof![
        3 => place().prop_map(|field| Segment::Field { field, form: Form::Default, raw: false }),
        1 => Just(Segment::Literal("#")),
    ];
    vec(vec(segment, 1..4), 1..=most).prop_map(|attributes| {
        let mut segments = Vec::new();
        for (at, attribute) in attributes.into_iter().enumerate() {
            segments.extend((at > 0).then_some(Segment::NextAttribute("")));
            segments.extend(attribute);
        }
        Template::new("", leak(segments))
    })
}

fn sharding() -> impl Strategy<Value = Sharding> {
    let by = prop_oneof![
        Just(ShardBy::TableKey),
        vec(place(), 1..3).prop_map(|fields| ShardBy::Hash { fields: leak(fields), with: None, top_share: None }),
    ];
    (by, prop::bool::weighted(0.2)).prop_map(|(by, grows)| {
        let grow: &[Growth] = if grows { &[Growth { at: NOW, count: 4 }] } else { &[] };
        Sharding { count: 2, first: 0, by, grow }
    })
}

fn key(index: Option<&'static str>, most: usize) -> impl Strategy<Value = KeySchema> {
    let older = (template(1), option::weighted(0.3, sharding())).prop_map(|(partition, shard)| LegacyKey {
        partition,
        shard,
        since: None,
        until: None,
    });
    let shard = option::weighted(0.3, sharding());
    let since = prop::bool::weighted(0.2).prop_map(|since| since.then_some(NOW));
    (template(most), option::of(template(most)), shard, since, vec(older, 0..2)).prop_map(
        move |(partition, sort, shard, since, older)| KeySchema {
            index,
            partition,
            sort,
            shard,
            since,
            legacy: leak(older),
            ..KeySchema::BARE
        },
    )
}

/// An attribute that may have the name of a field, or of an attribute of the table's key.
fn attribute() -> impl Strategy<Value = KeyAttribute> {
    select(vec!["a", "b", "c", "PK", "SK", "X", "Y"]).prop_map(text_attribute)
}

fn attributes() -> impl Strategy<Value = KeyAttributes> {
    (attribute(), vec(attribute(), 0..2)).prop_map(|(first, more)| KeyAttributes { first, more: leak(more) })
}

fn index(name: &'static str) -> impl Strategy<Value = IndexSchema> {
    (attributes(), option::of(attributes())).prop_map(move |(partition_key, sort_key)| IndexSchema {
        name,
        partition_key,
        sort_key,
        projection: IndexProjection::All,
    })
}

fn entity() -> impl Strategy<Value = EntitySchema> {
    let fields = FIELDS.map(field);
    let keys = (key(None, 1), key(Some("GSI1"), 2), key(Some("GSI2"), 2));
    let table = (option::of(attribute()), index("GSI1"), index("GSI2"));
    (fields, keys, table).prop_map(|(fields, (of_table, first, second), (sort_key, gsi1, gsi2))| {
        let table = TableSchema { sort_key, indexes: leak(vec![gsi1, gsi2]), ..TableSchema::BARE };
        EntitySchema {
            fields: leak(fields.to_vec()),
            keys: leak(vec![of_table, first, second]),
            table: Box::leak(Box::new(table)),
            ..EntitySchema::BARE
        }
    })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(4_000))]

    #[test]
    fn independence_agrees_with_its_definition(entity in entity(), field in place()) {
        // A field of the table's key cannot be changed.
        if !KeyFields::of(&entity.keys[0]).all().has(field) {
            prop_assert_eq!(independence(&entity, field), naive::independence(&entity, field));
        }
    }

    #[test]
    fn groups_agree_with_their_definition(entity in entity(), fields in vec(place(), 1..4)) {
        prop_assert_eq!(is_group(&entity, &fields), naive::is_group(&entity, &fields));
        if fields.len() == 1 && !KeyFields::of(&entity.keys[0]).all().has(fields[0]) {
            let is_alone = independence(&entity, fields[0]) != Independence::Joint;
            prop_assert_eq!(is_group(&entity, &fields), is_alone);
        }
    }

    #[test]
    fn inputs_agree_with_their_definition(entity in entity(), key in 1..3_usize, field in place()) {
        let inputs = Inputs::of(&entity, key);
        prop_assert_eq!(inputs.partition.has(field), naive::feeds(&entity, key, KeyPart::Partition, field));
        prop_assert_eq!(inputs.sort.has(field), naive::feeds(&entity, key, KeyPart::Sort, field));
        prop_assert_eq!(inputs.is_whole, naive::shares_inputs(&entity, key));
        prop_assert_eq!(joint_field(&entity, key, field), naive::joint_field(&entity, key, field));
    }
}
