//! A social network: a follower's item has no attributes except its key.

use chrono::{DateTime, Utc};
use keywright::{Attributes, Entity, ErrorKind, Table};
use keywright_local::Local;
use serde::{Deserialize, Serialize};

use crate::support::stored::{self, s};

#[derive(Table)]
#[table(discriminator = none, encoding = "raw")]
#[entities(Follower, Post, Visit)]
struct Network;

#[derive(Debug, Clone, PartialEq, Entity, Serialize, Deserialize)]
#[entity(table = Network)]
#[pk(template = "u#<user>#follower")]
#[sk(template = "u#<follower>")]
struct Follower {
    user: String,
    follower: String,
}

#[derive(Debug, Clone, PartialEq, Entity, Serialize, Deserialize)]
#[entity(table = Network)]
#[pk(template = "u#<user>#post")]
#[sk(template = "p#<post>")]
struct Post {
    user: u64,
    post: u32,
    content: String,
    #[serde(flatten)]
    others: Attributes,
}

/// An entity with a time, of which the key has only whole seconds.
#[derive(Debug, Clone, PartialEq, Entity, Serialize, Deserialize)]
#[entity(table = Network)]
#[pk(template = "u#<user>#visit#<at:day>")]
#[sk(template = "v#<at:s>")]
struct Visit {
    user: u64,
    at: DateTime<Utc>,
}

#[tokio::test]
async fn item_can_consist_of_its_key_only() {
    let network = Local::start().open::<Network>("network").await.unwrap();
    for follower in ["23456", "34567", "45678"] {
        let put = network.client().put_item().table_name("network").item("PK", s("u#12345#follower"));
        put.item("SK", s(format!("u#{follower}"))).send().await.unwrap();
    }
    let followers = Follower::query("12345").limit(2).send(&network).await.unwrap();
    let follower = |id: &str| Follower { user: "12345".into(), follower: id.into() };
    assert_eq!(followers.items, [follower("23456"), follower("34567")]);
    let rest = Follower::query("12345").limit(2).cursor(followers.cursor.unwrap()).send(&network).await.unwrap();
    assert_eq!(rest.items, [follower("45678")]);
    assert!(rest.cursor.is_none());
}

#[tokio::test]
async fn numbers_are_read_from_keys() {
    let network = Local::start().open::<Network>("network").await.unwrap();
    let put = network.client().put_item().table_name("network").item("PK", s("u#12345#post"));
    let put = put.item("SK", s("p#0000012345")).item("content", s("content for a post"));
    put.item("timestamp", s("1571827560")).send().await.unwrap();
    let read = network.get(Post::key(12_345_u64, 12_345_u32)).await.unwrap().unwrap();
    assert_eq!((read.user, read.post, read.others.len()), (12_345, 12_345, 1));
}

#[tokio::test]
async fn times_are_read_with_the_precision_of_the_key() {
    let network = Local::start().open::<Network>("network").await.unwrap();
    let put = network.client().put_item().table_name("network").item("PK", s("u#7#visit#2023-04-30"));
    put.item("SK", s("v#2023-04-30T12:00:24Z")).send().await.unwrap();
    let at: DateTime<Utc> = "2023-04-30T12:00:24Z".parse().unwrap();
    let read = network.get(Visit::key(7_u64, at)).await.unwrap().unwrap();
    assert_eq!(read, Visit { user: 7, at });
    // The item does not say which instant within the second it is for.
    let error = network.put(&read).await.map(drop).unwrap_err();
    assert_eq!(error.kind(), ErrorKind::KeyCollision, "{error}");
    assert_eq!(stored::items(&network).await.len(), 1);
}
