// Without an assignee the ticket is not in the index: who is assigned tells the whole entry, also its sort key.

use keywright::{Entity, Key, Table, update::ItemUpdate};
use serde::{Deserialize, Serialize};

#[derive(Table)]
#[gsi(name = "GSI1", pk = "GSI1PK", sk = "GSI1SK")]
struct HelpDesk;

#[derive(Entity, Serialize, Deserialize)]
#[entity(table = HelpDesk)]
#[pk(template = "TICKET#<id>")]
#[sk(template = "TICKET")]
#[gsi(index = "GSI1", query = by_assignee, pk = "ASSIGNEE#<assignee>", sk = "<opened>")]
struct Ticket {
    id: u32,
    assignee: Option<String>,
    opened: u64,
}

fn assign(key: Key<Ticket>) -> ItemUpdate<Ticket> {
    ItemUpdate::new(key).set(Ticket::ASSIGNEE, "ann".to_owned())
}

fn main() {}
