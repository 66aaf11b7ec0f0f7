//! Written by `keywright scaffold` from the declaration of a table.
//!
//! Names are a first draft: a field can have another one, with `#[serde(rename = "..")]`.

use keywright::{Attributes, Entity, Table};
use serde::{Deserialize, Serialize};

#[derive(Table)]
#[table(pk = "id", sk(name = "at", type = "N"), discriminator = none, encoding = "raw")]
#[gsi(name = "ByUser", pk = "user", projection = "keys_only")]
#[entities(Item)]
pub struct Sessions;

/// An item of the table.
#[derive(Debug, Clone, PartialEq, Entity, Serialize, Deserialize)]
#[entity(table = Sessions)]
#[pk(template = "<id>")]
#[sk(template = "<at>")]
#[gsi(index = "ByUser", query = by_by_user, pk = "<user>")]
pub struct Item {
    pub id: String,
    pub at: i64,
    pub user: Option<String>,
    #[serde(flatten)]
    pub others: Attributes,
}
