//! Tables of other programs, whose keys are not escaped: published samples, read and put back.

use std::collections::BTreeSet;

use aws_sdk_dynamodb::types::AttributeValue;
use futures_util::{StreamExt as _, TryStreamExt as _};
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
    let (room, at, author) = ("1".into(), "a#b".into(), "x".into());
    let error = chat.put(&Message { room, at, author, body: String::new() }).await.unwrap_err();
    assert_eq!((error.kind(), error.outcome(), error.field()), (ErrorKind::KeyValue, Outcome::NotApplied, None));
    assert!(error.to_string().contains("`at`"), "{error}");
}

#[tokio::test]
async fn the_last_text_of_a_key_may_contain_the_delimiter() {
    let chat = Local::start().open::<Chat>("chat").await.unwrap();
    for (room, author) in [("a#b", "ann"), ("a", "ann#b"), ("#", "##"), ("a#MSG#b", "MSG#1#x"), ("a", "b#MSG")] {
        let keys = [
            ("PK", format!("ROOM#{room}")),
            ("SK", format!("MSG#1#{author}")),
            ("GSI1PK", format!("AUTHOR#{author}")),
            ("GSI1SK", "MSG#1".to_owned()),
            ("body", "hello".to_owned()),
        ];
        let keys: Vec<_> = keys.iter().map(|(name, value)| (*name, value.as_str())).collect();
        put_raw(&chat, &keys).await;
    }
    let before = stored(&chat).await;
    let messages = chat.scan::<Message>().await.unwrap().items;
    assert_eq!(messages.len(), before.len());
    for message in messages {
        let key = || Message::key(message.room.clone(), message.at.clone(), message.author.clone());
        assert_eq!(chat.get(key()).await.unwrap().as_ref(), Some(&message));
        let in_room = Message::query(message.room.clone()).then("1").send(&chat).await.unwrap().items;
        assert!(in_room.contains(&message), "{message:?}");
        let of_author = Message::by_author(message.author.clone()).send(&chat).await.unwrap().items;
        assert!(of_author.contains(&message), "{message:?}");
        chat.update(key()).set(Message::BODY, "changed").await.unwrap();
        chat.replace(&message).await.unwrap();
        chat.delete(key()).await.unwrap();
        chat.create(&message).await.unwrap();
    }
    assert_eq!(stored(&chat).await, before);
}

/// Topics, and their numbered parts, whose keys a topic with the delimiter in its name could have.
#[derive(Table)]
#[table(discriminator = none, encoding = "raw")]
#[entities(Topic, Part, Renamed, Moved, Piece)]
struct Topics;

#[derive(Debug, Clone, PartialEq, Entity, Serialize, Deserialize)]
#[entity(table = Topics)]
#[pk(template = "T#<topic>")]
#[sk(template = "M")]
struct Topic {
    #[entity(key_only)]
    topic: String,
    pinned: bool,
}

#[derive(Debug, Clone, PartialEq, Entity, Serialize, Deserialize)]
#[entity(table = Topics)]
#[pk(template = "T#<topic>#<part:plain>")]
#[sk(template = "M")]
struct Part {
    #[entity(key_only)]
    topic: String,
    #[entity(key_only)]
    part: u32,
    pinned: bool,
}

/// An entity whose older keys have one field less.
#[derive(Debug, Clone, PartialEq, Entity, Serialize, Deserialize)]
#[entity(table = Topics)]
#[pk(template = "N#<group>#<name>", legacy(template = "N#<name>"))]
#[sk(template = "N")]
struct Renamed {
    group: String,
    name: String,
}

#[derive(Debug, Clone, PartialEq, Entity, Serialize, Deserialize)]
#[entity(table = Topics)]
#[pk(template = "MOVED#<topic>", legacy(template = "P#<topic>"))]
#[sk(template = "M")]
struct Moved {
    topic: String,
    by: String,
}

/// An entity with a key that an older key of `Moved` could be.
#[derive(Debug, Clone, PartialEq, Entity, Serialize, Deserialize)]
#[entity(table = Topics)]
#[pk(template = "P#<topic>#<piece:plain>")]
#[sk(template = "M")]
struct Piece {
    topic: String,
    piece: u32,
}

#[tokio::test]
async fn an_older_key_that_is_the_key_of_another_entity_is_not_touched() {
    let topics = Local::start().open::<Topics>("topics").await.unwrap();
    let piece = Piece { topic: "rust".into(), piece: 7 };
    topics.put(&piece).await.unwrap();
    let moved = Moved { topic: "rust#7".into(), by: "ann".into() };
    let key = || Moved::key("rust#7");
    assert_eq!(topics.get(key()).await.unwrap(), None);
    topics.put(&moved).await.unwrap();
    topics.replace(&moved).await.unwrap();
    assert_eq!(topics.get(key()).await.unwrap(), Some(moved));
    topics.update(key()).set(Moved::BY, "bob").await.unwrap();
    topics.delete(key()).await.unwrap();
    assert_eq!(topics.get(Piece::key("rust", 7_u32)).await.unwrap(), Some(piece));
}

#[tokio::test]
async fn a_key_that_another_template_can_have_is_not_written_and_belongs_to_the_other_one() {
    let topics = Local::start().open::<Topics>("topics").await.unwrap();
    let refused = |error: keywright::Error, field: &str, other: &str| {
        assert_eq!((error.kind(), error.outcome()), (ErrorKind::KeyValue, Outcome::NotApplied));
        let text = error.to_string();
        assert!(text.contains(&format!("field `{field}`")) && text.contains(other), "{text}");
    };
    let topic = |topic: &str| Topic { topic: topic.into(), pinned: true };
    refused(topics.put(&topic("rust#7")).await.unwrap_err(), "topic", "`Part`");
    refused(topics.get(Topic::key("rust#7")).await.unwrap_err(), "topic", "`Part`");
    refused(topics.update(Topic::key("rust#7")).set(Topic::PINNED, false).await.unwrap_err(), "topic", "`Part`");
    refused(topics.delete(Topic::key("rust#7")).await.unwrap_err(), "topic", "`Part`");
    for name in ["rust#seven", "rust#07", "rust#-7", "rust#99999999999", "#", "rust##7"] {
        topics.put(&topic(name)).await.unwrap();
        assert_eq!(topics.get(Topic::key(name)).await.unwrap(), Some(topic(name)));
    }
    let part = Part { topic: "rust".into(), part: 7, pinned: false };
    topics.put(&part).await.unwrap();
    assert_eq!(topics.scan::<Part>().await.unwrap().items, [part]);
    assert_eq!(topics.scan::<Topic>().await.unwrap().items.len(), 6);

    // The key of one design of an entity is not read as a key of another design.
    put_raw(&topics, &[("PK", "N#a#b"), ("SK", "N"), ("group", "a"), ("name", "b")]).await;
    put_raw(&topics, &[("PK", "N#c"), ("SK", "N"), ("group", "a"), ("name", "c")]).await;
    let renamed = |name: &str| Renamed { group: "a".into(), name: name.into() };
    for name in ["b", "c"] {
        assert_eq!(topics.get(Renamed::key("a", name)).await.unwrap(), Some(renamed(name)));
        topics.replace(&renamed(name)).await.unwrap();
    }
    refused(topics.put(&renamed("a#b")).await.unwrap_err(), "name", "another design of `Renamed`");
    let keys: BTreeSet<_> = topics
        .scan_items()
        .await
        .unwrap()
        .items
        .iter()
        .map(|item| item["PK"].clone())
        .map(|pk| format!("{pk:?}"))
        .filter(|pk| pk.contains("N#"))
        .collect();
    assert_eq!(keys.len(), 2, "{keys:?}");
    assert!(keys.iter().any(|key| key.contains("N#a#b")) && keys.iter().any(|key| key.contains("N#a#c")), "{keys:?}");
}

/// Orders of a shop whose older program wrote their numbers without leading zeros.
#[derive(Table)]
#[table(discriminator = none, encoding = "raw")]
#[gsi(name = "GSI1", pk = "GSI1PK", sk = "GSI1SK")]
#[entities(Order, Last)]
struct Shop;

#[derive(Debug, Clone, PartialEq, Entity, Serialize, Deserialize)]
#[entity(table = Shop)]
#[pk(template = "CUSTOMER#<customer>")]
#[sk(template = "ORDER#<id:w8>")]
#[gsi(index = "GSI1", query = by_state, pk = "STATE#<state>", sk = "ORDER#<id:w8>")]
struct Order {
    #[entity(key_only)]
    customer: String,
    #[entity(key_only)]
    id: u64,
    state: String,
}

#[derive(Debug, Clone, PartialEq, Entity, Serialize, Deserialize)]
#[entity(table = Shop)]
#[pk(template = "CUSTOMER#<customer>")]
#[sk(template = "ORDER#LAST")]
struct Last {
    #[entity(key_only)]
    customer: String,
    order: u64,
}

async fn shop() -> Handle<Shop> {
    let shop = Local::start().open::<Shop>("shop").await.unwrap();
    for (sk, n) in [("ORDER#00000001", 1), ("ORDER#2", 2), ("ORDER#00000003", 3), ("ORDER#4", 4), ("NOTE#5", 5)] {
        let index = format!("ORDER#0000000{n}");
        let order =
            [("PK", "CUSTOMER#ann"), ("SK", sk), ("GSI1PK", "STATE#open"), ("GSI1SK", &index), ("state", "open")];
        put_raw(&shop, &order).await;
    }
    shop.put(&Last { customer: "ann".into(), order: 3 }).await.unwrap();
    shop
}

fn key_of(error: &keywright::Error) -> &str {
    assert_eq!(error.kind(), ErrorKind::KeyMismatch, "{error}");
    error.key().unwrap()
}

const UNPARSED: [&str; 2] = ["CUSTOMER#ann / ORDER#2", "CUSTOMER#ann / ORDER#4"];

#[tokio::test]
async fn queries_name_the_keys_that_have_the_words_of_the_entity_and_other_values() {
    let shop = shop().await;
    let query = || Order::query("ann");
    assert_eq!(key_of(&query().send(&shop).await.unwrap_err()), UNPARSED[0]);
    let page = query().send(&shop).partial().await.unwrap();
    assert_eq!(page.items.iter().map(|order| order.id).collect::<Vec<_>>(), [1, 3]);
    assert_eq!(page.undecodable.iter().map(key_of).collect::<Vec<_>>(), UNPARSED);
    let stream: Vec<_> = query().stream(&shop).collect().await;
    assert_eq!(stream.iter().filter(|order| order.is_ok()).count(), 2);
    assert_eq!(stream.iter().filter_map(|order| order.as_ref().err()).map(key_of).collect::<Vec<_>>(), UNPARSED);
    assert_eq!(key_of(&Order::query("ann").count(&shop).await.unwrap_err()), UNPARSED[0]);
    assert_eq!(key_of(&Order::by_state("open").send(&shop).await.unwrap_err()), UNPARSED[0]);
    assert_eq!(Last::query("ann").send(&shop).await.unwrap().items.len(), 1);
}

#[tokio::test]
async fn scans_count_such_keys_and_strict_scans_fail() {
    let shop = shop().await;
    let page = shop.scan::<Order>().await.unwrap();
    assert_eq!(page.items.len(), 2);
    assert_eq!((page.stats.unparsed, page.stats.unparsed_keys.as_slice()), (2, UNPARSED.map(str::to_owned).as_slice()));
    let count = shop.scan::<Order>().count().await.unwrap();
    assert_eq!((count.items, count.stats.unparsed), (2, 2));
    let mut stream = shop.scan::<Order>().stream();
    while let Some(order) = stream.try_next().await.unwrap() {
        assert!([1, 3].contains(&order.id));
    }
    assert_eq!(stream.stats().unparsed, 2);
    assert_eq!(key_of(&shop.scan::<Order>().strict().await.unwrap_err()), UNPARSED[0]);
    assert_eq!(key_of(&shop.scan::<Order>().strict().count().await.unwrap_err()), UNPARSED[0]);
    let partial = shop.scan::<Order>().strict().partial().await.unwrap();
    assert_eq!((partial.items.len(), partial.stats.unparsed), (2, 0));
    assert_eq!(partial.undecodable.iter().map(key_of).collect::<Vec<_>>(), UNPARSED);
    let others = shop.scan::<Last>().strict().await.unwrap();
    assert_eq!((others.items.len(), others.stats.unparsed), (1, 0));

    let report = shop.update_each::<Order>(|_| None).max_failures(10).await.unwrap();
    assert_eq!((report.matched, report.failures), (4, 2));
}

/// A table whose entities are listed elsewhere.
#[derive(Table)]
#[table(discriminator = none, encoding = "raw")]
struct Depot;

#[derive(keywright::Schema)]
#[schema(table = Depot, entities(Crate, Pallet))]
struct DepotSchema;

#[derive(Debug, Clone, PartialEq, Entity, Serialize, Deserialize)]
#[entity(table = Depot)]
#[pk(template = "HALL#<hall>")]
#[sk(template = "BOX#<id:w4>")]
struct Crate {
    hall: String,
    id: u32,
}

#[derive(Debug, Clone, PartialEq, Entity, Serialize, Deserialize)]
#[entity(table = Depot)]
#[pk(template = "HALL#<hall>")]
#[sk(template = "BOX#PALLET-<id>")]
struct Pallet {
    hall: String,
    id: u32,
}

#[tokio::test]
async fn a_table_that_does_not_list_its_entities_counts_what_it_omits() {
    let depot = Local::start().open::<Depot>("depot").await.unwrap();
    let a_crate = Crate { hall: "a".into(), id: 1 };
    depot.put(&a_crate).await.unwrap();
    depot.put(&Pallet { hall: "a".into(), id: 2 }).await.unwrap();
    assert_eq!(Crate::query("a").send(&depot).await.unwrap().items, std::slice::from_ref(&a_crate));
    let page = depot.scan::<Crate>().await.unwrap();
    assert_eq!((page.items.len(), page.stats.unparsed), (1, 1));
    assert!(depot.scan::<Crate>().strict().await.is_err());
    // Which keys the other entities have is not known.
    let error = depot.put(&Crate { hall: "a#b".into(), id: 1 }).await.unwrap_err();
    assert_eq!((error.kind(), error.outcome()), (ErrorKind::KeyValue, Outcome::NotApplied));
}
