// A unique value and its item are written in one transaction, which DynamoDB does not offer here.

use keywright::{Entity, Table};
use serde::{Deserialize, Serialize};

#[derive(Table)]
#[table(regions = "strong")]
struct Accounts;

#[derive(Entity, Serialize, Deserialize)]
#[entity(table = Accounts)]
#[pk(template = "ACCOUNT#<id>")]
#[sk(template = "ACCOUNT")]
struct Account {
    id: String,
    #[entity(unique)]
    email: String,
}

fn main() {}
