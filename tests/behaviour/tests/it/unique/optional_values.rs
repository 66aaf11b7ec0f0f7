//! A value is unique among the items with equal fields of `within`. `None` equals nothing.

use keywright::{Entity, ErrorKind, Handle, Table};
use keywright_local::Local;
use serde::{Deserialize, Serialize};

use super::design::sentinels;

#[derive(Table)]
#[entities(Member)]
struct Club;

#[derive(Debug, Clone, Entity, Serialize, Deserialize)]
#[entity(table = Club)]
#[pk(template = "MEMBER#<id>")]
#[sk(template = "MEMBER")]
struct Member {
    id: u32,
    team: Option<String>,
    #[entity(unique(within = team))]
    number: u32,
}

#[tokio::test]
async fn value_with_an_absent_scope_is_not_unique() {
    let club: Handle<Club> = Local::start().open("club").await.unwrap();
    let member = |id, team: Option<&str>| Member { id, team: team.map(Into::into), number: 7 };
    club.create(&member(1, None)).await.unwrap();
    club.create(&member(2, None)).await.unwrap();
    assert!(sentinels(&club).await.is_empty());
    club.put(&member(1, Some("red"))).await.unwrap();
    let error = club.put(&member(2, Some("red"))).await.unwrap_err();
    assert_eq!((error.kind(), error.field()), (ErrorKind::NotUnique, Some("number")));
    assert_eq!(sentinels(&club).await.into_keys().collect::<Vec<_>>(), ["%UNIQUE#Member#number#red#7"]);
}
