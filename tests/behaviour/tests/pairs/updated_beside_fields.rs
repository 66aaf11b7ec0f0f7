//! An index whose key contains the time of the last write, beside another field that is itself a key attribute.

use chrono::{DateTime, Utc};
use keywright::{Entity, Table};
use keywright_local::Local;
use serde::{Deserialize, Serialize};

#[derive(Table)]
#[gsi(name = "by-state", pk = "state", sk = "changed")]
#[entities(Ticket)]
struct Desk;

#[derive(Debug, Clone, PartialEq, Entity, Serialize, Deserialize)]
#[entity(table = Desk)]
#[pk(template = "TICKET#<id>")]
#[sk(template = "TICKET")]
#[gsi(index = "by-state", query = in_state, pk = "<state>", sk = "<changed>")]
struct Ticket {
    id: u32,
    state: String,
    #[entity(updated)]
    changed: Option<DateTime<Utc>>,
}

#[tokio::test]
async fn update_each_changes_the_field() {
    let local = Local::start();
    let desk = local.open::<Desk>("desk").await.unwrap();
    desk.put(&Ticket { id: 1, state: "open".into(), changed: None }).await.unwrap();
    let close = |ticket: Ticket| Some(Ticket { state: "closed".into(), ..ticket });
    assert_eq!(desk.update_each(close).await.unwrap().written, 1);
    assert_eq!(desk.get(Ticket::key(1)).await.unwrap().unwrap().state, "closed");
    assert_eq!(Ticket::in_state("closed").send(&desk).await.unwrap().items.len(), 1);
    let again = desk.update_each(close).await.unwrap();
    assert_eq!((again.written, again.unchanged), (0, 1));
}
