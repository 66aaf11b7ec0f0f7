//! Ranges of the field at the start of every entity's sort key.

use std::ops::Bound::{Excluded, Included, Unbounded};

use chrono::{DateTime, Duration, Utc};
use keywright::{Collection, Entity, ErrorKind, Handle, Table};
use keywright_local::Local;
use serde::{Deserialize, Serialize};

use super::design::{FeedItem, Note, Post, noon, shop};

#[derive(Table)]
#[gsi(name = "GSI1", pk = "GSI1PK", sk(name = "rank", type = "N"))]
#[entities(Message, Join, Noun, Verb)]
struct Club;

/// A message whose key has whole seconds.
#[derive(Debug, Clone, PartialEq, Entity, Serialize, Deserialize)]
#[entity(table = Club)]
#[pk(template = "ROOM#<room>")]
#[sk(template = "<at:s>#MESSAGE#<id>")]
#[gsi(index = "GSI1", query = by_member, pk = "MEMBER#<author>", sk = "<rank>")]
struct Message {
    room: u8,
    at: DateTime<Utc>,
    id: u32,
    author: String,
    rank: i64,
}

/// An entity whose fields have another order and other names.
#[derive(Debug, Clone, PartialEq, Entity, Serialize, Deserialize)]
#[entity(table = Club)]
#[pk(template = "ROOM#<hall>")]
#[sk(template = "<when:s>#JOIN#<who>")]
#[gsi(index = "GSI1", query = by_member, pk = "MEMBER#<who>", sk = "<rank>")]
struct Join {
    rank: i64,
    who: String,
    when: DateTime<Utc>,
    hall: u8,
}

#[derive(Debug, Clone, PartialEq, Collection)]
#[collection(query = of_room(room))]
enum RoomItem {
    Message(Message),
    Join(Join),
}

#[derive(Debug, Clone, PartialEq, Collection)]
#[collection(query = of_member(author), index = "GSI1")]
enum MemberItem {
    Message(Message),
    Join(Join),
}

#[derive(Debug, Clone, PartialEq, Entity, Serialize, Deserialize)]
#[entity(table = Club)]
#[pk(template = "DICTIONARY#<language>")]
#[sk(template = "<word>#NOUN")]
struct Noun {
    language: String,
    word: String,
}

#[derive(Debug, Clone, PartialEq, Entity, Serialize, Deserialize)]
#[entity(table = Club)]
#[pk(template = "DICTIONARY#<language>")]
#[sk(template = "<word>#VERB#<tense>")]
struct Verb {
    language: String,
    word: String,
    tense: u8,
}

#[derive(Debug, Clone, PartialEq, Collection)]
#[collection(query = of_language(language))]
enum Word {
    Noun(Noun),
    Verb(Verb),
}

async fn club() -> (Local, Handle<Club>) {
    let local = Local::start();
    let club = local.open::<Club>("club").await.unwrap();
    (local, club)
}

fn seconds(seconds: f64) -> DateTime<Utc> {
    noon() + Duration::milliseconds((seconds * 1_000.0) as i64)
}

impl RoomItem {
    fn at(&self) -> DateTime<Utc> {
        match self {
            Self::Message(message) => message.at,
            Self::Join(join) => join.when,
        }
    }
}

/// Writes two items per second, one of each entity, for five seconds.
async fn talk(club: &Handle<Club>) -> Vec<RoomItem> {
    let mut items = Vec::new();
    for at in 0..10_u32 {
        let (time, rank) = (seconds(f64::from(at) / 2.0), i64::from(at) - 5);
        if at % 2 == 0 {
            let join = Join { rank, who: "ann".into(), when: time, hall: 1 };
            club.put(&join).await.unwrap();
            items.push(RoomItem::Join(join));
        } else {
            let message = Message { room: 1, at: time, id: at, author: "ann".into(), rank };
            club.put(&message).await.unwrap();
            items.push(RoomItem::Message(message));
        }
    }
    items
}

#[tokio::test]
async fn ranges_of_times_in_whole_seconds_compare_item_values() {
    let (_local, club) = club().await;
    let all = talk(&club).await;
    let ranges = [
        (Included(seconds(1.0)), Excluded(seconds(3.0))),
        (Included(seconds(1.2)), Included(seconds(2.5))),
        (Excluded(seconds(1.5)), Excluded(seconds(2.2))),
        (Unbounded, Excluded(seconds(0.5))),
        (Excluded(seconds(4.0)), Unbounded),
        (Included(seconds(9.0)), Unbounded),
        (Unbounded, Unbounded),
    ];
    for range in ranges {
        let expected: Vec<_> = all.iter().filter(|item| std::ops::RangeBounds::contains(&range, &item.at())).collect();
        let query = RoomItem::of_room(1_u8).between(range);
        let page = query.clone().send(&club).await.unwrap();
        let mut found: Vec<_> = page.items.iter().collect();
        found.sort_by_key(|item| item.at());
        assert_eq!(found, expected, "{range:?}");
        assert_eq!(query.clone().count(&club).await.unwrap().items, expected.len() as u64);
        // Page by page, in both directions.
        let (mut cursor, mut walked) = (None, 0);
        loop {
            let page = query.clone().newest_first().limit(1).cursor(cursor).send(&club).await.unwrap();
            walked += page.items.len();
            cursor = page.cursor;
            if cursor.is_none() {
                break;
            }
        }
        assert_eq!(walked, expected.len(), "{range:?}");
    }
    let none = RoomItem::of_room(1_u8).between(noon()..noon()).send(&club).await.unwrap();
    assert_eq!((none.items.len(), none.stats.requests), (0, 0));
    let asked = RoomItem::of_room(1_u8).between(seconds(1.0)..seconds(2.0)).send(&club).params().unwrap();
    assert_eq!(asked[0].key_condition_expression().unwrap(), "#p = :p AND #s BETWEEN :a AND :b");
}

#[tokio::test]
async fn ranges_of_numbers_that_are_index_attributes() {
    let (_local, club) = club().await;
    talk(&club).await;
    let rank = |item: &MemberItem| match item {
        MemberItem::Message(message) => message.rank,
        MemberItem::Join(join) => join.rank,
    };
    let ranks = async |query: keywright::collection::CollectionQuery<MemberItem, _, _>| -> Vec<i64> {
        query.send(&club).await.unwrap().items.iter().map(rank).collect()
    };
    assert_eq!(ranks(MemberItem::of_member("ann").between(-2..2)).await, [-2, -1, 0, 1]);
    assert_eq!(ranks(MemberItem::of_member("ann").between(..=-4)).await, [-5, -4]);
    assert_eq!(ranks(MemberItem::of_member("ann").between(3..).newest_first()).await, [4, 3]);
    assert_eq!(MemberItem::of_member("ann").between(0..=0).count(&club).await.unwrap().items, 1);
}

#[tokio::test]
async fn ranges_of_texts_compare_complete_values() {
    let (_local, club) = club().await;
    let noun = |word: &str| Noun { language: "en".into(), word: word.into() };
    let verb = |word: &str, tense| Verb { language: "en".into(), word: word.into(), tense };
    for word in ["run", "run up", "runner", "walk"] {
        club.put(&noun(word)).await.unwrap();
    }
    for (word, tense) in [("run", 1), ("run", 2), ("walk", 1)] {
        club.put(&verb(word, tense)).await.unwrap();
    }
    let read = async |query: keywright::collection::CollectionQuery<Word, _, _>| query.send(&club).await.unwrap().items;
    let run = [Word::Noun(noun("run")), Word::Verb(verb("run", 1)), Word::Verb(verb("run", 2))];
    assert_eq!(read(Word::of_language("en").between("run"..="run")).await, run, "and not what begins so");
    assert_eq!(read(Word::of_language("en").then("run")).await, run);
    assert_eq!(read(Word::of_language("en").then("ru")).await, []);
    let runs = [&run[..], &[Word::Noun(noun("run up")), Word::Noun(noun("runner"))]].concat();
    assert_eq!(read(Word::of_language("en").between(.."walk")).await, runs);
    let behind = [Word::Noun(noun("walk")), Word::Verb(verb("walk", 1))];
    assert_eq!(read(Word::of_language("en").between((Excluded("runner"), Unbounded))).await, behind);
}

#[tokio::test]
async fn ranges_of_times_select_buckets() {
    let (_local, shop) = shop().await;
    let hours = |hours| noon() + Duration::hours(hours);
    for at in 0..6_u16 {
        shop.put(&Post { feed: "f".into(), at: hours(i64::from(at) * 10), id: at }).await.unwrap();
        let note = Note { text: "n".into(), of: "f".into(), when: hours(i64::from(at) * 10 + 5) };
        shop.put(&note).await.unwrap();
    }
    let range = hours(10)..hours(40);
    let page = FeedItem::of_feed("f").between(range.clone()).send(&shop).await.unwrap();
    let during = FeedItem::of_feed("f").during(range.clone()).send(&shop).await.unwrap();
    assert_eq!((page.items.len(), page.stats.buckets), (6, 3));
    assert_eq!(page.items, during.items);
    assert_eq!(FeedItem::of_feed("f").between(range).count(&shop).await.unwrap().items, 6);
}

#[tokio::test]
async fn resume_takes_the_cursors_range_and_long_keys_are_rejected() {
    let (local, club) = club().await;
    talk(&club).await;
    let page = RoomItem::of_room(1_u8).between(noon()..seconds(3.0)).limit(2).send(&club).await.unwrap();
    let longer = || RoomItem::of_room(1_u8).between(noon()..seconds(9.0));
    let foreign = longer().cursor(page.cursor.clone()).send(&club).await.unwrap_err();
    assert_eq!(foreign.kind(), ErrorKind::CursorForeign, "{foreign}");
    let rest = longer().resume(page.cursor).send(&club).await.unwrap();
    assert_eq!(rest.items.len(), 4);
    local.clear_operations();
    let long = "x".repeat(2_000);
    let error = Word::of_language("en").between(long.as_str()..).send(&club).await.unwrap_err();
    assert_eq!(error.kind(), ErrorKind::KeyTooLong, "{error}");
    let reversed = Word::of_language("en").between("b".."a").send(&club).await.unwrap();
    assert!(reversed.items.is_empty() && reversed.cursor.is_none());
    assert!(local.operations().is_empty());
}
