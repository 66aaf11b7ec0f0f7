//! A depot of parcels.

use aws_sdk_dynamodb::types::{
    AttributeDefinition, BillingMode, KeySchemaElement, KeyType::Hash, ScalarAttributeType::S,
};
use keywright::Handle;
use keywright_behaviour_tests::{Depot, Parcel};
use keywright_local::Local;

/// Creates a table with this many parcels, numbered from 0.
pub async fn filled(local: &Local, parcels: u32) -> Handle<Depot> {
    let depot = local.open::<Depot>("depot").await.unwrap();
    let parcels: Vec<_> = (0..parcels).map(Parcel::new).collect();
    assert!(depot.batch_put(&parcels).await.unwrap().is_complete());
    local.clear_operations();
    depot
}

/// Returns the numbers of the parcels, sorted.
pub fn ids(parcels: &[Parcel]) -> Vec<u32> {
    let mut ids: Vec<u32> = parcels.iter().map(|parcel| parcel.id).collect();
    ids.sort_unstable();
    ids
}

/// Creates the table for `ItemCheckpoints`.
pub async fn create_checkpoint_table(local: &Local, name: &str) {
    let attribute = AttributeDefinition::builder().attribute_name("id").attribute_type(S).build().unwrap();
    let key = KeySchemaElement::builder().attribute_name("id").key_type(Hash).build().unwrap();
    let create = local.client().create_table().table_name(name).billing_mode(BillingMode::PayPerRequest);
    create.attribute_definitions(attribute).key_schema(key).send().await.unwrap();
}
