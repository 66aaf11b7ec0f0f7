//! Tests IAM policies with generated keys, by an evaluator of IAM's conditions.

#[path = "iam/designs.rs"]
mod designs;
#[path = "iam/errors.rs"]
mod errors;
#[path = "iam/evaluator.rs"]
mod evaluator;
#[path = "iam/keys.rs"]
mod keys;
#[path = "iam/properties.rs"]
mod properties;
#[path = "iam/stored.rs"]
mod stored;

use keywright::{Entity, Schema};
use keywright_tools::iam::{Access, Policy, PolicyError, PolicyRequest, Tenant, policies, policy};
use serde_json::{Value, json};

use designs::{Event, Member, Saas};
use evaluator::Request;

/// The table, as policies name it.
pub(crate) const TABLE: &str = "arn:aws:dynamodb:*:*:table/saas";

/// The table, as requests name it.
pub(crate) const ARN: &str = "arn:aws:dynamodb:eu-west-1:123456789012:table/saas";

pub(crate) fn of<S: Schema>(entity: &str, access: Access) -> Result<Policy, PolicyError> {
    policy::<S>(&PolicyRequest::new(TABLE, access).entity(entity))
}

pub(crate) fn of_tenant<S: Schema>(entity: &str, access: Access) -> Result<Policy, PolicyError> {
    policy::<S>(&PolicyRequest::new(TABLE, access).entity(entity).tenant(Tenant::tag("tenant")))
}

pub(crate) fn request(action: &str, key: &str) -> Request {
    Request::new(action, ARN).with("dynamodb:LeadingKeys", [key])
}

/// Returns the patterns of a statement, of the first attribute of the partition key.
fn patterns(policy: &Policy, sid: &str) -> Vec<String> {
    let statements = policy.document["Statement"].as_array().unwrap();
    let statement = statements.iter().find(|statement| statement["Sid"] == sid).expect(sid);
    let condition = statement["Condition"].as_object().unwrap();
    let (_, values) = condition.iter().find(|(operator, _)| operator.starts_with("ForAllValues:")).unwrap();
    values["dynamodb:LeadingKeys"].as_array().unwrap().iter().map(|value| value.as_str().unwrap().to_owned()).collect()
}

#[test]
fn buckets_and_shards_are_patterns_of_their_width() {
    let policy = of::<Saas>(Event::SCHEMA.name, Access::ReadOnly).unwrap();
    assert_eq!(patterns(&policy, "Items"), ["EVENT#*#????-??-??#?", "EVENT#*#????-??-??#??"]);
}

#[test]
fn a_writer_of_a_tenant_writes_its_sentinels_only() {
    let policy = of_tenant::<Saas>(Member::SCHEMA.name, Access::Writer).unwrap();
    let expected = json!({
        "Sid": "UniqueValues",
        "Effect": "Allow",
        "Action": ["dynamodb:PutItem", "dynamodb:DeleteItem", "dynamodb:ConditionCheckItem"],
        "Resource": TABLE,
        "Condition": {
            "ForAllValues:StringLike": {
                "dynamodb:LeadingKeys": ["%UNIQUE#Member#nickname#${aws:PrincipalTag/tenant}#*"],
            },
            "Null": { "dynamodb:LeadingKeys": "false" },
            "StringNotLike": { "aws:PrincipalTag/tenant": ["*#*", "*%*", "*${*}*", "*${?}*"] },
        },
    });
    let statements = policy.document["Statement"].as_array().unwrap();
    assert!(statements.contains(&expected), "{:#}", policy.document);
    assert_eq!(patterns(&policy, "Items"), ["TENANT#${aws:PrincipalTag/tenant}"]);
    let exact = statements.iter().find(|statement| statement["Sid"] == "Items").unwrap();
    assert!(exact["Condition"]["ForAllValues:StringEquals"].is_object(), "{exact:#}");
}

/// A request that names no key, such as a scan, is not allowed: `ForAllValues` alone would be true of it.
#[test]
fn a_request_without_a_key_is_denied() {
    for access in [Access::ReadOnly, Access::Writer] {
        let policy = of::<Saas>("Order", access).unwrap();
        for action in ["Scan", "Query", "PartiQLSelect", "GetItem", "BatchWriteItem"] {
            let request = Request::new(&format!("dynamodb:{action}"), ARN);
            assert!(!evaluator::allows(&policy.document, &request), "{action}");
        }
        let text = policy.document.to_string();
        assert!(!text.contains("Scan") && !text.contains("PartiQL"), "{text}");
        assert!(evaluator::allows(&policy.document, &Request::new("dynamodb:DescribeTable", ARN)));
    }
}

/// One key of a batch that is not allowed denies the batch.
#[test]
fn a_batch_is_denied_for_one_of_its_keys() {
    let policy = of::<Saas>("Order", Access::ReadOnly).unwrap().document;
    let batch = |keys: &[&str]| Request::new("dynamodb:BatchGetItem", ARN).with("dynamodb:LeadingKeys", keys);
    assert!(evaluator::allows(&policy, &batch(&["TENANT#a#ORDER#1", "TENANT#b#ORDER#2"])));
    assert!(!evaluator::allows(&policy, &batch(&["TENANT#a#ORDER#1", "SETTING#x"])));
    assert!(!evaluator::allows(&policy, &request("dynamodb:PutItem", "TENANT#a#ORDER#1")), "read-only");
}

#[test]
fn an_index_has_a_statement_of_its_own() {
    let policy = of_tenant::<Saas>("Member", Access::ReadOnly).unwrap();
    let index = format!("{ARN}/index/GSI1");
    let query = |resource: &str, key: &str| {
        Request::new("dynamodb:Query", resource)
            .with("dynamodb:LeadingKeys", [key])
            .with("aws:PrincipalTag/tenant", ["acme"])
    };
    assert!(evaluator::allows(&policy.document, &query(&index, "ROLE#acme#Admin")));
    assert!(!evaluator::allows(&policy.document, &query(&index, "ROLE#other#Admin")));
    assert!(!evaluator::allows(&policy.document, &query(&index, "ROLE#acme#Guest")), "no role of the enum");
    assert!(!evaluator::allows(&policy.document, &query(ARN, "ROLE#acme#Admin")), "a key of the index in the table");
    let left_out = "queries of the index `GSI2` are left out: `Member`: the partition key `EMAIL#<email>` does not \
                    contain `tenant`";
    assert!(policy.notes.iter().any(|note| note.starts_with(left_out)), "{:#?}", policy.notes);
}

/// The second attribute of a partition key has a condition key of its own.
#[test]
fn each_attribute_of_an_index_key_is_compared() {
    let policy = of_tenant::<Saas>("Shipment", Access::ReadOnly).unwrap().document;
    let statement = &policy["Statement"][2];
    assert_eq!(statement["Resource"], format!("{TABLE}/index/ByRegion"));
    let values = &statement["Condition"]["ForAllValues:StringLike"];
    assert_eq!(values["dynamodb:LeadingKeys"], json!(["${aws:PrincipalTag/tenant}"]));
    assert_eq!(values["dynamodb:SecondPartitionKeyValues"], json!(["*"]));
}

#[test]
fn notes_name_the_entities_that_a_pattern_also_matches() {
    let note = |entity: &str, other: &str| {
        let notes = of::<Saas>(entity, Access::ReadOnly).unwrap().notes;
        notes.iter().any(|note| note.contains(&format!("items of `{other}`")))
    };
    assert!(note("Order", "OrderItem"), "`*` matches the delimiter");
    assert!(note("Member", "Company"), "one partition key");
    assert!(!note("OrderItem", "Order") && !note("Order", "Setting"));
    let both =
        policy::<Saas>(&PolicyRequest::new(TABLE, Access::ReadOnly).entity("Order").entity("OrderItem")).unwrap();
    assert!(!both.notes.iter().any(|note| note.contains("`OrderItem`")), "{:#?}", both.notes);
}

#[test]
fn a_policy_of_all_leaves_out_what_has_no_tenant() {
    let all = policy::<Saas>(&PolicyRequest::new(TABLE, Access::Writer).tenant(Tenant::tag("tenant"))).unwrap();
    let left_out = |entity: &str| all.notes.iter().any(|note| note.starts_with(&format!("left out: `{entity}`: ")));
    assert!(left_out("Setting") && left_out("Late") && left_out("Company"), "{:#?}", all.notes);
    assert!(!left_out("Order") && !left_out("Member"));
    let free = "a writer of `Member` chooses the keys of its items in `GSI1`, `GSI2`";
    assert!(all.notes.iter().any(|note| note.starts_with(free)), "{:#?}", all.notes);
}

#[test]
fn a_map_has_both_policies_of_each_entity() {
    let map = policies::<Saas>(&PolicyRequest::new(TABLE, Access::ReadOnly).tenant(Tenant::tag("tenant"))).unwrap();
    assert_eq!(map.as_object().unwrap().len(), Saas::ENTITIES.len());
    assert!(map["Order"]["writer"]["document"].is_object() && map["Order"]["read_only"]["notes"].is_array());
    assert!(map["Setting"]["writer"]["error"].as_str().unwrap().contains("no field `tenant`"));
    assert_eq!(map["Order"]["read_only"]["document"]["Version"], Value::from("2012-10-17"));
}
