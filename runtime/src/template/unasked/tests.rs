use super::*;
use crate::{
    check::samples::{Design, TABLE, text_attribute},
    key::FieldKind::{Text, Time},
    load::{Risk, peak_units, warm_throughput},
    physics::write_cost::WriteCall,
    schema::{IndexProjection, KeyAttribute, TableSchema},
};

const INDEX: IndexSchema = IndexSchema {
    name: "Inverted",
    partition_key: KeyAttributes::one(text_attribute("SK")),
    sort_key: Some(KeyAttributes::one(text_attribute("PK"))),
    projection: IndexProjection::All,
};

fn table(indexes: &'static [IndexSchema]) -> TableSchema {
    TableSchema { indexes, ..TABLE }
}

fn design() -> Design {
    Design::in_table("Profile", table(&[INDEX]), &[("id", Text), ("at", Time), ("kind", Text)])
}

/// Returns the index, the partition key and the sort key of each key that a listed entity has unasked.
fn found(entity: &EntitySchema) -> Vec<(&'static str, &'static str, Option<&'static str>)> {
    let keys = entity.listed().unasked.iter();
    keys.map(|key| (key.index.unwrap(), key.partition.source, key.sort.map(|sort| sort.source))).collect()
}

#[test]
fn an_inverted_index_contains_all_items() {
    let profile = design().key("USER#<id>", "PROFILE").build();
    assert_eq!(found(profile), [("Inverted", "PROFILE", Some("USER#<id>"))]);
    let key = profile.listed().unasked[0];
    assert_eq!((key.partition.of_table, key.sort.unwrap().of_table), (Some(KeyPart::Sort), Some(KeyPart::Partition)));
    let declared = design().key("USER#<id>", "PROFILE").index("Inverted", "PROFILE", "USER#<id>").build();
    assert_eq!(found(declared), []);
    let refused = design().build();
    assert_eq!(found(refused), []);
}

#[test]
fn an_index_without_one_of_its_attributes_has_no_entry() {
    static OTHER: [IndexSchema; 2] = [
        IndexSchema { name: "Half", sort_key: Some(KeyAttributes::one(text_attribute("other"))), ..INDEX },
        IndexSchema { name: "One", sort_key: None, ..INDEX },
    ];
    let entity = Design::in_table("Profile", table(&OTHER), &[("id", Text)]).key("USER#<id>", "PROFILE").build();
    assert_eq!(found(entity), [("One", "PROFILE", None)]);
}

#[test]
fn attributes_of_another_index_are_stored_too() {
    static TWO: [IndexSchema; 2] = [
        IndexSchema {
            name: "GSI1",
            partition_key: KeyAttributes::one(text_attribute("GSI1PK")),
            sort_key: Some(KeyAttributes::one(text_attribute("GSI1SK"))),
            ..INDEX
        },
        IndexSchema {
            name: "GSI2",
            partition_key: KeyAttributes::one(text_attribute("GSI1SK")),
            sort_key: Some(KeyAttributes::one(text_attribute("PK"))),
            ..INDEX
        },
    ];
    let entity = || Design::in_table("Event", table(&TWO), &[("id", Text), ("kind", Text)]).key("E#<id>", "E");
    assert_eq!(found(entity().build()), []);
    let entity = entity().index("GSI1", "ALL", "KIND#<kind>").peak(10, 300).build().listed();
    assert_eq!(found(entity), [("GSI2", "KIND#<kind>", Some("E#<id>"))]);
    assert!(entity.can_move(2) && !entity.can_move(0));
}

#[test]
fn shards_of_the_table_are_those_of_an_index_with_its_partition_key() {
    static SAME: [IndexSchema; 1] = [IndexSchema {
        name: "Same",
        partition_key: KeyAttributes::one(text_attribute("PK")),
        sort_key: Some(KeyAttributes::one(text_attribute("SK"))),
        ..INDEX
    }];
    let log = Design::in_table("Log", table(&SAME), &[("id", Text)]).key("LOG", "<id>").hash(&[0], 4);
    let entity = log.build();
    let key = entity.listed().unasked[0];
    assert_eq!(key.shard.map(|shard| shard.count), Some(4));
    assert_eq!(key.partition.segments.len(), entity.keys[0].partition.segments.len());
    // In a sort key, the shard is not counted.
    let inverted = design().key("LOG", "<id>").hash(&[0], 4).build().listed();
    assert_eq!(inverted.unasked[0].sort.unwrap().segments.len(), 1);
}

#[test]
fn entries_count_in_costs_and_units() {
    let declared = design().key("USER#<id>", "PROFILE").peak(2_000, 400).build();
    let listed = declared.listed();
    let cost = |entity: &EntitySchema| entity.write_cost(WriteCall::Put).unwrap().most_index_units;
    assert_eq!((cost(declared), cost(listed)), (0, 1));
    assert_eq!(peak_units(&[listed], Some("Inverted")).write_units, 2_000);
    assert_eq!(peak_units(&[listed], None).write_units, 2_000);
    assert_eq!(listed.demand(1).unwrap().units_per_second, 2_000);
    assert_eq!(listed.risk(1), Risk::Overloaded);
    assert_eq!((declared.demand(1), declared.declared_reads(1)), (None, None));
    let visits = || design().key("PAGE#<id>", "VISIT#<kind>").peak(20_000, 400);
    let warm = |entity: &EntitySchema| warm_throughput(&[entity], Some("Inverted")).write_units;
    assert!(warm(visits().build().listed()).is_some_and(|units| units >= 20_000));
    assert_eq!(warm(visits().build().listed()), warm(visits().index("Inverted", "VISIT#<kind>", "PAGE#<id>").build()));
}

#[test]
fn attributes_of_a_part_of_several_are_stored_too() {
    const fn text(names: [&'static str; 2]) -> [KeyAttribute; 2] {
        [text_attribute(names[0]), text_attribute(names[1])]
    }
    static TENANT_REGION: [KeyAttribute; 2] = text(["tenant", "region"]);
    static KIND_PK: [KeyAttribute; 2] = text(["kind", "PK"]);
    const fn several([first, more @ ..]: &'static [KeyAttribute; 2]) -> KeyAttributes {
        KeyAttributes { first: *first, more }
    }
    static INDEXES: [IndexSchema; 4] = [
        IndexSchema {
            name: "ByTenantAndRegion",
            partition_key: several(&TENANT_REGION),
            sort_key: Some(KeyAttributes::one(text_attribute("kind"))),
            ..INDEX
        },
        IndexSchema { name: "ByRegion", partition_key: KeyAttributes::one(text_attribute("region")), ..INDEX },
        IndexSchema {
            name: "ByKind",
            partition_key: several(&KIND_PK),
            sort_key: Some(several(&TENANT_REGION)),
            ..INDEX
        },
        IndexSchema { name: "ByOther", sort_key: Some(KeyAttributes::one(text_attribute("other"))), ..INDEX },
    ];
    let fields = [("id", Text), ("tenant", Text), ("region", Text), ("kind", Text)];
    let event = Design::in_table("Event", table(&INDEXES), &fields).key("E#<id>", "E").hash(&[0], 4);
    assert_eq!(found(event.build()), []);
    let event = Design::in_table("Event", table(&INDEXES), &fields).key("E#<id>", "E").hash(&[0], 4);
    let event = event.index("ByTenantAndRegion", "<tenant>, R#<region>", "<kind>").build();
    assert_eq!(
        found(event),
        [("ByRegion", "R#<region>", Some("E#<id>")), ("ByKind", "<kind>, E#<id>", Some("<tenant>, R#<region>"))],
    );
    let [_, by_kind] = event.listed().unasked else { panic!("two indexes") };
    assert_eq!((by_kind.partition.attributes(), by_kind.sort.unwrap().attributes()), (2, 2));
    assert_eq!(by_kind.shard.map(|shard| shard.count), Some(4), "the table's key in it has shards");
    let sources = |template: Template| [0, 1].map(|place| template.attribute(place).unwrap().source);
    assert_eq!(sources(by_kind.partition), ["<kind>", "E#<id>"]);
    assert_eq!(sources(by_kind.sort.unwrap()), ["<tenant>", "R#<region>"]);
    assert!(event.listed().write_cost(WriteCall::Put).unwrap().most_index_units >= 3);
}
