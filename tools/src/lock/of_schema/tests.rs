//! Manually written schemas, for what the derives do not generate.

use keywright::{
    key::{FieldKind, Timestamp},
    schema::{
        AttributeKind, Bucket, Encoding, EntitySchema, Field, Form, Growth, IndexProjection, IndexSchema, KeyAttribute,
        KeyAttributes, KeySchema, Launch, LegacyKey, LocalIndexSchema, Purpose, Regions, Segment, ShardBy, Sharding,
        TableSchema, Template, TimeForm, UndeclaredPeak, UndeclaredShare,
    },
};

use crate::lock::Lock;

const fn field(attribute: &'static str, kind: FieldKind) -> Field {
    Field::new("rust_name", attribute, "").in_keys(kind, false)
}

fn template(source: &'static str, segments: Vec<Segment>) -> Template {
    Template::new(source, segments.leak())
}

fn part(field: u8, form: Form) -> Segment {
    Segment::Field { field, form, raw: false }
}

fn key(index: Option<&'static str>, partition: Template, sort: Option<Template>) -> KeySchema {
    KeySchema {
        index,
        local: false,
        query: "query",
        partition,
        sort,
        shard: None,
        since: None,
        legacy: &[],
        allow_hot: None,
        peak: None,
        entry_bytes: None,
        retention: None,
        page: None,
    }
}

const S: fn(&'static str) -> KeyAttribute = |name| KeyAttribute { name, kind: AttributeKind::S };

fn table(encoding: Encoding) -> &'static TableSchema {
    let indexes = Box::leak(Box::new([IndexSchema {
        name: "By Time",
        partition_key: KeyAttributes::one(KeyAttribute { name: "count", kind: AttributeKind::N }),
        sort_key: Some(KeyAttributes::one(S("PK"))),
        projection: IndexProjection::Include(&["z", "a b"]),
    }]));
    Box::leak(Box::new(TableSchema {
        name: "Core",
        docs: "",
        partition_key: S("PK"),
        sort_key: Some(S("SK")),
        discriminator: None,
        delimiter: b'|',
        encoding,
        undeclared_peak: UndeclaredPeak::Warn,
        undeclared_share: UndeclaredShare::Allow,
        launch: Launch::Full,
        regions: Regions::Eventual,
        quota: keywright::physics::limits::DEFAULT_TABLE_WRITE_UNITS,
        read_quota: keywright::physics::limits::DEFAULT_TABLE_READ_UNITS,
        ttl: None,
        write_id: None,
        entities: keywright::schema::ListedEntities::NONE,
        indexes,
        local_indexes: &[LocalIndexSchema {
            name: "by size",
            sort_key: KeyAttribute { name: "bytes", kind: AttributeKind::B },
            projection: IndexProjection::Include(&["z", "a"]),
        }],
    }))
}

fn entity(table: &'static TableSchema, keys: &'static [KeySchema]) -> EntitySchema {
    const FIELDS: &[Field] = &[
        field("at", FieldKind::Time),
        field("tenant", FieldKind::Text),
        field("level", FieldKind::OneOf(&["low", "high"])),
        field("count", FieldKind::Integer { digits: 20, signed: true }),
        field("id", FieldKind::FixedText(36)),
        field("bytes", FieldKind::Binary),
    ];
    EntitySchema {
        name: "Log",
        docs: "",
        discriminator: "Log",
        constants: &[("z", "1"), ("a", "2 \"x\"")],
        fields: FIELDS,
        keys,
        unasked: &[],
        peak: None,
        flattens: false,
        may_overlap: None,
        table,
    }
}

fn lock(encoding: Encoding, keys: Vec<KeySchema>) -> String {
    let table = table(encoding);
    let lock = Lock::of_parts(table, &[&entity(table, keys.leak())]);
    let text = lock.to_string();
    assert_eq!(text.parse(), Ok(lock), "{text}");
    assert!(text.contains("\nlocal_index \"by size\"\n  sk bytes B\n  projection include a z\n"), "{text}");
    text.split_once("entity Log\n").unwrap().1.to_owned()
}

#[test]
fn a_schema_with_all_features_gives_the_expected_lock() {
    let grow: &[Growth] = &[
        Growth { at: Timestamp { seconds: 1_798_761_600, nanos: 0 }, count: 40 },
        Growth { at: Timestamp { seconds: 1_830_297_600, nanos: 500_000_000 }, count: 90 },
    ];
    let with: fn(&str) -> u32 = |text| text.len() as u32;
    let own = Sharding {
        count: 10,
        first: 1,
        by: ShardBy::Hash { fields: &[4, 3, 2, 0, 5], with: Some(with), top_share: None },
        grow,
    };
    let mut table_key = key(
        None,
        template(
            "LOG|<rust_name:day>",
            vec![
                Segment::Literal("LOG|"),
                part(0, Form::Bucket(Bucket::Day)),
                Segment::Delimiter,
                Segment::Shard { width: 2 },
            ],
        ),
        Some(template(
            "<a><b>|<c>|<d>|<e>|<f>",
            vec![
                part(0, Form::Time(TimeForm::EpochMillis)),
                part(3, Form::Default),
                Segment::Literal("|"),
                part(1, Form::Lower),
                Segment::Literal("|"),
                Segment::Literal(""),
                part(2, Form::Default),
                Segment::Literal("|"),
                Segment::Field { field: 1, form: Form::Upper, raw: true },
                Segment::Delimiter,
                part(4, Form::Default),
            ],
        )),
    );
    table_key.shard = Some(own);
    table_key.legacy = vec![
        LegacyKey {
            partition: template("LOG|<rust_name>", vec![Segment::Literal("LOG|"), part(3, Form::Default)]),
            shard: None,
            since: None,
            until: Some(Timestamp { seconds: 1_767_225_600, nanos: 0 }),
        },
        LegacyKey {
            partition: template("LOG", vec![Segment::Literal("LOG"), Segment::Delimiter, Segment::Shard { width: 0 }]),
            shard: Some(Sharding { count: 4, first: 0, by: ShardBy::Random, grow: &[] }),
            since: None,
            until: None,
        },
    ]
    .leak();
    let index = key(
        Some("By Time"),
        template("<count>", vec![part(3, Form::Default)]),
        Some(template("<at>", vec![part(0, Form::Default)])),
    );
    let expected = r#"  constant a "2 \"x\""
  constant z "1"
  attribute at
  attribute bytes
  attribute count
  attribute id
  attribute level
  attribute tenant
  key table
    pk "LOG|<rust_name:day>"
      parts "LOG|" at:time(day) "|" <shard:02>
      shards 10 first 1 by own_hash id:text count:integer level:one_of["high","low"] at:time(ns) bytes:bytes
      grow 2027-01-01T00:00:00Z 40
      grow 2028-01-01T00:00:00.500Z 90
    legacy "LOG|<rust_name>"
      parts "LOG|" count:integer
      until 2026-01-01T00:00:00Z
    legacy "LOG"
      parts "LOG|" <shard>
      shards 4 first 0 by random
    sk "<a><b>|<c>|<d>|<e>|<f>"
      parts at:time(epoch_ms) count:signed(20) "|" tenant:text(lower) "|" level:one_of["high","low"] "|" tenant:text(upper,raw) "|" id:fixed_text_36
  key index "By Time"
    pk "<count>"
      parts native count:integer
    sk "<at>"
      parts at:time(ns)
"#;
    assert_eq!(lock(Encoding::Escaped, vec![index, table_key]), expected);
}

#[test]
fn raw_is_written_for_values_that_would_be_escaped() {
    let template = template(
        "<t>|<l>|<i>|<n>",
        vec![
            part(1, Form::Default),
            Segment::Literal("|"),
            part(2, Form::Upper),
            Segment::Literal("|"),
            part(4, Form::Default),
            Segment::Literal("|"),
            part(3, Form::Width(8)),
        ],
    );
    let found = lock(Encoding::Raw, vec![key(None, template, None)]);
    let parts =
        r#"parts tenant:text(raw) "|" level:one_of(upper,raw)["high","low"] "|" id:fixed_text_36 "|" count:padded(8)"#;
    assert!(found.contains(parts), "{found}");
}

#[test]
fn fields_give_their_attributes() {
    const FIELDS: &[Field] = &[
        field("tenant", FieldKind::Text).key_only(),
        Field::new("rust_name", "mail", "").aliases(&["m", "e mail"]),
        Field::new("rust_name", "note", "").omits_none().aliases(&["memo"]),
        Field::new("rust_name", "level", "").defaulted(),
        Field::new("rust_name", "tags", "").set(true),
        Field::new("rust_name", "a b", "").set(false),
        Field::new("rust_name", "ends", "").timed(Purpose::Ttl, false),
        Field::new("rust_name", "made", "").timed(Purpose::Created, false),
    ];
    let table = table(Encoding::Escaped);
    let facts = |flattens| {
        let keys = vec![key(None, template("<a>", vec![part(0, Form::Default)]), None)].leak();
        let lock = Lock::of_parts(table, &[&EntitySchema { fields: FIELDS, flattens, ..entity(table, keys) }]);
        let text = lock.to_string();
        assert_eq!(text.parse(), Ok(lock), "{text}");
        let (_, facts) = text.split_once("constant z \"1\"\n").unwrap();
        facts.split_once("  key table").unwrap().0.to_owned()
    };
    let attributes = r#"  attribute "a b"
  attribute ends
  attribute level optional
  attribute made optional
  attribute mail alias m alias "e mail"
  attribute note optional alias memo
  attribute tags optional
"#;
    assert_eq!(facts(false), format!("  expires\n{attributes}"));
    assert_eq!(facts(true), format!("  expires\n  other_attributes\n{attributes}"));
}
