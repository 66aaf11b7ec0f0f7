//! Entities with matching older keys: copies of one item count as one item.

use chrono::{DateTime, Duration, Utc};
use keywright::{Collection, Entity, Item, Table};
use keywright_local::Local;
use serde::{Deserialize, Serialize};

use super::design::noon;

#[derive(Table)]
#[entities(Visit, Bill)]
struct Clinic;

#[derive(Debug, Clone, PartialEq, Entity, Serialize, Deserialize)]
#[entity(table = Clinic)]
#[pk(template = "PATIENT#<patient>#<at:month>", legacy(template = "P#<patient>"))]
#[sk(template = "VISIT#<at>")]
struct Visit {
    patient: String,
    at: DateTime<Utc>,
    room: u8,
}

#[derive(Debug, Clone, PartialEq, Entity, Serialize, Deserialize)]
#[entity(table = Clinic)]
#[pk(template = "PATIENT#<of>#<due:month>", legacy(template = "P#<of>"))]
#[sk(template = "BILL#<due>")]
struct Bill {
    due: DateTime<Utc>,
    of: String,
    cents: u32,
}

#[derive(Debug, Clone, PartialEq, Collection)]
#[collection(query = of_patient(patient))]
enum PatientItem {
    Visit(Visit),
    Bill(Bill),
}

fn under_older_key(mut item: Item) -> Item {
    item.insert("PK".into(), aws_sdk_dynamodb::types::AttributeValue::S("P#p".into()));
    item
}

#[tokio::test]
async fn newest_copy_wins_for_every_entity() {
    let local = Local::start();
    let clinic = local.open::<Clinic>("clinic").await.unwrap();
    let visit = |days: i64, room| Visit { patient: "p".into(), at: noon() + Duration::days(days), room };
    let bill = |days: i64, cents| Bill { of: "p".into(), due: noon() + Duration::days(days), cents };
    let older = [
        visit(0, 1).to_item().unwrap(),
        visit(20, 1).to_item().unwrap(),
        bill(0, 1).to_item().unwrap(),
        bill(40, 1).to_item().unwrap(),
    ];
    for item in older {
        let item = Some(under_older_key(item));
        clinic.client().put_item().table_name("clinic").set_item(item).send().await.unwrap();
    }
    // Two of them have been written again since.
    clinic
        .client()
        .put_item()
        .table_name("clinic")
        .set_item(Some(visit(20, 2).to_item().unwrap()))
        .send()
        .await
        .unwrap();
    clinic.client().put_item().table_name("clinic").set_item(Some(bill(0, 2).to_item().unwrap())).send().await.unwrap();

    let quarter = noon()..noon() + Duration::days(90);
    let query = PatientItem::of_patient("p").during(quarter);
    let page = query.clone().send(&clinic).await.unwrap();
    let expected = [
        PatientItem::Bill(bill(0, 2)),
        PatientItem::Bill(bill(40, 1)),
        PatientItem::Visit(visit(0, 1)),
        PatientItem::Visit(visit(20, 2)),
    ];
    assert_eq!(page.items, expected);
    assert_eq!(page.stats.superseded, 2);
    for size in 1..=4 {
        let (mut items, mut cursor) = (Vec::new(), None);
        loop {
            let page = query.clone().limit(size).cursor(cursor).send(&clinic).await.unwrap();
            items.extend(page.items);
            cursor = page.cursor;
            if cursor.is_none() {
                break;
            }
        }
        assert_eq!(items, expected, "pages of {size}");
    }
}
