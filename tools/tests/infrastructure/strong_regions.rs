//! Tests a table with strong consistency between Regions: its settings, templates and documents.

use keywright::{Entity, Table};
use keywright_tools::{
    access_patterns, create_table,
    infrastructure::{Infrastructure, Settings},
};
use serde::{Deserialize, Serialize};
use serde_json::json;

use crate::Shop;

#[derive(Table)]
#[table(regions = "strong")]
#[gsi(name = "GSI1", pk = "GSI1PK")]
#[entities(Account)]
struct Bank;

#[derive(Entity, Serialize, Deserialize)]
#[entity(table = Bank)]
#[pk(template = "ACCOUNT#<id>")]
#[sk(template = "ACCOUNT")]
#[gsi(index = "GSI1", query = by_owner, pk = "OWNER#<owner>")]
struct Account {
    id: String,
    owner: String,
    cents: i64,
    #[entity(version)]
    version: u64,
}

fn infrastructure(settings: serde_json::Value) -> Result<Infrastructure, String> {
    let settings = Settings::from_json(&settings.to_string()).map_err(|error| error.to_string())?;
    Infrastructure::new::<Bank>("bank", settings).map_err(|error| error.to_string())
}

#[test]
fn templates_name_three_regions() {
    let replicas = infrastructure(json!({ "replicas": ["us-east-2", "us-west-2"] })).unwrap();
    let template = replicas.cloudformation();
    let properties = &template["Resources"]["Table"]["Properties"];
    assert_eq!(template["Resources"]["Table"]["Type"], "AWS::DynamoDB::GlobalTable");
    assert_eq!(properties["MultiRegionConsistency"], "STRONG");
    assert!(properties.get("GlobalTableWitnesses").is_none() && properties.get("TimeToLiveSpecification").is_none());
    let regions = properties["Replicas"].as_array().unwrap().iter().map(|replica| replica["Region"].clone());
    let expected = [json!({ "Ref": "AWS::Region" }), json!("us-east-2"), json!("us-west-2")];
    assert_eq!(regions.collect::<Vec<_>>(), expected);
    let module = replicas.terraform().unwrap();
    let table = &module["resource"]["aws_dynamodb_table"]["table"];
    let modes = table["replica"].as_array().unwrap().iter().map(|of| (&of["region_name"], &of["consistency_mode"]));
    let strong = json!("STRONG");
    assert_eq!(modes.collect::<Vec<_>>(), [(&json!("us-east-2"), &strong), (&json!("us-west-2"), &strong)]);
    assert!(table.get("global_table_witness").is_none());

    let witness = infrastructure(json!({ "replicas": ["us-east-2"], "witness": "us-west-2" })).unwrap();
    let properties = witness.cloudformation()["Resources"]["Table"]["Properties"].clone();
    assert_eq!(properties["GlobalTableWitnesses"], json!([{ "Region": "us-west-2" }]));
    assert_eq!(properties["Replicas"].as_array().unwrap().len(), 2);
    let table = witness.terraform().unwrap()["resource"]["aws_dynamodb_table"]["table"].clone();
    assert_eq!(table["global_table_witness"], json!({ "region_name": "us-west-2" }));
    assert_eq!(table["replica"][0]["consistency_mode"], "STRONG");
    // CreateTable has one Region.
    assert!(create_table::<Bank>("bank").get("MultiRegionConsistency").is_none());
}

#[test]
fn settings_that_disagree_are_refused() {
    let cases = [
        (json!({}), "replicas: 0 of a table with `regions = \"strong\"`, which has exactly three Regions"),
        (json!({ "replicas": ["us-east-2"] }), "replicas: 1 of"),
        (json!({ "replicas": ["us-east-2", "us-west-2", "us-west-1"] }), "replicas: 3 of"),
        (json!({ "replicas": ["us-east-2", "us-west-2"], "witness": "us-west-1" }), "and a witness, which has exactly"),
        (json!({ "replicas": ["us-east-2"], "witness": "us-east-2" }), "witness: `us-east-2` twice"),
        (json!({ "replicas": ["us-east-2"], "witness": "Oregon" }), "witness: `Oregon`"),
    ];
    for (settings, expected) in cases {
        let error = infrastructure(settings.clone()).unwrap_err();
        assert!(error.contains(expected) && error.contains("\nfix   "), "{settings}: {error}");
    }
    let witness = Settings::from_json(r#"{ "replicas": ["us-east-2"], "witness": "us-west-2" }"#).unwrap();
    let error = Infrastructure::new::<Shop>("shop", witness).unwrap_err().to_string();
    assert!(error.starts_with("witness: `us-west-2`, and the table's replicas are eventually consistent"), "{error}");
}

#[test]
fn documents_say_that_conditions_hold_in_all_regions() {
    let patterns = access_patterns::access_patterns::<Bank>("bank");
    assert!(patterns.to_markdown().contains("Three Regions with strong consistency: conditions, versions"));
    assert!(patterns.to_html().contains("conditions and versions hold in all three"));
    assert_eq!(patterns.to_json()["regions"], "strong");
}
