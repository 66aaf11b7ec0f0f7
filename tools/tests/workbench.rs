//! Data models of NoSQL Workbench: their shape is that of published models, and `scaffold` reads them back.

#[path = "access_patterns/shop.rs"]
mod shop;

use std::collections::BTreeSet;

use keywright::{Bytes, Entity, Schema, Table};
use keywright_tools::{
    scaffold::{audit_of, scaffold},
    workbench::{Model, workbench},
};
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use shop::{Customer, Order, Shop};

/// A table without a sort key, and with keys of every type.
#[derive(Table)]
#[table(pk(name = "id", type = "B"), sk = none, discriminator = "kind", ttl = "ends")]
#[gsi(name = "ByCents", pk = "state", sk(name = "cents", type = "N"), projection = include("note", "tags"))]
#[gsi(name = "ByDay", pk = "day", projection = "keys_only")]
#[entities(Sale)]
struct Sales;

#[derive(Entity, Serialize, Deserialize)]
#[entity(table = Sales, constants("form" = "2"))]
#[pk(template = "<id>")]
#[gsi(index = "ByCents", query = by_cents, pk = "<state>", sk = "<cents>")]
#[gsi(index = "ByDay", query = by_day, pk = "<day>")]
struct Sale {
    id: Bytes,
    state: String,
    cents: i64,
    day: String,
    note: String,
    is_new: bool,
    tags: BTreeSet<String>,
    marks: Option<BTreeSet<u32>>,
    lines: Vec<String>,
    #[entity(ttl)]
    ends: u64,
    buyer: Buyer,
}

#[derive(Serialize, Deserialize)]
struct Buyer {
    name: String,
}

/// Returns the names of an object, in order.
fn names(object: &Value) -> Vec<&str> {
    object.as_object().unwrap_or_else(|| panic!("not an object: {object}")).keys().map(String::as_str).collect()
}

fn list(value: &Value) -> &[Value] {
    value.as_array().unwrap_or_else(|| panic!("not a list: {value}"))
}

fn text(value: &Value) -> &str {
    value.as_str().unwrap_or_else(|| panic!("not a text: {value}"))
}

/// Checks a key of a table or of an index. Returns its attributes with their types.
fn check_key(key: &Value) -> Vec<(&str, &str)> {
    assert!([&["PartitionKey"][..], &["PartitionKey", "SortKey"]].contains(&&names(key)[..]), "{key}");
    let attributes = key.as_object().unwrap().values();
    attributes
        .map(|of| {
            assert_eq!(names(of), ["AttributeName", "AttributeType"]);
            assert!(["S", "N", "B"].contains(&text(&of["AttributeType"])), "{of}");
            (text(&of["AttributeName"]), text(&of["AttributeType"]))
        })
        .collect()
}

fn check_metadata(metadata: &Value) {
    let expected = ["AWSService", "Author", "DateCreated", "DateLastModified", "Description", "Version"];
    assert_eq!(names(metadata), expected);
    assert_eq!((text(&metadata["AWSService"]), text(&metadata["Version"])), ("Amazon DynamoDB", "3.0"));
    for date in ["DateCreated", "DateLastModified"] {
        let date = text(&metadata[date]);
        assert!(chrono::NaiveDateTime::parse_from_str(date, "%b %d, %Y, %I:%M %p").is_ok(), "{date}");
    }
    text(&metadata["Author"]);
    text(&metadata["Description"]);
}

/// Checks what the models of version 3.0 in aws-samples/aws-dynamodb-examples, and that with facets in
/// aws-samples/amazon-dynamodb-design-patterns, have in common.
fn check(model: &Value) {
    assert_eq!(names(model), ["DataModel", "ModelMetadata", "ModelName"]);
    assert!(!text(&model["ModelName"]).is_empty());
    check_metadata(&model["ModelMetadata"]);
    list(&model["DataModel"]).iter().for_each(check_table);
}

fn check_table(table: &Value) {
    let may_have = [
        "BillingMode",
        "DataAccess",
        "GlobalSecondaryIndexes",
        "KeyAttributes",
        "NonKeyAttributes",
        "ProvisionedCapacitySettings",
        "TableData",
        "TableFacets",
        "TableName",
    ];
    assert!(names(table).iter().all(|name| may_have.contains(name)), "{:?}", names(table));
    assert!(!text(&table["TableName"]).is_empty());
    assert_eq!(table["DataAccess"], json!({ "MySql": {} }));
    assert!(["PAY_PER_REQUEST", "PROVISIONED"].contains(&text(&table["BillingMode"])));
    // If there are facets, they contain the sample data.
    assert!(table.get("TableData").is_some() != table.get("TableFacets").is_some());
    let keys = check_key(&table["KeyAttributes"]);
    let mut types = keys.clone();
    for attribute in list(&table["NonKeyAttributes"]) {
        assert_eq!(names(attribute), ["AttributeName", "AttributeType"]);
        let (name, kind) = (text(&attribute["AttributeName"]), text(&attribute["AttributeType"]));
        assert!(["S", "N", "B", "BOOL", "NULL", "L", "M", "SS", "NS", "BS"].contains(&kind), "{attribute}");
        assert!(types.iter().all(|(other, _)| *other != name), "`{name}` twice");
        types.push((name, kind));
    }
    for index in table.get("GlobalSecondaryIndexes").map(list).unwrap_or_default() {
        assert_eq!(names(index), ["IndexName", "KeyAttributes", "Projection"]);
        assert!(check_key(&index["KeyAttributes"]).iter().all(|key| types.contains(key)), "{index}");
        match text(&index["Projection"]["ProjectionType"]) {
            "ALL" | "KEYS_ONLY" => assert_eq!(names(&index["Projection"]), ["ProjectionType"]),
            "INCLUDE" => assert!(!list(&index["Projection"]["NonKeyAttributes"]).is_empty()),
            other => panic!("{other}"),
        }
    }
    for facet in table.get("TableFacets").map(list).unwrap_or_default() {
        check_facet(facet, &keys, &types);
    }
}

fn check_facet(facet: &Value, keys: &[(&str, &str)], types: &[(&str, &str)]) {
    assert_eq!(names(facet), ["DataAccess", "FacetName", "KeyAttributeAlias", "NonKeyAttributes", "TableData"]);
    assert_eq!(facet["DataAccess"], json!({ "MySql": {} }));
    assert!(!text(&facet["FacetName"]).is_empty());
    assert_eq!(names(&facet["KeyAttributeAlias"]), ["PartitionKeyAlias", "SortKeyAlias"][..keys.len()]);
    let own: Vec<_> = list(&facet["NonKeyAttributes"]).iter().map(text).collect();
    assert!(own.iter().all(|name| types.iter().any(|(other, _)| other == name)), "{own:?}");
    for item in list(&facet["TableData"]) {
        assert!(keys.iter().all(|(name, kind)| item[name][kind].is_string()), "{item}");
        for (name, value) in item.as_object().unwrap() {
            let [kind] = names(value)[..] else { panic!("one type: {value}") };
            assert!(types.contains(&(name, kind)), "`{name}` is {kind}");
            assert!(own.contains(&name.as_str()) || keys.iter().any(|(key, _)| key == name), "`{name}`");
        }
    }
}

fn table(model: &Model) -> &Value {
    &model.document["DataModel"][0]
}

#[test]
fn models_have_the_shape_of_published_ones() {
    let models = [workbench::<Shop>("shop"), workbench::<Sales>("sales")];
    for model in &models {
        check(&model.document);
    }
    let facets = list(&table(&models[0])["TableFacets"]);
    let names: Vec<_> = facets.iter().map(|facet| text(&facet["FacetName"])).collect();
    assert_eq!(names, Shop::ENTITIES.iter().map(|entity| entity.name).collect::<Vec<_>>());
    assert!(facets.iter().all(|facet| !list(&facet["TableData"]).is_empty()));
}

/// The check finds wrong shapes.
#[test]
fn another_shape_is_refused() {
    let sound = workbench::<Sales>("sales").document;
    let changes: [fn(&mut Value); 6] = [
        |model| model["DataModel"][0]["TableData"] = json!([]),
        |model| model["DataModel"][0]["NonKeyAttributes"] = json!([]),
        |model| model["DataModel"][0]["TableFacets"][0]["TableData"][0]["cents"] = json!({ "S": "1" }),
        |model| model["DataModel"][0]["TableFacets"][0]["KeyAttributeAlias"]["SortKeyAlias"] = json!("SK"),
        |model| model["DataModel"][0]["GlobalSecondaryIndexes"][0]["Projection"]["NonKeyAttributes"] = json!([]),
        |model| model["ModelMetadata"]["DateCreated"] = json!("2026-06-22"),
    ];
    for change in changes {
        let mut changed = sound.clone();
        change(&mut changed);
        assert!(std::panic::catch_unwind(|| check(&changed)).is_err(), "{changed:#}");
    }
}

#[test]
fn keys_of_samples_are_those_of_the_library() {
    let model = workbench::<Shop>("shop");
    let facet = |name: &str| {
        let facets = list(&table(&model)["TableFacets"]).iter();
        facets.clone().find(|facet| facet["FacetName"] == name).unwrap().clone()
    };
    let order = facet("Order");
    let expected = json!({ "PartitionKeyAlias": "CUSTOMER#<customer>", "SortKeyAlias": "ORDER#<id>" });
    assert_eq!(order["KeyAttributeAlias"], expected);
    let written = Order::key("customer-1", "order-2").to_item_key().unwrap();
    let item = &order["TableData"][1];
    assert_eq!(item["PK"]["S"], written.partition.to_string());
    assert_eq!(item["SK"]["S"], written.sort.unwrap().to_string());
    assert_eq!(item["GSI1PK"]["S"], "COURIER#courier-1");
    assert_eq!((&item["cents"]["N"], &item["state"]["S"]), (&json!("2"), &json!("Open")));
    let customer = &facet("Customer")["TableData"][0];
    assert_eq!(customer["PK"]["S"], Customer::key("customer-1").to_item_key().unwrap().partition.to_string());
    assert_eq!(customer["since"]["S"], "2026-06-22T14:05:06Z");
    let log = facet("Log");
    assert_eq!(log["KeyAttributeAlias"]["PartitionKeyAlias"], "LOG#<at:day>#<shard>");
    let shards: Vec<_> = list(&log["TableData"]).iter().map(|item| text(&item["PK"]["S"])).collect();
    assert_eq!(shards, ["LOG#2026-06-22#0", "LOG#2026-06-22#1"]);
}

#[test]
fn attributes_have_the_types_of_the_schema() {
    let model = workbench::<Sales>("sales");
    let item = &table(&model)["TableFacets"][0]["TableData"][0];
    let expected = json!({
        "id": { "B": "AQ==" }, "state": { "S": "state-1" }, "cents": { "N": "1" }, "day": { "S": "day-1" },
        "note": { "S": "note-1" }, "is_new": { "BOOL": true }, "tags": { "SS": ["tags-1"] },
        "marks": { "NS": ["1"] }, "lines": { "L": [] }, "ends": { "N": "1782137106" },
        "kind": { "S": "Sale" }, "form": { "S": "2" },
    });
    assert_eq!(*item, expected);
    let left_out = "the attribute `buyer` of `Sale` is left out: the schema does not say how serde stores `Buyer`";
    assert_eq!(model.notes, [left_out]);
}

#[test]
fn what_the_format_cannot_express_is_noted() {
    let notes = workbench::<Shop>("shop").notes;
    for note in [
        "the index `ByState` is left out: a model has keys of one attribute only",
        "the local index `ByPlaced` is left out: a model has global indexes only",
    ] {
        assert!(notes.iter().any(|other| other == note), "{notes:#?}");
    }
}

/// `scaffold` reads the model: its keys, its indexes, its items by their patterns.
#[test]
fn a_model_is_read_back() {
    let model = workbench::<Shop>("shop").document;
    let audit = audit_of(&model).unwrap();
    assert_eq!(audit.table.name.as_deref(), Some("shop"));
    assert_eq!((audit.table.partition_key.as_str(), audit.table.sort_key.as_deref()), ("PK", Some("SK")));
    let [index] = &audit.table.indexes[..] else { panic!("{:?}", audit.table.indexes) };
    assert_eq!((index.name.as_str(), index.projection.as_str()), ("GSI1", "KEYS_ONLY"));
    assert_eq!(
        (&index.partition_key[..], &index.sort_key[..]),
        (&["GSI1PK".to_owned()][..], &["GSI1SK".to_owned()][..])
    );
    let facets = list(&model["DataModel"][0]["TableFacets"]).iter();
    let items: usize = facets.map(|facet| list(&facet["TableData"]).len()).sum();
    assert_eq!(audit.items, items as u64);
    let patterns: Vec<_> = audit.patterns.iter().map(|pattern| pattern.template.as_str()).collect();
    for entity in ["CUSTOMER#", "INVOICE#", "BASKET#", "LOG#", "VOTES#"] {
        assert!(patterns.iter().any(|pattern| pattern.starts_with(entity)), "{entity} of {patterns:?}");
    }
    assert!(scaffold(&audit, None).contains("pub struct Shop;"));
    let sales = audit_of(&workbench::<Sales>("sales").document).unwrap();
    let indexes: Vec<_> = sales.table.indexes.iter().map(|of| (of.name.as_str(), of.projection.as_str())).collect();
    assert_eq!(indexes, [("ByCents", "INCLUDE"), ("ByDay", "KEYS_ONLY")]);
    assert_eq!((sales.table.types["id"].as_str(), sales.table.types["cents"].as_str()), ("B", "N"));
}
