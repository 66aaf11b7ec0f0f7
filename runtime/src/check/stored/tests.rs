use crate::{
    check::samples::{Design, I32, STATUS, TABLE, U64, text_attribute},
    key::FieldKind::{FixedText, Text, Time},
    schema::{IndexProjection, KeyAttributes, TableSchema},
};

#[test]
fn declared_bytes_include_all_attributes() {
    let table = TableSchema { write_id: Some("_w"), ..TABLE };
    let design = Design::in_table("Alert", table, &[("brand", Text), ("at", Time), ("id", FixedText(36))])
        .key("ALERT#<brand>#<at:month>", "<at>#<id>")
        .index("GSI1", "BRAND#<brand>", "<at>")
        .with(|entity| entity.constants = &[("v", "1")]);
    assert_eq!(design.clone().build().item_bytes(), None);
    let entity = design.peak(1, 1_000).build();
    assert_eq!(entity.item_bytes(), Some(1_000));
    assert_eq!([0, 1].map(|key| entity.entry_bytes(key)), [Some(1_000); 2]);
    assert_eq!([0, 1].map(|key| entity.write_units(key)), [Some(1); 2]);
}

/// The bytes of the chosen fields are a part of those that no key, discriminator, write id or constant has.
#[test]
fn projected_fields_are_estimated_without_the_attributes_that_no_field_has() {
    let design =
        |table| {
            Design::in_table("Alert", table, &[("brand", Text), ("id", FixedText(36))])
                .key("ALERT#<brand>", "<id>")
                .index("GSI3", "B#<brand>", "")
        };
    let keys = ("PK".len() + 6 + 16) + ("SK".len() + 36) + ("GSI3PK".len() + 2 + 16);
    let entry = |design: Design, added: usize| {
        let of_fields = (900 - keys - "_et".len() - "Alert".len() - added).div_ceil(2);
        assert_eq!(design.peak(1, 900).build().entry_bytes(1), Some((keys + of_fields) as u64));
    };
    entry(design(including_brand(TABLE)), 0);
    entry(design(including_brand(TABLE)).with(|entity| entity.constants = &[("v", "1")]), 2);
    entry(design(including_brand(TableSchema { write_id: Some("_w"), ..TABLE })), "_w".len() + 16);
}

fn including_brand(table: TableSchema) -> TableSchema {
    let mut indexes = table.indexes.to_vec();
    let index = indexes.iter_mut().find(|index| index.name == "GSI3").expect("an index without a sort key");
    index.projection = IndexProjection::Include(&["brand"]);
    TableSchema { indexes: indexes.leak(), ..table }
}

#[test]
fn attributes_that_are_fields_or_of_two_keys_are_counted_once() {
    let table = TableSchema { partition_key: text_attribute("device"), discriminator: None, ..TABLE };
    let design = Design::in_table("Reading", table, &[("device", Text), ("at", Time)]);
    let entity = design.key("<device>", "R").index("GSI3", "R", "").build();
    assert_eq!(entity.added_bytes(), (("SK".len() + 1) + ("GSI3PK".len() + 1)) as u64);
    let mut inverted = TABLE.indexes[0];
    inverted.partition_key = KeyAttributes::one(text_attribute("SK"));
    inverted.sort_key = Some(KeyAttributes::one(text_attribute("PK")));
    let table = TableSchema { indexes: vec![inverted].leak(), discriminator: None, ..TABLE };
    let design = Design::in_table("Member", table, &[("user", Text), ("team", Text)]);
    let plain = design.clone().key("U#<user>", "T#<team>").build();
    let indexed = design.key("U#<user>", "T#<team>").index("GSI1", "T#<team>", "U#<user>").build();
    assert_eq!(plain.added_bytes(), indexed.added_bytes());
}

#[test]
fn index_entries_count_projected_attributes() {
    let fields = [("a", Text), ("b", STATUS), ("c", U64), ("d", I32)];
    let design = Design::new("Item", &fields)
        .key("A#<a>", "<c>#<d:plain>")
        .index("GSI1", "S#<b>", "<c>")
        .index("GSI2", "S#<b>", "<c>")
        .index("GSI3", "D#<d>", "")
        .peak(1, 4_000);
    let entity = design.clone().build();
    let table_key = ("PK".len() + 2 + 16) + ("SK".len() + 20 + 1 + 10);
    let status_key = ("GSI2PK".len() + 2 + 4) + ("GSI2SK".len() + 20);
    assert_eq!(entity.entry_bytes(0), entity.item_bytes());
    assert_eq!(entity.entry_bytes(1), entity.item_bytes());
    assert_eq!(entity.entry_bytes(2), Some((table_key + status_key) as u64));
    let chosen_key = "GSI3PK".len() + 2 + 10;
    let index_keys = ("GSI1PK".len() + 2 + 4) + ("GSI1SK".len() + 20) + status_key + chosen_key;
    let of_fields = (4_000 - table_key - index_keys - "_et".len() - "Item".len()) as u64;
    assert_eq!(entity.entry_bytes(3), Some((table_key + chosen_key) as u64 + of_fields / 2));
    assert_eq!([0, 1, 2, 3].map(|key| entity.write_units(key)), [Some(4), Some(4), Some(1), Some(2)]);
    let own = design.own_peak(1, 700).build();
    assert_eq!(own.entry_bytes(3), Some(700));
    assert_eq!(entity.entry_bytes(9), None);
}
