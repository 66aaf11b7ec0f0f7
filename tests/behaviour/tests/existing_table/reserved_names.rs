//! Names that the generated source needs for something else.

use keywright_tools::put_back::PutBack;
use serde_json::{Value, json};

use crate::{
    generated::reserved_names::{OptionItem, SerializeItem, SerializeItem2},
    raw::{assert_generated, audit, items},
};

/// Imports of the generated source, its derives, and names of the prelude.
const NAMES: &str = "serialize deserialize entity table attributes bytes b_tree_set b_tree_map hash_map date_time \
                     naive_date utc debug clone copy partial_eq default hash string vec box some none ok err result \
                     self send sized fn from into iterator serialize_item";

/// Returns the items of a table with an entity of each name, with fields of each type that the source can need.
fn stored() -> Value {
    let items = NAMES.split_whitespace().flat_map(|name| {
        (0..20).map(move |n| {
            json!({
                "PK": {"S": format!("{}#{n}", name.to_uppercase())}, "SK": {"S": "A"}, "type": {"S": name},
                "text": {"S": format!("text {n}")}, "flag": {"BOOL": true}, "number": {"N": "7"},
                "day": {"S": format!("2026-06-{:02}", n + 1)}, "at": {"S": format!("2026-06-22T14:00:{n:02}Z")},
            })
        })
    });
    let partly = [json!({
        "PK": {"S": "SERIALIZE#21"}, "SK": {"S": "A"}, "type": {"S": "serialize"},
    })];
    items.chain(partly).collect()
}

#[test]
fn source_with_reserved_names_compiles() {
    let items = items(stored());
    let audit = audit(&items, None);
    assert_eq!(audit.patterns.len(), NAMES.split_whitespace().count());
    assert_generated(&audit, "Option", "reserved_names.rs");
    let report = PutBack::new().entity::<SerializeItem>().entity::<SerializeItem2>().check(&items);
    assert_eq!((report.identical, report.different), (41, items.len() as u64 - 41), "{report}");
    let _: OptionItem = OptionItem;
}
