// A write moves an item from its older key in one transaction, which DynamoDB does not offer here. An older key of an
// index is fine.

use keywright::{Entity, Table};
use serde::{Deserialize, Serialize};

#[derive(Table)]
#[table(regions = "strong")]
#[gsi(name = "GSI1", pk = "GSI1PK")]
struct Accounts;

#[derive(Entity, Serialize, Deserialize)]
#[entity(table = Accounts)]
#[pk(template = "ACCOUNT#<id>", legacy(template = "ACC#<id>"))]
#[sk(template = "ACCOUNT")]
#[gsi(index = "GSI1", query = by_owner, pk = "OWNER#<owner>", legacy(template = "OWN#<owner>"))]
struct Account {
    id: String,
    owner: String,
}

fn main() {}
