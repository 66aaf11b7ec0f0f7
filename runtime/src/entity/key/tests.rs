use super::*;
use crate::{
    Table,
    key::{FieldKind, KeyField, KeyScalar},
    schema::*,
};

struct Things;

impl Table for Things {
    const SCHEMA: TableSchema = TableSchema {
        name: "Things",
        sort_key: Some(KeyAttribute { name: "SK", kind: AttributeKind::N }),
        ..TableSchema::BARE
    };
}

/// An entity with the partition key `LOG#<device>#<shard>`, and a native number as sort key. The shard is a hash of the
/// device, or random.
struct Log<const RANDOM: bool>;

impl<const RANDOM: bool> Entity for Log<RANDOM> {
    type Table = Things;
    const SCHEMA: EntitySchema = EntitySchema {
        name: "Log",
        docs: "",
        discriminator: "Log",
        constants: &[],
        fields: &[
            Field::new("device", "device", "").in_keys(FieldKind::Text, false),
            Field::new("number", "SK", "").in_keys(u32::KIND, false),
        ],
        keys: &[KeySchema {
            index: None,
            local: false,
            query: "query",
            partition: Template {
                of_table: None,
                source: "LOG#<device:lower>",
                segments: &[
                    Segment::Literal("LOG#"),
                    Segment::Field { field: 0, form: Form::Lower, raw: false },
                    Segment::Delimiter,
                    Segment::Shard { width: 0 },
                ],
            },
            sort: Some(Template {
                of_table: None,
                source: "<number>",
                segments: &[Segment::Field { field: 1, form: Form::Default, raw: false }],
            }),
            shard: Some(Sharding {
                count: 200,
                first: 0,
                by: if RANDOM { ShardBy::Random } else { ShardBy::Hash { fields: &[0], with: None, top_share: None } },
                grow: &[],
            }),
            since: None,
            legacy: &[],
            allow_hot: None,
            peak: None,
            entry_bytes: None,
            retention: None,
            page: None,
        }],
        unasked: &[],
        peak: None,
        flattens: false,
        may_overlap: None,
        table: &<Things as Table>::SCHEMA,
    };

    fn __value(&self, _: u8) -> Option<KeyValue<'_>> {
        None
    }
}

fn key<const RANDOM: bool>(shard: Option<u32>) -> Key<Log<RANDOM>> {
    Key::__new(shard).__arg::<String>(0, "Device-17").__arg::<u32>(1, 42)
}

#[test]
fn a_hash_shard_is_computed_from_the_full_values() {
    let stored = key::<false>(None).to_item_key().unwrap();
    // sha256("Device-17") begins with 0x74a27308.
    let shard = 0x74a2_7308_u32 % 200;
    assert_eq!(stored.partition, KeyScalar::S(format!("LOG#device-17#{shard}")));
    assert_eq!(stored.sort, Some(KeyScalar::N("42".into())));
}

#[test]
fn a_random_shard_must_be_known() {
    let error = key::<true>(None).to_item_key().unwrap_err();
    assert_eq!(error.kind(), ErrorKind::KeyValue);
    assert!(error.to_string().contains("`key_in_shard`"), "{error}");
    let stored = key::<true>(Some(7)).to_item_key().unwrap();
    assert_eq!(stored.partition, KeyScalar::S("LOG#device-17#7".into()));
}

#[test]
fn a_stored_key_reads_back_with_its_shard() {
    let stored = key::<false>(None).to_item_key().unwrap();
    let read = Key::<Log<false>>::from_item_key(&stored).unwrap();
    // Lower case is not invertible, so the shard cannot be computed from the text.
    assert_eq!(read.value(0), Some(KeyValue::Text("device-17".into())));
    assert_eq!(read.value(1), Some(KeyValue::Integer(42_u8.into())));
    assert_eq!(read.to_item_key().unwrap(), stored);
    let stranger = ItemKey { partition: KeyScalar::S("LOG#Device-17#1".into()), ..stored };
    assert_eq!(Key::<Log<false>>::from_item_key(&stranger).unwrap_err().kind(), ErrorKind::KeyMismatch);
}

#[test]
fn keys_of_one_item_are_equal() {
    let of =
        |shard, device, number: u32| Key::<Log<false>>::__new(shard).__arg::<String>(0, device).__arg::<u32>(1, number);
    let built = of(None, "device-17", 42);
    let read = Key::from_item_key(&built.to_item_key().unwrap()).unwrap();
    assert!(built.shard.is_none() && read.shard.is_some());
    assert_eq!(read, built);
    assert_eq!(built, built.clone());
    assert_eq!(built, Key::__new(None).__arg::<u32>(1, 42).__arg::<String>(0, "device-17"));
    for other in [of(None, "device-18", 42), of(None, "device-17", 41), of(Some(1), "device-17", 42)] {
        assert_ne!(built, other);
    }
    assert_eq!(key::<true>(Some(7)), key::<true>(Some(7)));
    assert_ne!(key::<true>(Some(7)), key::<true>(Some(8)));
    assert_ne!(key::<true>(Some(7)), key::<true>(None));
    let read = Key::from_item_key(&of_random("device-17", 7).to_item_key().unwrap()).unwrap();
    assert_eq!(read, of_random("device-17", 7));
}

fn of_random(device: &str, shard: u32) -> Key<Log<true>> {
    Key::__new(Some(shard)).__arg::<String>(0, device).__arg::<u32>(1, 42)
}

#[test]
fn debug_shows_fields_by_name() {
    let unknown = Key::<Log<true>>::__new(Some(3)).__arg::<u32>(1, 42).__arg::<u32>(9, 1);
    let shown = format!("{unknown:?}");
    assert!(shown.starts_with("Log { number: Integer("), "{shown}");
    assert!(shown.contains("?: Integer(") && shown.ends_with("shard: 3 }"), "{shown}");
}

#[test]
fn missing_values_are_errors() {
    let error = Key::<Log<true>>::__new(Some(3)).to_item_key().unwrap_err();
    assert!(error.to_string().contains("needs field `device`"), "{error}");
}
