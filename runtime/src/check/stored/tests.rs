use crate::{
    check::samples::{Design, I32, STATUS, TABLE, U64, text_attribute},
    key::FieldKind::{FixedText, Text, Time},
    schema::{KeyAttributes, TableSchema},
};

#[test]
fn keys_discriminator_and_constants_are_added() {
    let design = Design::new("Alert", &[("brand", Text), ("at", Time), ("id", FixedText(36))])
        .key("ALERT#<brand>#<at:month>", "<at>#<id>");
    let keys = ("PK".len() + 6 + 16 + 1 + 7) + ("SK".len() + 30 + 1 + 36);
    let discriminator = "_et".len() + "Alert".len();
    let stored = |design: Design| design.build().stored_item_bytes();
    assert_eq!(stored(design.clone()), None);
    assert_eq!(stored(design.clone().peak(1, 900)), Some(900 + (keys + discriminator) as u64));
    let constants = design.clone().with(|entity| entity.constants = &[("v", "1")]).peak(1, 900);
    assert_eq!(stored(constants), Some(900 + (keys + discriminator + 2) as u64));
    let table = TableSchema { write_id: Some("_w"), ..TABLE };
    let marked = design.clone().with(|entity| entity.table = Box::leak(Box::new(table))).peak(1, 900);
    assert_eq!(stored(marked), Some(900 + (keys + discriminator + "_w".len() + 16) as u64));
    let indexed = design.index("GSI1", "B#<brand>", "<at:day>").random(100).peak(1, 900);
    let index = ("GSI1PK".len() + 2 + 16 + 1 + 2) + ("GSI1SK".len() + 10);
    assert_eq!(stored(indexed), Some(900 + (keys + discriminator + index) as u64));
}

#[test]
fn added_bytes_raise_the_write_units() {
    let design = Design::new("Alert", &[("brand", Text), ("at", Time), ("id", FixedText(36))])
        .key("ALERT#<brand>#<at:month>", "<at>#<id>")
        .index("GSI1", "BRAND#<brand>", "<at>")
        .peak(1, 900);
    let entity = design.build();
    assert!(entity.stored_item_bytes().is_some_and(|bytes| (1_025..1_100).contains(&bytes)));
    assert_eq!(entity.write_units(0), Some(2));
}

#[test]
fn native_key_fields_are_counted_once() {
    let table = TableSchema { partition_key: text_attribute("device"), discriminator: None, ..TABLE };
    let design = Design::in_table("Reading", table, &[("device", Text), ("at", Time)]);
    let entity = design.key("<device>", "R").index("GSI3", "R", "").peak(1, 100).build();
    let added = ("SK".len() + 1) + ("GSI3PK".len() + 1);
    assert_eq!(entity.stored_item_bytes(), Some(100 + added as u64));
}

#[test]
fn attributes_shared_by_two_keys_are_counted_once() {
    let mut inverted = TABLE.indexes[0];
    inverted.partition_key = KeyAttributes::one(text_attribute("SK"));
    inverted.sort_key = Some(KeyAttributes::one(text_attribute("PK")));
    let table = TableSchema { indexes: vec![inverted].leak(), discriminator: None, ..TABLE };
    let design = Design::in_table("Member", table, &[("user", Text), ("team", Text)]);
    let plain = design.clone().key("U#<user>", "T#<team>").peak(1, 100).build();
    let indexed = design.key("U#<user>", "T#<team>").index("GSI1", "T#<team>", "U#<user>");
    assert_eq!(plain.stored_item_bytes(), indexed.peak(1, 100).build().stored_item_bytes());
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
    assert_eq!(entity.entry_bytes(0), entity.stored_item_bytes());
    assert_eq!(entity.entry_bytes(1), entity.stored_item_bytes());
    assert_eq!(entity.entry_bytes(2), Some((table_key + status_key) as u64));
    let chosen_key = "GSI3PK".len() + 2 + 10;
    assert_eq!(entity.entry_bytes(3), Some((table_key + chosen_key) as u64 + 2_000));
    assert_eq!([0, 1, 2, 3].map(|key| entity.write_units(key)), [Some(5), Some(5), Some(1), Some(3)]);
    let own = design.own_peak(1, 700).build();
    assert_eq!(own.entry_bytes(3), Some((table_key + chosen_key) as u64 + 700));
    assert_eq!(entity.entry_bytes(9), None);
}
