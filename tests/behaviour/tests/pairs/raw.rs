//! Tables of other programs, whose keys are not escaped: published samples, read and put back.

use std::collections::BTreeSet;

use aws_sdk_dynamodb::types::AttributeValue;
use futures_util::TryStreamExt as _;
use keywright::{Attributes, Entity, ErrorKind, Handle, Item, Outcome, Table};
use keywright_local::Local;
use serde::{Deserialize, Serialize};

fn text(text: &str) -> AttributeValue {
    AttributeValue::S(text.into())
}

async fn put_raw<T: Table>(table: &Handle<T>, attributes: &[(&str, &str)]) -> Item {
    let item: Item = attributes.iter().map(|(name, value)| ((*name).to_owned(), text(value))).collect();
    let put = table.client().put_item().table_name(table.table_name()).set_item(Some(item.clone()));
    put.send().await.unwrap();
    item
}

async fn stored<T: Table>(table: &Handle<T>) -> BTreeSet<String> {
    let scan = table.client().scan().table_name(table.table_name()).send().await.unwrap();
    scan.items().iter().map(sorted).collect()
}

fn sorted(item: &Item) -> String {
    let mut attributes: Vec<_> = item.iter().collect();
    attributes.sort_by_key(|(name, _)| name.as_str());
    format!("{attributes:?}")
}

/// The threads of the developer guide's forum, as `scaffold` declares them.
#[derive(Table)]
#[table(pk = "Id", sk = "ReplyDateTime", discriminator = none, encoding = "raw")]
#[gsi(name = "PostedBy", pk = "PostedBy", sk = "Message")]
#[entities(Reply)]
struct Forum;

#[derive(Debug, Clone, PartialEq, Entity, Serialize, Deserialize)]
#[entity(table = Forum)]
#[pk(template = "<thread>")]
#[sk(template = "<at>")]
#[gsi(index = "PostedBy", query = posted_by, pk = "<poster>", sk = "<message>")]
struct Reply {
    #[serde(rename = "Id")]
    thread: String,
    #[serde(rename = "ReplyDateTime")]
    at: String,
    #[serde(rename = "PostedBy")]
    poster: String,
    #[serde(rename = "Message")]
    message: String,
    #[serde(flatten)]
    others: Attributes,
}

#[tokio::test]
async fn replies_of_the_developer_guide_are_read_and_put_back() {
    let forum = Local::start().open::<Forum>("forum").await.unwrap();
    let threads = ["Amazon DynamoDB#DynamoDB Thread 1", "Amazon S3#S3 Thread \"2\" (100 % $5)\t"];
    let mut written = BTreeSet::new();
    for (thread, at) in
        [(threads[0], "2015-09-15T19:58:22.947Z"), (threads[0], "2015-09-22T19:58:22.947Z"), (threads[1], "1 : 2 :: 3")]
    {
        let reply = [
            ("Id", thread),
            ("ReplyDateTime", at),
            ("PostedBy", "User A"),
            ("Message", "a reply, \"quoted\" #1"),
            ("Extra", "x"),
        ];
        written.insert(sorted(&put_raw(&forum, &reply).await));
    }
    for (thread, replies) in [(threads[0], 2), (threads[1], 1)] {
        assert_eq!(Reply::query(thread).send(&forum).await.unwrap().items.len(), replies);
    }
    assert_eq!(Reply::posted_by("User A").send(&forum).await.unwrap().items.len(), 3);
    let scanned: Vec<Reply> = forum.scan::<Reply>().stream().try_collect().await.unwrap();
    assert_eq!(scanned.len(), 3);
    for reply in scanned {
        let key = || Reply::key(reply.thread.clone(), reply.at.clone());
        assert_eq!(forum.get(key()).await.unwrap(), Some(reply.clone()));
        forum.put(&reply).await.unwrap();
    }
    assert_eq!(stored(&forum).await, written);
}

/// A chat whose keys end in texts.
#[derive(Table)]
#[table(discriminator = none, encoding = "raw")]
#[gsi(name = "GSI1", pk = "GSI1PK", sk = "GSI1SK")]
#[entities(Message, Room)]
struct Chat;

#[derive(Debug, Clone, PartialEq, Entity, Serialize, Deserialize)]
#[entity(table = Chat)]
#[pk(template = "ROOM#<room>")]
#[sk(template = "MSG#<at>#<author>")]
#[gsi(index = "GSI1", query = by_author, pk = "AUTHOR#<author>", sk = "MSG#<at>")]
struct Message {
    #[entity(key_only)]
    room: String,
    #[entity(key_only)]
    at: String,
    #[entity(key_only)]
    author: String,
    body: String,
}

#[derive(Debug, Clone, PartialEq, Entity, Serialize, Deserialize)]
#[entity(table = Chat)]
#[pk(template = "ROOM#<room>")]
#[sk(template = "ROOM")]
struct Room {
    #[entity(key_only)]
    room: String,
}

const HOSTILE: [&str; 9] = ["Ann Lee", "\"Ann\"", "a\tb", "100%", "%23", "$5", "2026-06-22 14:00:00", "a::b", " "];

#[tokio::test]
async fn texts_with_spaces_quotes_and_percent_signs_are_read_changed_and_put_back() {
    let chat = Local::start().open::<Chat>("chat").await.unwrap();
    for hostile in HOSTILE {
        let keys = [
            ("PK", format!("ROOM#{hostile}")),
            ("SK", format!("MSG#{hostile}#{hostile}")),
            ("GSI1PK", format!("AUTHOR#{hostile}")),
            ("GSI1SK", format!("MSG#{hostile}")),
            ("body", "hello".to_owned()),
        ];
        let keys: Vec<_> = keys.iter().map(|(name, value)| (*name, value.as_str())).collect();
        put_raw(&chat, &keys).await;
        put_raw(&chat, &[("PK", &format!("ROOM#{hostile}")), ("SK", "ROOM")]).await;
    }
    let before = stored(&chat).await;
    assert_eq!(chat.scan::<Message>().await.unwrap().items.len(), HOSTILE.len());
    assert_eq!(chat.scan::<Room>().await.unwrap().items.len(), HOSTILE.len());
    for hostile in HOSTILE {
        let message = |body: &str| {
            let (room, at, author) = (hostile.into(), hostile.into(), hostile.into());
            Message { room, at, author, body: body.into() }
        };
        let key = || Message::key(hostile, hostile, hostile);
        assert_eq!(Message::query(hostile).send(&chat).await.unwrap().items, [message("hello")], "{hostile:?}");
        assert_eq!(Message::by_author(hostile).send(&chat).await.unwrap().items, [message("hello")], "{hostile:?}");
        assert_eq!(chat.get(key()).await.unwrap(), Some(message("hello")));
        chat.update(key()).set(Message::BODY, "changed").await.unwrap();
        chat.replace(&message("hello")).await.unwrap();
        chat.delete(key()).await.unwrap();
        chat.create(&message("hello")).await.unwrap();
    }
    assert_eq!(stored(&chat).await, before);
    // The delimiter would end the value.
    let (room, at, author) = ("a#b".into(), "1".into(), "x".into());
    let error = chat.put(&Message { room, at, author, body: String::new() }).await.unwrap_err();
    assert_eq!((error.kind(), error.outcome(), error.field()), (ErrorKind::KeyValue, Outcome::NotApplied, None));
    assert!(error.to_string().contains("`room`"), "{error}");
}
