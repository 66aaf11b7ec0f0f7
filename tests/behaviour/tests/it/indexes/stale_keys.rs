//! A raw change of `status` leaves the index key that is derived from it unchanged.
//!
//! There are no updates of single fields yet: a put writes every key again.

use keywright::{Entity, Handle, KeyEnum, Table};
use keywright_local::Local;
use serde::{Deserialize, Serialize};

use crate::support::stored::{self, s};

#[derive(Table)]
#[gsi(name = "GSI1", pk = "GSI1PK", sk = "GSI1SK")]
#[gsi(name = "GSI2", pk = "GSI2PK", sk = "GSI2SK")]
#[entities(Ticket)]
struct Desk;

#[derive(Debug, Clone, PartialEq, Entity, Serialize, Deserialize)]
#[entity(table = Desk)]
#[pk(template = "TICKET#<id>")]
#[sk(template = "TICKET")]
#[gsi(index = "GSI1", query = by_status, pk = "STATUS#<status>", sk = "<id>", shard(random = 4), allow_hot = "ten a \
    day")]
#[gsi(index = "GSI2", query = by_owner, pk = "OWNER#<owner>", sk = "<status>#<id>")]
struct Ticket {
    id: String,
    status: Status,
    #[serde(skip_serializing_if = "Option::is_none")]
    owner: Option<String>,
}

#[derive(Debug, Clone, Copy, PartialEq, KeyEnum, Serialize, Deserialize)]
enum Status {
    Open,
    Closed,
}

fn ticket(status: Status, owner: Option<&str>) -> Ticket {
    Ticket { id: "t-1".into(), status, owner: owner.map(str::to_owned) }
}

async fn desk() -> Handle<Desk> {
    Local::builder().permute_ties(2).start().open::<Desk>("desk").await.unwrap()
}

async fn found(desk: &Handle<Desk>, status: Status) -> Vec<Ticket> {
    Ticket::by_status(status).send(desk).await.unwrap().items
}

#[tokio::test]
async fn raw_update_leaves_the_index_key_stale() {
    let desk = desk().await;
    desk.put(&ticket(Status::Open, None)).await.unwrap();
    let update = desk.client().update_item().table_name("desk").key("PK", s("TICKET#t-1")).key("SK", s("TICKET"));
    let update = update.update_expression("SET #s = :s").expression_attribute_names("#s", "status");
    update.expression_attribute_values(":s", s("Closed")).send().await.unwrap();
    assert_eq!(found(&desk, Status::Open).await, [ticket(Status::Closed, None)]);
}

#[tokio::test]
async fn a_put_moves_the_item_in_every_index() {
    let desk = desk().await;
    desk.put(&ticket(Status::Open, Some("ann"))).await.unwrap();
    let before = stored::items(&desk).await.remove(0);
    let closed = ticket(Status::Closed, Some("bob"));
    desk.put(&closed).await.unwrap();
    let after = stored::items(&desk).await;
    assert_eq!(after.len(), 1);
    // The shard is a hash of the table key, which has not changed.
    let shard = stored::text(&before, "GSI1PK").strip_prefix("STATUS#Open#").unwrap().to_owned();
    assert_eq!(stored::text(&after[0], "GSI1PK"), format!("STATUS#Closed#{shard}"));
    assert_eq!(stored::text(&after[0], "GSI2SK"), "Closed#t-1");
    assert!(found(&desk, Status::Open).await.is_empty());
    assert_eq!(found(&desk, Status::Closed).await, std::slice::from_ref(&closed));
    assert!(Ticket::by_owner("ann").send(&desk).await.unwrap().items.is_empty());
    assert_eq!(Ticket::by_owner("bob").send(&desk).await.unwrap().items, [closed]);
}

#[tokio::test]
async fn replace_without_an_owner_removes_the_item_from_the_index() {
    let desk = desk().await;
    desk.put(&ticket(Status::Open, Some("ann"))).await.unwrap();
    desk.replace(&ticket(Status::Open, None)).await.unwrap();
    assert!(Ticket::by_owner("ann").send(&desk).await.unwrap().items.is_empty());
    let item = stored::items(&desk).await.remove(0);
    assert!(!item.contains_key("GSI2PK") && !item.contains_key("GSI2SK"), "{item:?}");
    assert_eq!(found(&desk, Status::Open).await, [ticket(Status::Open, None)]);
}
