//! A value that is unique within a field of the table's key, in items of another program that store that field only in
//! the key.

use std::collections::HashMap;

use aws_sdk_dynamodb::types::AttributeValue;
use keywright::{Entity, Handle, Table};
use keywright_local::Local;
use serde::{Deserialize, Serialize};

#[derive(Table)]
#[entities(Member)]
struct Teams;

#[derive(Debug, Clone, PartialEq, Entity, Serialize, Deserialize)]
#[entity(table = Teams)]
#[pk(template = "TEAM#<team>")]
#[sk(template = "MEMBER#<id>")]
struct Member {
    team: String,
    id: u32,
    #[entity(unique(within = team))]
    nick: String,
}

fn member(nick: &str) -> Member {
    Member { team: "red".into(), id: 7, nick: nick.into() }
}

/// Stores the member, and removes the attribute that the key contains.
async fn with_member() -> Handle<Teams> {
    let teams = Local::start().open::<Teams>("teams").await.unwrap();
    teams.create(&member("ann")).await.unwrap();
    let key = HashMap::from([("PK", "TEAM#red"), ("SK", "MEMBER#0000000007")]);
    let key = key.into_iter().map(|(name, text)| (name.to_owned(), AttributeValue::S(text.into()))).collect();
    let update = teams.client().update_item().table_name("teams").set_key(Some(key));
    update.update_expression("REMOVE team").send().await.unwrap();
    assert_eq!(teams.get(Member::key("red", 7_u32)).await.unwrap(), Some(member("ann")));
    teams
}

#[tokio::test]
async fn an_item_without_the_attribute_is_deleted_replaced_and_updated() {
    let teams = with_member().await;
    teams.transaction().delete_item(&member("ann")).await.unwrap();
    assert!(teams.client().scan().table_name("teams").send().await.unwrap().items().is_empty());

    let teams = with_member().await;
    teams.transaction().replace_item(&member("ann"), &member("bob")).await.unwrap();
    assert_eq!(teams.get(Member::key("red", 7_u32)).await.unwrap(), Some(member("bob")));

    let teams = with_member().await;
    teams.update(Member::key("red", 7_u32)).set(Member::NICK, "cid").await.unwrap();
    assert_eq!(teams.get(Member::key("red", 7_u32)).await.unwrap(), Some(member("cid")));

    let teams = with_member().await;
    teams.replace(&member("dee")).await.unwrap();
    teams.delete(Member::key("red", 7_u32)).await.unwrap();
    assert!(teams.client().scan().table_name("teams").send().await.unwrap().items().is_empty());
}
