//! Writes the statements of a policy.

use serde_json::{Map, Value, json};

use super::{
    grant::{Grant, On},
    key_text::{KeyText, holding},
    request::{Access, PolicyRequest, Tenant},
};

/// The condition keys of the attributes of a partition key, in order. DynamoDB also accepts `FirstPartitionKeyValues`
/// for the first.
const CONDITION_KEYS: [&str; 4] = [
    "dynamodb:LeadingKeys",
    "dynamodb:SecondPartitionKeyValues",
    "dynamodb:ThirdPartitionKeyValues",
    "dynamodb:FourthPartitionKeyValues",
];

const READS: [&str; 3] = ["dynamodb:GetItem", "dynamodb:BatchGetItem", "dynamodb:Query"];

const WRITES: [&str; 5] = [
    "dynamodb:PutItem",
    "dynamodb:UpdateItem",
    "dynamodb:DeleteItem",
    "dynamodb:BatchWriteItem",
    "dynamodb:ConditionCheckItem",
];

/// The actions of the transactions that write sentinels.
const SENTINEL_WRITES: [&str; 3] = ["dynamodb:PutItem", "dynamodb:DeleteItem", "dynamodb:ConditionCheckItem"];

/// Grants on the same items that one statement can express.
struct Merged<'a> {
    on: On,
    entities: Vec<&'a str>,
    /// The texts of each attribute.
    attributes: Vec<Vec<&'a KeyText>>,
}

/// Returns the policy document.
pub(super) fn document(grants: &[Grant], request: &PolicyRequest) -> Value {
    let mut statements = vec![json!({
        "Sid": "Table",
        "Effect": "Allow",
        "Action": ["dynamodb:DescribeTable"],
        "Resource": request.table_arn,
    })];
    let mut names = vec!["Table".to_owned()];
    for merged in merged(grants) {
        let name = unused(&merged.name(), &names);
        statements.push(merged.statement(&name, request));
        names.push(name);
    }
    json!({ "Version": "2012-10-17", "Statement": statements })
}

/// Merges the grants of several entities on the same items. Those on keys of several attributes stay apart: together,
/// they would allow the first attribute of one entity with the second of another.
fn merged(grants: &[Grant]) -> Vec<Merged<'_>> {
    let mut all = Vec::<Merged<'_>>::new();
    for grant in grants {
        let own: Vec<Vec<_>> = grant.texts.attributes.iter().map(|texts| texts.iter().collect()).collect();
        let same = all.iter_mut().find(|merged| merged.on == grant.on && merged.attributes.len() == 1);
        match (same, &own[..]) {
            (Some(merged), [texts]) => {
                merged.entities.push(grant.entity);
                for of_merged in &mut merged.attributes {
                    of_merged.extend(texts);
                }
            }
            _ => all.push(Merged { on: grant.on, entities: vec![grant.entity], attributes: own }),
        }
    }
    all
}

impl Merged<'_> {
    fn name(&self) -> String {
        match (self.on, &self.entities[..], self.attributes.len()) {
            (On::Items, ..) => "Items".to_owned(),
            (On::Sentinels, ..) => "UniqueValues".to_owned(),
            (On::Index(name), [entity], 2..) => format!("Index{}Of{}", alphanumeric(name), alphanumeric(entity)),
            (On::Index(name), ..) => format!("Index{}", alphanumeric(name)),
        }
    }

    fn statement(&self, name: &str, request: &PolicyRequest) -> Value {
        let arn = &request.table_arn;
        let (actions, resource) = match self.on {
            On::Items if request.access == Access::Writer => ([&READS[..], &WRITES].concat(), arn.clone()),
            On::Items => (READS.to_vec(), arn.clone()),
            On::Sentinels => (SENTINEL_WRITES.to_vec(), arn.clone()),
            On::Index(index) => (vec!["dynamodb:Query"], format!("{arn}/index/{index}")),
        };
        json!({
            "Sid": name,
            "Effect": "Allow",
            "Action": actions,
            "Resource": resource,
            "Condition": self.condition(request.tenant.as_ref()),
        })
    }

    fn condition(&self, tenant: Option<&Tenant>) -> Value {
        let is_exact = self.attributes.iter().flatten().all(|text| text.is_exact());
        let operator = if is_exact { "ForAllValues:StringEquals" } else { "ForAllValues:StringLike" };
        let (mut values, mut present) = (Map::new(), Map::new());
        for (key, texts) in CONDITION_KEYS.iter().zip(&self.attributes) {
            let mut patterns: Vec<_> = texts.iter().map(|text| text.pattern(tenant)).collect();
            patterns.sort();
            patterns.dedup();
            values.insert((*key).to_owned(), json!(patterns));
            present.insert((*key).to_owned(), json!("false"));
        }
        let mut condition = json!({ operator: values, "Null": present });
        if let Some(tenant) = tenant {
            // A principal's value with one of these characters could match the keys of another tenant.
            let excluded = holding(self.attributes.iter().flatten().flat_map(|text| text.reserved()));
            condition["StringNotLike"] = json!({ tenant.variable.as_str(): excluded });
        }
        condition
    }
}

/// Keeps only letters and digits, because a statement's id cannot have others.
fn alphanumeric(name: &str) -> String {
    name.chars().filter(char::is_ascii_alphanumeric).collect()
}

/// Returns the name, with a number if it is in use.
fn unused(name: &str, names: &[String]) -> String {
    let numbered = (2..).map(|number| format!("{name}{number}"));
    let mut all = std::iter::once(name.to_owned()).chain(numbered);
    all.find(|name| !names.contains(name)).unwrap_or_default()
}
