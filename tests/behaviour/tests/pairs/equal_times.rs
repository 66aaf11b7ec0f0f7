//! Keys that contain a part of a time, and items whose time other programs wrote in another text.

use aws_sdk_dynamodb::types::AttributeValue;
use chrono::{DateTime, Utc};
use futures_util::future::join_all;
use keywright::{Entity, ErrorKind, Handle, Item, Table};
use keywright_local::Local;
use serde::{Deserialize, Serialize, de::DeserializeOwned};

#[derive(Table)]
#[entities(Visit, Ticket, Moved, Seat)]
struct Clinic;

#[derive(Debug, Clone, PartialEq, Entity, Serialize, Deserialize)]
#[entity(table = Clinic)]
#[pk(template = "PATIENT#<patient>")]
#[sk(template = "VISIT#<at:day>")]
struct Visit {
    patient: u32,
    at: DateTime<Utc>,
    note: String,
    count: u32,
}

#[derive(Debug, Clone, PartialEq, Entity, Serialize, Deserialize)]
#[entity(table = Clinic)]
#[pk(template = "PATIENT#<patient>")]
#[sk(template = "TICKET#<at:s>")]
struct Ticket {
    patient: u32,
    at: DateTime<Utc>,
    #[entity(unique)]
    number: String,
    note: String,
    count: u32,
}

#[derive(Debug, Clone, PartialEq, Entity, Serialize, Deserialize)]
#[entity(table = Clinic)]
#[pk(template = "MOVED#<patient>", legacy(template = "OLD#<patient>"))]
#[sk(template = "<at:day>")]
struct Moved {
    patient: u32,
    at: DateTime<Utc>,
    note: String,
    count: u32,
}

/// The key contains the whole time, within which the number is unique.
#[derive(Debug, Clone, PartialEq, Entity, Serialize, Deserialize)]
#[entity(table = Clinic)]
#[pk(template = "ROOM#<room>")]
#[sk(template = "SEAT#<at>")]
struct Seat {
    room: u32,
    at: DateTime<Utc>,
    #[entity(unique(within = at))]
    number: u32,
    #[entity(unique)]
    called: DateTime<Utc>,
}

/// The same instant, as JavaScript, chrono, jiff and a program in Berlin write it.
const TEXTS: [&str; 5] = [
    "2026-06-22T12:00:00Z",
    "2026-06-22T12:00:00.000Z",
    "2026-06-22T12:00:00+00:00",
    "2026-06-22T12:00:00.000000000Z",
    "2026-06-22T14:00:00+02:00",
];

fn noon() -> DateTime<Utc> {
    TEXTS[0].parse().unwrap()
}

fn later() -> DateTime<Utc> {
    "2026-06-22T12:00:00.5Z".parse().unwrap()
}

/// Creates the item, and then rewrites its time as another program would.
macro_rules! stored {
    ($entity:expr, $text:expr) => {{
        let clinic = Local::start().open::<Clinic>("clinic").await.unwrap();
        clinic.create($entity).await.unwrap();
        rewrite(&clinic, &$entity.to_item().unwrap(), $text).await;
        clinic
    }};
}

async fn rewrite(clinic: &Handle<Clinic>, item: &Item, text: &str) {
    let mut item = item.clone();
    item.insert("at".into(), AttributeValue::S(text.into()));
    clinic.client().put_item().table_name("clinic").set_item(Some(item)).send().await.unwrap();
}

async fn only<E: DeserializeOwned + Entity + keywright::entity::StoredIn<Clinic> + Send + 'static>(
    clinic: &Handle<Clinic>,
) -> E {
    let page = clinic.scan::<E>().await.unwrap();
    assert_eq!(page.items.len(), 1);
    page.items.into_iter().next().unwrap()
}

macro_rules! law {
    ($test:ident, $entity:ident { $($field:ident: $value:expr),* }) => {
        #[tokio::test]
        async fn $test() {
            let of = |at, note: &str, count| $entity { patient: 1, at, note: note.into(), count, $($field: $value),* };
            let first = of(noon(), "a", 1);
            for text in TEXTS {
                let clinic = stored!(&first, text);
                let key = || $entity::key(1_u32, noon());
                assert_eq!(clinic.get(key()).await.unwrap().as_ref(), Some(&first), "{text}");
                let changed = of(noon(), "b", 1);
                clinic.put(&changed).await.unwrap_or_else(|error| panic!("{text}: {error}"));
                assert_eq!(only::<$entity>(&clinic).await, changed, "{text}");

                rewrite(&clinic, &first.to_item().unwrap(), text).await;
                clinic.replace(&changed).await.unwrap_or_else(|error| panic!("{text}: {error}"));
                assert_eq!(only::<$entity>(&clinic).await, changed, "{text}");

                rewrite(&clinic, &first.to_item().unwrap(), text).await;
                clinic.update(key()).set($entity::NOTE, "c").add($entity::COUNT, 2).await.unwrap();
                assert_eq!(only::<$entity>(&clinic).await, of(noon(), "c", 3), "{text}");
                clinic.upsert(key()).add($entity::COUNT, 1).set($entity::NOTE, "d").await.unwrap();
                assert_eq!(only::<$entity>(&clinic).await, of(noon(), "d", 4), "{text}");

                let error = clinic.create(&first).await.unwrap_err();
                assert_eq!(error.kind(), ErrorKind::AlreadyExists, "{text}: {error}");
                let error = clinic.put(&of(later(), "e", 1)).await.unwrap_err();
                assert_eq!(error.kind(), ErrorKind::KeyCollision, "{text}: {error}");
                let error = clinic.update($entity::key(1_u32, later())).set($entity::NOTE, "e").await.unwrap_err();
                assert_eq!(error.kind(), ErrorKind::NotFound, "{text}: {error}");
                assert_eq!(only::<$entity>(&clinic).await, of(noon(), "d", 4), "{text}");

                clinic.delete(key()).await.unwrap();
                assert_eq!(clinic.get(key()).await.unwrap(), None, "{text}");
            }
        }
    };
}

law!(equal_times_of_a_day_are_one_item, Visit {});
law!(equal_times_of_items_with_older_keys_are_one_item, Moved {});

#[tokio::test]
async fn unique_values_of_an_item_with_another_text_are_replaced() {
    let of = |note: &str, number: &str| Ticket {
        patient: 1,
        at: noon(),
        number: number.into(),
        note: note.into(),
        count: 1,
    };
    for text in TEXTS {
        let clinic = stored!(&of("a", "n-1"), text);
        clinic.put(&of("b", "n-2")).await.unwrap_or_else(|error| panic!("{text}: {error}"));
        assert_eq!(only::<Ticket>(&clinic).await, of("b", "n-2"));
        rewrite(&clinic, &of("b", "n-2").to_item().unwrap(), text).await;
        clinic.update(Ticket::key(1_u32, noon())).set(Ticket::NUMBER, "n-3").await.unwrap();
        assert_eq!(only::<Ticket>(&clinic).await, of("b", "n-3"));
        let other = Ticket { patient: 2, ..of("b", "n-3") };
        assert_eq!(clinic.put(&other).await.unwrap_err().kind(), ErrorKind::NotUnique, "{text}");
        clinic.put(&Ticket { number: "n-1".into(), ..other }).await.unwrap();
    }
}

#[tokio::test]
async fn writers_beside_programs_with_other_texts_lose_nothing() {
    let first = Visit { patient: 1, at: noon(), note: "a".into(), count: 0 };
    let clinic = stored!(&first, TEXTS[1]);
    let additions = join_all((0..40).map(|number| {
        let clinic = &clinic;
        async move {
            if number % 4 == 0 {
                // Another program rewrites only the text.
                let text = AttributeValue::S(TEXTS[number / 4 % TEXTS.len()].into());
                let item = Visit { patient: 1, at: noon(), note: String::new(), count: 0 }.to_item().unwrap();
                let update = clinic.client().update_item().table_name("clinic");
                let update = update.key("PK", item["PK"].clone()).key("SK", item["SK"].clone());
                let update = update.update_expression("SET #at = :at").expression_attribute_names("#at", "at");
                update.expression_attribute_values(":at", text).send().await.unwrap();
                return 0;
            }
            match clinic.update(Visit::key(1_u32, noon())).add(Visit::COUNT, 1).await {
                Ok(()) => 1,
                Err(error) => {
                    assert_eq!(error.outcome(), keywright::Outcome::NotApplied, "{error}");
                    0
                }
            }
        }
    }))
    .await;
    let visit: Visit = only(&clinic).await;
    assert_eq!(visit.count, additions.into_iter().sum::<u32>());
}

#[tokio::test]
async fn transactions_accept_items_with_other_texts() {
    let of = |note: &str, count| Visit { patient: 1, at: noon(), note: note.into(), count };
    for text in TEXTS {
        let clinic = stored!(&of("a", 1), text);
        let key = || Visit::key(1_u32, noon());
        let rewritten = || async { rewrite(&clinic, &of("a", 1).to_item().unwrap(), text).await };
        clinic.transaction().put(&of("b", 2)).await.unwrap_or_else(|error| panic!("{text}: {error}"));
        assert_eq!(only::<Visit>(&clinic).await, of("b", 2));
        rewritten().await;
        clinic.transaction().replace(&of("c", 3)).await.unwrap_or_else(|error| panic!("{text}: {error}"));
        assert_eq!(only::<Visit>(&clinic).await, of("c", 3));
        rewritten().await;
        let (update, other) =
            (keywright::ItemUpdate::new(key()).add(Visit::COUNT, 1), Visit { patient: 2, ..of("x", 0) });
        let report = clinic.transaction().update(update).create(&other).await;
        report.unwrap_or_else(|error| panic!("{text}: {error}"));
        assert_eq!(clinic.get(key()).await.unwrap(), Some(of("a", 2)));
        assert_eq!(clinic.get(Visit::key(2_u32, noon())).await.unwrap(), Some(other.clone()));
        rewritten().await;
        clinic.transaction().delete_item(&of("a", 1)).delete_item(&other).await.unwrap();
        assert_eq!(clinic.scan::<Visit>().await.unwrap().items, []);

        rewritten().await;
        let later = Visit { at: later(), ..of("d", 4) };
        let error = clinic.transaction().put(&later).await.unwrap_err();
        assert_eq!(error.kind(), ErrorKind::TransactionCancelled, "{text}");
        let named = clinic.transaction().put(&of("e", 5)).token("order-7").await;
        match text == TEXTS[0] {
            true => drop(named.unwrap()),
            false => {
                let error = named.unwrap_err();
                let text = format!("{:?}", error.cancellations());
                assert!(text.contains("another text"), "{text}");
            }
        }
    }
}

#[tokio::test]
async fn transactions_move_the_unique_values_of_items_with_other_texts() {
    let of = |note: &str, number: &str| Ticket {
        patient: 1,
        at: noon(),
        number: number.into(),
        note: note.into(),
        count: 1,
    };
    for text in TEXTS {
        let clinic = stored!(&of("a", "n-1"), text);
        let (old, new) = (of("a", "n-1"), of("b", "n-2"));
        clinic.transaction().replace_item(&old, &new).await.unwrap_or_else(|error| panic!("{text}: {error}"));
        assert_eq!(only::<Ticket>(&clinic).await, new);
        rewrite(&clinic, &new.to_item().unwrap(), text).await;
        clinic.transaction().delete_item(&new).await.unwrap_or_else(|error| panic!("{text}: {error}"));
        clinic.put(&Ticket { patient: 2, ..of("c", "n-2") }).await.unwrap();
        clinic.put(&Ticket { patient: 3, ..of("c", "n-1") }).await.unwrap();
    }
}

#[tokio::test]
async fn a_transaction_compares_unique_values_as_times() {
    let seat = Seat { room: 1, at: noon(), number: 7, called: noon() };
    let other = Seat { number: 8, called: later(), ..seat.clone() };
    for text in TEXTS {
        let clinic = stored!(&seat, text);
        clinic.transaction().replace_item(&seat, &other).await.unwrap();
        assert_eq!(clinic.get(Seat::key(1, noon())).await.unwrap().unwrap(), other);
        let clinic = stored!(&seat, text);
        let error = clinic.transaction().replace_item(&other, &seat).await.unwrap_err();
        assert_eq!(error.kind(), ErrorKind::TransactionCancelled);
        let error = clinic.transaction().delete_item(&other).await.unwrap_err();
        assert_eq!(error.kind(), ErrorKind::TransactionCancelled);
        clinic.transaction().delete_item(&seat).await.unwrap();
        let left = clinic.client().scan().table_name("clinic").send().await.unwrap();
        assert_eq!(left.items(), [], "the item and its sentinels are deleted");
    }
}
