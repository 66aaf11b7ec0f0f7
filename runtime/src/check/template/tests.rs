mod shortcuts;

use expect_test::{Expect, expect};

use crate::{
    check::samples::{Design, FLAG, I32, STATUS, TABLE, U64, message_of, text_attribute},
    key::{
        FieldKind::{self, Binary, FixedText, Text, Time},
        KeyPart,
    },
    schema::{AttributeKind, Encoding, KeyAttribute, TableSchema},
};

const FIELDS: &[(&str, FieldKind)] = &[
    ("name", Text),
    ("id", FixedText(36)),
    ("at", Time),
    ("count", U64),
    ("delta", I32),
    ("status", STATUS),
    ("done", FLAG),
    ("photo", Binary),
];

fn partition(template: &'static str) -> String {
    message_of(Design::new("Item", FIELDS).key(template, "<id>").build(), 0, KeyPart::Partition)
}

fn sort(template: &'static str) -> String {
    message_of(Design::new("Item", FIELDS).key("ITEM", template).build(), 0, KeyPart::Sort)
}

fn check(actual: &str, expected: &Expect) {
    expected.assert_eq(actual);
}

#[test]
fn kw007_adjacent_placeholders_of_variable_length() {
    check(
        &partition("ITEM#<name><count>"),
        &expect![[r#"
        KW007: `<name>` and `<count>` of `Item` vary in length with no literal between them: two items could have the same key
          pk    ITEM#<name><count>
                           ^^^^^^^
          fix   put literal text between them, such as the table's delimiter: `#`"#]],
    );
    check(
        &sort("A#<count:plain><id><name>"),
        &expect![[r#"
        KW007: `<count>` and `<name>` of `Item` vary in length with no literal between them: two items could have the same key
          sk    A#<count:plain><id><name>
                                   ^^^^^^
          fix   put literal text between them, such as the table's delimiter: `#`"#]],
    );
    for touching in ["<name><status>", "<status><name>", "<count><delta>", "<at:epoch><name>", "<name><shard>"] {
        assert!(partition(touching).starts_with("KW007: "), "{touching}");
    }
    for apart in ["<name>#<count>", "<id><name>", "<name><id>", "<at><name>", "<count:w8><name>", "<name>x<at:day>"] {
        assert_eq!(partition(apart), "", "{apart}");
    }
    for apart in ["<count><name>", "<delta><count>", "<at:epoch><name>"] {
        assert_eq!(sort(apart), "", "{apart}");
    }
}

#[test]
fn kw007_a_shard_in_the_middle() {
    let placed = |template, count| {
        let design = Design::new("Item", FIELDS).key(template, "<id>").random(count);
        message_of(design.build(), 0, KeyPart::Partition)
    };
    check(
        &placed("ITEM#<name><shard>", 10),
        &expect![[r#"
        KW007: `<name>` and `<shard>` of `Item` vary in length with no literal between them: two items could have the same key
          pk    ITEM#<name><shard>
                           ^^^^^^^
          fix   put literal text between them, such as the table's delimiter: `#`"#]],
    );
    assert_eq!(placed("ITEM#<name><shard:02>", 100), "");
    assert!(placed("ITEM#<name><shard:02>", 101).starts_with("KW007: "));
    assert_eq!(placed("ITEM#<name>", 10), "");
}

#[test]
fn kw007_percent_sign_after_escaped_text() {
    check(
        &partition("ITEM#<name>%2<count>"),
        &expect![[r#"
        KW007: the end of `<name>` of `Item` is ambiguous: `%2` after it begins like the escapes in it
          pk    ITEM#<name>%2<count>
                     ^^^^^^
          fix   put the table's delimiter directly after `<name>`: `#`"#]],
    );
    for unknown in ["<name:lower>%", "<name>%<shard:02>", "<name><id>%"] {
        assert!(partition(unknown).starts_with("KW007: "), "{unknown}");
    }
    for known in ["<name:raw>%", "<count>%<name>", "<status>%", "<id>%", "<at:day>%", "%<name>", "<name>2", "<name>A"] {
        assert_eq!(partition(known), "", "{known}");
    }
    let table = TableSchema { encoding: Encoding::Raw, ..TABLE };
    let raw = Design::in_table("Item", table, FIELDS).key("<name>%", "<id>").build();
    assert_eq!(message_of(raw, 0, KeyPart::Partition), "");
    // Negative numbers are escaped if the delimiter is `-`.
    let table = TableSchema { delimiter: b'-', ..TABLE };
    let dashes = Design::in_table("Item", table, FIELDS).key("<delta>%", "<id>").build();
    assert!(message_of(dashes, 0, KeyPart::Partition).starts_with("KW007: "));
}

#[test]
fn kw007_digit_after_a_shard_without_fixed_width() {
    let placed = |template, count| {
        let design = Design::new("Item", FIELDS).key(template, "<id>").random(count);
        message_of(design.build(), 0, KeyPart::Partition)
    };
    check(
        &placed("<shard>0#<name>", 10),
        &expect![[r#"
            KW007: the end of `<shard>` of `Item` is ambiguous: `0#` after it begins with a digit
              pk    <shard>0#<name>
                    ^^^^^^^
              fix   pad it to the digits of the last shard: `<shard:01>`"#]],
    );
    check(
        &placed("ITEM#<shard:02><at:day>", 101),
        &expect![[r#"
        KW007: the end of `<shard>` of `Item` is ambiguous: `<at>` after it may begin with a digit
          pk    ITEM#<shard:02><at:day>
                     ^^^^^^^^^^
          fix   pad it to the digits of the last shard: `<shard:03>`"#]],
    );
    assert!(placed("<shard:02>7", 101).starts_with("KW007: "));
    for known in ["<shard>#<name>", "<shard:02>0#<name>", "<shard:02><at:day>", "<shard>x0", "0<shard>"] {
        assert_eq!(placed(known, 100), "", "{known}");
    }
    // The digits of a number are escaped.
    assert_eq!(partition("<count>0#<name>"), "");
}

#[test]
fn kw007_literal_that_may_occur_in_the_value_before_it() {
    check(
        &partition("LOG#<name><at:day>-<id>"),
        &expect![[r#"
        KW007: the end of `<name>` of `Item` is ambiguous: `-` after `<at>` may also occur within `<at>`
          pk    LOG#<name><at:day>-<id>
                    ^^^^^^
          fix   put the table's delimiter directly after `<name>`: `#`"#]],
    );
    check(
        &partition("<status><count:w8><id>1<name>"),
        &expect![[r#"
        KW007: the end of `<status>` of `Item` is ambiguous: `1` after `<count>` may also occur within `<count>`
          pk    <status><count:w8><id>1<name>
                ^^^^^^^^
          fix   put the table's delimiter directly after `<status>`: `#`"#]],
    );
    let sharded = Design::new("Item", FIELDS).key("<name><shard:02>1", "<id>").random(100).build();
    assert!(message_of(sharded, 0, KeyPart::Partition).starts_with("KW007: "));
    for unknown in ["<name><id>x", "<name><id>-", "<name><at>Z", "<count><at:week>W", "<name><id><at:day>x"] {
        assert!(partition(unknown).starts_with("KW007: "), "{unknown}");
    }
    for known in
        ["<name><id>#<count>", "<name><at:day>T", "<name><at>#", "<name>-<at>-<id>", "<id>-<name>", "<name><id>"]
    {
        assert_eq!(partition(known), "", "{known}");
    }
    // UUIDs and dates contain a `-` even if it is the delimiter.
    let table = TableSchema { delimiter: b'-', ..TABLE };
    let dashes = |template| {
        let design = Design::in_table("Item", table, FIELDS).key(template, "<id>");
        message_of(design.build(), 0, KeyPart::Partition)
    };
    assert!(dashes("<name><id>-<count>").starts_with("KW007: "));
    assert_eq!(dashes("USER-<id>-<name>"), "");
}

#[test]
fn kw008_specs_of_other_types() {
    check(
        &partition("ITEM#<name:day>"),
        &expect![[r#"
        KW008: `day` is a spec for times, but `name` of `Item` is text
          pk    ITEM#<name:day>
                     ^^^^^^^^^^
          fix   drop the spec: `<name>`
          or    name a field of a time type of `chrono`, `time` or `jiff`"#]],
    );
    check(
        &partition("ITEM#<at:w8>"),
        &expect![[r#"
        KW008: `w8` is a spec for whole numbers, but `at` of `Item` is a time
          pk    ITEM#<at:w8>
                     ^^^^^^^
          fix   drop the spec: `<at>`
          or    name a field of an integer type"#]],
    );
    for wrong in
        ["<count:ms>", "<name:epoch>", "<at:lower>", "<count:upper>", "<name:plain>", "<at:raw>", "<status:lower>"]
    {
        assert!(partition(wrong).starts_with("KW008: "), "{wrong}");
    }
    for right in
        ["<at:ms>", "<at:week>", "<name:lower>", "<name:upper,raw>", "<id:upper>", "<count:w3>", "<status:raw>"]
    {
        assert_eq!(partition(right), "", "{right}");
    }
}

#[test]
fn kw010_options_in_a_table_key() {
    let design = Design::new("Item", FIELDS).optional("name").key("ITEM#<id>", "A#<name>");
    check(
        &message_of(design.build(), 0, KeyPart::Sort),
        &expect![[r#"
        KW010: `name` of `Item` is an `Option`, and no part of the table's key may be absent
          sk    A#<name>
                  ^^^^^^
          fix   make the field required
          or    put it into an index key: items without it are not in that index"#]],
    );
    let hashed = Design::new("Item", FIELDS).optional("name").key("ITEM#<at:day>", "A#<id>");
    let hashed = hashed.hash(&[0], 4).build();
    check(
        &message_of(hashed, 0, KeyPart::Partition),
        &expect![[r#"
        KW010: `name` of `Item` is an `Option`, and the shard, a part of the table's key, is a hash of it
          fix   make the field required
          or    hash other fields, such as those of the sort key"#]],
    );
    let design = Design::new("Item", FIELDS).optional("name").key("ITEM#<id>", "A");
    let design = design.index("GSI1", "NAME#<name>", "<id>").build();
    assert_eq!(message_of(design, 1, KeyPart::Partition), "");
}

#[test]
fn kw012_text_that_would_not_sort() {
    check(
        &sort("<name>|<at>"),
        &expect![[r#"
            KW012: the text `name` of `Item` would not sort by its value: `Ann Lee` would sort before `Ann`
              sk    <name>|<at>
                    ^^^^^^
              fix   add a literal after it that begins with a byte up to `$`, as in `<name>#`
              or    make it the last part of the sort key
              or    `<name:raw>`, if no value contains `#` and no query asks for a range of it"#]],
    );
    for wrong in ["<name>/x", "<name><at>", "A#<name>-<id>", "<name:lower>x"] {
        assert!(sort(wrong).starts_with("KW012: "), "{wrong}");
    }
    for right in ["<name>", "<name>#<at>", "<name>$x", "<name> <id>", "<name:raw>|<at>", "<status>|x", "<id>|<at>"] {
        assert_eq!(sort(right), "", "{right}");
    }
    assert_eq!(partition("<name>|<at>"), "");
    let of_table = |delimiter, encoding| {
        let table = TableSchema { delimiter, encoding, ..TABLE };
        let design = Design::in_table("Item", table, FIELDS).key("ITEM", "<name>|<at>");
        message_of(design.build(), 0, KeyPart::Sort)
    };
    assert!(of_table(b'|', Encoding::Escaped).starts_with("KW012: "));
    assert_eq!(of_table(b'|', Encoding::Raw), "");
}

#[test]
fn kw012_text_with_a_delimiter_that_sorts_late() {
    let of_table = |sort| {
        let table = TableSchema { delimiter: b'|', ..TABLE };
        message_of(Design::in_table("Item", table, FIELDS).key("ITEM", sort).build(), 0, KeyPart::Sort)
    };
    check(
        &of_table("A|<name>"),
        &expect![[r##"
            KW012: the text `name` of `Item` would not sort by its value: a `|` in it is escaped, and would sort before all letters
              sk    A|<name>
                      ^^^^^^
              fix   a delimiter up to `$`: #[table(delimiter = "#")]
              or    `<name:raw>`, if no value contains `|` and no query asks for a range of it"##]],
    );
    assert!(of_table("<at>|<name:lower>").starts_with("KW012: "));
    for ordered in ["A|<name:raw>", "<at>|<id>", "<count>|<at>", "<status>|<at>"] {
        assert_eq!(of_table(ordered), "", "{ordered}");
    }
    let table = TableSchema { delimiter: b'|', sort_key: Some(text_attribute("name")), ..TABLE };
    let native = Design::in_table("Item", table, FIELDS).key("ITEM", "<name>").build();
    assert_eq!(message_of(native, 0, KeyPart::Sort), "");
}

#[test]
fn kw012_bytes_in_a_composite_key() {
    check(
        &partition("ITEM#<photo>"),
        &expect![[r#"
        KW012: `photo` of `Item` is bytes, which a composite key cannot contain
          pk    ITEM#<photo>
                     ^^^^^^^
          fix   make it the whole key: an attribute of type B with the field's name
          or    put it into the key as text, such as a hash in hexadecimal"#]],
    );
    assert!(sort("<photo>").starts_with("KW012: "));
}

fn devices(kind: AttributeKind) -> TableSchema {
    TableSchema { partition_key: text_attribute("name"), sort_key: Some(KeyAttribute { name: "ts", kind }), ..TABLE }
}

#[test]
fn kw012_native_keys_of_another_type() {
    let reading = |kind, ts, template| {
        let design = Design::in_table("Reading", devices(kind), &[("name", Text), ("ts", ts)]);
        message_of(design.key("<name>", template).build(), 0, KeyPart::Sort)
    };
    check(
        &reading(AttributeKind::N, Text, "<ts>"),
        &expect![[r#"
        KW012: the sort key attribute `ts` is a number (N), and `ts` of `Reading` is text
          sk    <ts>
                ^^^^
          fix   use a field of a type that it stores: an integer, or a time as `:epoch` or `:epoch_ms`
          or    declare the attribute's type: `sk(name = "ts", type = "S")`"#]],
    );
    check(
        &reading(AttributeKind::N, U64, "A#<ts>"),
        &expect![[r#"
        KW012: the sort key attribute `ts` is a number (N), and the template of `Reading` writes text
          sk    A#<ts>
          fix   write one placeholder and nothing else, of a field that is stored as `ts`: an integer, or a time as `:epoch` or `:epoch_ms`
          or    declare the attribute as text: `sk = "ts"`"#]],
    );
    check(
        &reading(AttributeKind::S, U64, "<ts>"),
        &expect![[r#"
        KW012: the sort key attribute `ts` is text (S), and `ts` of `Reading` is a whole number
          sk    <ts>
                ^^^^
          fix   use a field of a type that it stores: text, a time, or an enum
          or    declare the attribute's type: `sk(name = "ts", type = "N")`"#]],
    );
    for (kind, ts, template) in [
        (AttributeKind::N, Time, "<ts>"),
        (AttributeKind::S, Time, "<ts:epoch>"),
        (AttributeKind::B, Text, "<ts>"),
        (AttributeKind::S, Binary, "<ts>"),
        (AttributeKind::N, U64, "<name>"),
    ] {
        assert!(reading(kind, ts, template).starts_with("KW012: "), "{kind:?} {ts:?} {template}");
    }
    for (kind, ts, template) in [
        (AttributeKind::N, U64, "<ts>"),
        (AttributeKind::N, Time, "<ts:epoch_ms>"),
        (AttributeKind::S, Time, "<ts:ms>"),
        (AttributeKind::S, Text, "<ts>"),
        (AttributeKind::S, STATUS, "<ts>"),
        (AttributeKind::B, Binary, "<ts>"),
        (AttributeKind::S, U64, "TS#<ts>"),
    ] {
        assert_eq!(reading(kind, ts, template), "", "{kind:?} {ts:?} {template}");
    }
}

#[test]
fn kw019_a_key_that_cannot_fit() {
    let long: &'static str = "x".repeat(1_000).leak();
    let template = |literals: usize, rest: &str| -> &'static str { format!("{}{rest}", long.repeat(literals)).leak() };
    check(
        &sort(template(1, "<id>")),
        &expect![[r#"
        KW019: the sort key of `Item` has at least 1,036 bytes; DynamoDB accepts at most 1,024
          fix   shorten the literal text of its template, or name fewer fields"#]],
    );
    assert_eq!(sort(template(1, "<name>")), "");
    assert_eq!(partition(template(2, "<id>")), "");
    assert!(partition(template(2, "<id>#<at:day>#<name>")).starts_with("KW019: "));
}

#[test]
fn carets_count_characters_and_escaped_brackets() {
    let design = Design::new("Item", FIELDS).key("größe#<name:s>", "<id>");
    let mut entity = *design.build();
    let mut key = entity.keys[0];
    key.partition.source = "größe<<#<name:s>";
    key.partition.segments = &[
        crate::schema::Segment::Literal("größe<#"),
        crate::schema::Segment::Field {
            field: 0,
            form: crate::schema::Form::Time(crate::schema::TimeForm::Seconds),
            raw: false,
        },
    ];
    entity.keys = vec![key].leak();
    check(
        &message_of(Box::leak(Box::new(entity)), 0, KeyPart::Partition),
        &expect![[r#"
        KW008: `s` is a spec for times, but `name` of `Item` is text
          pk    größe<<#<name:s>
                        ^^^^^^^^
          fix   drop the spec: `<name>`
          or    name a field of a time type of `chrono`, `time` or `jiff`"#]],
    );
}
