//! Generates IAM policies from key templates.
//!
//! A policy allows the requests of an entity on the items that the entity can write. DynamoDB shows IAM the partition
//! keys of a request as `dynamodb:LeadingKeys`, and the policy compares them with patterns of the entity's keys: those
//! of today in all buckets and shards, those of older designs, and for a writer the keys of the sentinels that keep
//! values [unique](keywright::unique). A query of an index is compared with the index's partition key.
//!
//! With a [`Tenant`], the patterns contain a policy variable in place of one field. A single policy then gives each
//! principal the items of its own tenant.
//!
//! ```
//! # use keywright::{Entity, Table};
//! # use serde::{Deserialize, Serialize};
//! # #[derive(Table)]
//! # #[entities(Order)]
//! # struct Shop;
//! # #[derive(Entity, Serialize, Deserialize)]
//! # #[entity(table = Shop)]
//! # #[pk(template = "TENANT#<tenant>#ORDER#<id>")]
//! # #[sk(template = "ORDER")]
//! # struct Order { tenant: String, id: String }
//! use keywright_tools::iam::{Access, PolicyRequest, Tenant, policy};
//!
//! # fn main() -> Result<(), Box<dyn std::error::Error>> {
//! let request = PolicyRequest::new("arn:aws:dynamodb:*:*:table/shop", Access::ReadOnly).tenant(Tenant::tag("tenant"));
//! let policy = policy::<Shop>(&request)?;
//! let keys = &policy.document["Statement"][1]["Condition"]["ForAllValues:StringLike"]["dynamodb:LeadingKeys"];
//! assert_eq!(keys[0], "TENANT#${aws:PrincipalTag/tenant}#ORDER#*");
//! # Ok(()) }
//! ```
//!
//! # What is not in a policy
//!
//! - `Scan`, and with it `scan`, `update_each`, `delete_each` and `backfill`: DynamoDB does not compare the keys of a
//!   scan. Grant `dynamodb:Scan` separately, to principals that may read the whole table.
//! - PartiQL: a `SELECT` without a partition key is a scan.
//! - Sort keys: IAM does not see them. Entities with one partition key share their access, and the
//!   [notes](Policy::notes) name them.
//! - Values of attributes: a writer chooses the index keys of its items. A policy keeps the writer of one tenant from
//!   the items of another, but not from adding its own items to another tenant's partition of an index.
//! - Streams, backups, tags, and the creation, change or deletion of the table. `dynamodb:DescribeTable` is included,
//!   for `open_verified`.
//!
//! Transactions have no permissions of their own: they need those of the actions that they contain, and
//! `dynamodb:ConditionCheckItem` for their checks.
//!
//! # An absent key
//!
//! `ForAllValues` is also true of a request without the compared key. So each statement also requires that the key is
//! present, with `Null`.
//!
//! AWS: [conditions of DynamoDB](https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/specifying-conditions.html),
//! [its actions](https://docs.aws.amazon.com/service-authorization/latest/reference/list_amazondynamodb.html), [keys of
//! several values](https://docs.aws.amazon.com/IAM/latest/UserGuide/reference_policies_condition-single-vs-multi-valued-context-keys.html),
//! [policy variables](https://docs.aws.amazon.com/IAM/latest/UserGuide/reference_policies_variables.html),
//! [transactions](https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/transaction-apis-iam.html).

pub(crate) mod command;
mod grant;
mod key_text;
mod matching;
mod reach;
mod request;
mod statement;
mod template;

use keywright::{
    Schema, Table,
    schema::{EntitySchema, TableSchema},
};
use serde_json::{Map, Value, json};

use grant::Grants;
pub use request::{Access, PolicyError, PolicyRequest, Tenant};

/// The maximum number of characters of a customer managed policy, without whitespace.
///
/// AWS: [IAM quotas](https://docs.aws.amazon.com/IAM/latest/UserGuide/reference_iam-quotas.html).
const MANAGED_POLICY_CHARACTERS: usize = 6_144;

/// A policy, and notes on what it does not restrict or leaves out.
#[derive(Debug, Clone)]
#[non_exhaustive]
pub struct Policy {
    /// The policy document, for `aws iam create-policy --policy-document`.
    pub document: Value,
    /// Sentences on what the policy allows beyond the requested entities, and what it leaves out of them.
    pub notes: Vec<String>,
}

/// Generates the policy for the entities of a request, by default for all of the schema.
///
/// # Errors
///
/// If the schema has no entity of a name, or no policy can be restricted to an entity that the request names. If the
/// request names none, such entities are left out, and the notes say why. It is an error if none remains.
///
/// An entity has no policy if
///
/// - the partition key of the table is a number or binary: `dynamodb:LeadingKeys` compares text;
/// - a literal of its partition key contains a character above U+00FF, which IAM refuses;
/// - there is a tenant, and the partition key does not contain its field, or contains it after a value of variable
///   length: `*` would also match the delimiter, and with it another tenant's keys;
/// - there is a tenant, and its patterns match keys of an entity that are not of one tenant, or, for a writer, a field
///   is unique among all tenants.
pub fn policy<S: Schema>(request: &PolicyRequest) -> Result<Policy, PolicyError> {
    policy_of(&<S::Table as Table>::SCHEMA, S::ENTITIES, request)
}

/// Generates both policies of each entity of a request, as a JSON object with the names of the entities. Each policy
/// has its `document` and `notes`; one that cannot be generated has an `error`.
///
/// The [access](PolicyRequest::new) of the request is ignored.
///
/// # Errors
///
/// If the schema has no entity of a requested name, or the request's ARN or tenant is invalid.
pub fn policies<S: Schema>(request: &PolicyRequest) -> Result<Value, PolicyError> {
    let table = <S::Table as Table>::SCHEMA;
    let chosen = chosen(S::ENTITIES, request)?;
    let of_entity = |entity: &&EntitySchema| {
        let of_access = |access| {
            let request = request.of_entity(entity.name, access);
            match policy_of(&table, S::ENTITIES, &request) {
                Ok(Policy { document, notes }) => json!({ "document": document, "notes": notes }),
                Err(error) => json!({ "error": error.to_string() }),
            }
        };
        let both = json!({ "read_only": of_access(Access::ReadOnly), "writer": of_access(Access::Writer) });
        (entity.name.to_owned(), both)
    };
    Ok(Value::Object(chosen.iter().map(of_entity).collect::<Map<_, _>>()))
}

fn policy_of(
    table: &TableSchema,
    entities: &[&'static EntitySchema],
    request: &PolicyRequest,
) -> Result<Policy, PolicyError> {
    let chosen = chosen(entities, request)?;
    let (mut grants, mut left_out) = (Grants::default(), Vec::new());
    for &entity in &chosen {
        match grant::of_entity(table, entity, entities, request) {
            Ok(of_entity) => grants.extend(of_entity),
            Err(error) if request.entities.is_empty() => left_out.push(error.to_string()),
            Err(error) => return Err(error),
        }
    }
    if grants.grants.is_empty() {
        return Err(PolicyError::new(format!("no entity can have a policy:\n{}", left_out.join("\n"))));
    }
    let document = statement::document(&grants.grants, request);
    let mut notes: Vec<_> = left_out.into_iter().map(|why| format!("left out: {why}")).collect();
    notes.extend(grants.notes());
    notes.extend(too_long(&document));
    Ok(Policy { document, notes })
}

/// Returns the entities that a request names, or all. Checks the request.
fn chosen(
    entities: &[&'static EntitySchema],
    request: &PolicyRequest,
) -> Result<Vec<&'static EntitySchema>, PolicyError> {
    request.check()?;
    let named = |name: &String| {
        entities.iter().copied().find(|entity| entity.name == name).ok_or_else(|| {
            let names: Vec<_> = entities.iter().map(|entity| entity.name).collect();
            PolicyError::new(format!("the schema has no entity `{name}`; it has `{}`", names.join("`, `")))
        })
    };
    match &request.entities[..] {
        [] => Ok(entities.to_vec()),
        names => names.iter().map(named).collect(),
    }
}

fn too_long(document: &Value) -> Option<String> {
    let characters = document.to_string().chars().filter(|character| !character.is_whitespace()).count();
    (characters > MANAGED_POLICY_CHARACTERS).then(|| {
        format!(
            "the policy has {characters} characters, and a managed policy at most {MANAGED_POLICY_CHARACTERS}: divide \
             it by entities"
        )
    })
}
