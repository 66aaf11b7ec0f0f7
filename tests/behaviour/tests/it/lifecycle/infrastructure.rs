//! Infrastructure generated from a schema with a TTL attribute.

use keywright::{Table, schema::Purpose};
use serde_json::json;

use super::design::*;

#[test]
fn cloudformation_enables_ttl_and_create_table_cannot() {
    let template = keywright_tools::cloudformation::<Store>("store");
    let properties = &template["Resources"]["Table"]["Properties"];
    assert_eq!(properties["TimeToLiveSpecification"], json!({ "AttributeName": "expires_at", "Enabled": true }));
    assert_eq!(keywright_tools::create_table::<Store>("store").get("TimeToLiveSpecification"), None);
    // The attribute belongs to no key, so it has no definition.
    let definitions = properties["AttributeDefinitions"].as_array().unwrap();
    assert!(definitions.iter().all(|attribute| attribute["AttributeName"] != "expires_at"));
}

#[test]
fn documentation_names_expiring_entities() {
    let page = keywright_tools::access_patterns::markdown::<Store>("store");
    assert!(page.contains("Items of `Session`, `Visit` expire at `expires_at` (TTL)"), "{page}");
    assert!(!page.contains("`Order` expire"));
}

#[test]
fn schema_names_the_ttl_attribute() {
    assert_eq!(Store::SCHEMA.ttl, Some("expires_at"));
    let schema = <Session as keywright::Entity>::SCHEMA;
    assert_eq!(schema.ttl_attribute(), Some("expires_at"));
    assert_eq!(schema.field_for(Purpose::Ttl).map(|(place, field)| (place, field.name)), Some((3, "expires_at")));
    assert_eq!(<Order as keywright::Entity>::SCHEMA.ttl_attribute(), None);
}

#[tokio::test]
async fn open_verified_accepts_tables_without_enabled_ttl() {
    let (local, store) = store().await;
    store.ensure_table().await.unwrap();
    Store::open_verified(local.client(), "store").await.unwrap();
}
