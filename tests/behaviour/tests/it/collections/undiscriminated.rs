//! A table without a discriminator: an item belongs to the entity whose keys parse.

use keywright::{Collection, Entity, ErrorKind, Table};
use keywright_local::Local;
use serde::{Deserialize, Serialize};

#[derive(Table)]
#[table(discriminator = none)]
#[entities(Thread, Message, Draft)]
struct Forum;

#[derive(Debug, Clone, PartialEq, Entity, Serialize, Deserialize)]
#[entity(table = Forum)]
#[pk(template = "THREAD#<id>")]
#[sk(template = "HEAD")]
struct Thread {
    id: String,
}

#[derive(Debug, Clone, PartialEq, Entity, Serialize, Deserialize)]
#[entity(table = Forum)]
#[pk(template = "THREAD#<thread>")]
#[sk(template = "MESSAGE#<number>")]
struct Message {
    thread: String,
    number: u32,
    #[serde(default)]
    text: String,
}

#[derive(Debug, Clone, PartialEq, Entity, Serialize, Deserialize)]
#[entity(table = Forum)]
#[pk(template = "THREAD#<thread>")]
#[sk(template = "DRAFT#<number>")]
struct Draft {
    thread: String,
    number: u32,
}

#[derive(Debug, Clone, PartialEq, Collection)]
#[collection(query = of_thread(id))]
enum ThreadItem {
    Thread(Thread),
    Message(Message),
}

#[tokio::test]
async fn entities_are_recognized_by_their_keys() {
    let local = Local::start();
    let forum = local.open::<Forum>("forum").await.unwrap();
    let message = |number| Message { thread: "t".into(), number, text: String::new() };
    for number in [2, 1] {
        forum.put(&message(number)).await.unwrap();
    }
    forum.put(&Thread { id: "t".into() }).await.unwrap();
    let page = ThreadItem::of_thread("t").send(&forum).await.unwrap();
    let expected = [
        ThreadItem::Thread(Thread { id: "t".into() }),
        ThreadItem::Message(message(1)),
        ThreadItem::Message(message(2)),
    ];
    assert_eq!(page.items, expected);

    forum.put(&Draft { thread: "t".into(), number: 1 }).await.unwrap();
    let error = ThreadItem::of_thread("t").send(&forum).await.unwrap_err();
    assert_eq!((error.kind(), error.key()), (ErrorKind::WrongEntity, Some("THREAD#t / DRAFT#0000000001")));
    let page = ThreadItem::of_thread("t").skip_unknown().send(&forum).await.unwrap();
    assert_eq!((page.items.as_slice(), page.stats.unknown), (expected.as_slice(), 1));
}
